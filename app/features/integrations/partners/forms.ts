import { z } from "zod";
import { cleanLine } from "~/lib/text";
import { PARTNER_LIMITS } from "./partner";

/** The form of a key: whose it is. */
export const apiKeySchema = z.object({
  name: z
    .string()
    .default("")
    .overwrite(cleanLine)
    .check(
      z.minLength(1, "Name is required."),
      z.maxLength(PARTNER_LIMITS.name, `Name can have at most ${PARTNER_LIMITS.name} characters.`),
    ),
});
