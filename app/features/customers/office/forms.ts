import { z } from "zod";
import { cleanBlock } from "~/lib/text";

export const NOTE_MAX = 2000;

/** A note of the staff about a customer. */
export const noteSchema = z.object({
  body: z
    .string("Please write something")
    .overwrite(cleanBlock)
    .min(1, { error: "Please write something", abort: true })
    .max(NOTE_MAX, "A note can have at most 2,000 characters"),
  /** Of the form as it was shown: sent twice, it is one note. */
  note_id: z.uuid().optional(),
});
