import { z } from "zod";
import { isUuid } from "~/lib/ids";
import { cleanLine } from "~/lib/text";
import { ITEM_LENGTH } from "./checklist";

const line = (label: string) =>
  z
    .string()
    .default("")
    .transform(cleanLine)
    .pipe(z.string().max(ITEM_LENGTH, `${label} is too long: at most ${ITEM_LENGTH} characters.`));

/** An item as the office types it. `item` is made with the form: sent twice, it is one item. */
export const itemSchema = z.object({
  item: z.string().refine(isUuid),
  text: line("Item").pipe(z.string().min(1, "Item is required.")),
  text_es: line("Item in Spanish").transform((text) => text || null),
  required: z
    .string()
    .optional()
    .transform((value) => value === "on"),
});

export type ItemForm = z.output<typeof itemSchema>;
