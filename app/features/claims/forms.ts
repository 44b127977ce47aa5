import { z } from "zod";
import { parseCents } from "~/lib/money";
import { cleanBlock, cleanLine } from "~/lib/text";
import { ROOM_LENGTH, WORDS_LENGTH } from "./rules";

const block = (missing: string) =>
  z
    .string(missing)
    .overwrite(cleanBlock)
    .max(WORDS_LENGTH, {
      error: `Write at most ${WORDS_LENGTH.toLocaleString("en-US")} characters.`,
      abort: true,
    })
    .min(1, missing);

/** What a customer says is not right. */
export const claimSchema = z.object({
  room: z
    .string("Say which room it is about.")
    .overwrite(cleanLine)
    .max(ROOM_LENGTH, { error: `Room can have at most ${ROOM_LENGTH} characters.`, abort: true })
    .min(1, "Say which room it is about."),
  words: block("Say what isn’t right.").refine(
    (text) => text.length >= 10,
    "Say a little more: at least 10 characters.",
  ),
});

export type ClaimForm = z.output<typeof claimSchema>;

/** Where and when a crew makes a visit right. Times in company time. */
export const reCleanSchema = z.object({
  date: z.string("Choose a day.").min(1, "Choose a day."),
  time: z.string("Choose a time.").min(1, "Choose a time."),
  minutes: z
    .string()
    .transform(Number)
    .pipe(z.int("Choose how long it takes.").min(30, "Choose how long it takes.")),
  crew_id: z.string().optional(),
  answer: z
    .string()
    .overwrite(cleanBlock)
    .max(WORDS_LENGTH, `Write at most ${WORDS_LENGTH.toLocaleString("en-US")} characters.`)
    .optional(),
});

export type ReCleanForm = z.output<typeof reCleanSchema>;

export const creditSchema = z.object({
  /** Cents; the verb says what is wrong with an amount. */
  amount: z.string("Enter an amount, like 25.").transform((text) => parseCents(text)),
  answer: block("Tell the customer why."),
});

export type CreditForm = z.output<typeof creditSchema>;

export const refusalSchema = z.object({ answer: block("Tell the customer why.") });

export type RefusalForm = z.output<typeof refusalSchema>;
