import { z } from "zod";
import { CLASH_ANSWERS, type Clash, type ClashAnswer } from "~/features/scheduling/availability/clash";
import { addDays, addMonths, isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { MOST_CHOSEN, MOST_DAYS_AHEAD } from "./series";
import { USUAL_ANSWERS } from "./view";

/** What is done with visits that are in another's way: by what it is, or for one of them (`answerKey`). */
export type Answers = { kinds: Record<Clash, ClashAnswer>; visits: Record<string, ClashAnswer> };

const answer = z.enum(["crew", "nobody", "anyway", "skip"]);

/** What a job lays of one series. */
export const extensionSchema = z.object({
  id: z.guid(),
  until: z.string(),
  answers: z.object({
    kinds: z.object({ busy: answer, off: answer, closed: answer }),
    visits: z.record(z.string(), answer),
  }),
});

/** The name of a visit among the answers: "2026-06-10 09:00". */
export const answerKey = ({ date, time }: { date: string; time: string }): string => `${date} ${time}`;

/** The ids of series in an address or a form: several fields, or one with commas. At most as many as one form can name. */
export function idsIn(texts: readonly string[]): string[] {
  const ids = texts.flatMap((text) => text.split(",")).map((text) => text.trim().toLowerCase());
  return [...new Set(ids.filter(isUuid))].slice(0, MOST_CHOSEN);
}

/** Three months after a day, the same day or the last of a shorter month. */
export function threeMonthsAfter(today: string): string {
  const month = addMonths(today.slice(0, 7), 3);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const day = `${month}-${today.slice(8)}`;
  return day < last ? day : last;
}

/** The last day to lay, in company time; the error says what to type. */
export function readUntil(
  text: string,
  today: string,
): { ok: true; until: string } | { ok: false; error: string } {
  const until = text.trim();
  const latest = addDays(today, MOST_DAYS_AHEAD);
  if (isCalendarDate(until) && until > today && until <= latest) return { ok: true, until };
  return { ok: false, error: `Until must be a day from ${addDays(today, 1)} to ${latest}.` };
}

const CLASHES = Object.keys(CLASH_ANSWERS) as Clash[];

const answerIn = (text: string | undefined): ClashAnswer | undefined =>
  Object.values(CLASH_ANSWERS)
    .flat()
    .find((answer) => answer === text);

/** How a form answers clashes: by kind ("busy"), and of a single series by visit ("at 2026-06-10 09:00"). What can't be is ignored. */
export function readAnswers(fields: Record<string, string>): Answers {
  const kinds = Object.fromEntries(
    CLASHES.map((kind) => {
      const answer = answerIn(fields[kind]);
      return [kind, answer && CLASH_ANSWERS[kind].includes(answer) ? answer : USUAL_ANSWERS[kind]];
    }),
  ) as Answers["kinds"];
  const visits = Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => {
      const answer = name.startsWith("at ") ? answerIn(text) : undefined;
      return answer ? [[name.slice(3), answer]] : [];
    }),
  );
  return { kinds, visits };
}
