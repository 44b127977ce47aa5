import { beforeEach, describe, expect, test } from "vitest";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { moveByStaff } from "~/features/booking/office/move.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { setCrewActive } from "~/features/scheduling/crews/queries.server";
import { openSession } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { readWorkCalendar } from "./calendar-feeds.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const crews = async (): Promise<string[]> =>
  (await pool.query("select id from crews order by sort_order")).rows.map(({ id }) => id);

/** How to read the calendar of a crew, or of all. */
async function aFeed(crew_id: string | null) {
  return async () =>
    (await readWorkCalendar(ctx(), await readCompany(ctx()), crew_id))?.replaceAll("\r\n ", "") ?? null;
}

describe("what is in a feed", () => {
  test("of a crew: its visits with all that is needed at the door, and of nobody else's", async () => {
    const mine = await confirmedVisit(ctx(), pool, { notes: "Two cats. Key under the mat" });
    const others = await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    const [first = "", second = ""] = await crews();
    await pool.query(
      `update bookings set crew_id = $2, bedrooms = 3, bathrooms = 2, half_baths = 1, square_feet = 2000,
         extras = '[{"id": "oven", "title": "Inside oven", "quantity": 2}]' where id = $1`,
      [mine.id, first],
    );
    await pool.query("update bookings set crew_id = $2 where id = $1", [others.id, second]);
    const file = (await (await aFeed(first))()) ?? "";
    expect(file).toContain(`UID:${mine.id}`);
    expect(file).toContain("SUMMARY:Regular Cleaning\\, Ada\r\n");
    expect(file).toContain("LOCATION:14 Barnstead Road\\, Pittsfield\\, NH 03263");
    const home = "Home: 3 bedrooms\\, 2 bathrooms\\, 1 half bath\\, up to 2\\,000 sq ft";
    const said = [
      "3 hours",
      home,
      "Extras: Inside oven × 2",
      "Notes: Two cats. (entry code: see the app)",
      "Customer: Ada",
    ];
    for (const words of [`Booking #${mine.number}`, ...said]) expect(file).toContain(words);
    expect(file).not.toMatch(/Lovelace|\$|@mail/);
    expect(file).not.toContain(others.id);
    const all = (await (await aFeed(null))()) ?? "";
    for (const { id } of [mine, others]) expect(all).toContain(`UID:${id}`);
    expect(all).toContain("SUMMARY:Birch crew: Regular Cleaning\\, Ada");
  });

  test("says what the owner said of a saved property, without its codes", async () => {
    const { id, crew_id } = await confirmedVisit(ctx(), pool);
    const { rows } = await pool.query(
      `with person as (insert into users (name, email) values ('Ada', 'ada@mail.example') returning id)
       insert into properties (user_id, property_type, address_line1, city, state, zip_code, special_instructions)
       select id, 'residential', '1 Elm', 'Concord', 'NH', '03301', 'Code 4711, park behind' from person returning id`,
    );
    await pool.query("update bookings set property_id = $2 where id = $1", [id, rows[0].id]);
    const file = await (await aFeed(crew_id))();
    expect(file).toContain("Access: (entry code: see the app)\\, park behind");
    expect(file).not.toContain("Code 4711");
  });

  test("says what is known of the home at its address, also where the booking names none", async () => {
    const { id, crew_id } = await confirmedVisit(ctx(), pool);
    await pool.query(
      `insert into properties (customer_id, property_type, address_line1, city, state, zip_code, pets, parking)
       select customer_id, 'residential', address_line1, city, state, zip_code, 'Two cats', 'In the yard'
       from bookings where id = $1`,
      [id],
    );
    const file = await (await aFeed(crew_id))();
    for (const words of ["Two cats", "In the yard"]) expect(file).toContain(words);
  });

  test("is no hold, nothing cancelled, nothing long ago, and nothing of who has left", async () => {
    const { id, crew_id } = await confirmedVisit(ctx(), pool);
    const feed = await aFeed(crew_id);
    await openSession(ctx(), { time: "2:00 PM" });
    expect((await feed())?.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    clock.set("2026-06-30T12:00:00Z");
    expect(await feed()).not.toContain("VEVENT");
    clock.set("2026-06-01T12:00:00Z");
    await pool.query("update bookings set address_line1 = '' where id = $1", [id]);
    expect(await feed()).not.toContain("VEVENT");
  });
});

test("a moved visit moves, under the same UID and a higher SEQUENCE; a cancelled one is gone", async () => {
  const { id, crew_id } = await confirmedVisit(ctx(), pool);
  const feed = await aFeed(crew_id);
  const before = await feed();
  expect(before).toContain("DTSTART:20260610T120000Z");
  expect(before).toContain("SEQUENCE:0");
  await moveByStaff(staff(), { id, date: "2026-06-11", time: "10:00 AM", crew_id });
  const after = await feed();
  expect(after).toContain(`UID:${id}`);
  expect(after).toContain("DTSTART:20260611T140000Z");
  expect(after).toContain("SEQUENCE:1");
  expect(after?.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  await cancelByStaff(staff(), { id, choice: "all", amount: null, reason: "", left: 15_900 });
  expect(await feed()).not.toContain("VEVENT");
});

test("a visit that another crew gets goes from one feed to the other", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  const [first = "", second = ""] = await crews();
  await pool.query("update bookings set crew_id = $2 where id = $1", [id, first]);
  const [one, two] = [await aFeed(first), await aFeed(second)];
  await moveByStaff(staff(), { id, date: "2026-06-10", time: "8:00 AM", crew_id: second });
  expect([(await one())?.includes(id), (await two())?.includes(id)]).toEqual([false, true]);
});

test("the calendar of a crew finds nothing while the crew is inactive", async () => {
  const [crew_id = ""] = await crews();
  const feed = await aFeed(crew_id);
  await setCrewActive(staff(), { id: crew_id, active: false });
  expect(await feed()).toBeNull();
  await setCrewActive(staff(), { id: crew_id, active: true });
  expect(await feed()).not.toBeNull();
});
