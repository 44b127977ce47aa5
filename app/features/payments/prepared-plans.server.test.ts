import { beforeAll, expect, test } from "vitest";
import { expirePlanHolds } from "~/features/payments/checkout/sync.server";
import { readMonth } from "~/features/scheduling/availability/availability.server";
import { DAY, openSession, sessionState } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { nodesOf } from "../../../tests/support/explained";
import { openPlan } from "../../../tests/support/plans";
import { watchStatements } from "../../../tests/support/statements";
import { reconcilePayments } from "./settlement/reconcile.server";
import { settleSession } from "./settlement/settle.server";

/** Of these there are a handful, and each change of one is counted at once (db/migrations/0008_small_tables.sql). */
const SMALL = [
  "crews",
  "crew_hours",
  "crew_time_off",
  "closures",
  "storm_days",
  "services",
  "admin_settings",
];

/** Of these there are hardly any. */
const RARE = ["disputes"];

const { pool, sitePool, ctx, clock } = await testWorld();
const { statementsOf } = watchStatements(sitePool);
let statements: string[];

/** A visit that is booked, moved by its draft and paid, and the free slots beside it. */
beforeAll(async () => {
  const draft = crypto.randomUUID();
  const booked = await statementsOf(async () => {
    await openSession(ctx(), { time: "8:00 AM" }, draft);
    const session = await openSession(ctx(), { time: "2:00 PM" }, draft);
    await readMonth(ctx(), { month: DAY.slice(0, 7), minutes: 120, town: "Concord", draft_id: draft });
    await settleSession(ctx(), await sessionState(ctx(), session));
    const plan = crypto.randomUUID();
    await openPlan(ctx(), { time: "10:00 AM" }, plan);
    await openPlan(ctx(), { time: "12:00 PM" }, plan);
    await openSession(ctx(), { time: "4:00 PM" }, crypto.randomUUID());
    clock.set("2026-06-03T12:00:00Z");
    await openSession(ctx(), { time: "4:00 PM" }, crypto.randomUUID());
    await reconcilePayments(ctx());
    await expirePlanHolds(ctx());
  });
  statements = [...new Set(booked.statements)].filter((text) =>
    /^\s*(select|with|insert|update|delete)\b/.test(text),
  );
});

/** What is read whole where the values aren't known and an index would be taken at any price. */
async function readWhole(statement: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query(`explain (generic_plan, format json) ${statement}`);
    return nodesOf(rows[0]["QUERY PLAN"][0].Plan)
      .filter((node) => node["Node Type"] === "Seq Scan")
      .flatMap((node) => node["Relation Name"] ?? []);
  } finally {
    await client.query("reset enable_seqscan");
    client.release();
  }
}

/** An index of some rows only, say of what isn't cancelled, is of use where the statement says so itself and not a value of it. */
test("a plan that is made once, for any values, finds all rows of big tables by an index", async () => {
  expect(statements.length).toBeGreaterThan(15);
  const faults: unknown[] = [];
  for (const statement of statements) {
    const whole = (await readWhole(statement)).filter((table) => ![...SMALL, ...RARE].includes(table));
    if (whole.length > 0) faults.push([statement, whole]);
  }
  expect(faults).toEqual([]);
});

test("a table without a use for its index is noticed", async () => {
  expect(await readWhole("select from bookings where draft_id = $1 and status <> $2")).toEqual(["bookings"]);
});

test("what has few rows is counted again whenever one of them changes", async () => {
  const { rows } = await pool.query(
    "select relname from pg_class where relname = any($1) and 'autovacuum_analyze_threshold=0' = any(reloptions)",
    [SMALL],
  );
  expect(rows.map(({ relname }) => relname).sort()).toEqual(SMALL.toSorted());
});
