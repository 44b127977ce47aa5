import { beforeEach } from "vitest";
import { reconcilePayments } from "~/features/payments/settlement/reconcile.server";
import { CARD } from "./bookings";
import { testClock } from "./clock";
import { testWorld } from "./ctx";
import { fakeStripe } from "./stripe";

const START = "2026-06-01T12:00:00Z";

/** A world that pays at a fake Stripe of which no event arrives: only what the site asks itself is known. Each test begins empty. */
export async function stripeWorld() {
  const time = testClock(START);
  const stripe = await fakeStripe({ now: () => time.now.epochMilliseconds });
  const world = await testWorld({
    stripe: stripe.url,
    stripeKeys: { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret },
  });

  beforeEach(async () => {
    await world.clear();
    for (const one of [world.clock, time]) one.set(START);
    stripe.trouble.clear();
    stripe.office.refundsBegin("succeeded");
  });

  return {
    ...world,
    stripe,
    /** Moves both clocks. */
    pass: (minutes: number) => {
      for (const one of [world.clock, time]) one.advance({ minutes });
    },
    /** Some minutes later, the sweep asks Stripe. */
    async later(minutes = 2) {
      for (const one of [world.clock, time]) one.advance({ minutes });
      await reconcilePayments(world.ctx());
    },
    payer: { name: CARD.name, email: CARD.email, phone: CARD.phone },
  };
}
