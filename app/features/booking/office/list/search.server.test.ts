import { beforeEach, expect, test } from "vitest";
import { bookings } from "~/db/schema/bookings";
import { holdBooking } from "~/features/booking/checkout/hold.server";
import { deleteUnusedSearchTexts } from "~/features/office/lists/compact.server";
import { aRequest } from "../../../../../tests/support/bookings";
import { testWorld } from "../../../../../tests/support/ctx";
import { confirmedVisit } from "../../../../../tests/support/visits";
import { searchBookings } from "./search.server";

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

test("strangers at one address don't wait for each other: neither who books, nor who pays", async () => {
  const hold = (time: string) =>
    holdBooking(ctx(), { request: aRequest({ time, hours: 1 }), draft_id: null, provider: "test-checkout" });
  for (const time of ["8:00 AM", "12:00 PM", "4:00 PM"]) await hold(time);
  const { rows } = await pool.query("select id from bookings order by starts_at");
  const rename = "update bookings set customer_name = $1 where id = $2";
  const paying = await pool.connect();
  try {
    await paying.query("begin");
    await paying.query(rename, ["Ada Lovelace", rows[0].id]);
    const others = Promise.all([hold("8:00 AM"), pool.query(rename, ["Grace Hopper", rows[1].id])]);
    const late = new Promise((resolve) => setTimeout(resolve, 2_000, "they wait"));
    expect(await Promise.race([others, late])).toMatchObject([{ ok: true }, { rowCount: 1 }]);
  } finally {
    await paying.query("commit");
    paying.release();
  }
  expect(await texts()).toEqual(
    ["", "ada lovelace", "grace hopper"].map((name) => `${name} 14 barnstead road, pittsfield`),
  );
});

test("a text that the last two let go of at the same moment is gone in the morning", async () => {
  const [one, other] = await twoVisits();
  const leaving = await Promise.all([pool.connect(), pool.connect()]);
  for (const [index, client] of leaving.entries()) {
    await client.query("begin");
    await client.query("update bookings set city = $1 where id = $2", [`Town ${index}`, [one, other][index]]);
  }
  for (const client of leaving) {
    await client.query("commit");
    client.release();
  }
  expect(await texts()).toHaveLength(3);
  await deleteUnusedSearchTexts(ctx());
  expect(await texts()).toEqual(["grace hopper 1 navy road, town 0", "grace hopper 1 navy road, town 1"]);
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
    search.map(({ where }) => db.select({ id: bookings.id }).from(bookings).where(where)),
  );
  const all = new Set(hits.flat().map(({ id }) => id));
  expect(all.size).toBe(found ? ids.length : 0);
});
