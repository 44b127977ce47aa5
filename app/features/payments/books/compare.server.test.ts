import { beforeEach, describe, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { refundByStaff } from "~/features/payments/office/refund.server";
import { ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { bankWorld } from "../../../../tests/support/bank-world";
import { aRequest, sessionOf } from "../../../../tests/support/bookings";
import { differencesIn } from "../../../../tests/support/books";
import { compareBooks } from "./compare.server";
import { settleDifference } from "./settle.server";

const world = await bankWorld();
const { pool, bank, clock, ctx, staff, tell, paid, runRefunds, queues } = world;

const PAID = 15_900;
const compare = () => differencesIn(pool, ctx());
const ledger = async () =>
  (await pool.query("select kind, amount, provider, provider_id from money_events order by id")).rows;
let visit: Awaited<ReturnType<typeof paid>>;

beforeEach(async () => {
  visit = await paid();
});

async function refund(amount = 5000) {
  const token = "77777777-7777-4777-8777-777777777777";
  const wish = { order_id: visit.order_id, amount, left: PAID, reason: "Late", token };
  expect(await refundByStaff(staff(), wish)).toMatchObject({ ok: true });
  await runRefunds();
}

describe("the ledger", () => {
  test("has each payment, refund and dispute once, however often it is told", async () => {
    await refund();
    const [given] = bank.refunds;
    const dispute = bank.dispute(visit.payment, 10_900);
    for (const _ of [1, 2]) await tell("dispute", dispute);
    bank.dispute(visit.payment, 10_900, "won", dispute);
    for (const _ of [1, 2]) await tell("dispute", dispute);
    bank.endRefund(given?.id ?? "", "failed");
    for (const _ of [1, 2]) await tell("refund", given?.id ?? "");
    expect(await ledger()).toEqual([
      { kind: "charge", amount: PAID, provider: "bank", provider_id: visit.payment },
      { kind: "refund", amount: -5000, provider: "bank", provider_id: given?.id },
      { kind: "dispute_withdrawn", amount: -10_900, provider: "bank", provider_id: dispute },
      { kind: "dispute_won", amount: 10_900, provider: "bank", provider_id: dispute },
      { kind: "refund_failed", amount: 5000, provider: "bank", provider_id: given?.id },
    ]);
    expect(await compare()).toEqual([]);
  });

  test("has the money of a lost dispute once, although it is a refund too", async () => {
    const dispute = bank.dispute(visit.payment, PAID, "lost");
    await tell("dispute", dispute);
    expect((await ledger()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["charge", PAID],
      ["dispute_withdrawn", -PAID],
    ]);
    expect(await compare()).toEqual([]);
  });

  test("has nothing of an inquiry", async () => {
    await tell("dispute", bank.inquire(visit.payment, PAID));
    expect(await ledger()).toHaveLength(1);
    expect(await compare()).toEqual([]);
  });

  test("takes no change, and keeps its events when the order is gone", async () => {
    for (const statement of ["update money_events set amount = 1", "delete from money_events"])
      await expect(pool.query(statement)).rejects.toThrow("money_events is append-only");
    await pool.query("delete from orders");
    expect(await ledger()).toHaveLength(1);
  });
});

const order = (set: string) => `alter table orders disable trigger user; update orders set ${set};
  alter table orders enable trigger user`;
const ANOTHER = `insert into order_lines (order_id, position, kind, label, amount)
  select id, 9, 'extra', 'Oven', 1 from orders`;

/** What breaks one side, what is found then, and what mends it. */
const CASES: [what: string, broken: string, found: object, mended: string][] = [
  [
    "an order and its lines",
    order("amount = amount + 1"),
    { kind: "lines", ours: PAID + 1, theirs: PAID },
    ANOTHER,
  ],
  [
    "an order and its charges",
    order("charged = charged - 1"),
    { kind: "charged", ours: PAID - 1, theirs: PAID },
    order("charged = charged + 1"),
  ],
  [
    "an order and its refunds",
    order("returned = 1"),
    { kind: "returned", ours: 1, theirs: 0 },
    order("returned = 0"),
  ],
  [
    "the ledger and a refund",
    "update refunds set amount = 4999",
    { kind: "refund", ours: -5000, theirs: -4999 },
    "update refunds set amount = 5000",
  ],
  [
    "the ledger and a dispute",
    `insert into disputes (id, order_id, amount, currency, status, withdrawn, reason, opened_at)
     select 'd', id, 100, 'USD', 'open', false, '?', now() from orders;
     alter table disputes disable trigger user; update disputes set withdrawn = true;
     alter table disputes enable trigger user`,
    { kind: "dispute", ours: 0, theirs: -100 },
    "delete from disputes",
  ],
];

describe("a cent between two books", () => {
  test.each(CASES)("is found: %s, and is settled when it is mended", async (_what, broken, found, mended) => {
    await refund();
    expect(await compare()).toEqual([]);
    await pool.query(broken);
    expect(await compare()).toEqual([found]);
    await pool.query(mended);
    expect(await compare()).toEqual([]);
    const { rows } = await pool.query("select settled_at is null as open, note from book_differences");
    expect(rows).toEqual([{ open: false, note: null }]);
  });

  test("is found: the ledger and a charge", async () => {
    await pool.query("update charges set amount = amount + 1");
    expect(await compare()).toEqual([{ kind: "charge", ours: PAID, theirs: PAID + 1 }]);
    await pool.query("update charges set amount = amount - 1");
    expect(await compare()).toEqual([]);
  });

  test("is found: the ledger and the provider, of payments, refunds and disputes", async () => {
    await refund();
    const session = [...bank.sessions.keys()][0] ?? "";
    bank.set(session, "paid", { amount: PAID - 1 });
    bank.giveBack(visit.payment, 300);
    bank.dispute(visit.payment, 200);
    expect(await compare()).toEqual([
      { kind: "provider_dispute", ours: 0, theirs: -200 },
      { kind: "provider_payment", ours: PAID, theirs: PAID - 1 },
      { kind: "provider_refund", ours: 0, theirs: -300 },
    ]);
    const { rows } = await pool.query("select distinct order_id, provider from book_differences");
    expect(rows).toEqual([{ order_id: visit.order_id, provider: "bank" }]);
    bank.set(session, "paid", { amount: PAID });
    for (const { id } of bank.refunds) await tell("refund", id);
    for (const id of bank.disputes.keys()) await tell("dispute", id);
    expect(await compare()).toEqual([]);
  });
});

test("a second payment that no order knows is found, without an order", async () => {
  const another = { id: "session_x", key: "x", amount: PAID, currency: "USD", status: "open" as const };
  const nobody = {
    saves: false,
    customer: null,
    card: null,
    payment_id: null,
    subscription_id: null,
    invoice_id: null,
  };
  bank.sessions.set("session_x", { ...another, ...nobody });
  bank.set("session_x", "paid");
  expect(await compare()).toEqual([{ kind: "provider_payment", ours: 0, theirs: PAID }]);
  const { rows } = await pool.query("select order_id, about_id from book_differences");
  expect(rows).toEqual([{ order_id: null, about_id: "pay_session_x" }]);
});

test("what the provider gave back a moment ago is no difference yet, and a refund on its way is none", async () => {
  bank.refundsBegin = "pending";
  await refund();
  expect(await compare()).toEqual([]);
  bank.giveBack(visit.payment, 300);
  await compareBooks(ctx());
  expect((await pool.query("select 1 from book_differences")).rows).toEqual([]);
  expect(await compare()).toHaveLength(1);
});

test("a provider that can't be reached is no difference: the others are compared, and the job is tried again", async () => {
  bank.giveBack(visit.payment, 300);
  expect(await compare()).toHaveLength(1);
  await pool.query(order("charged = charged - 1"));
  bank.down = true;
  const later = { ...ctx(), now: ctx().now.add({ hours: 48 }) };
  await expect(compareBooks(later)).rejects.toThrow(ProviderUnavailable);
  const { rows } = await pool.query(
    "select kind from book_differences where settled_at is null order by kind",
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["charged", "provider_refund"]);
  expect((await pool.query("select at from book_comparisons")).rows).toHaveLength(1);
});

test("a dispute that is won long after it began makes no difference", async () => {
  const dispute = bank.dispute(visit.payment, PAID);
  await tell("dispute", dispute);
  clock.advance({ hours: 24 * 50 });
  bank.dispute(visit.payment, PAID, "won", dispute);
  await tell("dispute", dispute);
  expect(await compare()).toEqual([]);
});

test("a payment that was heard of months later makes no difference, and one that the provider lacks does", async () => {
  const outcome = await createPayment(ctx(), { request: aRequest({ time: "2:00 PM" }), draft_id: null });
  if (!outcome.ok) throw new Error(outcome.message);
  const session = sessionOf(outcome.url);
  clock.advance({ hours: 24 * 90 });
  bank.set(session, "paid"); // on June 1
  await tell("session", session);
  expect(await compare()).toEqual([]);
  bank.set(session, "expired");
  expect(await compare()).toEqual([{ kind: "provider_payment", ours: PAID, theirs: 0 }]);
});

test("an open difference is not forgotten when it is older than the compared weeks", async () => {
  bank.giveBack(visit.payment, 300);
  expect(await compare()).toHaveLength(1);
  await compareBooks({ ...ctx(), now: ctx().now.add({ hours: 24 * 200 }) });
  const { rows } = await pool.query("select settled_at from book_differences");
  expect(rows).toEqual([{ settled_at: null }]);
});

describe("staff settle a difference", () => {
  const idOf = async () => (await pool.query("select id from book_differences")).rows[0]?.id as string;

  test("with a note, once, and it comes back only when a side changes", async () => {
    await pool.query(order("charged = charged - 1"));
    expect(await compare()).toHaveLength(1);
    const id = await idOf();
    expect(await settleDifference(staff(), { id, note: " " })).toMatchObject({ reason: "invalid" });
    expect(await settleDifference(staff(), { id: "x", note: "?" })).toEqual({
      ok: false,
      reason: "not found",
    });
    expect(await settleDifference(staff(), { id, note: "A test" })).toEqual({ ok: true });
    expect(await settleDifference(staff(), { id, note: "A test" })).toEqual({
      ok: false,
      reason: "not found",
    });
    expect(await compare()).toEqual([]);
    await pool.query(order("charged = charged - 1"));
    expect(await compare()).toEqual([{ kind: "charged", ours: PAID - 2, theirs: PAID }]);
    const { rows } = await pool.query(
      "select entity_id, details from audit_log where action = 'books.settled'",
    );
    expect(rows).toMatchObject([{ entity_id: visit.order_id, details: { ours: PAID - 1, theirs: PAID } }]);
  });

  test("unless they are dispatchers", async () => {
    await pool.query(order("charged = charged - 1"));
    await compare();
    const own = staff();
    const dispatcher = { ...own, actor: { ...own.actor, role: "dispatcher" as const } };
    expect(await settleDifference(dispatcher, { id: await idOf(), note: "?" })).toMatchObject({
      reason: "refused",
    });
  });
});

test("the office gets one notice of each difference, with both sides and without ids", async () => {
  const notices = async () =>
    (await pool.query("select subject, text from mails where occasion like 'differences:%'")).rows;
  await pool.query(order("charged = charged - 1"));
  bank.giveBack(visit.payment, 300);
  for (const _ of [1, 2]) {
    await compare();
    await queues.run("differences-notice-mail");
  }
  const [notice, ...others] = await notices();
  expect(others).toEqual([]);
  expect(notice.subject).toBe("2 differences in the books");
  const text = notice.text.replace(/\s+/g, " ");
  expect(text).toMatch(/Money taken for order #\d+.*the order has \$158\.99, its charges have \$159\.00/);
  expect(text).toMatch(/Refund of order #\d+.*our ledger has nothing, Bank has -\$3\.00/);
  expect(text).toContain("https://site.example/admin/attention?kind=books");
});
