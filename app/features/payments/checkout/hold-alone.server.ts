import { CHANGED_ELSEWHERE } from "~/features/booking/checkout/draft.server";
import type { HoldInput, HoldOutcome, HoldRefusal } from "~/features/booking/checkout/hold.server";
import type { HoldPlanOutcome } from "~/features/plans/subscribe/hold.server";
import type { Ctx } from "~/platform/context.server";
import { arrivalUrl } from "./checkout.server";
import { closeEarlier } from "./close-earlier.server";
import { sessionOfOrder } from "./session-of-order.server";

type PlanRefusal = Extract<HoldPlanOutcome, { ok: false }>;

/** `url`: where the customer sees the booking that the draft has become already. */
export type Refusal = Omit<HoldRefusal, "status" | "earlier" | "order_id"> &
  Pick<PlanRefusal, "clashes"> & { status: HoldRefusal["status"] | 503; url?: string };

type Hold = (ctx: Ctx, input: HoldInput) => Promise<HoldOutcome | HoldPlanOutcome>;

/** So often it begins anew when other requests with the same draft come in between. */
const ROUNDS = 4;

/**
 * Holds what is asked for once nobody can pay any more for what its draft held before: those checkouts are closed at their
 * providers, outside any transaction. Where one was paid the answer leads to that booking.
 */
export async function holdAlone(
  ctx: Ctx,
  input: HoldInput,
  hold: Hold,
): Promise<Extract<HoldOutcome, { ok: true }> | Refusal> {
  const gone: string[] = [];
  for (let round = 1; ; round += 1) {
    const held = await hold(ctx, { ...input, gone });
    if (held.ok) return held;
    if (!held.earlier) return refuse(ctx, held);
    if (round === ROUNDS) return CHANGED_ELSEWHERE; // what another request holds by now stays with it
    const trouble = await closeEarlier(ctx, held.earlier, gone);
    if (trouble) return trouble;
  }
}

/** Of what the draft has become already its customer is shown the page, which says that the new wish was not taken. */
async function refuse(ctx: Ctx, { order_id, earlier: _, ...refusal }: PlanRefusal): Promise<Refusal> {
  const session = order_id ? await sessionOfOrder(ctx, order_id) : null;
  return session ? { ...refusal, url: `${arrivalUrl(ctx, session)}&unchanged=1` } : refusal;
}
