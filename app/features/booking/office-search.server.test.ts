import { beforeEach, expect, test } from "vitest";
import { testWorld } from "../../../tests/support/ctx";
import { confirmedVisit } from "../../../tests/support/visits";
import { searchBookings } from "./office-search.server";

const { db, pool, ctx, clear } = await testWorld();

beforeEach(clear);

async function texts(): Promise<string[]> {
  const { rows } = await pool.query("select who || ', ' || town as text from search_texts order by 1");
  return rows.map(({ text }) => text);
}

async function twoVisits() {
  const one = await confirmedVisit(ctx(), pool, { time: "8:00 AM" });
  const other = await confirmedVisit(ctx(), pool, { time: "12:00 PM" });
  await pool.query(
    "update bookings set customer_name = 'Grace Hopper', address_line1 = '1 Navy Road', city = 'Bow'",
  );
  return [one.id, other.id];
}

test("a name and an address are searched once for all their visits", async () => {
  await twoVisits();
  expect(await texts()).toEqual(["grace hopper 1 navy road, bow"]);
});

test("what no booking has any more is not kept", async () => {
  const [one, other] = await twoVisits();
  await pool.query("update bookings set customer_name = 'Ada Lovelace' where id = $1", [one]);
  expect(await texts()).toEqual(["ada lovelace 1 navy road, bow", "grace hopper 1 navy road, bow"]);
  await pool.query("delete from orders; delete from mails");
  await pool.query("delete from bookings where id = $1", [other]);
  expect(await texts()).toEqual(["ada lovelace 1 navy road, bow"]);
  await pool.query("truncate bookings cascade");
  expect(await texts()).toEqual([]);
});

test("who brings a text waits for who takes it away, so that it stays", async () => {
  const [one, other] = await twoVisits();
  await pool.query("update bookings set city = 'Epsom' where id = $1", [other]);
  const leaving = await pool.connect();
  await leaving.query("begin");
  await leaving.query("update bookings set city = '' where id = $1", [one]);
  const coming = pool.query("update bookings set city = 'Bow' where id = $1", [other]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await leaving.query("commit");
  leaving.release();
  await coming;
  expect(await texts()).toEqual(["grace hopper 1 navy road, ", "grace hopper 1 navy road, bow"]);
});

test.each([
  ["hopper", true],
  ["navy road bow", true],
  ["bow", true],
  ["vy", false],
  ["h", true],
  ["op", false],
  ["%", false],
])("%s: found %s", async (q, found) => {
  const ids = await twoVisits();
  const search = await searchBookings(db, q);
  const hits = await Promise.all(
    search.map(({ where }) => db.query.bookings.findMany({ columns: { id: true }, where })),
  );
  const all = new Set(hits.flat().map(({ id }) => id));
  expect(all.size).toBe(found ? ids.length : 0);
});
