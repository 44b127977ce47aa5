import { z } from "zod";
import { cleanBlock, cleanLine } from "~/lib/text";

export const REPLY_MAX = 5000;
export const CANNED_TITLE_MAX = 80;

/** A reply to a message. */
export const replySchema = z.object({
  body: z
    .string("Please write a reply")
    .overwrite(cleanBlock)
    .max(REPLY_MAX, { error: "A reply can have at most 5,000 characters", abort: true })
    .min(1, "Please write a reply"),
  form_id: z.uuid(),
  /** Number of replies when the form was shown. */
  seen: z.coerce.number().int().min(0).max(1_000_000),
});

/** A reusable reply. */
export const cannedSchema = z.object({
  title: z
    .string("Please enter a name")
    .overwrite(cleanLine)
    .max(CANNED_TITLE_MAX, { error: "A name can have at most 80 characters", abort: true })
    .min(1, "Please enter a name"),
  body: z
    .string("Please write the reply")
    .overwrite(cleanBlock)
    .max(REPLY_MAX, { error: "A reply can have at most 5,000 characters", abort: true })
    .min(1, "Please write the reply"),
});
