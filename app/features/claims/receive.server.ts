import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import { MAX_PICTURE_BYTES, PICTURE_FAULTS } from "~/platform/files/picture";
import { fileLink } from "~/platform/files/serve.server";
import { storePicture } from "~/platform/files/store-file.server";
import type { Fields } from "~/platform/request/form.server";
import { BrokenForm, formParts } from "~/platform/request/multipart.server";
import type { KeptPicture } from "./claim";
import { MOST_PICTURES, WORDS_LENGTH } from "./rules";

/** `errors`: a sentence for each picture that was not kept. */
export type ReceivedForm = { fields: Fields; pictures: KeptPicture[]; errors: string[] };

const STORE_FAULTS = {
  "store down": "The photo can’t be stored right now. Try again in a minute.",
  "store full": "There is no space left for the photo. Send the claim without it, or call us.",
};

/**
 * Reads the form of a claim. Each picture is stored as it arrives, so that only one is in memory, and so that the form can be shown
 * again without losing one. A sent `kept` is believed only with its signature for this visit.
 */
export async function receiveClaim(
  ctx: Pick<Ctx, "db" | "files" | "log" | "now" | "jobs" | "links">,
  request: Request,
  booking_id: string,
): Promise<ReceivedForm> {
  const fields: Fields = {};
  const ids = new Set<string>();
  const errors: string[] = [];
  const left: string[] = [];
  try {
    for await (const { name, filename, content } of partsOf(request)) {
      if (filename === null) {
        const text = content?.toString() ?? "";
        const id = name === "kept" ? keptIn(ctx, booking_id, text) : null;
        if (id) ids.add(id);
        else fields[name] = text;
      } else if (content?.length === 0 && !filename) {
        // No file was chosen.
      } else if (ids.size >= MOST_PICTURES) {
        left.push(filename);
      } else if (content === null) {
        errors.push(`${filename}: ${PICTURE_FAULTS["too many bytes"]}`);
      } else {
        const stored = await storePicture(ctx, content);
        if (stored.ok) ids.add(stored.file.id);
        else errors.push(`${filename}: ${{ ...PICTURE_FAULTS, ...STORE_FAULTS }[stored.reason]}`);
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    errors.push("Something was cut off on the way. Check the form and send it again.");
  }
  if (left.length > 0)
    errors.push(`You can send up to ${MOST_PICTURES} photos. Left out: ${left.join(", ")}.`);
  const pictures = [...ids].map((id) => ({
    ...{ id, kept: `${id}.${ctx.links.sign(subjectOf(booking_id, id))}` },
    small: fileLink(ctx, id, { size: "small" }),
  }));
  return { fields, pictures, errors };
}

/** More files than pictures are taken, so that those that are left out can be named. */
function partsOf(request: Request) {
  const files = 2 * MOST_PICTURES;
  const total = files * MAX_PICTURE_BYTES;
  const limits = { file: MAX_PICTURE_BYTES, field: 8 * WORDS_LENGTH, parts: 2 * files, total };
  return formParts(request, limits);
}

function keptIn({ links }: Pick<Ctx, "links">, booking_id: string, text: string): string | null {
  const [id = "", ...signature] = text.split(".");
  return isUuid(id) && links.isSigned(subjectOf(booking_id, id), signature.join(".")) ? id : null;
}

const subjectOf = (booking_id: string, id: string) => `claim picture:${booking_id}:${id}`;
