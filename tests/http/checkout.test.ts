import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { bookingOf, CARD, footprint, openSession, paySession, setSetting } from "../support/bookings";
import { confirmedVisit, linkTo } from "../support/visits";

const { pool, ctx, clock, app, get, clear } = await testApp();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

const send = async (session: string, fields: Record<string, string>) =>
  app.request(
    new Request(`${ORIGIN}/payment?session_id=${session}`, {
      method: "POST",
      body: new URLSearchParams({ intent: "pay", ...fields }),
    }),
  );

const GOOD = { ...CARD, number: "4242 4242 4242 4242" };

describe("the embedded checkout", () => {
  test("shows the order, with tax as a separate line", async () => {
    await setSetting(pool, "payments.collect_tax", "true");
    const page = visibleText(await (await get(`/payment?session_id=${await openSession(ctx())}`)).text());
    for (const phrase of [
      "Regular Cleaning, 3 hours × $53.00",
      "$159.00",
      "Tax (8.5%)",
      "$13.52",
      "$172.52",
      "Wednesday, June 10, 2026, 8:00 AM",
      "14 Barnstead Road, Pittsfield, NH 03263",
    ]) {
      expect(page).toContain(phrase);
    }
  });

  test("takes 4242… and redirects to the success page", async () => {
    const session = await openSession(ctx());
    const response = await send(session, GOOD);
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toMatch(`/payment-success?session_id=${session}`);
    expect(await ctx().payments.readSession(session)).toMatchObject({
      status: "paid",
      customer: { email: CARD.email },
    });
  });

  test.each([
    ["4000 0000 0000 0002", "Your card was declined."],
    ["4000 0000 0000 9995", "Your card has insufficient funds."],
  ])("refuses %s: %s", async (number, phrase) => {
    const session = await openSession(ctx());
    const before = await footprint(pool);
    const response = await send(session, { ...GOOD, number });
    expect(response.status).toBe(402);
    const html = await response.text();
    expect(visibleText(html)).toContain(phrase);
    expect(html).not.toContain(number);
    expect(html).not.toContain(number.replaceAll(" ", ""));
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
    expect(await footprint(pool)).toEqual(before);
  });

  test.each([
    ["a wrong check digit", { number: "4242 4242 4242 4241" }],
    ["letters for digits", { number: "four two four two" }],
    ["a card of last month", { expiry: "05/26" }],
    ["a month that doesn't exist", { expiry: "13/30" }],
    ["a CVC of two digits", { cvc: "12" }],
    ["no name", { name: "" }],
    ["no email", { email: "" }],
    ["an invalid email", { email: "ada@" }],
    ["two emails", { email: "ada@mail.example, eve@mail.example" }],
    ["no phone", { phone: "" }],
    ["an overlong name", { name: "n".repeat(5000) }],
  ])("refuses %s with 400", async (_what, invalid) => {
    const session = await openSession(ctx());
    const response = await send(session, { ...GOOD, number: "5555 5555 5555 4444", ...invalid });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toMatch(/5555|4241/);
    expect(await ctx().payments.readSession(session)).toMatchObject({ status: "open" });
  });

  test("takes a card in its last month", async () => {
    expect((await send(await openSession(ctx()), { ...GOOD, expiry: "06/26" })).status).toBe(303);
  });

  test("ignores malicious fields", async () => {
    const session = await openSession(ctx());
    const hostile = {
      "__proto__.polluted": "1",
      "__proto__[polluted]": "1",
      "constructor.prototype.polluted": "1",
    };
    expect((await send(session, { ...GOOD, ...hostile, amount: "1", status: "paid" })).status).toBe(303);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(await ctx().payments.readSession(session)).toMatchObject({ amount: 15900 });
  });

  test("returns a client error for a body that is not a form", async () => {
    const session = await openSession(ctx());
    for (const type of [
      "application/json",
      "text/plain",
      "multipart/form-data",
      "multipart/form-data; boundary=x",
    ]) {
      const request = new Request(`${ORIGIN}/payment?session_id=${session}`, {
        method: "POST",
        headers: { "Content-Type": type },
        body: "{",
      });
      expect((await app.request(request)).status).toBe(400);
    }
  });
});

