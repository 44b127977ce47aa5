import { z } from "zod";
import { passwordSchema } from "~/features/identity/sign-in/forms";
import { cleanLine } from "~/lib/text";

/** What somebody types to show that they mean it. */
export const RESTORE_WORD = "RESTORE";
export const RESET_WORD = "RESET";

/** What can't be taken back asks for a word, typed, and for the password. */
export function proofSchema(word: string) {
  const message = `Type ${word} to confirm`;
  return passwordSchema.extend({
    confirm: z
      .string(message)
      .overwrite(cleanLine)
      .refine((text) => text === word, message),
  });
}

export type ProofForm = { password: string; confirm: string };
