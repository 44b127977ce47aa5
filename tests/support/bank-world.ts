import { beforeEach } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { refundOrder } from "~/features/payments/refunds/send.server";
import { receivePaymentEvent } from "~/features/payments/settlement/events.server";
import type { EventSubject } from "~/platform/outside/payment-gateway";
import { aBank } from "./bank";
import { aRequest, bookingOf } from "./bookings";
import { testWorld } from "./ctx";
import { staffCtx } from "./staff";

/** A world that pays through a bank in memory. Each test begins on June 1, 2026, with no payments. */
export async function bankWorld() {
  const world = await testWorld();
  const bank = aBank();
  let made: Awaited<ReturnType<typeof staffCtx>>;
  const ctx: typeof world.ctx = (changes) => world.ctx({ payments: bank.payments, ...changes });

  beforeEach(async () => {
    await world.clear();
    world.clock.set("2026-06-01T12:00:00Z");
    bank.clear();
    made = await staffCtx(world);
  });

  let events = 0;
  const tell = (about: EventSubject, object_id: string) =>
    receivePaymentEvent(ctx(), "bank", { id: `evt_${++events}`, type: about, about, object_id });

  return {
    ...world,
    bank,
    ctx,
    staff: () => ({ ...made(), payments: bank.payments }),
    /** Handles an event of the bank. */
    tell,
    /** Requests the pending refunds. */
    async runRefunds() {
      for (const { refund_id } of await world.queues.waiting("refund-order"))
        await refundOrder(ctx(), String(refund_id));
    },
    /** A paid visit. */
    async paid() {
      const outcome = await createPayment(ctx(), { request: aRequest(), draft_id: null });
      if (!outcome.ok) throw new Error(outcome.message);
      const session = new URL(outcome.url).searchParams.get("session_id") ?? "";
      bank.set(session, "paid");
      await tell("session", session);
      const { id, order_id } = await bookingOf(world.pool, session);
      return { id: id as string, order_id: order_id as string, payment: `pay_${session}` };
    },
  };
}
