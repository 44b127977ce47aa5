import { beforeEach, describe, expect, test } from "vitest";
import { readHomePhotosOfDay } from "~/features/fieldwork/photos/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import { setSetting } from "../../../../tests/support/bookings";
import { aCrewsDay, aTap } from "../../../../tests/support/crew";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { progressOf } from "./progress";
import { readDay } from "./queries.server";
import { receiveEvents } from "./receive.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let office: () => StaffCtx;
let its: Awaited<ReturnType<typeof aCrewsDay>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  its = await aCrewsDay(world, office);
});

const day = (whose = its.maria) => readDay(whose.ctx(), whose.phone);
const datesOf = async (whose = its.maria) => (await day(whose)).stops.map(({ date }) => date);

/** Another visit of Maria's crew. */
async function another(date: string, time = "2:00 PM") {
  const { now } = clock;
  clock.set("2026-06-01T12:00:00Z");
  const visit = await confirmedVisit(ctx(), pool, { date, time });
  await pool.query("update bookings set crew_id = $2 where id = $1", [visit.id, its.visit.crew_id]);
  clock.now = now;
  return visit.id as string;
}

/** A photo of the home at the visit's address, which the booking doesn't name. */
async function aHomePhoto(): Promise<string> {
  const { rows } = await pool.query(
    `with home as (insert into properties (customer_id, property_type, address_line1, city, state, zip_code)
       select customer_id, 'residential', address_line1, city, state, zip_code from bookings where id = $1 returning id),
     file as (insert into files (kind, status, media_type, sha256, bytes, created_at, updated_at)
       values ('photo', 'stored', 'image/jpeg', repeat('a', 64), 1, now(), now()) returning id)
     insert into home_photos (property_id, file_id, caption, created_at, updated_at)
     select home.id, file.id, 'The door', now(), now() from home, file returning id`,
    [its.visit.id],
  );
  return rows[0].id;
}

