import { expect, test } from "vitest";
import { seedCodes } from "../../../../db/seed/codes";
import { seedDemo } from "../../../../db/seed/demo";
import { testWorld } from "../../../../tests/support/ctx";
import { openCode, sealCode } from "./save.server";

const { db, pool, ctx, clear } = await testWorld();

test("homes of the demo's next visits have codes that open, some have none, and they are sealed once", async () => {
  await clear();
  await pool.query("delete from seeds");
  const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
  await seedDemo(db, now);
  const { vault } = ctx();
  const seed = () => seedCodes(db, now, (row, value) => sealCode(vault, row, value));
  expect([await seed(), await seed()]).toEqual([true, false]);
  const { rows } = await pool.query("select * from entry_codes");
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(["code", "alarm", "key"]));
  for (const row of rows) {
    expect(openCode(vault, row)).toMatch(/\d{4}|pot/);
    expect(row.sealed).not.toContain(openCode(vault, row));
  }
  const { rows: homes } = await pool.query(
    `select exists (select from entry_codes c where c.property_id = b.property_id) as has, count(distinct property_id)::int
     from bookings b where scheduled_date between '2026-06-01' and '2026-06-04' and status <> 'cancelled' group by 1 order by 1`,
  );
  expect(homes.map(({ has }) => has)).toEqual([false, true]);
  const { rows: today } = await pool.query(
    `select from bookings b join entry_codes c on c.property_id = b.property_id
     where scheduled_date = '2026-06-01' and status = 'confirmed' and crew_id is not null`,
  );
  expect(today.length).toBeGreaterThan(0);
});
