import { eq } from "drizzle-orm";
import { storm_offers } from "~/db/schema/office";
import { minutesOf } from "~/features/booking/manage/rescheduling";
import type { Visit } from "~/features/booking/manage/visits.server";
import { readOpenOffer } from "~/features/booking/storm-offer.server";
import { readSettings } from "~/features/operations/settings/reads.server";
import { readPlan } from "~/features/scheduling/availability/availability.server";
import { availabilityOfDays, companyToday } from "~/features/scheduling/availability/slots";
import type { Ctx } from "~/platform/context.server";
import { choicesOf, type StormQuestion } from "./choices";
import { daysAfter } from "./plan.server";

/** What a storm day asks of a visit that the actor may see, with times that are free now; null when it never did. */
export async function readStormQuestion(ctx: Ctx, visit: Visit): Promise<StormQuestion | null> {
  const offer = await readOpenOffer(ctx, visit.id);
  if (!offer) {
    const asked = await ctx.db.$count(storm_offers, eq(storm_offers.booking_id, visit.id));
    return asked > 0 ? { open: false } : null;
  }
  const today = companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);
  const days = daysAfter(visit.slot.date < today ? today : visit.slot.date);
  const [first = today, last = today] = [days[0], days.at(-1)];
  const plan = await readPlan(ctx, { first, last, booking_id: visit.id, town: visit.town });
  const free = availabilityOfDays({ ...plan, dates: days, minutes: minutesOf(visit) });
  return { open: true, ...choicesOf(free, visit.slot.time, offer) };
}
