import { beforeEach, describe, expect, test } from "vitest";
import { EVENT_SECRET, testWorld } from "../../../../tests/support/ctx";
import { gatewayOf } from "../../../../tests/support/gateway";
import { sign } from "./events.server";

const { pool, ctx, clock, clear } = await testWorld();
const gateway = await gatewayOf(ctx());

beforeEach(clear);

const open = async (idempotency_key: string) => {
  const session = await gateway.createSession({
    idempotency_key,
    reference: "order",
    recurring: false,
    amount: 15900,
    currency: "USD",
    lines: [{ label: "Regular Cleaning", amount: 15900 }],
    summary: ["Regular Cleaning"],
    customer_name: null,
    customer_email: null,
    customer_phone: null,
    success_url: "https://site.example/ok?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "https://site.example/no?session_id={CHECKOUT_SESSION_ID}",
    expires_at: clock.now.add({ minutes: 30 }),
  });
  if (session === "none") throw new Error("It was not too late.");
  return session;
};

describe("a session", () => {
  test("asked for 10 times at once with one key is one session", async () => {
    const sessions = await Promise.all(Array.from({ length: 10 }, () => open("key")));
    for (const session of sessions) expect(session).toEqual(sessions[0]);
    expect((await open("another key")).id).not.toBe(sessions[0]?.id);
  });

  test("returns to addresses that carry its id", async () => {
    const { id, url } = await open("key");
    expect(url).toBe(`https://site.example/payment?session_id=${id}`);
    const { rows } = await pool.query("select success_url, cancel_url from test_checkout_sessions");
    expect(rows).toEqual([
      {
        success_url: `https://site.example/ok?session_id=${id}`,
        cancel_url: `https://site.example/no?session_id=${id}`,
      },
    ]);
  });
});

describe("the signature of an event", () => {
  const body = JSON.stringify({ id: "evt_1", type: "checkout.session.completed", object_id: "test_1" });
  const signature = sign(EVENT_SECRET, body, clock.now);
  const verify = (changed: { body?: string; signature?: string | null; minutes?: number }) =>
    gateway.verifyEvent(
      changed.body ?? body,
      changed.signature === undefined ? signature : changed.signature,
      clock.now.add({ seconds: Math.round((changed.minutes ?? 0) * 60) }),
    );

  test("lets the event through", async () => {
    expect(await verify({})).toEqual({
      id: "evt_1",
      type: "checkout.session.completed",
      about: "session",
      object_id: "test_1",
    });
    expect(await verify({ minutes: 5 })).not.toBeNull();
  });

  test.each([
    ["missing", { signature: null }],
    ["empty", { signature: "" }],
    ["garbled", { signature: "t=now,v1=please" }],
    ["of another secret", { signature: sign("another secret", body, clock.now) }],
    ["of another body", { body: body.replace("evt_1", "evt_2") }],
    ["with its time changed", { signature: signature.replace(/t=\d+/, "t=1780000000") }],
    ["cut short", { signature: signature.slice(0, -1) }],
    ["more than five minutes old", { minutes: 5.1 }],
    ["more than five minutes ahead", { minutes: -5.1 }],
  ])("that is %s is refused", async (_what, changed) => {
    expect(await verify(changed)).toBeNull();
  });

  test.each(["", "not JSON", "null", "[]", "{}", '{"id":"","type":"x","object_id":"y"}', '{"id":1}'])(
    "does not make an event of %j",
    async (nonsense) => {
      expect(await verify({ body: nonsense, signature: sign(EVENT_SECRET, nonsense, clock.now) })).toBeNull();
    },
  );
});
