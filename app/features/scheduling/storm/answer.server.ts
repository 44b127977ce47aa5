import { eq } from "drizzle-orm";
import { storm_offers } from "~/db/schema/office";
import { type CancelOutcome, cancelBooking } from "~/features/booking/manage/cancel.server";
import type { Visit } from "~/features/booking/manage/queries.server";
import { minutesOf } from "~/features/booking/manage/reschedule";
import {
  type RescheduleInput,
  type RescheduleOutcome,
  rescheduleBooking,
} from "~/features/booking/manage/reschedule.server";
import { OFFICE_ACTOR, readOpenOffer } from "~/features/booking/visit.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readPlan } from "~/features/scheduling/availability/availability.server";
import { availabilityOfDays } from "~/features/scheduling/availability/slots";
import { companyToday } from "~/lib/dates";
import type { AdminCtx, Ctx } from "~/platform/context.server";
import { daysAfter } from "./plan.server";
import { choicesOf, type StormQuestion } from "./storm-day";

/** A customer takes what a storm day proposes, or another time that was free when they looked. */
export function answerStorm(ctx: Ctx, input: Omit<RescheduleInput, "as_answer">): Promise<RescheduleOutcome> {
  return rescheduleBooking(ctx, { ...input, as_answer: true });
}

/** The same for somebody on the telephone. */
export function answerByPhone(
  ctx: AdminCtx,
  input: Omit<RescheduleInput, "as_answer">,
): Promise<RescheduleOutcome> {
  return rescheduleBooking(ctx, { ...input, as_answer: true }, OFFICE_ACTOR);
}

/** Somebody on the telephone wants to do without the visit: all that was paid goes back, as long as it is what they heard. */
export function skipByPhone(ctx: AdminCtx, input: { id: string; refund: number }): Promise<CancelOutcome> {
  return cancelBooking(ctx, { ...input, as_answer: true }, OFFICE_ACTOR);
}

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
