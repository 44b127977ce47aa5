import { z } from "zod";
import { findCodes } from "~/features/customers/codes/codes";
import type { By } from "~/features/customers/codes/home.server";
import { cleanLine } from "~/lib/text";
import type { UserCtx } from "~/platform/context.server";
import { checkForm, firstErrors } from "~/platform/request/form.server";
import { CAPTION_LENGTH } from "./photo";
import { dropPhotos, photosIn, type ReceivedPhotos } from "./receive.server";
import { addPhotos, editCaption, removePhoto } from "./save.server";

/** What a photo shows; empty becomes null. Every crew of the home reads it, so it holds no entry code. */
const captionSchema = z.object({
  caption: z
    .string()
    .overwrite(cleanLine)
    .max(CAPTION_LENGTH, `Caption can have at most ${CAPTION_LENGTH} characters.`)
    .refine((caption) => findCodes(caption).length === 0, {
      error: "Caption looks as if it held a code. Keep codes and keys under Entry codes.",
    })
    .optional()
    .transform((caption) => caption || null),
});

export type PhotosOutcome =
  | { ok: true; title: string }
  | {
      ok: false;
      status: 400 | 404 | 409;
      message?: string;
      /** By field. */
      errors?: Record<string, string>;
      faults?: string[];
    };

const MISSING = { ok: false, status: 404 } as const;

/** Does what a form about a home's photos asks for, by its `intent`. Of several pictures, the good ones are kept. */
export async function changePhotos(
  ctx: UserCtx,
  { home, by, received }: { home: string; by: By; received: ReceivedPhotos },
): Promise<PhotosOutcome> {
  const { fields, faults } = received;
  const { intent, photo = "" } = fields;
  if (intent === "remove-photo") {
    const outcome = await removePhoto(ctx, { home, by, photo });
    return outcome.ok ? { ok: true, title: "Photo removed" } : MISSING;
  }
  const form = checkForm(fields, captionSchema, { disableAutoCoercion: true });
  if (form.status !== "success") {
    await dropPhotos(ctx, received);
    return { ok: false, status: 400, errors: firstErrors(form.error) };
  }
  const { caption } = form.value;
  if (intent === "caption") {
    const outcome = await editCaption(ctx, { home, by, photo, caption });
    return outcome.ok ? { ok: true, title: "Caption saved" } : MISSING;
  }
  const photos = photosIn(received);
  if (photos.length === 0) {
    const none = "Choose at least one photo.";
    return { ok: false, status: 400, faults: faults.length > 0 ? faults : [none] };
  }
  const outcome = await addPhotos(ctx, { home, by, caption, photos });
  if (!outcome.ok)
    return outcome.reason === "not found" ? MISSING : { ok: false, status: 409, message: outcome.message };
  const title = outcome.added === 1 ? "Photo added" : "Photos added";
  return faults.length === 0 ? { ok: true, title } : { ok: false, status: 400, faults };
}
