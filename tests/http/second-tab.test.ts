import { beforeEach, describe, expect, test } from "vitest";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aBody, CARD, DAY, openSession, paySession, sessionState } from "../support/bookings";
import { aPlanBody } from "../support/plans";

const { pool, ctx, clock, app, get, post, clear } = await testApp();
const DRAFT = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";
const OTHER_DAY = "2026-06-12";

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

/** The cookie of the browser that began the checkout. */
const ownOrderIn = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .find((cookie) => cookie.startsWith("wb.order.")) ?? "";

const pageOf = async (path: string, Cookie = "") => {
  const html = await (await get(path, { Cookie })).text();
  return { text: visibleText(html), reschedule: /href="([^"]*\/reschedule\?key=[^"]*)"/.exec(html)?.[1] };
};

async function form(day = OTHER_DAY) {
  const { bookingDetails } = aBody({ date: day });
  const { address, date, time, hours } = bookingDetails;
  const choice = { service: "regular-cleaning", type: "residential", draft_id: DRAFT, intent: "pay" };
  const body = new URLSearchParams({ ...choice, ...address, date, time, hours: String(hours) });
  return app.request(new Request(`${ORIGIN}/book`, { method: "POST", body }));
}

describe("a second tab of a paid booking", () => {
  test("is redirected to it by the form, which says what was not done and where to reschedule", async () => {
    const first = await form(DAY);
    const session = new URL(first.headers.get("Location") ?? "").searchParams.get("session_id") ?? "";
    await payTestCheckout(ctx(), session, CARD);
    const response = await form();
    expect(response.status).toBe(303);
    const path = response.headers.get("Location") ?? "";
    expect(path).toBe(`${ORIGIN}/payment-success?session_id=${session}&unchanged=1`);
    const { text, reschedule } = await pageOf(path.replace(ORIGIN, ""), ownOrderIn(first));
    expect(text).toContain("Your cleaning is booked");
    expect(text).toContain("You weren’t charged again");
    expect(text).toContain("Wednesday, June 10, 2026");
    const target = (reschedule ?? "").replaceAll("&amp;", "&").replace(ORIGIN, "");
    expect((await get(target)).status).toBe(200);
  });

  test("gets the booking's page from the API, and no other checkout", async () => {
    const session = await paySession(ctx(), {}, DRAFT);
    const response = await post("/api/create-payment", aBody({ date: OTHER_DAY }), {
      "Idempotency-Key": DRAFT,
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({
      error: {
        field: "body",
        message: expect.stringContaining("already paid"),
        url: `${ORIGIN}/payment-success?session_id=${session}&unchanged=1`,
      },
    });
    expect((await pool.query("select 1 from test_checkout_sessions")).rowCount).toBe(1);
  });

  test("of a plan is redirected to the plan's page", async () => {
    const begun = await post("/api/create-payment", aPlanBody(), { "Idempotency-Key": DRAFT });
    const session = new URL((await begun.json()).url).searchParams.get("session_id") ?? "";
    await payTestCheckout(ctx(), session, CARD);
    const response = await post("/api/create-payment", aPlanBody({ time: "2:00 PM" }), {
      "Idempotency-Key": DRAFT,
    });
    const { url } = (await response.json()).error;
    const { text } = await pageOf(url.replace(ORIGIN, ""), ownOrderIn(begun));
    expect(text).toContain("Your plan has started");
    expect(text).toContain("Change your plan");
  });
});

test("says of a second payment that it is refunded", async () => {
  const first = await openSession(ctx(), {}, DRAFT);
  const second = await openSession(ctx(), { date: OTHER_DAY }, DRAFT);
  for (const session of [second, first])
    await settleSession(ctx(), await sessionState(ctx(), session, { status: "paid" }));
  const { text } = await pageOf(`/payment-success?session_id=${first}`);
  expect(text).toContain("You paid for this booking twice");
  expect((await pageOf(`/payment-success?session_id=${second}`)).text).toContain("Your cleaning is booked");
});

test("reveals this to nobody but the browser that paid, whatever the address", async () => {
  const session = await openSession(ctx());
  const { text } = await pageOf(`/payment-success?session_id=${session}&unchanged=1`);
  expect(text).not.toContain("You weren’t charged again");
});
