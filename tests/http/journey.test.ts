import { beforeEach, describe, expect, test } from "vitest";
import { manageUrl } from "~/features/booking/manage/link.server";
import { openMailer } from "~/platform/outside/mail.server";
import { testApp, until, visibleText } from "../support/app";
import { aBody, auditOf, bookingOf, CARD, openSession, sessionOf, setCrews } from "../support/bookings";
import { partsOf, testSmtp } from "../support/smtp";

const smtp = await testSmtp();
const mailer = openMailer({ smtpUrl: smtp.url, from: undefined, filesDir: undefined });
const { pool, ctx, clock, jobs, kinds, queues, clear, serve } = await testApp({ mailer });
const site = await serve();

beforeEach(async () => {
  await clear();
  smtp.received.length = 0;
});

async function book(details = {}) {
  const response = await fetch(`${site}/api/create-payment`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(aBody(details)),
  });
  return sessionOf((await response.json()).url);
}

const pay = (session: string) =>
  fetch(`${site}/payment?session_id=${session}`, {
    method: "POST",
    body: new URLSearchParams({ intent: "pay", ...CARD }),
    redirect: "manual",
  });

const pageOf = async (session: string) =>
  visibleText(await (await fetch(`${site}/payment-success?session_id=${session}`)).text());

const calendarOf = (session: string) => fetch(`${site}/api/calendar?session_id=${session}`);

describe("a booking over real connections", () => {
  test("is held, paid, reported by the provider, confirmed and emailed, each once", async () => {
    const session = await book();
    expect((await calendarOf(session)).status).toBe(404);
    expect((await pay(session)).status).toBe(303);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending" });

    expect(await queues.run("test-checkout-event")).toBe(1);
    const booking = await bookingOf(pool, session);
    expect(booking).toMatchObject({
      status: "confirmed",
      order_status: "completed",
      customer_email: CARD.email,
    });
    expect(await pageOf(session)).toContain("Your cleaning is booked");

    expect(await queues.run("booking-confirmed-mail")).toBe(1);
    await pool.query("update test_checkout_events set acknowledged_at = null");
    const { rows } = await pool.query("select id from test_checkout_events");
    await kinds.find(({ name }) => name === "test-checkout-event")?.run({ event_id: rows[0].id });
    await kinds.find(({ name }) => name === "booking-confirmed-mail")?.run({ booking_id: booking.id });
    expect(await queues.waiting("booking-confirmed-mail")).toEqual([]);
    expect(smtp.received.map(({ to }) => to)).toEqual([[CARD.email]]);
    expect(partsOf(smtp.received[0]?.source ?? "").map(({ type }) => type)).toContain("text/calendar");
    expect(await auditOf(pool, booking.id)).toEqual(["booking.held", "booking.confirmed"]);
  });

  test("offers its calendar file once it is confirmed", async () => {
    const session = await book();
    await pay(session);
    await queues.run("test-checkout-event");
    const response = await calendarOf(session);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'attachment; filename="cleaning-2026-06-10.ics"',
      "cache-control": "no-store",
    });
    const lines = (await response.text()).split("\r\n");
    expect(lines).toContain("DTSTART:20260610T120000Z");
    expect(lines).toContain("DTEND:20260610T150000Z");
    expect(lines).toContain("STATUS:CONFIRMED");
  });

  test("that is paid when the slot is gone is flagged and emailed, and the customer is told", async () => {
    await setCrews(pool, 1);
    const session = await book();
    await pay(session);
    clock.advance({ minutes: 31 });
    await openSession(ctx());
    await queues.run("test-checkout-event");
    const booking = await bookingOf(pool, session);
    clock.set("2026-06-01T12:00:00Z");
    expect(booking).toMatchObject({
      order_status: "completed",
      needs_attention: expect.any(String),
      crew_id: null,
    });
    expect(await queues.run("booking-flagged-mail")).toBe(1);
    expect(smtp.received).toHaveLength(1);
    expect((await calendarOf(session)).status).toBe(404);
    expect(await pageOf(session)).not.toContain("Your cleaning is booked");
  });

  test("that is paid with another amount says on every page that the time is reserved", async () => {
    const session = await book();
    await pay(session);
    await pool.query("update test_checkout_sessions set amount = 15000 where id = $1", [session]);
    await queues.run("test-checkout-event");
    const { id } = await bookingOf(pool, session);
    const message = "We received $150.00 instead of $159.00. Your time is reserved for you";
    const page = await pageOf(session);
    expect(page).toContain("Your payment isn’t the amount we asked for");
    expect(page).toContain(message);
    const link = manageUrl(ctx(), { id, link_generation: 0 }).replace(ctx().origin, site);
    const booking = await (await fetch(link)).text();
    expect(booking).toContain(message);
    expect(booking).toContain("$150.00");
    const cancel = await (await fetch(link.replace("?", "/cancel?"))).text();
    expect(cancel).toContain("so you’ll get a full refund");
    expect(cancel).toContain("You paid $150.00.");
    for (const html of [page, booking, cancel]) {
      expect(html).not.toMatch(
        /new time|could not keep|couldn’t hold|haven’t paid|Nothing was paid|Not paid yet/,
      );
    }
    await pool.query("update bookings set status = 'confirmed', needs_attention = null");
    expect(await pageOf(session)).toContain("Your cleaning is booked");
  });

  test("is shown to nobody who doesn't know its session", async () => {
    for (const path of [
      "/api/calendar",
      "/api/calendar?session_id=",
      "/api/calendar?session_id=test_guess",
    ]) {
      expect((await fetch(site + path)).status).toBe(404);
    }
  });
});

describe("the real workers", () => {
  test("process a payment from checkout to email", async () => {
    await jobs.start(kinds);
    const session = await book();
    await pay(session);
    const toCustomer = () => smtp.received.filter(({ to }) => to.includes(CARD.email));
    await until(async () => toCustomer().length > 0);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
    await until(async () => (await queues.waiting("booking-confirmed-mail")).length === 0);
    expect(toCustomer()).toHaveLength(1);
  });
});
