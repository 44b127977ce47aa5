import { z } from "zod";
import { isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { isDialable, NO_PHONE } from "~/lib/phone";
import { cleanLine } from "~/lib/text";

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

/** What a form began with: another once somebody has changed it. */
export function keyOf(stored: { name: string; email: string | null; phone?: string | null }): string {
  return JSON.stringify([stored.name, stored.email || null, stored.phone || null]);
}

/** Made with the form: sent twice, what it adds is there once. */
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
