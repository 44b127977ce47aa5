import { z } from "zod";
import { cleanBlock } from "~/lib/text";

export const NOTE_MAX = 2000;

export const noteSchema = z.object({
  body: z
    .string("Please write something")
    .overwrite(cleanBlock)
    .min(1, { error: "Please write something", abort: true })
    .max(NOTE_MAX, "A note can have at most 2,000 characters"),
  /** Id chosen when the form was rendered. Submitting it twice saves one note. */
  note_id: z.uuid().optional(),
});
