import { beforeEach, expect, test } from "vitest";
import { billSubscriptions } from "~/features/payments/test-checkout/subscriptions.server";
import {
  endPlan,
  endPlanNow,
  pausePlan,
  resumePlan,
  skipMonth,
  skipVisit,
} from "~/features/plans/change/change.server";
import { announceCharges, askAboutCharges, settleInvoice } from "~/features/plans/charge/charges.server";
import { extendSchedules } from "~/features/plans/schedule/advance.server";
import { openMailer } from "~/platform/outside/mail.server";
import { CARD, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { readPlanRow, startPlan } from "../../../../tests/support/plans";
import { partsOf, testSmtp } from "../../../../tests/support/smtp";
import { sendPlanRefund } from "./send.server";

const smtp = await testSmtp();
const mailer = openMailer({ smtpUrl: smtp.url, from: undefined, filesDir: undefined });
const { pool, ctx, clock, clear, queues } = await testWorld({ mailer });
const STAFF = { actor: { kind: "system" } } as const;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
  smtp.received.length = 0;
});

const QUEUES = [
  "started",
  "charge",
  "receipt",
  "refund",
  "payment-failed",
  "ended",
  "changed",
  "visit-moved",
];

/** Lets every mail about plans that waits go out, and answers those that went, read. */
async function sent() {
  for (const queue of QUEUES) await queues.run(`plan-${queue}-mail`);
  await queues.run("booking-cancelled-mail");
  return smtp.received.splice(0).map(({ source, to }) => {
    const parts = partsOf(source);
    const part = (type: string) => parts.find((one) => one.type === type)?.content ?? "";
    const [, subject = ""] = /^Subject: (.*(?:\r?\n .*)*)/m.exec(source) ?? [];
    return {
      to: to[0],
      subject: subject.replace(/\r?\n /g, " "),
      text: part("text/plain").replace(/\s+/g, " "),
      ...calendarOf(parts.filter(({ type }) => type === "text/calendar").map(({ content }) => content)),
    };
  });
}

/** The entries that calendar files bring and take, with their sequences: `visits` and `gone` count them. */
function calendarOf(files: string[]) {
  const entries = (method: string) => {
    const [file = ""] = files.filter((one) => one.includes(`METHOD:${method}`));
    return new Map(
      file.split("BEGIN:VEVENT").flatMap((event) => {
        const [, uid] = /^UID:(.*)\r?$/m.exec(event) ?? [];
        return uid ? [[uid.trim(), Number(/^SEQUENCE:(\d+)/m.exec(event)?.[1])] as const] : [];
      }),
    );
  };
  const brought = entries("PUBLISH");
  const taken = entries("CANCEL");
  return { brought, taken, visits: brought.size, gone: taken.size };
}

test("a plan that has started is told with every visit, and one file with all of them", async () => {
  const id = await startPlan(ctx(), pool);
  const [mail, ...more] = await sent();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    to: "ada@mail.example",
    subject: "Your plan: Monthly Home Care, every other Tuesday at 10:00 AM",
    visits: 12,
  });
  for (const words of [
    "Tuesday, June 9, 10:00 AM",
    "Tuesday, November 10, 10:00 AM",
    "Next charge: Jul 01, 2026",
    "Monthly Home Care, monthly: $289.00 Paid: $289.00",
    "Paid on Jun 01, 2026. Receipt ",
    "/receipt/",
    "$289.00 a month",
    `/plans/${id}?key=`,
  ])
    expect(mail?.text).toContain(words);
  await queues.run("plan-started-mail");
  expect(await sent()).toEqual([]);
});

test("three days before a charge its amount, its date and a way to skip are told, once", async () => {
  const id = await startPlan(ctx(), pool);
  await sent();
  clock.set("2026-06-28T17:00:00Z");
  await announceCharges(ctx());
  await announceCharges(ctx());
  const [mail, ...more] = await sent();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("$289.00 on Jul 01, 2026 for your plan");
  expect(mail?.text).toContain(`/plans/${id}/skip-month?key=`);
});

test("a month that was charged is told with its receipt, once, and so is what went back of it", async () => {
  const id = await startPlan(ctx(), pool);
  await sent();
  clock.set("2026-07-01T16:00:01Z");
  await billSubscriptions(ctx());
  const { rows } = await pool.query(
    "select i.id from test_checkout_invoices i left join orders o on o.invoice_id = i.id where o.id is null",
  );
  await settleInvoice(ctx(), rows[0].id);
  await settleInvoice(ctx(), rows[0].id);
  const { rows: orders } = await pool.query("select id from orders where invoice_id = $1", [rows[0].id]);
  const [mail, ...more] = await sent();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    to: "ada@mail.example",
    subject: "Your receipt: $289.00 for Monthly Home Care",
  });
  expect(mail?.text).toContain("Paid on Jul 01, 2026.");
  expect(mail?.text).toContain(`/plans/${id}/receipt/${orders[0].id}?key=`);
  const { rows: back } = await pool.query(
    "insert into refunds (order_id, amount, reason, status, idempotency_key, completed_at) values ($1, 10000, 'Sorry', 'completed', 'k', '2026-07-02T12:00Z') returning id",
    [orders[0].id],
  );
  await sendPlanRefund(ctx(), { refund_id: back[0].id });
  const [refund] = await sent();
  expect(refund?.subject).toBe("We've refunded $100.00");
  expect(refund?.text).toContain("Paid: $289.00 on Jul 01, 2026 Refund: $100.00 Paid after refunds: $189.00");
});

