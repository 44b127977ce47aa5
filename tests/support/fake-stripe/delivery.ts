import { createHmac } from "node:crypto";
import type { StripeEvent } from "./books.ts";

/** `send`: at once, and again while the site doesn't take them. `hold`: until they are released. `lose`: never. */
export type Delivering = "send" | "hold" | "lose";

type Options = { secret: string; now: () => number; retryMs?: number[] };

/** Carries events to the site as Stripe does: signed, at least once, in no order that anybody promises. */
export function deliveries({ secret, now, retryMs = [500, 2_000, 8_000, 30_000] }: Options) {
  const held: StripeEvent[] = [];
  const under = new Set<Promise<unknown>>();
  const state = { to: undefined as string | undefined, how: "send" as Delivering, times: 1 };

  const once = async (event: StripeEvent) => {
    const body = JSON.stringify(event);
    const headers = { "Content-Type": "application/json", "Stripe-Signature": sign(secret, body, now()) };
    const response = await fetch(state.to ?? "", { method: "POST", headers, body });
    await response.body?.cancel();
    return response.ok;
  };
  const send = async (event: StripeEvent) => {
    for (const pause of [0, ...retryMs]) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause).unref());
      if (await once(event).catch(() => false)) return;
    }
  };
  const start = (event: StripeEvent) => {
    const whole = Promise.all(Array.from({ length: state.times }, () => send(event)));
    under.add(whole);
    whole.finally(() => under.delete(whole));
  };
  return {
    state,
    take(event: StripeEvent): void {
      if (state.how === "hold") held.push(event);
      else if (state.how === "send" && state.to) start(event);
    },
    /** Sends what was held, in the order that is given: as it was, or the newest first. */
    release(order: "kept" | "reversed" = "kept"): void {
      const events = held.splice(0);
      for (const event of order === "kept" ? events : events.reverse()) start(event);
    },
    /** Until everything that is under way has arrived. */
    async arrive(): Promise<void> {
      while (under.size > 0) await Promise.all(under);
    },
  };
}

/** "t=…,v1=…" for the moment `now`, in milliseconds. */
export function sign(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}
