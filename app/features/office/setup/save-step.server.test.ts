import { beforeEach, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { saveStep } from "./save-step.server";
import type { FieldStep } from "./steps";

const world = await testWorld();
const { db, pool, clear } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

/** Until a transaction waits for the settings. */
async function untilSomebodyWaits() {
  const waiting = "select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(async () => (await pool.query(waiting)).rows[0].count, { timeout: 10_000 }).toBe(1);
}

const COMPANY = {
  company_name: "Lakeside Home Care",
  phone: "(207) 555-0188",
  contact_email: "hi@lakeside.example",
  company_description: "We clean around the lake.",
};

test.each<[FieldStep, Record<string, string>, [category: string, key: string, value: string]]>([
  ["company", COMPANY, ["crews", "relay_phone", "(207) 555-0199"]],
  ["region", { timezone: "America/New_York", tax_rate: "5" }, ["payments", "card_allowance", "35"]],
  ["area", { mode: "zips", zips: "03263" }, ["area", "radius_miles", "40"]],
  ["hours", { works_1: "on", opens_1: "09:00", finish_1: "15:00" }, ["hours", "lead_hours", "36"]],
])("the %s step keeps what another tab saves of other fields meanwhile", async (step, form, other) => {
  const [category, key, value] = other;
  const saving = await db.transaction(async (tx) => {
    await lockUntilCommit(tx, "settings");
    const waits = saveStep(staff(), step, form);
    await untilSomebodyWaits();
    await tx.execute(
      `insert into admin_settings (category, key, value) values ('${category}', '${key}', '${value}')`,
    );
    return { waits };
  });
  expect(await saving.waits).toEqual({ ok: true });
  const { rows } = await pool.query("select value from admin_settings where category = $1 and key = $2", [
    category,
    key,
  ]);
  expect(rows).toEqual([{ value }]);
});

test("a crew that is sent twice is one crew, and another one cannot have its name", async () => {
  const form = { name: "Lakeside", members: "Ada\nIda" };
  const sent = await Promise.all([saveStep(staff(), "crews", form), saveStep(staff(), "crews", form)]);
  expect(sent).toEqual([{ ok: true }, { ok: true }]);
  const { rows } = await pool.query(`select crew.name, count(*)::int as members from crews crew
    join crew_members member on member.crew_id = crew.id where crew.name = 'Lakeside' group by crew.id`);
  expect(rows).toEqual([{ name: "Lakeside", members: 2 }]);
  expect(await saveStep(staff(), "crews", { ...form, members: "Ruth" })).toMatchObject({
    reason: "invalid",
    errors: { name: expect.stringContaining("Lakeside") },
  });
});
