import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { StripeEvent } from "./books.ts";

/** `send`: at once, and again until the site accepts them. `hold`: when released. `lose`: never. */
type Delivering = "send" | "hold" | "lose";

type Options = { secret: string; now: () => number; retryMs?: number[] };

type State = {
  /** The site's address for events; a function is called for each try. */
  to?: string | (() => string);
  how: Delivering;
  /** How often each event is sent. */
  times: number;
  /** Milliseconds. Each copy is delayed by a random time up to this, so that events overtake each other. */
  shuffleMs: number;
  /** Every nth event is lost; 0: none. */
  loseEvery: number;
};

/** Delivers events to the site as Stripe does: signed, at least once, in any order. */
export function deliveries({ secret, now, retryMs = [500, 2_000, 8_000, 30_000] }: Options) {
  const held: StripeEvent[] = [];
  const under = new Set<Promise<unknown>>();
  const state: State = { how: "send", times: 1, shuffleMs: 0, loseEvery: 0 };
  let taken = 0;

  const once = async (event: StripeEvent) => {
    const body = JSON.stringify(event);
    const headers = { "Content-Type": "application/json", "Stripe-Signature": sign(secret, body, now()) };
    const to = typeof state.to === "function" ? state.to() : (state.to ?? "");
    const response = await fetch(to, { method: "POST", headers, body });
    await response.body?.cancel();
    return response.ok;
  };
  const send = async (event: StripeEvent) => {
    if (state.shuffleMs > 0) await sleep(Math.random() * state.shuffleMs);
    for (const pause of [0, ...retryMs]) {
      if (pause > 0) await sleep(pause, undefined, { ref: false });
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
      taken += 1;
      if (state.loseEvery > 0 && taken % state.loseEvery === 0) return;
      if (state.how === "hold") held.push(event);
      else if (state.how === "send" && state.to) start(event);
    },
    /** Sends held events, oldest or newest first. */
    release(order: "kept" | "reversed" = "kept"): void {
      const events = held.splice(0);
      for (const event of order === "kept" ? events : events.reverse()) start(event);
    },
    /** Resolves when all events on their way have arrived. */
    async arrive(): Promise<void> {
      while (under.size > 0) await Promise.all(under);
    },
  };
}

/** "t=…,v1=…" for the time `now`, in milliseconds. */
export function sign(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}
