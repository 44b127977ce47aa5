import { z } from "zod";
import { cleanBlock } from "~/lib/text";

export const REVIEW_TEXT_MAX = 2000;

const RATING_MESSAGE = "Please choose 1 to 5 stars";

/** The review form (spec section 5). */
export const reviewSchema = z.object({
  rating: z
    .string(RATING_MESSAGE)
    .regex(/^[1-5]$/, RATING_MESSAGE)
    .transform(Number),
  review_text: z
    .string()
    .overwrite(cleanBlock)
    .max(REVIEW_TEXT_MAX, `Your review can have at most ${REVIEW_TEXT_MAX} characters`)
    .default(""),
  /** The customer's consent, a checked box. */
  may_publish: z
    .string()
    .optional()
    .transform((value) => value === "on"),
});

export type ReviewForm = z.output<typeof reviewSchema>;
