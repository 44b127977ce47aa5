import { Client } from "pg";
import { afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { parseActivity } from "~/features/activity/list";
import { readActivity, readRecentActivity } from "~/features/activity/list.server";
import { parseBookingList } from "~/features/booking/office-list";
import { readBookingList } from "~/features/booking/office-list.server";
import { readCustomer } from "~/features/customers/customer.server";
import { parseCustomerList } from "~/features/customers/list";
import { readCustomerList } from "~/features/customers/list.server";
import { parseOrderList } from "~/features/payments/office-list";
import { readOrderList } from "~/features/payments/office-list.server";
import { readAttention } from "~/features/reports/attention.server";
import { readDashboard } from "~/features/reports/dashboard.server";
import { readToday } from "~/features/reports/today.server";
import { readBoard } from "~/features/schedule/board.server";
import { fillOffice } from "../../../bench/office-data";
import { idOf } from "../../../bench/office-past";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";

const BOOKINGS = 20_000;
/** The tables that grow with the past. */
const BIG = [
  "bookings",
  "orders",
  "refunds",
  "audit_log",
  "users",
  "profiles",
  "properties",
  "reviews",
  "search_texts",
];

const world = await testWorld({ now: new Date().toISOString() });
const { pool } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;
const sizes = new Map<string, number>();
let regular: string;

beforeAll(async () => {
  const { superuser } = inject("postgres");
  const { rows } = await pool.query("select current_database() as database");
  const client = new Client({ ...superuser, database: rows[0].database });
  await client.connect();
  await fillOffice(client, { customers: BOOKINGS / 2, bookings: BOOKINGS });
  await client.end();
  staff = await staffCtx(world);
  for (const table of BIG) {
    const { rows } = await pool.query(`select count(*)::int as count from ${table}`);
    sizes.set(table, rows[0].count);
  }
  regular = (await pool.query(`select ${idOf("person", "20")} as id`)).rows[0].id;
}, 120_000);

afterEach(() => vi.restoreAllMocks());

type Query = { text: string; values?: unknown[] };
type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
};

/** The statements that are sent while something is read. */
async function statementsOf(read: () => Promise<unknown>): Promise<Query[]> {
  const sent: Query[] = [];
  const query = pool.query.bind(pool);
  vi.spyOn(pool, "query").mockImplementation(((config: Query, values?: unknown[]) => {
    sent.push({ text: config.text, values });
    return query(config, values);
  }) as typeof pool.query);
  await read();
  vi.restoreAllMocks();
  return sent;
}

/** Where a statement reads a third of a big table or more, with an index or without. */
async function wholeTables({ text, values }: Query): Promise<string[]> {
  const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values);
  return nodesOf(rows[0]["QUERY PLAN"][0].Plan).flatMap((node) => {
    const table = node["Relation Name"] ?? "";
    const size = sizes.get(table);
    if (!size) return [];
    const each =
      node["Actual Rows"] +
      (node["Rows Removed by Filter"] ?? 0) +
      (node["Rows Removed by Index Recheck"] ?? 0);
    const read = each * node["Actual Loops"];
    return read >= size / 3 ? [`${node["Node Type"]} of ${read} rows of ${table}: ${text}`] : [];
  });
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

async function expectNoWholeTable(read: () => Promise<unknown>): Promise<void> {
  const statements = await statementsOf(read);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) expect(await wholeTables(statement)).toEqual([]);
}

test("a table that is read whole is noticed", async () => {
  const found = await wholeTables({ text: "select max(total_amount + 1) from bookings" });
  expect(found).toEqual([expect.stringContaining(`Scan of ${BOOKINGS} rows of bookings`)]);
});

const SEARCHES = ["grace smith", "quackenbush", "xanthippe", "qx", "road", "gilford", "pittsfield"];

describe("no big table is read whole for", () => {
  test.each([
    "",
    "sort=amount",
    "sort=-amount",
    "status=cancelled",
    "status=pending",
    ...SEARCHES.map((q) => `q=${q}`),
    "q=smith",
    "q=concord",
    "q=deep",
    "q=smith&status=cancelled",
    "q=road&status=cancelled",
    "q=smith&sort=amount",
  ])("bookings with ?%s, nor for what comes after them", async (search) => {
    const ask = (more = "") => readBookingList(staff(), parseBookingList(new URLSearchParams(search + more)));
    await expectNoWholeTable(() => ask());
    const { next } = await ask();
    if (next) await expectNoWholeTable(() => ask(`&after=${encodeURIComponent(`${next.id}~${next.value}`)}`));
  });

  test("bookings in the middle of the list", async () => {
    const { rows } = await pool.query(
      "select id, starts_at from bookings order by starts_at offset $1 limit 1",
      [BOOKINGS / 2],
    );
    const after = `after=${rows[0].id}~${rows[0].starts_at.toISOString()}`;
    await expectNoWholeTable(() => readBookingList(staff(), parseBookingList(new URLSearchParams(after))));
  });

  test.each(["", "status=failed", ...SEARCHES.map((q) => `q=${q}`), "q=smith&status=failed", "q=3f2a9c10"])(
    "orders with ?%s",
    async (search) => {
      await expectNoWholeTable(() => readOrderList(staff(), parseOrderList(new URLSearchParams(search))));
    },
  );

  test.each(["", "q=smith", "q=quackenbush", "q=person-777@", "q=(603) 12"])(
    "customers with ?%s",
    async (search) => {
      await expectNoWholeTable(() =>
        readCustomerList(staff(), parseCustomerList(new URLSearchParams(search))),
      );
    },
  );

  test.each([
    "",
    "actor=customers",
    "actor=system",
    "entity=order",
    "entity=crew&actor=customers",
    "day=2026-01-05",
    "q=3f2a",
  ])("activity with ?%s", async (search) => {
    await expectNoWholeTable(() => readActivity(staff(), parseActivity(new URLSearchParams(search))));
  });

  test("one customer, the dashboard and the schedule", async () => {
    expect(await readCustomer(staff(), regular)).not.toBeNull();
    await expectNoWholeTable(() => readCustomer(staff(), regular));
    await expectNoWholeTable(() => readDashboard(staff()));
    await expectNoWholeTable(() => readToday(staff()));
    await expectNoWholeTable(() => readAttention(staff()));
    await expectNoWholeTable(() => readRecentActivity(staff(), 8));
    await expectNoWholeTable(() => readBoard(staff(), new URLSearchParams("view=day")));
    await expectNoWholeTable(() => readBoard(staff(), new URLSearchParams("view=week")));
  });
});
