import { beforeEach, expect, test } from "vitest";
import { testWorld } from "../../../tests/support/ctx";
import { confirmedVisit } from "../../../tests/support/visits";
import { readCount } from "./counts.server";

const { db, pool, ctx, clear } = await testWorld();

beforeEach(clear);

async function counts() {
  return {
    all: await readCount(db, "bookings"),
    confirmed: await readCount(db, "bookings", "confirmed"),
    cancelled: await readCount(db, "bookings", "cancelled"),
    orders: await readCount(db, "orders", "completed"),
  };
}

test("counts follow inserts, updates and deletes by any client", async () => {
  expect(await counts()).toEqual({ all: 0, confirmed: 0, cancelled: 0, orders: 0 });
  await confirmedVisit(ctx(), pool, { time: "8:00 AM" });
  const { id } = await confirmedVisit(ctx(), pool, { time: "12:00 PM" });
  expect(await counts()).toEqual({ all: 2, confirmed: 2, cancelled: 0, orders: 2 });
  await pool.query("update bookings set status = 'cancelled' where id = $1", [id]);
  expect(await counts()).toEqual({ all: 2, confirmed: 1, cancelled: 1, orders: 2 });
  await pool.query("delete from orders");
  await pool.query("delete from bookings where id = $1", [id]);
  expect(await counts()).toEqual({ all: 1, confirmed: 1, cancelled: 0, orders: 0 });
});

test("a change that is rolled back is not counted", async () => {
  const client = await pool.connect();
  await confirmedVisit(ctx(), pool);
  await client.query("begin; update bookings set status = 'cancelled'; rollback");
  client.release();
  expect(await counts()).toMatchObject({ all: 1, confirmed: 1, cancelled: 0 });
});
