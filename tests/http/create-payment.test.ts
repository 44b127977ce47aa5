import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import {
  aBody,
  bookingOf,
  footprint,
  openSession,
  sessionOf,
  setCrews,
  setSetting,
} from "../support/bookings";

const { pool, ctx, get, post, clear } = await testApp();

beforeEach(clear);

const PATH = "/api/create-payment";
const DRAFT = { "Idempotency-Key": "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11" };

async function urlOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return (await response.json()).url;
}

describe("POST /api/create-payment", () => {
  test("returns the checkout's address and the signed reference, and nothing else", async () => {
    const response = await post(PATH, aBody({ notes: "Ring twice" }, { customerEmail: "ada@mail.example" }));
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toContain("application/json");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const answer = await response.json();
    expect(answer).toEqual({
      url: expect.stringMatching(`^${ORIGIN}/payment\\?session_id=test_[\\w-]{32}$`),
      reference: expect.stringMatching(/^[\da-f-]{36}\.[\w-]{43}$/),
    });
    expect(await bookingOf(pool, sessionOf(answer.url))).toMatchObject({
      status: "pending",
      order_status: "pending",
      amount: 15900,
      notes: "Ring twice",
      customer_email: "ada@mail.example",
    });
  });

  test("takes the specification's body for a guest: with a placeholder email and an empty name", async () => {
    const response = await post(
      PATH,
      aBody({ notes: "" }, { customerEmail: "guest@example.com", customerName: "" }),
    );
    expect(await bookingOf(pool, sessionOf(await urlOf(response)))).toMatchObject({
      customer_name: null,
      notes: null,
    });
  });

  test("computes prices on the server and ignores amounts, prices, status and crew from the browser", async () => {
    const forged = {
      ...aBody(),
      price: 1,
      amount: 1,
      total_amount: 1,
      price_per_hour: 1,
      status: "confirmed",
      user_id: "00000000-0000-4000-8000-000000000000",
      tax: { collect: false, rate: 0 },
    };
    Object.assign(forged.bookingDetails, {
      total: 1,
      duration_hours: 1,
      crew_id: "1",
      hold_expires_at: "2099-01-01",
    });
    await setSetting(pool, "payments.collect_tax", "true");
    const session = sessionOf(await urlOf(await post(PATH, forged)));
    expect(await bookingOf(pool, session)).toMatchObject({
      total_amount: 15900,
      amount: 17252,
      status: "pending",
      user_id: null,
      duration_hours: "3.00",
    });
    expect(await ctx().payments.readSession(session)).toMatchObject({ amount: 17252, status: "open" });
  });

  test("returns 409 and the remaining slots for a taken slot", async () => {
    await setCrews(pool, 1);
    await openSession(ctx(), { time: "8:00 AM", hours: 1 });
    const response = await post(PATH, aBody({ time: "8:00 AM", hours: 2 }));
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({
      error: {
        field: "bookingDetails.time",
        message: "That slot was just taken. Still available that day: 10:00 AM, 12:00 PM, 2:00 PM, 4:00 PM.",
        slots: [
          { time: "8:00 AM", state: "full" },
          { time: "10:00 AM", state: "free" },
          { time: "12:00 PM", state: "free" },
          { time: "2:00 PM", state: "free" },
          { time: "4:00 PM", state: "free" },
        ],
      },
    });
  });

  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])("refuses %s with 405", async (method) => {
    const response = await get(PATH, {}, method);
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("POST");
    expect(await footprint(pool)).toMatchObject({ bookings: 0 });
  });
});

describe("50 simultaneous posts for one slot", () => {
  test.each([1, 2, 3])("with %i crews open as many checkouts, and the rest get 409", async (crews) => {
    await setCrews(pool, crews);
    const responses = await Promise.all(Array.from({ length: 50 }, () => post(PATH, aBody())));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(crews).fill(200), ...Array(50 - crews).fill(409)]);
    const refusals = await Promise.all(
      responses.filter(({ status }) => status === 409).map((one) => one.json()),
    );
    for (const { error } of refusals) {
      expect(error.message).toMatch(/^That slot was just taken\. Still available that day: /);
      expect(error.slots).toHaveLength(5);
    }
    expect(await footprint(pool)).toMatchObject({
      bookings: crews,
      orders: crews,
      test_checkout_sessions: crews,
    });
  });
});

describe("an Idempotency-Key", () => {
  test("makes repeated requests harmless, sequential ones and 20 at once", async () => {
    const first = await urlOf(await post(PATH, aBody(), DRAFT));
    expect(await urlOf(await post(PATH, aBody(), DRAFT))).toBe(first);
    const urls = await Promise.all(
      Array.from({ length: 20 }, async () => urlOf(await post(PATH, aBody(), DRAFT))),
    );
    expect(new Set(urls)).toEqual(new Set([first]));
    expect(await footprint(pool)).toMatchObject({ bookings: 1, orders: 1, test_checkout_sessions: 1 });
  });

  test("with another date moves the hold", async () => {
    const first = sessionOf(await urlOf(await post(PATH, aBody(), DRAFT)));
    const second = sessionOf(await urlOf(await post(PATH, aBody({ date: "2026-06-12" }), DRAFT)));
    expect(await bookingOf(pool, first)).toMatchObject({ status: "cancelled" });
    expect(await bookingOf(pool, second)).toMatchObject({ status: "pending", day: "2026-06-12" });
  });

  test("of another visitor is unrelated, and without one each post is a separate booking", async () => {
    const own = await urlOf(await post(PATH, aBody(), DRAFT));
    expect(await urlOf(await post(PATH, aBody(), { "Idempotency-Key": "another-draft" }))).not.toBe(own);
    expect((await post(PATH, aBody())).status).toBe(409);
  });

  test.each([
    "short",
    "",
    "a".repeat(101),
    "has spaces in it",
    "semi;colon;key",
    "../../etc/passwd",
    "дрaфт-draft",
  ])("that is garbled is refused: %j", async (key) => {
    const response = await post(PATH, aBody(), { "Idempotency-Key": Buffer.from(key).toString("latin1") });
    expect(response.status).toBe(400);
    expect((await response.json()).error).toMatchObject({ field: "Idempotency-Key" });
    expect(await footprint(pool)).toMatchObject({ bookings: 0 });
  });
});
