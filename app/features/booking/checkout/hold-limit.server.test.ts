import { beforeEach, describe, expect, test } from "vitest";
import { forgetOld } from "~/features/operations/retention/forget-old.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { SLOT_TIMES } from "~/features/scheduling/availability/slots";
import type { Actor } from "~/platform/context.server";
import {
  aRequest,
  DAY,
  openSession,
  paySession,
  sessionState,
  setCrews,
} from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aCustomer } from "../../../../tests/support/customers";
import { aPlanRequest, FIRST } from "../../../../tests/support/plans";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

type Details = Parameters<typeof aRequest>[0];
type Body = Parameters<typeof aRequest>[1];
type Place = Details & { from?: string; actor?: Actor; draft?: string | null; body?: Body; leeway?: number };

const HOME = "198.51.100.7";

/** Asks for a checkout of a visit, as somebody at this address. */
function ask({ from = HOME, actor, draft = null, body, leeway = 1, ...details }: Place = {}) {
  const counted = { network: from, leeway };
  const who = actor ? ctx({ counted, actor }) : ctx({ counted });
  return createPayment(who, { request: aRequest(details, body), draft_id: draft });
}

function askForPlan({
  from = HOME,
  ...details
}: { from?: string } & Parameters<typeof aPlanRequest>[0] = {}) {
  const counted = { network: from, leeway: 1 };
  return createPayment(ctx({ counted }), { request: aPlanRequest(details), draft_id: null });
}

const day = (number: number) => `2026-06-${String(number).padStart(2, "0")}`;
const LIMITED = { ok: false, status: 429, field: "body" };

async function holdThree(place: Place = {}) {
  for (const date of [day(10), day(11), day(12)])
    expect(await ask({ ...place, date })).toMatchObject({ ok: true });
}

const held = async () =>
  (await pool.query("select count(*)::int as count from bookings where status = 'pending'")).rows[0].count;

async function aKey(): Promise<string> {
  const { rows } = await pool.query(
    "insert into api_keys (name, key_hash, key_end) values ('Corner Realty', 'hash', 'none') returning id",
  );
  return rows[0].id;
}

