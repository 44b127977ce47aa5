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
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { daysAfter } from "./plan.server";
import { choicesOf, type StormQuestion } from "./storm-day";

/** Answers a storm offer with the proposed time or another free one. */
export function answerStorm(ctx: Ctx, input: Omit<RescheduleInput, "as_answer">): Promise<RescheduleOutcome> {
  return rescheduleBooking(ctx, { ...input, as_answer: true });
}

/** The same for somebody on the telephone. */
export function answerByPhone(
  ctx: StaffCtx,
  input: Omit<RescheduleInput, "as_answer">,
): Promise<RescheduleOutcome> {
  return rescheduleBooking(ctx, { ...input, as_answer: true }, OFFICE_ACTOR);
}

/** Skips a visit for a caller and refunds all of it, if that is the amount they heard. */
export function skipByPhone(ctx: StaffCtx, input: { id: string; refund: number }): Promise<CancelOutcome> {
  return cancelBooking(ctx, { ...input, as_answer: true }, OFFICE_ACTOR);
}

/** The storm offer of the actor's visit, with times that are free now; null when there was none. */
export async function readStormQuestion(ctx: Ctx, visit: Visit): Promise<StormQuestion | null> {
  const offer = await readOpenOffer(ctx, visit.id);
  if (!offer) {
    const asked = await ctx.db.$count(storm_offers, eq(storm_offers.booking_id, visit.id));
    return asked > 0 ? { open: false } : null;
  }
  const today = companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);
  const days = daysAfter(visit.slot.date < today ? today : visit.slot.date);
  const [first = today, last = today] = [days[0], days.at(-1)];
  const plan = await readPlan(ctx, { first, last, booking_id: visit.id, town: visit.town, zip: visit.zip });
  const free = availabilityOfDays({ ...plan, dates: days, minutes: minutesOf(visit) });
  return { open: true, kind: offer.kind, ...choicesOf(free, visit.slot.time, offer, plan.startTimes) };
}
