import { addDays } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import { readPlan } from "./availability.server";
import { type Nearest, nearestSlots } from "./nearest";
import { availabilityOfDays, companyToday, lastBookableDate, type StartText } from "./slots";

/** So many choices are offered, from so many days before the wanted one and after it. */
const CHOICES = 3;
const DAYS_BEFORE = 7;
const DAYS_AFTER = 21;

type Wanted = StartText & { id: string; minutes: number; town: string; zone: string };

/** Up to three free slots next to where a booking was to be. */
export async function readNearestSlots(
  ctx: Ctx,
  { id, minutes, town, zone, ...wanted }: Wanted,
): Promise<Nearest[]> {
  const today = companyToday(ctx.now, zone);
  const [earliest, latest] = [addDays(wanted.date, -DAYS_BEFORE), lastBookableDate(today)];
  const first = earliest > today ? earliest : today;
  const last = [addDays(first, DAYS_BEFORE + DAYS_AFTER), latest].toSorted()[0] ?? latest;
  if (first > last) return [];
  const plan = await readPlan(ctx, { first, last, booking_id: id, town });
  const days = availabilityOfDays({ ...plan, minutes, dates: datesBetween(first, last) });
  return nearestSlots(days, wanted, CHOICES);
}

function datesBetween(first: string, last: string): string[] {
  const dates = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}
