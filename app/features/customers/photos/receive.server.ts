import type { UserCtx } from "~/platform/context.server";
import { MAX_PICTURE_BYTES, PICTURE_FAULTS } from "~/platform/files/picture";
import { deleteFiles } from "~/platform/files/remove.server";
import { storePicture } from "~/platform/files/store-file.server";
import { type Fields, formIdOf } from "~/platform/request/form.server";
import { BrokenForm, formParts } from "~/platform/request/multipart.server";
import { PHOTO_LIMIT } from "./photo";

/** `faults`: a sentence for each picture that was not taken. */
export type ReceivedPhotos = { fields: Fields; file_ids: string[]; faults: string[] };

const STORE_FAULTS = {
  "store down": "The photo can’t be stored right now. Try again in a minute.",
  "store full": "There is no space left for the photo. The office must make room first.",
};

/** Bytes. The longest text of these forms is that of a home's instructions, in characters of up to 4 bytes. */
const FIELD_BYTES = 8 * 1024;

/** Reads a form with parts, storing each picture as it arrives, so that only one is in memory. */
export async function receivePhotos(ctx: UserCtx, request: Request): Promise<ReceivedPhotos> {
  const received: ReceivedPhotos = { fields: {}, file_ids: [], faults: [] };
  const { fields, file_ids, faults } = received;
  const total = 2 * PHOTO_LIMIT * MAX_PICTURE_BYTES;
  const limits = { file: MAX_PICTURE_BYTES, field: FIELD_BYTES, parts: 4 * PHOTO_LIMIT, total };
  try {
    for await (const { name, filename, content } of formParts(request, limits)) {
      if (filename === null) fields[name] = content?.toString() ?? "";
      else if (content === null) faults.push(`${filename}: ${PICTURE_FAULTS["too many bytes"]}`);
      else if (content.length > 0 || filename) {
        if (file_ids.length === PHOTO_LIMIT)
          faults.push(`${filename}: A home can have at most ${PHOTO_LIMIT} photos.`);
        else {
          const stored = await storePicture(ctx, content);
          if (stored.ok) file_ids.push(stored.file.id);
          else faults.push(`${filename}: ${{ ...PICTURE_FAULTS, ...STORE_FAULTS }[stored.reason]}`);
        }
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    faults.push("Something was cut off on the way. Choose the photos and send them again.");
  }
  return received;
}

/** Deletes what came in with a form that is refused. */
export function dropPhotos(ctx: UserCtx, { file_ids }: ReceivedPhotos): Promise<void> {
  return ctx.db.transaction((tx) => deleteFiles(tx, ctx, file_ids));
}

/** The files of a form as photos, whose ids are the same when it is sent twice. */
export function photosIn({ fields, file_ids }: ReceivedPhotos) {
  return file_ids.map((file_id, place) => ({ id: formIdOf(fields, `photo ${place}`), file_id }));
}
