import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { confirmOnTheDay, readOnTheDay } from "~/features/booking/checkout/on-the-day.server";
import type { Actor } from "~/platform/context.server";
import { aRequest, setCrews } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { aCustomer } from "../../../tests/support/customers";
import { createPayment } from "./checkout/create-payment.server";

const world = await testWorld({ testCheckout: false });
const { pool, ctx, clock, clear } = world;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 5);
  clock.set("2026-06-01T12:00:00Z");
});

const CONTACT = { name: "Ada Lovelace", email: "ada@mail.example", phone: "(603) 555-0199" };

type Asked = { from?: string; email?: string; actor?: Actor; draft?: string; leeway?: number };

const by = ({ from = "198.51.100.7", actor, leeway = 1 }: Asked) => {
  const counted = { network: from, leeway };
  return actor ? ctx({ counted, actor }) : ctx({ counted });
};

function ask(day: number, asked: Asked = {}) {
  const request = aRequest({ date: `2026-06-${day}` });
  return createPayment(by(asked), { request, draft_id: asked.draft ?? null });
}

async function opened(day: number, asked: Asked = {}) {
  const outcome = await ask(day, asked);
  if (!outcome.ok) throw new Error(outcome.message);
  const query = new URL(outcome.url).searchParams;
  const found = await readOnTheDay(ctx(), { order: query.get("order"), key: query.get("key") });
  if (!found) throw new Error("The link leads nowhere");
  return found;
}

/** One after the other, each by an email of its own unless told. */
async function book(days: number[], asked: Asked = {}) {
  const confirmed: string[] = [];
  for (const day of days) {
    const email = asked.email ?? `ada-${day}@mail.example`;
    confirmed.push(await confirmOnTheDay(by(asked), await opened(day, asked), { ...CONTACT, email }));
  }
  return confirmed;
}

const BOOKED = ["booked", "booked", "booked"];
const REFUSED = {
  ok: false,
  status: 429,
  message:
    "You have 3 upcoming cleanings to pay for on the day. Please call us at (603) 555-0142 to book another one.",
};

describe("upcoming visits to pay for on the day", () => {
  test("are three for one address; others still book", async () => {
    expect(await book([10, 11, 12])).toEqual(BOOKED);
    expect(await ask(15)).toMatchObject(REFUSED);
    expect(await book([15], { from: "192.0.2.9" })).toEqual(["booked"]);
  });

  test("are three for one guest's email, whichever address it comes from and however it is written", async () => {
    const places = [10, 11, 12].map((day) => ({ day, from: `192.0.2.${day}` }));
    for (const { day, from } of places)
      expect(await book([day], { from, email: "Ada@mail.example" })).toEqual(["booked"]);
    expect(await book([15], { from: "192.0.2.20", email: "ada@MAIL.example" })).toEqual(["too many"]);
  });

  test("are three for one account, wherever its customer is", async () => {
    const { actor } = (await aCustomer(world, "ada")).ctx;
    expect(await book([10, 11, 12], { actor })).toEqual(BOOKED);
    expect(await ask(15, { actor, from: "192.0.2.9" })).toMatchObject(REFUSED);
  });

  test("are three even when all are confirmed at the same time, from holds of several days", async () => {
    const held = await Promise.all([10, 11, 12].map((day) => opened(day)));
    clock.advance({ minutes: 1 });
    const more = await Promise.all([15, 16].map((day) => opened(day, { from: "192.0.2.9" })));
    const confirmed = await Promise.all(
      [...held, ...more].map((one) => confirmOnTheDay(by({}), one, CONTACT)),
    );
    expect(confirmed.toSorted()).toEqual(["booked", "booked", "booked", "too many", "too many"]);
  });

  test("don't count once their day has passed, they are paid, or they are cancelled", async () => {
    await book([10, 11, 12], { email: CONTACT.email });
    await pool.query("update bookings set status = 'cancelled' where scheduled_date = '2026-06-10'");
    await pool.query(
      "update orders set status = 'completed' where booking_id = (select id from bookings where scheduled_date = '2026-06-12')",
    );
    clock.set("2026-06-11T23:00:00Z");
    expect(await book([15, 16, 17], { email: CONTACT.email })).toEqual(BOOKED);
  });

  test("leave a draft that was booked already its own booking", async () => {
    const draft = randomUUID();
    await book([10, 11]);
    await book([12], { draft });
    expect(await ask(12, { draft })).not.toMatchObject({ status: 429 });
  });

  test("may be more with a wider limit", async () => {
    expect(await book([10, 11, 12, 15, 16, 17], { leeway: 2 })).toEqual([...BOOKED, ...BOOKED]);
    expect(await ask(18, { leeway: 2 })).toMatchObject({ status: 429 });
  });
});
