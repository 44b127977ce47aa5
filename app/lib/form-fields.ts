import { z } from "zod";
import { cleanLine } from "./text";

const NO_NAME = "Name must be at least 2 characters";
const NO_EMAIL = "Please enter a valid email address";

/** Fields of the public forms (spec section 5). */
export const nameField = z
  .string(NO_NAME)
  .overwrite(cleanLine)
  .max(100, { error: "Name can have at most 100 characters", abort: true })
  .min(2, NO_NAME);

/** An email, in lower case for comparison. */
export const emailField = z
  .string(NO_EMAIL)
  .overwrite((text) => cleanLine(text).toLowerCase())
  .max(254, { error: "Email can have at most 254 characters", abort: true })
  .refine((text) => z.regexes.email.test(text), NO_EMAIL);

/** One line of text; optional. */
export function optionalLine(label: string, max: number) {
  return z
    .string()
    .overwrite(cleanLine)
    .max(max, { error: `${label} can have at most ${max} characters`, abort: true })
    .optional();
}
