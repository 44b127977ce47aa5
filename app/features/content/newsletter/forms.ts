import { z } from "zod";
import { cleanLine } from "~/lib/text";

const EMAIL_MAX = 254;
/** Name that spam tokens of this form are bound to (app/platform/request/spam.server.ts). */
export const NEWSLETTER_FORM = "newsletter";

const WRONG_EMAIL = "Please enter a valid email address";

/** One message for every invalid address. */
export const newsletterSchema = z.object({
  email: z
    .string(WRONG_EMAIL)
    .overwrite((text) => cleanLine(text).toLowerCase())
    .max(EMAIL_MAX, { error: WRONG_EMAIL, abort: true })
    .refine((text) => z.regexes.email.test(text), WRONG_EMAIL),
});
