import { beforeEach, expect, test } from "vitest";
import { seedDemo } from "../../../db/seed/demo";
import { testDatabase } from "../../../tests/support/database";

const { db, pool } = await testDatabase();

beforeEach(async () => {
  await pool.query(`delete from orders; delete from bookings; delete from properties; delete from profiles;
    delete from seeds where name = 'demo'`);
});

const countBy = async (sql: string) =>
  Object.fromEntries((await pool.query(sql)).rows.map(({ what, count }) => [what, count]));

/** A week of first days, one of them the day on which clocks go forward. */
test.each(["2026-03-04", "2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08", "2026-03-09", "2026-03-10"])(
  "the demo company lives when it is founded on %s",
  async (day) => {
    await seedDemo(db, Temporal.Instant.from(`${day}T15:00:00Z`));
    const statuses = await countBy("select status as what, count(*)::int from bookings group by status");
    expect(Object.keys(statuses).sort()).toEqual(["cancelled", "completed", "confirmed", "pending"]);
    const orders = await countBy("select status as what, count(*)::int from orders group by status");
    expect(orders).toEqual({
      completed: statuses.confirmed + statuses.completed,
      failed: statuses.cancelled,
      pending: statuses.pending,
    });
    const days = await countBy(
      "select scheduled_date::text as what, count(*)::int from bookings group by scheduled_date",
    );
    for (let ahead = -14; ahead < 14; ahead += 1) {
      expect(days).toHaveProperty(Temporal.PlainDate.from(day).add({ days: ahead }).toString());
    }
  },
);

test("the demo company is founded once", async () => {
  const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
  expect([await seedDemo(db, now), await seedDemo(db, now)]).toEqual([true, false]);
});