describe("a crew's day", () => {
  test("has the crew's visits of today and tomorrow in order, and no others", async () => {
    await another("2026-06-11", "10:00 AM");
    await another("2026-06-10", "2:00 PM");
    await another("2026-06-09");
    await another("2026-06-12");
    const { stops, today, tomorrow } = await day();
    expect([today, tomorrow]).toEqual(["2026-06-10", "2026-06-11"]);
    expect(stops.map(({ date, starts }) => `${date} ${starts}`)).toEqual([
      "2026-06-10 8:00 AM",
      "2026-06-10 2:00 PM",
      "2026-06-11 10:00 AM",
    ]);
    expect(await datesOf(its.ben)).toEqual(stops.map(({ date }) => date));
    expect(await datesOf(its.noor)).toEqual([]);
  });

  test("begins at the company's midnight", async () => {
    clock.set("2026-06-10T03:59:59Z"); // June 9, 11:59:59 PM in New Hampshire
    expect(await day()).toMatchObject({ today: "2026-06-09", stops: [{ date: "2026-06-10" }] });
    clock.set("2026-06-11T03:59:59Z");
    expect(await day()).toMatchObject({ today: "2026-06-10", stops: [{ date: "2026-06-10" }] });
    clock.set("2026-06-11T04:00:00Z");
    expect(await day()).toMatchObject({ today: "2026-06-11", stops: [] });
  });

  test("keeps a visit that is under way at midnight, until it is finished", async () => {
    clock.set("2026-06-11T03:30:00Z");
    const [visit] = (await day()).stops;
    const tap = (kind: string, at: string) =>
      pool.query(
        `insert into visit_events (id, booking_id, member_id, kind, members, happened_at, phone_at, received_at)
         select gen_random_uuid(), $1, id, $2, array[id], $3, $3, $3 from crew_members where crew_id = $4 limit 1`,
        [visit?.id, kind, at, its.visit.crew_id],
      );
    await tap("started", "2026-06-11T03:30:00Z");
    await aHomePhoto();
    clock.set("2026-06-11T04:10:00Z");
    expect((await day()).stops).toMatchObject([
      { id: visit?.id, date: "2026-06-10", on: "today", home_photos: [{ caption: "The door" }] },
    ]);
    await tap("finished", "2026-06-11T04:10:00Z");
    expect((await day()).stops).toEqual([]);
  });

  test("shows the photos of the homes of today and tomorrow, and opens those only", async () => {
    const photo = await aHomePhoto();
    const captions = async () => (await day()).stops.map(({ home_photos }) => home_photos[0]?.caption);
    const opens = async () => (await readHomePhotosOfDay(its.maria.ctx(), photo)).length;
    for (const [at, shown, opened] of [
      ["2026-06-08T16:00:00Z", [], 0],
      ["2026-06-09T16:00:00Z", ["The door"], 1],
      ["2026-06-10T16:00:00Z", ["The door"], 1],
      ["2026-06-11T16:00:00Z", [], 0],
    ] as const) {
      clock.set(at);
      expect([await captions(), await opens()]).toEqual([shown, opened]);
    }
    expect(await readHomePhotosOfDay(its.noor.ctx(), photo)).toEqual([]);
  });

  test.each(["pending", "cancelled"])(
    "leaves out a visit that is %s, and shows one that is completed",
    async (status) => {
      await pool.query("update bookings set status = $1", [status]);
      expect((await day()).stops).toEqual([]);
      await pool.query("update bookings set status = 'completed'");
      expect((await day()).stops).toMatchObject([{ status: "completed" }]);
    },
  );

  test("says where to go and what to do, and of the customer only the first name", async () => {
    await pool.query("update bookings set notes = 'Two cats', customer_email = 'ada@mail.example'");
    const read = await day();
    const [stop] = read.stops;
    expect(read).toMatchObject({
      member: { id: its.maria.member_id, name: "Maria", language: "es" },
      crew: { id: its.maria.crew_id, members: [{ name: "Ben" }, { name: "Maria" }] },
      locks_at: clock.now.add({ hours: 14 }).epochMilliseconds,
    });
    expect(stop).toMatchObject({
      ...{ id: its.visit.id, starts: "8:00 AM", ends: "11:00 AM", customer: "Ada", notes: "Two cats" },
      address: "14 Barnstead Road, Pittsfield, NH 03263",
      drive: null,
    });
    expect(new URL(stop?.map ?? "").searchParams.get("query")).toBe(stop?.address);
    for (const word of ["Lovelace", "ada@mail", "$159"]) expect(JSON.stringify(read)).not.toContain(word);
  });

  test("says which pets there are and where to park, also at a home that was not picked, without codes", async () => {
    await pool.query(
      "update properties set pets = 'Two cats', parking = 'Behind, gate code 2580', special_instructions = 'Ring twice'",
    );
    await pool.query("update bookings set property_id = null");
    expect((await day()).stops).toMatchObject([
      {
        ...{ pets: "Two cats", parking: "Behind, (entry code: see the app)", home_notes: "Ring twice" },
        home_photos: [],
      },
    ]);
  });

  test("gives the customer's number, or the office's number for calls if there is one", async () => {
    const phone = async () => (await day()).stops[0]?.phone;
    expect(await phone()).toBe("(603) 555-0199");
    await setSetting(pool, "crews.relay_phone", "(603) 555-0100");
    expect(await phone()).toBe("(603) 555-0100");
    expect(JSON.stringify(await day())).not.toContain("555-0199");
  });

  test("says the drive from the stop before on the same day, if the office counts it", async () => {
    const later = await another("2026-06-10");
    await another("2026-06-11", "8:00 AM");
    await pool.query("update bookings set zip_code = '03301' where id = $1", [later]);
    const drives = async () => (await day()).stops.map(({ drive }) => drive);
    expect(await drives()).toEqual([null, null, null]);
    await setSetting(pool, "roads.drive_times", "true");
    const [first, second, third] = await drives();
    expect([first, third]).toEqual([null, null]);
    expect(second).toBeGreaterThan(10);
  });

  test("lists the items of the service, then of the home, in the member's language", async () => {
    const { rows } = await pool.query(
      `insert into properties (customer_id, property_type, address_line1, city, state, zip_code)
       select customer_id, 'residential', address_line1, city, state, zip_code from bookings where id = $1 returning id`,
      [its.visit.id],
    );
    const add = (of: string, text: string, more = "null, 'optional', 1, null") =>
      pool.query(
        `insert into checklist_items (${of}, text, text_es, need, sort_order, archived_at)
         values ($1, $2, ${more})`,
        [of === "property_id" ? rows[0].id : "regular-cleaning", text],
      );
    await add("property_id", "Water the fern", "null, 'optional', 0, null");
    await add("service_id", "Mop", "'Trapear', 'required', 2, null");
    await add("service_id", "Dust");
    await add("service_id", "Old", "null, 'required', 0, now()");
    const items = async (whose = its.maria) =>
      (await day(whose)).stops[0]?.items.map(({ text, required }) => `${text}${required ? "!" : ""}`);
    expect(await items()).toEqual(["Dust", "Trapear!", "Water the fern"]);
    expect(await items(its.ben)).toEqual(["Dust", "Mop!", "Water the fern"]);
  });

  test("a visit that was begun and then moved to another day can be begun and finished there", async () => {
    const at = (when: string, kind: string) => {
      clock.set(when);
      const event = aTap(its.visit.id, kind, { at: when, members: [its.maria.member_id] });
      return receiveEvents(its.maria.ctx(), { phone_now: clock.now, events: [event] });
    };
    const stop = async () => progressOf((await day()).stops[0]?.events ?? []);
    await at("2026-06-10T12:00:00Z", "started");
    await pool.query(
      `update bookings set scheduled_date = '2026-06-12', starts_at = starts_at + gap, ends_at = ends_at + gap,
         blocked = tstzrange(lower(blocked) + gap, upper(blocked) + gap)
       from (select interval '2 days' as gap) later`,
    );
    clock.set("2026-06-12T12:00:00Z");
    expect(await stop()).toMatchObject({ state: "to do", started_at: null });
    await at("2026-06-12T12:05:00Z", "started");
    await at("2026-06-12T15:05:00Z", "finished");
    expect(await stop()).toMatchObject({ state: "done", spans: [{ kind: "job" }] });
    expect((await day()).week.map((one) => one.minutes)).toEqual([0, 0, 0, 0, 180, 0, 0]);
  });

  test("counts the member's own minutes of work on each day of the week, Monday first", async () => {
    const { member_id } = its.maria;
    const tap = (kind: string, at: string, members = [member_id]) =>
      aTap(its.visit.id, kind, { at, members });
    clock.set("2026-06-10T16:00:00Z");
    await receiveEvents(its.maria.ctx(), {
      phone_now: clock.now,
      events: [
        tap("on_my_way", "2026-06-10T11:30:00Z", [member_id, its.ben.member_id]),
        tap("started", "2026-06-10T12:00:00Z"),
        tap("paused", "2026-06-10T13:00:00Z"),
        tap("resumed", "2026-06-10T13:30:00Z"),
      ],
    });
    const minutes = async (whose = its.maria) => (await day(whose)).week.map((one) => one.minutes);
    expect((await day()).week[0]?.date).toBe("2026-06-08");
    expect(await minutes()).toEqual([0, 0, 60 + 150, 0, 0, 0, 0]);
    expect(await minutes(its.ben)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    clock.set("2026-06-15T04:00:00Z");
    expect((await day()).week[0]?.date).toBe("2026-06-15");
  });

  test("shows the hours of the week as the office corrected them", async () => {
    clock.set("2026-06-10T16:00:00Z");
    await pool.query(
      `insert into hour_edits (id, booking_id, member_id, kind, starts_at, ends_at, reason, created_at)
       values (gen_random_uuid(), $1, $2, 'job', '2026-06-10T12:00:00Z', '2026-06-10T13:45:00Z', 'Forgot to tap', now())`,
      [its.visit.id, its.maria.member_id],
    );
    expect((await day()).week.map((one) => one.minutes)).toEqual([0, 0, 105, 0, 0, 0, 0]);
    expect((await day(its.ben)).week.map((one) => one.minutes)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
