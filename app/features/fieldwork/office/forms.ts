import { findCodes } from "~/features/customers/codes/codes";
import { REPORT_LENGTH } from "~/features/fieldwork/day/report";
import { cleanBlock, cleanLine } from "~/lib/text";

/** The longest reason for letting a crew finish without the required items. */
export const WAIVE_LENGTH = 200;
/** How much longer one press makes a visit, in minutes. */
export const LONGER = [15, 30, 60] as const;

type Read = { ok: true; text: string } | { ok: false; message: string };

/** What the office answers a crew. Entry codes belong in the vault: an answer stays on phones and in backups in clear. */
export function readAnswer(text: string): Read {
  const answer = cleanBlock(text);
  if (!answer) return { ok: false, message: "Answer is required." };
  if (answer.length > REPORT_LENGTH)
    return {
      ok: false,
      message: `Answer is too long: at most ${REPORT_LENGTH.toLocaleString("en-US")} characters.`,
    };
  const [code] = findCodes(answer).filter(({ kind }) => kind !== "key");
  if (code)
    return {
      ok: false,
      message: `“${code.words}” looks like an entry code. Save it in the home’s codes, where the crew can see it, and answer without it.`,
    };
  return { ok: true, text: answer };
}

export function readReason(text: string): Read {
  const why = cleanLine(text);
  if (!why) return { ok: false, message: "Reason is required." };
  if (why.length > WAIVE_LENGTH)
    return { ok: false, message: `Reason is too long: at most ${WAIVE_LENGTH} characters.` };
  return { ok: true, text: why };
}
