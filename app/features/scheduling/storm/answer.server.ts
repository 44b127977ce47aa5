import { type CancelOutcome, cancelBooking } from "~/features/booking/manage/cancel.server";
import {
  type RescheduleInput,
  type RescheduleOutcome,
  rescheduleBooking,
} from "~/features/booking/manage/reschedule.server";
import { OFFICE_ACTOR } from "~/features/booking/office-actor";
import type { AdminCtx, Ctx } from "~/platform/context.server";

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
