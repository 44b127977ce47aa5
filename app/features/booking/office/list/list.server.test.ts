import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { findCallers } from "~/features/booking/phone/find.server";
import { testWorld } from "../../../../../tests/support/ctx";
import { staffCtx } from "../../../../../tests/support/staff";
import { aUser } from "../../../../../tests/support/visits";
import { bookingList } from "./list.server";

const world = await testWorld();
const { pool, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeAll(async () => {
  await clear();
  staff = await staffCtx(world);
  await pool.query(`
    with made as (
      insert into bookings (id, service_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked,
        status, total_amount, price_lines, policy, address_line1, city, state, zip_code, customer_name, customer_phone, created_at)
      select gen_random_uuid(), case when n % 10 = 0 then 'deep-cleaning' else 'regular-cleaning' end,
        day::date, '08:00', 3, day + interval '12 hours', day + interval '15 hours',
        tstzrange(day + interval '12 hours', day + interval '15 hours'),
        case n % 3 when 0 then 'confirmed' when 1 then 'completed' else 'cancelled' end, 10000 + (n % 7) * 100, '[]', '{}',
        n || ' Birch Road', case when n = 5 then 'Northwood' else 'Concord' end, 'NH', '03301',
        case n when 7 then 'Zoë O''Hara' when 8 then null when 9 then '100% Clean_Co' else 'Ada ' || n end, null, now()
      from (select n, timestamptz '2026-06-01T00:00Z' + n * interval '1 day' as day from generate_series(1, 60) n) days
      returning id, total_amount, created_at)
    insert into orders (booking_id, amount, currency, status, provider, created_at)
    select id, total_amount, 'USD', 'pending', 'office', created_at from made`);
});

const list = (search = "") => bookingList.read(staff(), bookingList.parse(new URLSearchParams(search)));
const names = async (search: string) => (await list(search)).rows.map(({ customer }) => customer);

describe("the list of bookings", () => {
  test("begins with the latest, 25 on a page, and says how many there are in all", async () => {
    const page = await list();
    expect(page).toMatchObject({ total: 60, more: false, previous: null });
    expect(page.rows).toHaveLength(25);
    expect(page.rows[0]).toMatchObject({ customer: "Ada 60", date: "Jul 31, 2026", duration: "3 hours" });
  });

  test.each([
    "",
    "sort=date",
    "sort=amount",
    "sort=-amount",
    "status=completed",
    "q=birch",
    "q=regular&sort=amount",
    "range=month",
    "range=month&q=birch&sort=amount",
  ])("pages forwards and back through every booking once: %s", async (search) => {
    const seen: string[] = [];
    const pages: string[][] = [];
    let page = await list(search);
    const { total } = page;
    for (;;) {
      pages.push(page.rows.map(({ id }) => id));
      seen.push(...page.rows.map(({ id }) => id));
      if (!page.next) break;
      page = await list(`${search}&after=${encodeURIComponent(`${page.next.id}~${page.next.value}`)}`);
    }
    expect(new Set(seen).size).toBe(total);
    expect(seen).toHaveLength(total);
    const { previous } = page;
    if (previous) {
      const back = await list(`${search}&before=${encodeURIComponent(`${previous.id}~${previous.value}`)}`);
      expect(back.rows.map(({ id }) => id)).toEqual(pages.at(-2));
    }
  });

  test.each([
    ["range=today", 0],
    ["range=week", 5],
    ["range=month", 29],
    ["range=month&status=cancelled", 10],
    ["range=month&q=deep+clean", 2],
    ["from=2026-06-03&to=2026-06-04", 2],
    ["from=2026-07-30", 2],
    ["to=2026-06-02", 1],
    ["from=2026-06-31", 60],
    ["range=week&when=past", 0],
  ])("has with ?%s %i bookings, in its file too", async (search, total) => {
    const query = bookingList.parse(new URLSearchParams(search));
    expect(await bookingList.read(staff(), query)).toMatchObject({ total, more: false });
    const lines: unknown[] = [];
    for await (const batch of bookingList.lines(staff(), query)) lines.push(...batch);
    expect(lines).toHaveLength(total);
  });

  test("is sorted by amount both ways", async () => {
    const amounts = async (search: string) => (await list(search)).rows.map(({ amount }) => amount);
    expect((await amounts("sort=amount"))[0]).toBe("$100.00");
    expect((await amounts("sort=-amount"))[0]).toBe("$106.00");
  });

  test("counts what a status and a search find", async () => {
    expect(await list("status=cancelled")).toMatchObject({ total: 20 });
    expect(await list("q=deep+clean")).toMatchObject({ total: 6, more: false });
    expect(await list("q=deep+clean&status=confirmed")).toMatchObject({ total: 2 });
  });

  test.each([
    ["q=zoë", ["Zoë O'Hara"]],
    ["q=O%27HARA", ["Zoë O'Hara"]],
    ["q=northwood", ["Ada 5"]],
    ["q=5+birch+road", ["Ada 55", "Ada 45", "Ada 35", "Ada 25", "Ada 15", "Ada 5"]],
    ["q=100%25", ["100% Clean_Co"]],
    ["q=clean_c", ["100% Clean_Co"]],
    ["q=nobody", []],
    ["q=8+Birch&status=cancelled", ["Ada 38", "Unknown Customer"]],
  ])("%s finds %o", async (search, found) => {
    expect(await names(search)).toEqual(found);
  });

  describe("finds a visit by its contact", () => {
    let account: string;
    beforeAll(async () => {
      account = (await aUser(pool, "owner.of.account@mail.example")).id;
      await pool.query("update profiles set phone = '+1 603-555-0199' where id = $1", [account]);
      const contacts = [
        ["Ada 11", "(603) 555-0142", null, null],
        ["Ada 12", "603.555.0142", "Ruth.Merrill@Mail.example", null],
        ["Ada 13", null, "ruth@other.example", account],
      ];
      for (const one of contacts)
        await pool.query(
          "update bookings set customer_phone = $2, customer_email = $3, user_id = $4 where customer_name = $1",
          one,
        );
    });

    test.each([
      ["(603) 555-0142", ["Ada 12", "Ada 11"]],
      ["603-555-0142", ["Ada 12", "Ada 11"]],
      ["6035550142", ["Ada 12", "Ada 11"]],
      ["+1 603 555 0142", ["Ada 12", "Ada 11"]],
      ["0142", ["Ada 12", "Ada 11"]],
      ["555-01", ["Ada 13", "Ada 12", "Ada 11"]],
      ["(603) 555-0199", ["Ada 13"]],
      ["ruth.merrill@mail.example", ["Ada 12"]],
      ["RUTH", ["Ada 13", "Ada 12"]],
      ["@other.example", ["Ada 13"]],
      ["owner.of.account@", ["Ada 13"]],
      ["603-555-0143", []],
    ])("%s", async (q, found) => {
      const search = new URLSearchParams({ q });
      expect(await names(search.toString())).toEqual(found);
      expect(await list(search.toString())).toMatchObject({ total: found.length, more: false });
    });

    test("together with a status, a sort and its file", async () => {
      expect(await names("q=0142&status=confirmed")).toEqual(["Ada 12"]);
      expect(await names("q=0142&sort=date")).toEqual(["Ada 11", "Ada 12"]);
      const lines = [];
      for await (const batch of bookingList.lines(staff(), bookingList.parse(new URLSearchParams("q=0142"))))
        lines.push(...batch);
      expect(lines.map(({ customer }) => customer)).toEqual(["Ada 12", "Ada 11"]);
    });

    test("and whoever calls again without an account, once for all their visits", async () => {
      await pool.query(
        `update bookings set customer_name = 'Ruth', customer_email = 'ruth.merrill@mail.example'
         where customer_phone like '%0142'`,
      );
      await pool.query("select adopt_customers()");
      for (const q of ["0142", "merrill@mail", "ruth"])
        expect(await findCallers(staff(), q)).toMatchObject([
          { name: "Ruth", phone: "(603) 555-0142", has_account: false },
        ]);
      expect(await findCallers(staff(), "603-555-0199")).toMatchObject([{ id: account, has_account: true }]);
    });
  });

  test("has words for what is not known", async () => {
    const [row] = (await list("q=8+Birch&status=cancelled&after=")).rows.slice(-1);
    expect(row).toMatchObject({ customer: "Unknown Customer", phone: "No phone" });
  });

  test.each([
    `after=${randomUUID()}~tomorrow`,
    "after=x",
    `before=${randomUUID()}`,
    "sort=amount&after=1~2",
    "status=%27",
  ])("with %s begins at its beginning", async (search) => {
    expect((await list(search)).previous).toBeNull();
  });
});

describe("the file", () => {
  test.each(["", "status=completed", "q=deep", "q=birch&sort=-amount"])(
    "has exactly what %s finds, in its order",
    async (search) => {
      const query = bookingList.parse(new URLSearchParams(search));
      const rows = [];
      for await (const batch of bookingList.lines(staff(), query)) rows.push(...batch);
      const page = await bookingList.read(staff(), query);
      expect(rows).toHaveLength(page.total);
      expect(rows.slice(0, 25).map(({ id }) => id)).toEqual(page.rows.map(({ id }) => id));
    },
  );
});
