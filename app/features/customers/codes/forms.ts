import { z } from "zod";
import { cleanBlock, cleanLine } from "~/lib/text";
import { CODE_KINDS, findCodes } from "./codes";
import { NOTE_SOURCES } from "./rules";

/** Maximum lengths in characters. */
export const LIMITS = { label: 60, value: 300 } as const;

const value = z
  .string({ error: "Enter the code." })
  .overwrite(cleanBlock)
  .min(1, "Enter the code.")
  .max(LIMITS.value, `A code can have at most ${LIMITS.value} characters.`);

/** A new code. Its id is the form's, so that a form sent twice adds one. */
export const addCodeSchema = z.object({
  code_id: z.guid("This form is too old. Reload the page."),
  kind: z.enum(CODE_KINDS, "Choose a code, a key or an alarm."),
  label: z
    .string({ error: "Say what it opens." })
    .overwrite(cleanLine)
    .min(1, "Say what it opens.")
    .max(LIMITS.label, `What it opens can have at most ${LIMITS.label} characters.`)
    .refine((label) => !/\d{3}/.test(label) && findCodes(label).every(({ kind }) => kind === "key"), {
      error: "Leave the code itself out of what it opens: this line is not secret.",
    }),
  value,
});
export type AddCodeForm = z.output<typeof addCodeSchema>;

export const replaceCodeSchema = z.object({ code_id: z.guid(), value });

/** Words of a note that look like a code, as the form names them. */
export const foundSchema = z.object({
  source: z.enum(NOTE_SOURCES),
  id: z.guid(),
  words: z.string().min(1).max(400),
});
export type FoundForm = z.output<typeof foundSchema>;
