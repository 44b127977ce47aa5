import { beforeEach, expect, test } from "vitest";
import { readSettings } from "~/features/operations/settings/queries.server";
import { testWorld } from "../../../../tests/support/ctx";
import { aColleague } from "../../../../tests/support/staff";
import { saveLimits } from "./save-limits.server";

const world = await testWorld();
const { pool, ctx, clear } = world;

beforeEach(() => clear());

const stored = async () => {
  const settings = await readSettings(ctx());
  return [settings["users.refund_limit_manager"], settings["users.refund_limit_bookkeeper"]];
};
const FORM = { refund_limit_manager: "", refund_limit_bookkeeper: "20" };

test("an owner sets all limits, and the audit trail has them before and after", async () => {
  const olga = await aColleague(world, "owner", "Olga");
  expect(await saveLimits(olga(), FORM, null)).toEqual({ ok: true, changed: true });
  expect(await stored()).toEqual([null, 2000]);
  expect(await saveLimits(olga(), FORM, null)).toEqual({ ok: true, changed: false });
  const { rows } = await pool.query("select details from audit_log where action = 'settings.updated'");
  expect(rows).toEqual([
    {
      details: {
        before: { refund_limit_manager: 50_000, refund_limit_bookkeeper: 10_000 },
        after: { refund_limit_manager: null, refund_limit_bookkeeper: 2000 },
      },
    },
  ]);
});

test("a manager can't raise their own limit", async () => {
  const mona = await aColleague(world, "manager", "Mona");
  expect(await saveLimits(mona(), FORM, null)).toMatchObject({ ok: true });
  expect(await stored()).toEqual([50_000, 2000]);
});

test("of two who change one limit the second is told, and other fields are kept", async () => {
  const olga = await aColleague(world, "owner", "Olga");
  const seen = { refund_limit_manager: "500.00", refund_limit_bookkeeper: "100.00" };
  await saveLimits(olga(), { ...seen, refund_limit_manager: "600.00" }, seen);
  const second = { refund_limit_manager: "700.00", refund_limit_bookkeeper: "100.00" };
  expect(await saveLimits(olga(), second, seen)).toMatchObject({ reason: "changed" });
  expect(await saveLimits(olga(), { ...seen, refund_limit_bookkeeper: "90.00" }, seen)).toMatchObject({
    ok: true,
  });
  expect(await stored()).toEqual([60_000, 9000]);
});
