import { z } from "zod";
import { dayName, isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { isDialable, NO_PHONE } from "~/lib/phone";
import { cleanLine } from "~/lib/text";
import { type Shift, WEEK } from "./week";

export const LIMITS = { name: 60, email: 254, phone: 40, reason: 120 } as const;

const name = line("Name", LIMITS.name).refine((text) => text !== "", "Name is required.");
const email = z
  .string()
  .overwrite((text) => cleanLine(text).toLowerCase())
  .max(LIMITS.email, `Email can have at most ${LIMITS.email} characters.`)
  .refine((text) => text === "" || z.email().safeParse(text).success, "Email must be a valid address.")
  .default("");

const phone = line("Phone", LIMITS.phone).refine((text) => text === "" || isDialable(text), `${NO_PHONE}.`);

export const crewSchema = z.object({ name, email });
export type CrewForm = z.output<typeof crewSchema>;

/** A key of what the form showed, to notice a change by somebody else. */
export function keyOf(stored: { name: string; email: string | null; phone?: string | null }): string {
  return JSON.stringify([stored.name, stored.email || null, stored.phone || null]);
}

/** Made with the form, so that sending it twice adds once. */
const id = z.string().refine(isUuid).optional().catch(undefined);

export const memberSchema = z.object({ id, name, email, phone });
export type MemberForm = z.output<typeof memberSchema>;

const day = (label: string) =>
  z.string(`${label} is required.`).refine(isCalendarDate, `${label} must be a day.`);

/** Without a last day it is one day. */
export const timeOffSchema = z
  .object({
    id,
    first_day: day("First day"),
    last_day: z
      .string()
      .default("")
      .refine((text) => text === "" || isCalendarDate(text), "Last day must be a day."),
    reason: line("Reason", LIMITS.reason),
  })
  .refine(({ first_day, last_day }) => last_day === "" || first_day <= last_day, {
    path: ["last_day"],
    error: "Last day must not be before the first day.",
  });
export type TimeOffForm = z.output<typeof timeOffSchema>;

function line(label: string, max: number) {
  return z.string().overwrite(cleanLine).max(max, `${label} can have at most ${max} characters.`).default("");
}

/** What the form begins with. */
export const USUAL_SHIFT = { starts: "08:00", ends: "17:00" } as const;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d(:00)?$/;

type Read = { ok: true; shifts: Shift[] } | { ok: false; errors: Record<string, string> };

/** The hours out of their form: `hours` is "own" or "company"; of a day that is worked `works_1`, `starts_1`, `ends_1`. */
export function readShifts(fields: Record<string, string>): Read {
  if (fields.hours !== "own") return { ok: true, shifts: [] };
  const worked = WEEK.filter((weekday) => fields[`works_${weekday}`]);
  const errors: Record<string, string> = {};
  if (worked.length === 0) errors.hours = "Choose at least one day.";
  const shifts = worked.map((weekday) => {
    const [starts = "", ends = ""] = [fields[`starts_${weekday}`], fields[`ends_${weekday}`]];
    if (!CLOCK.test(starts) || !CLOCK.test(ends)) {
      errors[`day_${weekday}`] = `${dayName(weekday)} needs a start and an end time.`;
    } else if (starts >= ends) errors[`day_${weekday}`] = `${dayName(weekday)} must end after it starts.`;
    return { weekday, starts: starts.slice(0, 5), ends: ends.slice(0, 5) };
  });
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, shifts };
}

/** Hours as a form was filled with them, to tell whether somebody else has changed them meanwhile. */
export function hoursKey(shifts: readonly Shift[]): string {
  return WEEK.flatMap((weekday) => shifts.filter((shift) => shift.weekday === weekday))
    .map(({ weekday, starts, ends }) => `${weekday} ${starts.slice(0, 5)}-${ends.slice(0, 5)}`)
    .join(", ");
}

/** A form of a crew that was not accepted: what was typed stays, and what is wrong stands under its field. */
export type Refused = {
  intent: string;
  /** Of the member whose form it is, where there are several. */
  id: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  message: string | null;
};

export const CREWS_PAGE = "/admin/crews";

export function crewPath(id: string): string {
  return `${CREWS_PAGE}/${id}`;
}

/** The page of a member's phones. */
export function memberPath(crewId: string, memberId: string): string {
  return `${crewPath(crewId)}/members/${memberId}`;
}

/** The first thing that is wrong with each field of a checked form. */
export function wrongFields(
  error: Record<string, readonly string[] | null> | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(error ?? {}).flatMap(([name, wrong]) => (wrong?.[0] ? [[name, wrong[0]]] : [])),
  );
}
