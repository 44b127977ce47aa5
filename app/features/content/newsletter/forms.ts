import { z } from "zod";
import { cleanLine } from "~/lib/text";

const EMAIL_MAX = 254;
/** The name that its tokens are for (app/platform/spam.server.ts). */
export const NEWSLETTER_FORM = "newsletter";

const WRONG_EMAIL = "Please enter a valid email address";

/** Whatever is wrong with the address, one sentence says it. */
export const newsletterSchema = z.object({
  email: z
    .string(WRONG_EMAIL)
    .overwrite((text) => cleanLine(text).toLowerCase())
    .max(EMAIL_MAX, { error: WRONG_EMAIL, abort: true })
    .refine((text) => z.regexes.email.test(text), WRONG_EMAIL),
});
