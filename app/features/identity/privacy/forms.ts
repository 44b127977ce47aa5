import { z } from "zod";
import { passwordSchema } from "~/features/identity/sign-in/forms";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { cleanLine } from "~/lib/text";

export const PASSWORD_MAX = PASSWORD_LENGTH.max;

/** Word that a user without a password types to confirm. */
export const ERASE_WORD = "DELETE";

const wordSchema = z.object({
  confirm: z
    .string(`Type ${ERASE_WORD} to confirm`)
    .overwrite(cleanLine)
    .refine((text) => text === ERASE_WORD, `Type ${ERASE_WORD} to confirm`),
});

/** Deleting an account requires the password, or the typed word for users of Google or Facebook. */
export function eraseSchema({ has_password }: { has_password: boolean }) {
  return has_password ? passwordSchema : wordSchema;
}

export type EraseForm = { password?: string; confirm?: string };