describe("a closed session", () => {
  test("says that it has expired, and takes no money", async () => {
    const session = await openSession(ctx());
    clock.advance({ minutes: 31 });
    expect((await get(`/payment?session_id=${session}`)).status).toBe(410);
    expect((await send(session, GOOD)).status).toBe(303);
    expect(await bookingOf(pool, session)).toMatchObject({ order_status: "pending" });
    expect(await ctx().payments.readSession(session)).toMatchObject({ status: "expired", customer: null });
  });

  test("redirects when it is paid, and is not paid twice", async () => {
    const session = await paySession(ctx());
    expect((await get(`/payment?session_id=${session}`)).headers.get("Location")).toContain(
      "/payment-success",
    );
    expect((await send(session, GOOD)).status).toBe(303);
    const { rows } = await pool.query("select count(*)::int from test_checkout_events");
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("that never existed is not found", async () => {
    expect((await get("/payment?session_id=test_unknown")).status).toBe(404);
    expect((await get("/payment-success?session_id=test_unknown")).status).toBe(404);
    expect((await send("test_unknown", GOOD)).status).toBe(303);
  });

  test("left by the customer releases the slot, and 'Try Again' leads to the form", async () => {
    const session = await openSession(ctx());
    const response = await send(session, { intent: "cancel" });
    expect(response.headers.get("Location")).toContain(`/payment-canceled?session_id=${session}`);
    const page = await get(`/payment-canceled?session_id=${session}`);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toMatch(/href="\/book"[^>]*>(<[^>]+>)*Try Again/);
    expect(visibleText(html)).toContain("You weren’t charged, and we released the time you chose.");
    expect(await bookingOf(pool, session)).toMatchObject({ status: "cancelled", order_status: "failed" });
  });

  test("of unknown state claims neither payment nor non-payment", async () => {
    for (const query of ["", "?session_id=test_unknown", "?session_id=cs_test_1"]) {
      const html = await (await get(`/payment-canceled${query}`)).text();
      expect(html).not.toMatch(/weren’t charged/i);
      expect(visibleText(html)).toContain("If you didn’t pay, you won’t be charged");
    }
  });

  test("that was paid and then cancelled does not claim that nothing was charged", async () => {
    const { id, session } = await confirmedVisit(ctx(), pool);
    await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 15900 });
    const text = visibleText(await (await get(`/payment-success?session_id=${session}`)).text());
    expect(text).toContain("This booking was cancelled");
    expect(text).not.toContain("weren’t charged");
    expect((await get(`/api/calendar?session_id=${session}`)).status).toBe(404);
  });

  test("that is done with a pending payment says so on every page", async () => {
    const session = await openSession(ctx());
    const stored = await ctx().payments.readSession(session);
    if (!stored) throw new Error("none");
    await settleSession(ctx(), { ...stored, status: "processing" });
    await pool.query("update orders set asked_at = $1", [clock.now.toString()]);
    const say = async () => visibleText(await (await get(`/payment-success?session_id=${session}`)).text());
    expect(await say()).toContain("Your bank is confirming the payment");
    expect(await say()).toContain("We’re holding your time");
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    expect(await say()).toContain("we’ll find you a new time or refund all of it");
    await pool.query("update bookings set cancelled_at = now()");
    expect(await say()).toContain("Once it goes through, we’ll refund all of it.");
  });

  test("that was paid after all is shown as booked, not as cancelled", async () => {
    const session = await paySession(ctx());
    const response = await get(`/payment-canceled?session_id=${session}`);
    expect(response.headers.get("Location")).toBe(`/payment-success?session_id=${session}`);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed" });
  });
});

test("/payment without a session is the free demo and leads to /confirmation", async () => {
  expect(visibleText(await (await get("/payment")).text())).toContain("$172.52");
  const request = new Request(`${ORIGIN}/payment`, { method: "POST", body: new URLSearchParams(GOOD) });
  const response = await app.request(request);
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/confirmation"]);
  expect(Object.values(await footprint(pool)).every((count) => count === 0)).toBe(true);
});
