import { beforeEach, describe, expect, test } from "vitest";
import { audit } from "../../../bench/torture/audit";
import { promisesOf } from "../../../bench/torture/promises";
import type { Result } from "../../../bench/torture/scenarios";
import type { World } from "../../../bench/torture/world";
import { testWorld } from "../../../tests/support/ctx";
import { confirmedVisit } from "../../../tests/support/visits";

/** What `npm run torture` looks at afterwards, when a rule was broken: it must not go unnoticed. */

const { pool, ctx, clear } = await testWorld();

type Row = Record<string, unknown>;
const books = {
  sessions: new Map<string, Row>(),
  intents: new Map<string, Row>(),
  refunds: new Map<string, Row>(),
};
const world = {
  query: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows,
  stripe: { books },
} as unknown as World;

const QUIET: Omit<Result, "audit"> = {
  diary: { visits: 2, paid: new Set(), confirmedAfterMs: [800], griefs: [] },
  ...{ seconds: 10, answers: 100, taken: 3, ms: Array.from({ length: 100 }, (_, n) => n) },
  ...{ dropped: 0, errors: [], excused: 0 },
};

/** The promises that are seen to be broken. */
async function broken(changes: Partial<Result> = {}, seenBy = world): Promise<string[]> {
  const result = { ...QUIET, audit: await audit(seenBy), ...changes };
  return promisesOf(result)
    .filter(({ kept }) => !kept)
    .map(({ name }) => name);
}

/** Two visits that were paid, as both sides know them, and a checkout that was left. */
beforeEach(async () => {
  await clear();
  for (const book of Object.values(books)) book.clear();
  for (const time of ["8:00 AM", "12:00 PM"]) await confirmedVisit(ctx(), pool, { time, hours: 1 });
  const { rows } = await pool.query("select id, payment_session_id as session, amount from orders");
  for (const { id, session, amount } of rows) {
    books.sessions.set(session, {
      id: session,
      payment_status: "paid",
      status: "complete",
      amount_total: amount,
    });
    books.intents.set(`payment of ${id}`, { amount_received: amount });
  }
  books.sessions.set("left", { id: "left", payment_status: "unpaid", status: "expired", amount_total: 5300 });
});

test("nothing is broken where both sides agree", async () => {
  expect(await broken()).toEqual([]);
});

const CREWS = "crews in two places at once";
const PAID = "paid checkouts without a confirmed booking";
const UNPAID = "bookings confirmed without money";
const HOLDS = "holds that do not end";
const OPEN = "checkouts left open at the provider";
const MONEY = "cents between the site's books and the provider's";
const REFUNDS = "cents between their refunds";

const anOrder = "(select id from orders order by created_at, id limit 1)";
const aBooking = `(select booking_id from orders where id = ${anOrder})`;
const refund = (status: string) =>
  `insert into refunds (order_id, amount, reason, status, idempotency_key)
   select id, amount, 'twice', '${status}', 'a key' from orders where id = ${anOrder}`;

describe("it is seen in the database", () => {
  test.each<[string, string, string[]]>([
    [
      "that a payment confirmed nothing",
      `update bookings set status = 'pending' where id = ${aBooking}`,
      [PAID, HOLDS],
    ],
    ["that a paid visit has no crew", `update bookings set crew_id = null where id = ${aBooking}`, [PAID]],
    [
      "that a paid visit was cancelled and nothing given back",
      `update bookings set status = 'cancelled' where id = ${aBooking}`,
      [PAID],
    ],
    [
      "that an event was lost",
      `update orders set status = 'pending', completed_at = null where id = ${anOrder}`,
      [PAID, MONEY],
    ],
    [
      "that an order names another checkout",
      `update orders set payment_session_id = 'left' where id = ${anOrder}`,
      [PAID, UNPAID],
    ],
    ["that money went back in our books alone", refund("completed"), [REFUNDS]],
  ])("%s", async (_what, change, wanted) => {
    await pool.query(change);
    expect(await broken()).toEqual(wanted);
  });

  test("that a crew is in two places, were there neither a rule nor a lock", async () => {
    const client = await pool.connect();
    try {
      await client.query(`begin; alter table bookings drop constraint bookings_one_visit_a_crew`);
      await client.query(
        `update bookings set crew_id = (select id from crews where is_active order by sort_order limit 1),
           blocked = tstzrange('2026-06-10T12:00:00Z', '2026-06-10T20:00:00Z')`,
      );
      const query = async (text: string) => (await client.query(text)).rows;
      expect(await broken({}, { ...world, query })).toEqual([CREWS]);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});

describe("it is seen at the provider", () => {
  const paid = () =>
    [...books.sessions.values()].find(({ payment_status }) => payment_status === "paid") ?? {};

  test.each<[string, () => unknown, string[]]>([
    ["that somebody paid twice", () => books.intents.set("again", { amount_received: 5300 }), [MONEY]],
    [
      "that money came for a checkout that the site doesn't know",
      () => books.sessions.set("lost", { ...paid(), id: "lost" }),
      [PAID],
    ],
    [
      "that a visit counts as paid which nobody paid for",
      () => Object.assign(paid(), { payment_status: "unpaid", status: "expired" }),
      [UNPAID],
    ],
    [
      "that a checkout can still be paid",
      () => Object.assign(books.sessions.get("left") ?? {}, { status: "open" }),
      [OPEN],
    ],
    [
      "that money went back twice",
      () => books.refunds.set("refund", { status: "succeeded", amount: 5300 }),
      [REFUNDS],
    ],
  ])("%s", async (_what, change, wanted) => {
    change();
    expect(await broken()).toEqual(wanted);
  });
});

describe("it is seen by the customers", () => {
  const grief = (kind: Result["diary"]["griefs"][number]["kind"]): Partial<Result> => ({
    diary: { ...QUIET.diary, griefs: [{ kind, what: "a visit" }] },
  });

  test.each<[string, Partial<Result>, string[]]>([
    ["an error", { errors: ["create 500"] }, ["answers that are errors"]],
    ["a refusal", grief("refused"), ["answers that are errors"]],
    ["two checkouts for one draft", grief("two checkouts"), ["drafts with two checkouts"]],
    ["no confirmation", grief("not confirmed"), ["customers who came back and saw no confirmation"]],
    ["two slow answers of a hundred", { ms: [...Array(98).fill(10), 301, 400] }, ["99 % of answers within"]],
  ])("%s", async (_what, changes, wanted) => {
    expect(await broken(changes)).toEqual(wanted);
  });

  test("but not one slow answer of a hundred", async () => {
    expect(await broken({ ms: [...Array(99).fill(10), 5_000] })).toEqual([]);
  });
});