test("a charge that failed is told with the day until which it can be paid", async () => {
  const id = await startPlan(ctx(), pool, {}, { ...CARD, number: "4000000000000341" });
  await sent();
  clock.set("2026-07-01T16:00:01Z");
  await billSubscriptions(ctx());
  const { rows } = await pool.query("select id from test_checkout_invoices where status <> 'paid'");
  await settleInvoice(ctx(), rows[0].id);
  const [mail, ...more] = await sent();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Your payment for Monthly Home Care didn't go through");
  expect(mail?.text).toContain("Wednesday, July 8, 2026");
  expect(mail?.text).toContain("we’ll release your visits and end your plan");
  expect((await readPlanRow(pool, id)).status).toBe("past_due");
});

test("each change of a plan is told as it is, and the visits again when it goes on", async () => {
  const id = await startPlan(ctx(), pool);
  await sent();
  const { rows } = await pool.query("select id from bookings where plan_id = $1 and plan_visit = 1", [id]);
  await skipVisit(ctx(), { id: rows[0].id }, STAFF);
  const [skipped] = await sent();
  expect(skipped?.subject).toBe("Skipped: Monthly Home Care on Tuesday, June 9, 2026");
  expect(skipped?.text).toContain("Your monthly price stays the same");
  expect(skipped?.text).not.toContain("You haven’t paid");
  await skipMonth(ctx(), { id }, STAFF);
  expect(await sent()).toMatchObject([
    { subject: "Next month skipped: Monthly Home Care", visits: 11, gone: 2 },
  ]);
  expect((await queues.waiting("crew-visit-mail")).slice(1)).toMatchObject([{ had: true }, { had: true }]);
  await resumePlan(ctx(), { id }, STAFF);
  expect(await sent()).toMatchObject([{ subject: "Your plan is active again: Monthly Home Care", gone: 0 }]);
  expect((await queues.waiting("crew-visit-mail")).slice(3)).toMatchObject([
    { had: false, sequence: 2 },
    { had: false, sequence: 2 },
  ]);
  clock.set("2026-06-01T16:05:00Z");
  await pausePlan(ctx(), { id, resumes_on: null }, STAFF);
  const [paused] = await sent();
  expect(paused?.text).toContain("paused from Jul 01, 2026 until you resume it");
  expect(paused?.gone).toBeGreaterThanOrEqual(10);
  clock.set("2026-06-01T16:10:00Z");
  await resumePlan(ctx(), { id }, STAFF);
  await sent();
  clock.set("2026-06-01T16:15:00Z");
  await endPlan(ctx(), { id }, STAFF);
  const [ending] = await sent();
  expect(ending?.text).toContain("Your plan ends on Jun 30, 2026");
});

test("a plan that staff have ended is told to be over", async () => {
  const id = await startPlan(ctx(), pool);
  await sent();
  const admin = ctx() as Parameters<typeof endPlanNow>[0];
  await endPlanNow(admin, { id });
  const [mail] = await sent();
  expect(mail?.subject).toBe("Your plan has ended: Monthly Home Care");
  expect(mail).toMatchObject({ visits: 0, gone: 12 });
  expect(mail?.text).toContain("You won’t have any more visits, and we won’t charge you again.");
});

test("the calendar lets go of what a pause takes, and has it again, with what is new, when the plan goes on", async () => {
  const id = await startPlan(ctx(), pool);
  const [started] = await sent();
  await pausePlan(ctx(), { id, resumes_on: null }, STAFF);
  const [paused] = await sent();
  clock.set("2026-06-01T16:10:00Z");
  await resumePlan(ctx(), { id }, STAFF);
  const [resumed] = await sent();
  const [uid = ""] = paused?.taken.keys() ?? [];
  const sequences = [started?.brought.get(uid), paused?.taken.get(uid), resumed?.brought.get(uid)];
  expect(sequences).toEqual([0, 1, 2]);
  expect(resumed).toMatchObject({ visits: 12, gone: 0 });
});

test("visits that are laid out month by month reach the calendar with the receipt of the month", async () => {
  const id = await startPlan(ctx(), pool);
  const [started] = await sent();
  clock.set("2026-07-01T16:00:01Z");
  await billSubscriptions(ctx());
  clock.set("2026-07-01T17:30:00Z");
  await extendSchedules(ctx());
  await askAboutCharges(ctx());
  const [receipt] = await sent();
  expect(receipt?.subject).toMatch(/^Your receipt/);
  const { rows } = await pool.query(
    "select id from bookings where plan_id = $1 and status = 'confirmed' and starts_at > $2 order by plan_visit",
    [id, clock.now.toString()],
  );
  expect(rows.length).toBe(12);
  expect([...(receipt?.brought.keys() ?? [])]).toEqual(rows.map((row) => row.id));
  expect([...(receipt?.brought.keys() ?? [])].filter((uid) => !started?.brought.has(uid))).toHaveLength(2);
});

test("a plan that ends while it is paused has the visits until its last day in the calendar again", async () => {
  const id = await startPlan(ctx(), pool);
  await sent();
  await skipMonth(ctx(), { id }, STAFF);
  const [skipped] = await sent();
  clock.set("2026-06-01T16:10:00Z");
  await endPlan(ctx(), { id }, STAFF);
  const [ending] = await sent();
  const { rows } = await pool.query(
    "select id, calendar_sequence::int as sequence, status from bookings where plan_id = $1 order by plan_visit",
    [id],
  );
  const coming = rows.filter(({ status }) => status === "confirmed");
  expect([...(ending?.brought ?? [])]).toEqual(coming.map((row) => [row.id, row.sequence]));
  for (const [uid, sequence] of ending?.taken ?? [])
    expect(sequence).toBeGreaterThanOrEqual(skipped?.taken.get(uid) ?? 1);
});
