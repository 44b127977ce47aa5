import { cleanLine } from "~/lib/text";
import { MAX_PICTURE_BYTES, PICTURE_FAULTS } from "~/platform/files/picture";
import type { Fields } from "~/platform/request/form.server";
import { BrokenForm, formParts } from "~/platform/request/multipart.server";
import { ALT_LENGTH } from "./picture";

/** Bytes. */
const FIELD_BYTES = 4 * 1024;
const PARTS = 12;

/** A form with a picture as it came in. `fault` says what is wrong with the file. */
export type ReceivedPicture = { fields: Fields; content: Buffer | null; fault: string | null };

/** Reads a form about a picture. The office's gate has let the sender in. */
export async function receivePicture(request: Request): Promise<ReceivedPicture> {
  const received: ReceivedPicture = { fields: {}, content: null, fault: null };
  const limits = {
    ...{ file: MAX_PICTURE_BYTES, field: FIELD_BYTES, parts: PARTS },
    total: MAX_PICTURE_BYTES + PARTS * FIELD_BYTES,
  };
  try {
    for await (const { name, filename, content } of formParts(request, limits)) {
      if (filename === null) received.fields[name] = content?.toString() ?? "";
      else if (content === null) received.fault = PICTURE_FAULTS["too many bytes"];
      else if (content.length > 0) received.content = content;
      else if (filename) received.fault = PICTURE_FAULTS.empty;
    }
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    received.fault = "Something was cut off on the way. Choose the picture and send it again.";
  }
  return received;
}

type Alt = { ok: true; alt: string | null } | { ok: false; message: string };

/** What a picture shows; null when the form says that it only decorates. */
export function readAlt({ alt = "", decorative }: Fields): Alt {
  const words = cleanLine(alt);
  if (decorative) return { ok: true, alt: null };
  if (!words) return { ok: false, message: "Say what the picture shows, or that it only decorates." };
  if (words.length > ALT_LENGTH)
    return { ok: false, message: `Description can have at most ${ALT_LENGTH} characters.` };
  return { ok: true, alt: words };
}
