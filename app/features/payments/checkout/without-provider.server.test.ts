import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { confirmOnTheDay, giveUpOnTheDay, readOnTheDay } from "~/features/booking/checkout/on-the-day.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { aRequest, auditOf, CARD, setSetting } from "../../../../tests/support/bookings";
import { testClock } from "../../../../tests/support/clock";
import { testWorld } from "../../../../tests/support/ctx";
import { aPlanRequest } from "../../../../tests/support/plans";
import { fakeStripe } from "../../../../tests/support/stripe";
import { createPayment } from "./create-payment.server";
import { expireHolds } from "./sync.server";

const time = testClock("2026-06-01T12:00:00Z");
const stripe = await fakeStripe({ now: () => time.now.epochMilliseconds });
const { pool, ctx, clock, queues, clear } = await testWorld({ testCheckout: false, stripe: stripe.url });

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

const CONTACT = { name: "Ada Lovelace", email: "ada@mail.example", phone: "(603) 555-0199" };
const rowsOf = async (sql: string) => (await pool.query(sql)).rows;
const visits = () =>
  rowsOf(`select b.*, o.status as order_status, o.provider, o.payment_session_id
          from bookings b join orders o on o.booking_id = b.id order by b.created_at`);

async function begin(draft_id: string | null = null) {
  const outcome = await createPayment(ctx(), { request: aRequest(), draft_id });
  if (!outcome.ok) throw new Error(outcome.message);
  const query = new URL(outcome.url).searchParams;
  return { ...outcome, link: { order: query.get("order"), key: query.get("key") } };
}

async function look(link: Parameters<typeof readOnTheDay>[1]) {
  const found = await readOnTheDay(ctx(), link);
  if (!found) throw new Error("The link leads nowhere");
  return found;
}

test("a real site without a provider has none in use, and the test checkout opens no session", async () => {
  expect(await ctx().payments.way()).toBe("none");
  expect(await ctx().payments.current()).toBeNull();
  await begin();
  expect(await rowsOf("select 1 from test_checkout_sessions")).toEqual([]);
  expect(await payTestCheckout(ctx(), "test_anything", CARD)).toMatchObject({ ok: false });
});

