import { beforeEach, describe, expect, test } from "vitest";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { bookingOf, openSession, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aUser, confirmedVisit } from "../../../../tests/support/visits";
import { readFeedVisits } from "./feed.server";
import { readPast, readUpcoming } from "./queries.server";

const { pool, ctx, clock, clear } = await testWorld();

let ada: Awaited<ReturnType<typeof someone>>;

async function someone(email: string) {
  const actor = await aUser(pool, email);
  return () => ({ ...ctx(), actor });
}

beforeEach(async () => {
  await clear();
  await setCrews(pool, 4);
  clock.set("2026-06-01T12:00:00Z");
  ada = await someone("augusta@mail.example");
});

type Details = Parameters<typeof confirmedVisit>[2];

async function visit(details: Details = {}, owner = ada): Promise<string> {
  const { id } = await confirmedVisit(owner(), pool, details);
  await pool.query("update bookings set user_id = $2 where id = $1", [id, owner().actor.id]);
  return id;
}

async function hold(details: Details = {}) {
  const session = await openSession(ada(), details);
  const { id } = await bookingOf(pool, session);
  await pool.query("update bookings set user_id = $2 where id = $1", [id, ada().actor.id]);
  return { id: String(id), session };
}

const set = (id: string, change: string) => pool.query(`update bookings set ${change} where id = $1`, [id]);
const days = async (read: typeof readPast) =>
  (await read(ada())).visits.map(({ date, time }) => `${date} ${time}`);

describe("the customer's visits", () => {
  test("are to come from today on, the next one first, and past before it, the latest first", async () => {
    await visit({ date: "2026-06-10", time: "2:00 PM" });
    await visit({ date: "2026-06-10", time: "8:00 AM" });
    await visit({ date: "2026-06-11" });
    await visit({ date: "2026-06-09" });
    await visit({ date: "2026-06-08" });
    clock.set("2026-06-10T20:00:00Z");
    expect(await days(readUpcoming)).toEqual([
      "2026-06-10 8:00 AM",
      "2026-06-10 2:00 PM",
      "2026-06-11 8:00 AM",
    ]);
    expect(await days(readPast)).toEqual(["2026-06-09 8:00 AM", "2026-06-08 8:00 AM"]);
  });

  test("turn with the company's day, not with the world's", async () => {
    await visit({ date: "2026-06-10" });
    clock.set("2026-06-11T03:59:59Z");
    expect([await days(readUpcoming), await days(readPast)]).toEqual([["2026-06-10 8:00 AM"], []]);
    clock.set("2026-06-11T04:00:00Z");
    expect([await days(readUpcoming), await days(readPast)]).toEqual([[], ["2026-06-10 8:00 AM"]]);
  });

  test("say what, when, where and how much, and what can be done", async () => {
    await visit();
    expect(await readUpcoming(ada())).toMatchObject({
      today: "2026-06-01",
      visits: [
        {
          service: "Regular Cleaning",
          service_id: "regular-cleaning",
          service_type: "residential",
          date_in_words: "Wednesday, June 10, 2026",
          time: "8:00 AM",
          duration: "3 hours",
          address: "14 Barnstead Road, Pittsfield, NH 03263",
          total: "$159.00",
          status: "confirmed",
          can_move: true,
          can_cancel: true,
          checkout_url: null,
          note: null,
          review: null,
        },
      ],
    });
    clock.set("2026-06-10T12:00:00Z");
    expect((await readUpcoming(ada())).visits[0]).toMatchObject({ can_move: false, can_cancel: false });
  });

  test("are nobody else's", async () => {
    const eve = await someone("eve@mail.example");
    await visit({}, eve);
    await confirmedVisit(ctx(), pool, { date: "2026-06-11" });
    expect(await days(readUpcoming)).toEqual([]);
  });

  test("carry their review", async () => {
    const id = await visit();
    await pool.query(
      "insert into reviews (booking_id, user_id, rating, review_text) values ($1, $2, 5, 'Fine.')",
      [id, ada().actor.id],
    );
    clock.set("2026-06-12T12:00:00Z");
    expect((await readPast(ada())).visits[0]?.review).toEqual({
      rating: 5,
      review_text: "Fine.",
      may_publish: false,
    });
  });
});

describe("a hold", () => {
  test("offers to finish the payment while there is time, and is gone once it is released", async () => {
    const { session } = await hold();
    expect((await readUpcoming(ada())).visits).toMatchObject([
      { status: "pending", checkout_url: expect.stringContaining(session), can_move: false },
    ]);
    clock.advance({ minutes: 30 });
    expect((await readUpcoming(ada())).visits).toMatchObject([
      { checkout_url: null, note: "The time to pay for this visit has run out." },
    ]);
    await closeCheckout(ctx(), session);
    expect(await days(readUpcoming)).toEqual([]);
    clock.set("2026-06-12T12:00:00Z");
    expect(await days(readPast)).toEqual([]);
  });
});

test("a visit that was cancelled after it was paid stays, with its chip", async () => {
  await set(await visit(), "status = 'cancelled'");
  expect((await readUpcoming(ada())).visits).toMatchObject([
    { status: "cancelled", can_move: false, can_cancel: false },
  ]);
});

test("the calendar holds the owner's visits from 90 days back on; holds and what waits for staff are not promised", async () => {
  const eve = await someone("eve@mail.example");
  await visit({ date: "2026-06-12" }, eve);
  const [early, late, off] = [
    await visit({ date: "2026-06-02" }),
    await visit({ date: "2026-06-03" }),
    await visit({ date: "2026-06-04" }),
  ];
  await set(off, "status = 'cancelled'");
  await set(await visit({ date: "2026-06-05" }), "status = 'pending', needs_attention = 'Look.'");
  await hold({ date: "2026-06-06" });
  const ids = async () => (await readFeedVisits(ctx(), ada().actor.id)).map(({ id }) => id);
  expect(await ids()).toEqual([early, late, off]);
  clock.set("2026-08-31T12:00:01Z"); // 90 days after the first one's start
  expect(await ids()).toEqual([late, off]);
});
