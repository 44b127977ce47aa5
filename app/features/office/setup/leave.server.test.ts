import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { asOwnerAt } from "~/platform/database/database.server";
import { seedSite } from "../../../../db/seed/site";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { leaveDemo } from "./leave.server";

const world = await testWorld();
const { pool, clear, clock, connection } = world;
const OWNER = {
  company_name: "Lakeside Home Care",
  first_name: "Dana",
  last_name: "Reed",
  email: "dana@lakeside.example",
  password: "quiet harbor lamp",
};
/** The account that ADMIN_EMAIL makes on every fresh site. */
const BOSS = "boss@lakeside.example";
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  await pool.query("insert into admin_settings (category, key, value) values ('site', 'kind', 'demo')");
  const owner = await staffCtx(world);
  staff = () => ({ ...owner(), actor: { ...owner().actor, session_id: randomUUID() } });
});

const leave = (changes: Partial<typeof OWNER> = {}) =>
  leaveDemo(
    staff(),
    {
      asOwner: asOwnerAt(connection),
      auth: world.ctx().auth,
      seed: async (tx, kind) => {
        await seedSite(tx, { kind, email: undefined, now: clock.now });
        await tx.execute(`insert into users (name, email) values ('Boss', '${BOSS}')`);
      },
    },
    { ...OWNER, ...changes },
  );

const count = async (what: string) =>
  (await pool.query(`select count(*)::int as count from ${what}`)).rows[0].count;

test("the form that ends the demo, sent twice at once, empties the site once", async () => {
  const outcomes = await Promise.all([leave(), leave({ company_name: "Lakeside Again" })]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes).toContainEqual({ ok: false, reason: "no demo" });
  expect(await count("audit_log where action = 'site.reset'")).toBe(1);
  expect(await count("backups")).toBeGreaterThan(0);
});

test("an owner who types the email of another account of the fresh site is told so, and the demo stays", async () => {
  expect(await leave({ email: BOSS })).toEqual({ ok: false, reason: "taken" });
  expect(await count("admin_settings where category = 'site' and value = 'demo'")).toBe(1);
  expect(await count(`users where email = '${BOSS}'`)).toBe(0);
  expect((await leave()).ok).toBe(true);
});