describe("a visit that is paid for on the day", () => {
  test("is held until its customer says who they are, then confirmed with an unpaid order, as by telephone", async () => {
    const { link, url } = await begin();
    expect(url).toMatch(/^https:\/\/site\.example\/payment\?order=[\w-]+&key=/);
    expect(await visits()).toMatchObject([
      { status: "pending", order_status: "pending", provider: "office", payment_session_id: null },
    ]);
    const open = await look(link);
    expect(open.state).toBe("open");
    expect(await confirmOnTheDay(ctx(), open, CONTACT)).toBe("booked");
    const [visit] = await visits();
    expect(visit).toMatchObject({
      status: "confirmed",
      hold_expires_at: null,
      customer_name: CONTACT.name,
      customer_email: CONTACT.email,
      customer_phone: CONTACT.phone,
      order_status: "pending",
    });
    expect((await look(link)).state).toBe("booked");
    expect(await auditOf(pool, visit.id)).toEqual(["booking.held", "booking.confirmed"]);
    for (const mail of ["booking-confirmed-mail", "booking-notice-mail", "crew-visit-mail"])
      expect(await queues.waiting(mail), mail).toHaveLength(1);
    expect(await queues.waiting("payment-notice-mail")).toEqual([]);
  });

  test("is told of with what is due, and nobody hears of a payment", async () => {
    const { link } = await begin();
    await confirmOnTheDay(ctx(), await look(link), CONTACT);
    for (const queue of ["booking-confirmed-mail", "booking-notice-mail"]) await queues.run(queue);
    const mails = await rowsOf("select subject, text from mails order by id");
    expect(mails).toHaveLength(2);
    const customers = mails.find(({ subject }) => subject.startsWith("Booked"));
    expect(customers?.text).toContain("you pay $159.00 on the day");
    for (const { subject, text } of mails)
      expect(`${subject} ${text}`).not.toMatch(/payment (received|has arrived)|\bpaid\b(?! on the day)/i);
  });

  test("is confirmed once, however often and by how many the button is pressed", async () => {
    const { link } = await begin();
    const open = await look(link);
    const all = await Promise.all(Array.from({ length: 6 }, () => confirmOnTheDay(ctx(), open, CONTACT)));
    expect(all.filter((it) => it === "booked")).toHaveLength(1);
    expect(await queues.waiting("booking-confirmed-mail")).toHaveLength(1);
  });

  test("is one booking for one draft, and the same address again", async () => {
    const draft = randomUUID();
    const first = await begin(draft);
    expect((await begin(draft)).url).toBe(first.url);
    expect(await visits()).toHaveLength(1);
  });

  test("is given back when its customer walks away, or after half an hour", async () => {
    const left = await begin();
    await giveUpOnTheDay(ctx(), await look(left.link));
    expect((await look(left.link)).state).toBe("over");
    const late = await begin();
    const open = await look(late.link);
    clock.advance({ minutes: 31 });
    expect((await look(late.link)).state).toBe("over");
    expect(await confirmOnTheDay(ctx(), open, CONTACT)).toBe("over");
    await expireHolds(ctx());
    expect((await visits()).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });

  test("is shown no more once staff ended the guest link, or it is too old", async () => {
    const { link } = await begin();
    await confirmOnTheDay(ctx(), await look(link), CONTACT);
    expect((await look(link)).state).toBe("booked");
    clock.set("2027-06-01T12:00:00Z");
    expect((await look(link)).state).toBe("ended");
    clock.set("2026-06-01T12:00:00Z");
    await pool.query("update bookings set link_generation = 1");
    expect((await look(link)).state).toBe("ended");
  });

  test("is nobody's without its signed link", async () => {
    const { link } = await begin();
    const other = await begin();
    for (const wrong of [
      { ...link, key: null },
      { ...link, key: other.link.key },
      { ...link, order: "x" },
    ])
      expect(await readOnTheDay(ctx(), wrong)).toBeNull();
  });
});

test("a plan is refused with a clear word and the phone number", async () => {
  const outcome = await createPayment(ctx(), { request: aPlanRequest(), draft_id: null });
  expect(outcome).toMatchObject({ ok: false, status: 422 });
  expect(outcome.ok ? "" : outcome.message).toMatch(/^Plans are paid by card .* \(603\) 555-0142 /);
  expect(await rowsOf("select 1 from plans")).toEqual([]);
});

test("where the office takes no online bookings, they are refused kindly with the phone number", async () => {
  await setSetting(pool, "payments.without_provider", "no_bookings");
  const outcome = await createPayment(ctx(), { request: aRequest(), draft_id: null });
  expect(outcome).toMatchObject({
    ok: false,
    status: 422,
    message:
      "Online booking isn't available right now. Please call us at (603) 555-0142 and we'll find you a time.",
  });
  expect(await visits()).toEqual([]);
});

test("a draft that was begun to be paid on the day goes to Stripe once keys are there, and back", async () => {
  const draft = randomUUID();
  await begin(draft);
  await setSetting(pool, "payments.stripe_public_key", "pk_test_birch");
  const sealed = ctx().vault.seal(stripe.secretKey, "payments.stripe_secret_key");
  await setSetting(pool, "payments.stripe_secret_key", sealed);
  const outcome = await createPayment(ctx(), { request: aRequest(), draft_id: draft });
  expect(outcome).toMatchObject({ ok: true });
  expect((await visits()).map(({ status, provider }) => [status, provider])).toEqual([
    ["cancelled", "office"],
    ["pending", "stripe"],
  ]);
  await pool.query("delete from admin_settings");
  await begin(draft);
  expect((await visits()).filter(({ status }) => status === "pending")).toMatchObject([
    { provider: "office" },
  ]);
});
