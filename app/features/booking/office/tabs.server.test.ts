import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser } from "../../../../tests/support/visits";
import { bookingList } from "./list/list.server";

const world = await testWorld();
const { pool, clock, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const list = (search = "") => bookingList.read(staff(), bookingList.parse(new URLSearchParams(search)));
const names = async (search: string) => (await list(search)).rows.map(({ customer }) => customer);

type Visit = { plan?: string; nth?: number; status?: string; user_id?: string; amount?: number };

/** A visit at this moment, company time; its customer is called as said. */
async function aVisit(name: string, at: string, visit: Visit = {}) {
  const { plan = null, nth = null, status = "confirmed", user_id = null, amount = 15900 } = visit;
  await pool.query(
    `insert into bookings (service_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, status,
       total_amount, price_lines, policy, address_line1, city, state, zip_code, customer_name, plan_id, plan_visit, user_id)
     select 'regular-cleaning', at::date, at::time, 1, starts, starts + interval '1 hour',
       tstzrange(starts, starts + interval '1 hour'), $3, $7, '[]', '{}', '1 Elm Street', 'Concord', 'NH', '03301', $1, $4, $5, $6
     from (select $2::timestamp as at, $2::timestamp at time zone 'America/New_York' as starts) moment`,
    [name, at, status, plan, nth, user_id, plan ? 0 : amount],
  );
}

/** A plan with this many weekly visits from this day on, at 9:00 AM. Answers its id. */
async function aPlan(name: string, first: string, visits: number, visit: Visit = {}) {
  const id = randomUUID();
  await pool.query(
    `insert into plans (id, service_id, status, frequency, first_date, slot_time, visit_minutes, amount, price_lines, currency,
       policy, address_line1, city, state, zip_code, provider)
     values ($1, 'monthly-home-care', 'active', 'weekly', $2, '09:00', 60, 28900, '[]', 'USD', '{}', '1 Elm Street', 'Concord',
       'NH', '03301', 'test')`,
    [id, first],
  );
  const day = Temporal.PlainDate.from(first);
  for (let nth = 1; nth <= visits; nth += 1)
    await aVisit(name, `${day.add({ weeks: nth - 1 })} 09:00`, { ...visit, plan: id, nth });
  return id;
}

/** All rows of a list, page by page, with how many bookings they stand for. */
async function walk(search: string) {
  let page = await list(search);
  let { shown } = page;
  const rows = [...page.rows];
  const { total } = page;
  while (page.next) {
    page = await list(`${search}&after=${encodeURIComponent(`${page.next.id}~${page.next.value}`)}`);
    rows.push(...page.rows);
    shown += page.shown;
  }
  return { rows, shown, total };
}

describe("the tabs", () => {
  beforeEach(async () => {
    await aVisit("last of May", "2026-05-31 23:59");
    await aVisit("first minute", "2026-06-01 00:00");
    await aVisit("noon", "2026-06-01 12:00", { status: "cancelled" });
    await aVisit("last minute", "2026-06-01 23:59");
    await aVisit("first of Tuesday", "2026-06-02 00:00");
    await aVisit("July", "2026-07-20 10:00");
  });

  test.each([
    [
      "2026-06-01T03:59:59Z",
      "last of May",
      ["last of May", "first minute", "noon", "last minute", "first of Tuesday", "July"],
      [],
    ],
    [
      "2026-06-01T04:00:00Z",
      "first minute,noon,last minute",
      ["first minute", "noon", "last minute", "first of Tuesday", "July"],
      ["last of May"],
    ],
    [
      "2026-06-02T03:59:59Z",
      "first minute,noon,last minute",
      ["first minute", "noon", "last minute", "first of Tuesday", "July"],
      ["last of May"],
    ],
    [
      "2026-06-02T04:00:00Z",
      "first of Tuesday",
      ["first of Tuesday", "July"],
      ["last minute", "noon", "first minute", "last of May"],
    ],
  ])("at %s are of the company's day: today %s", async (now, today, upcoming, past) => {
    clock.set(now);
    expect(await names("when=today")).toEqual(today.split(","));
    expect(await names("when=upcoming")).toEqual(upcoming);
    expect(await names("when=past")).toEqual(past);
    for (const when of ["today", "upcoming", "past"]) {
      const page = await list(`when=${when}`);
      expect(page).toMatchObject({ total: page.rows.length, shown: page.rows.length, more: false });
    }
  });

  test("have one for what takes place from today on and has no crew, soonest first", async () => {
    const crew = randomUUID();
    await pool.query("insert into crews (id, name) values ($1, 'Birch')", [crew]);
    await pool.query("update bookings set crew_id = $1 where customer_name = 'July'", [crew]);
    expect(await names("when=unassigned")).toEqual(["first minute", "last minute", "first of Tuesday"]);
    expect(await names("when=unassigned&status=cancelled")).toEqual([]);
    expect(await list("when=unassigned")).toMatchObject({ total: 3, shown: 3 });
  });

  test("go by the company's time zone", async () => {
    clock.set("2026-06-02T05:00:00Z");
    expect(await names("when=today")).toEqual(["first of Tuesday"]);
    await setSetting(pool, "general.timezone", "America/Los_Angeles");
    expect(await names("when=today")).toEqual(["noon", "last minute", "first of Tuesday"]);
  });

  test("are narrowed, searched and sorted as any list, and so is their file", async () => {
    expect(await names("when=today&status=cancelled")).toEqual(["noon"]);
    expect(await names("when=today&q=minute")).toEqual(["first minute", "last minute"]);
    expect(await names("when=today&q=concord&sort=-date")).toEqual(["last minute", "noon", "first minute"]);
    expect(await names("when=past&sort=date")).toEqual(["last of May"]);
    const lines = [];
    const query = bookingList.parse(new URLSearchParams("when=today&q=elm"));
    for await (const batch of bookingList.lines(staff(), query)) lines.push(...batch);
    expect(lines.map(({ customer }) => customer)).toEqual(["first minute", "noon", "last minute"]);
  });

  test.each(["tomorrow", "", "Today", "today,past", "constructor", "\u0000"])(
    "%j is none: all are listed, newest first",
    async (when) => {
      const search = new URLSearchParams({ when }).toString();
      expect((await names(search)).slice(0, 2)).toEqual(["July", "first of Tuesday"]);
      expect(await list(search)).toMatchObject({ total: 6, shown: 6 });
    },
  );
});

describe("the far visits of a plan", () => {
  test("are one row from the 31st day on, which says how many they are and through when", async () => {
    await aVisit("single", "2026-08-01 10:00");
    const plan = await aPlan("Ada", "2026-06-03", 20);
    const page = await list();
    const [single, fold, ...near] = page.rows;
    expect(single).toMatchObject({ customer: "single", fold: null });
    expect(fold).toMatchObject({
      customer: "Ada",
      date: "Jul 08, 2026",
      fold: {
        plan_id: plan,
        visits: "15 more visits of this plan",
        days: "Jul 08, 2026 through Oct 14, 2026",
        cancelled: null,
      },
    });
    expect(near.map(({ date, fold }) => [date, fold])).toEqual(
      ["Jul 01", "Jun 24", "Jun 17", "Jun 10", "Jun 03"].map((day) => [`${day}, 2026`, null]),
    );
    expect(page).toMatchObject({ shown: 21, total: 21, more: false });
    const upcoming = await list("when=upcoming");
    expect(upcoming.rows.map(({ date }) => date).slice(-2)).toEqual(["Jul 08, 2026", "Aug 01, 2026"]);
    expect(upcoming).toMatchObject({ shown: 21, total: 21 });
  });

  test("begin on the day after the thirtieth, company time", async () => {
    const plan = await aPlan("Ada", "2026-07-01", 0);
    await aVisit("30th", "2026-07-01 23:59", { plan, nth: 1 });
    await aVisit("31st", "2026-07-02 00:00", { plan, nth: 2 });
    await aVisit("later", "2026-07-09 00:00", { plan, nth: 3 });
    expect((await list()).rows.map(({ customer, fold }) => [customer, fold !== null])).toEqual([
      ["31st", true],
      ["30th", false],
    ]);
  });

  test("are no fold when there is only one, and one by one where they are looked for", async () => {
    const plan = await aPlan("Ada", "2026-06-30", 2);
    expect((await list()).rows.map(({ fold }) => fold)).toEqual([null, null]);
    await aPlan("Ada", "2026-07-07", 3);
    expect((await list()).rows).toHaveLength(3);
    expect((await list("q=ada")).rows).toHaveLength(5);
    expect((await list(`plan=${plan}`)).rows).toHaveLength(2);
    expect((await list(`plan=${plan}&when=upcoming`)).rows.map(({ date }) => date)).toEqual([
      "Jun 30, 2026",
      "Jul 07, 2026",
    ]);
    expect(await list(`plan=${randomUUID()}`)).toMatchObject({ rows: [], total: 0 });
    expect((await list("plan=7")).total).toBe(5);
    const lines = [];
    for await (const batch of bookingList.lines(staff(), bookingList.parse(new URLSearchParams())))
      lines.push(...batch);
    expect(lines).toHaveLength(5);
  });

  test("are folded within what the list is narrowed to, and say what is wrong with them", async () => {
    const ada = await aUser(pool, "ada@mail.example");
    const plan = await aPlan("Ada", "2026-07-07", 4, { user_id: ada.id });
    await aPlan("Grace", "2026-07-07", 4);
    await pool.query("update bookings set status = 'cancelled' where plan_id = $1 and plan_visit in (1, 3)", [
      plan,
    ]);
    await pool.query("update bookings set needs_attention = 'Look' where plan_id = $1 and plan_visit = 4", [
      plan,
    ]);
    const [all] = (await list(`customer=${ada.id}`)).rows;
    expect(all).toMatchObject({ needs_attention: true, fold: { cancelled: "2 of them cancelled" } });
    expect(await list(`customer=${ada.id}`)).toMatchObject({ shown: 4, total: 4 });
    const [kept, ...none] = (await list(`customer=${ada.id}&status=confirmed`)).rows;
    expect(none).toEqual([]);
    expect(kept).toMatchObject({ date: "Jul 14, 2026", fold: { days: "Jul 14, 2026 through Jul 28, 2026" } });
    const gone = (await list("status=cancelled")).rows;
    expect(gone).toMatchObject([{ needs_attention: false, fold: { cancelled: "All of them cancelled" } }]);
  });

  test.each([
    "",
    "when=upcoming",
    "sort=date",
    "sort=amount",
    "sort=-amount&when=upcoming",
    "status=confirmed",
  ])("leave every page with each row once: %s", async (search) => {
    for (let n = 0; n < 40; n += 1) {
      await aPlan(`plan ${n}`, `2026-06-${String(2 + (n % 25)).padStart(2, "0")}`, 7);
      await aVisit(`single ${n}`, `2026-0${6 + (n % 3)}-20 10:00`, { amount: 100 * (n % 5) });
    }
    const { rows, shown, total } = await walk(search);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.filter(({ fold }) => fold)).toHaveLength(40);
    expect(new Set(rows.flatMap(({ fold }) => fold?.plan_id ?? [])).size).toBe(40);
    expect([shown, total]).toEqual([320, 320]);
    const { next } = await list(search);
    const second = await list(`${search}&after=${encodeURIComponent(`${next?.id}~${next?.value}`)}`);
    const { previous } = second;
    const back = await list(`${search}&before=${encodeURIComponent(`${previous?.id}~${previous?.value}`)}`);
    expect(back.rows).toEqual((await list(search)).rows);
  });
});