describe("unpaid holds", () => {
  test("of one address are three visits at a time; the fourth is refused, and told when it can be had", async () => {
    await holdThree();
    clock.advance({ minutes: 12 });
    const refused = await ask({ date: day(15) });
    expect(refused).toMatchObject({ ...LIMITED, free_at: clock.now.add({ minutes: 18 }) });
    expect(refused).toMatchObject({
      message:
        "You have 3 bookings waiting for payment. Pay for one of them, or try again at 8:30 AM (in 18 minutes). If you have an account, log in to book.",
    });
    expect(await held()).toBe(3);
    clock.advance({ minutes: 18 });
    expect(await ask({ date: day(15) })).toMatchObject({ ok: true });
  });

  test("of one address are one plan at a time, besides three visits", async () => {
    expect(await askForPlan()).toMatchObject({ ok: true });
    const refused = await askForPlan({ date: "2026-06-11" });
    expect(refused).toMatchObject({ ...LIMITED, free_at: clock.now.add({ minutes: 30 }) });
    expect(refused).toMatchObject({
      message: expect.stringMatching(/^You have a plan waiting for payment\. /),
    });
    await holdThree({ time: "4:00 PM" });
    expect(await ask({ date: day(16) })).toMatchObject(LIMITED);
  });

  test("60 requests from 3 addresses end below a tenth of a month's starts, and the neighbors still book", async () => {
    const starts = SLOT_TIMES.length * 26;
    const asked = Array.from({ length: 60 }, (_, n) => ({
      from: `203.0.113.${n % 3}`,
      date: day(10 + (n % 15)),
      time: SLOT_TIMES[Math.floor(n / 15) % 5],
    }));
    const answers = await Promise.all(asked.map(ask));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(9);
    expect(await held()).toBeLessThan(starts / 10);
    expect(await ask({ from: "192.0.2.9", date: day(25) })).toMatchObject({ ok: true });
  });

  test("that are asked for at the same time don't slip past the limit", async () => {
    const days = Array.from({ length: 12 }, (_, n) => day(10 + n));
    const answers = await Promise.all(days.map((date) => ask({ date })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    const plans = await Promise.all([FIRST, "2026-06-12", "2026-06-15"].map((date) => askForPlan({ date })));
    expect(plans.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("don't count once they are paid for: a family behind one address books one visit after another", async () => {
    for (const date of [day(10), day(11), day(12), day(15), day(16)]) {
      const counted = { network: HOME, leeway: 1 };
      const session = await paySession(ctx({ counted }), { date });
      await settleSession(ctx(), await sessionState(ctx(), session));
    }
    const { rows } = await pool.query(
      "select count(*)::int as count from bookings where status = 'confirmed'",
    );
    expect(rows).toEqual([{ count: 5 }]);
  });

  test("don't count, and are never taken away, while their money is on its way", async () => {
    const counted = { network: HOME, leeway: 1 };
    const session = await openSession(ctx({ counted }), { date: day(9) });
    await settleSession(ctx(), await sessionState(ctx(), session, { status: "processing" }));
    await holdThree();
    expect(await ask({ date: day(15) })).toMatchObject(LIMITED);
    const { rows } = await pool.query("select status from bookings where scheduled_date = $1", [day(9)]);
    expect(rows).toEqual([{ status: "pending" }]);
  });

  test("count once for a draft, however often it is sent and moved", async () => {
    const draft = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";
    await ask({ date: day(10) });
    await ask({ date: day(11) });
    const first = await ask({ date: day(12), draft });
    expect(await ask({ date: day(12), draft })).toEqual(first);
    for (const time of SLOT_TIMES)
      expect(await ask({ date: day(15), time, draft })).toMatchObject({ ok: true });
    expect(await held()).toBe(3);
    expect(await ask({ date: day(16) })).toMatchObject(LIMITED);
  });

  test("stay with a draft that asks for more than its address may have", async () => {
    const draft = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a12";
    await holdThree();
    expect(await ask({ date: day(15), draft, from: "192.0.2.1" })).toMatchObject({ ok: true });
    expect(await ask({ date: day(16), draft })).toMatchObject(LIMITED);
    const { rows } = await pool.query(
      "select scheduled_date::text as day from bookings where draft_id = $1 and status = 'pending'",
      [draft],
    );
    expect(rows).toEqual([{ day: day(15) }]);
  });

  test("are counted by the email that a guest gives, whichever address it comes from", async () => {
    for (const [n, date] of [day(10), day(11), day(12)].entries()) {
      const body = { customerEmail: n % 2 ? "Ada@Mail.example" : "ada@mail.example" };
      expect(await ask({ date, from: `203.0.113.${n}`, body })).toMatchObject({ ok: true });
    }
    const body = { customerEmail: "ada@mail.example" };
    expect(await ask({ date: day(15), from: "203.0.113.9", body })).toMatchObject(LIMITED);
  });

  test("of a customer whose address is verified count by account, not by where they are", async () => {
    await holdThree();
    const { actor } = (await aCustomer(world, "ada")).ctx;
    await holdThree({ actor, time: "12:00 PM" });
    expect(await ask({ actor, date: day(15) })).toMatchObject(LIMITED);
    expect(await ask({ actor, date: day(15), from: "192.0.2.77" })).toMatchObject(LIMITED);
    const unverified = await aCustomer(world, "bea", { verified: false });
    expect(await ask({ actor: unverified.ctx.actor, date: day(15) })).toMatchObject(LIMITED);
  });

  test("of a partner with a key count by key, and there may be more of them", async () => {
    await setCrews(pool, 5);
    const api_key_id = await aKey();
    const via = { api_key_id, reference: null };
    const book = (n: number) =>
      createPayment(ctx({ counted: { network: HOME, leeway: 1, api_key_id } }), {
        request: aRequest({ date: day(10 + (n % 15)), time: SLOT_TIMES[n % 5] }),
        draft_id: null,
        via,
      });
    for (let n = 0; n < 20; n += 1) expect(await book(n)).toMatchObject({ ok: true });
    expect(await book(20)).toMatchObject(LIMITED);
    expect(await ask({ date: DAY, time: "4:00 PM" })).toMatchObject({ ok: true });
  });

  test("may be more with a wider limit, and any number where nobody is counted", async () => {
    for (let n = 10; n < 16; n += 1)
      expect(await ask({ date: day(n), leeway: 2 })).toMatchObject({ ok: true });
    expect(await ask({ date: day(16), leeway: 2 })).toMatchObject(LIMITED);
    const outcome = await createPayment(ctx(), { request: aRequest({ date: day(16) }), draft_id: null });
    expect(outcome).toMatchObject({ ok: true });
  });

  test("keep no address in clear, and after a day not even what stood for it", async () => {
    await ask();
    await askForPlan();
    const kept = async () => {
      const { rows } = await pool.query(
        "select client_hash from bookings where plan_id is null union all select client_hash from plans",
      );
      return rows.map(({ client_hash }) => client_hash);
    };
    expect(await kept()).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    await forgetOld(ctx({ now: clock.now.add({ hours: 23 }) }));
    expect(await kept()).not.toContain(null);
    await forgetOld(ctx({ now: clock.now.add({ hours: 25 }) }));
    expect(await kept()).toEqual([null, null]);
  });
});
