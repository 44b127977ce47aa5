import { beforeEach, describe, expect, test } from "vitest";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { addCustomerNote } from "~/features/customers/office/notes.server";
import { cancelCommit, commitBatch, startCommit } from "~/features/moving/commit.server";
import { undoImport } from "~/features/moving/undo.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { ahead, aVisit, CUSTOMERS, visitsFile } from "../../../../tests/support/imported-visits";
import { dryRun, importFile, viewOf } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";

const world = await testWorld();
const { pool, clear, clock, ctx } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  await importFile(world, staff(), CUSTOMERS);
});

const imported = (...rows: string[][]) => importFile(world, staff(), visitsFile(...rows));
/** Everything that an import of visits may change, as text. */
async function everything() {
  const tables = ["bookings", "orders", "order_lines", "import_visits", "customers", "properties"];
  const parts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await pool.query(
        `select to_jsonb(t) - 'updated_at' - 'calendar_sequence' as row from ${table} t order by 1`,
      );
      return [table, rows.map(({ row }) => JSON.stringify(row))];
    }),
  );
  return Object.fromEntries(parts);
}

describe("undoing an import of visits", () => {
  test("leaves everything as it was", async () => {
    const before = await everything();
    const id = await imported(
      aVisit(),
      ahead(),
      ahead({ "Booking ID": "602", Date: "6/11/2026", Paid: "yes" }),
    );
    expect(await everything()).not.toEqual(before);
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await everything()).toEqual(before);
    expect((await viewOf(staff(), id)).state).toBe("undone");
  });

  test("of a newer file puts times, prices and cancellations back", async () => {
    await imported(ahead(), ahead({ "Booking ID": "602", Date: "6/11/2026" }), aVisit());
    const before = await everything();
    clock.set("2026-06-01T13:00:00Z");
    const id = await imported(
      ahead({ "Start time": "1:00 PM", Total: "$180.00" }),
      ahead({ "Booking ID": "602", Date: "6/11/2026", Status: "Cancelled" }),
      aVisit({ Total: "$99.00" }),
    );
    expect(await everything()).not.toEqual(before);
    clock.set("2026-06-01T14:00:00Z");
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await everything()).toEqual(before);
  });

  test("of a newer file is refused when the crew has another visit at the time that would come back", async () => {
    await imported(ahead());
    clock.set("2026-06-01T13:00:00Z");
    const id = await imported(ahead({ "Start time": "2:00 PM" }));
    clock.set("2026-06-01T14:00:00Z");
    await imported(ahead({ "Booking ID": "602", Email: "paul@mail.example" }));
    const before = await everything();
    expect(await undoImport(staff(), id)).toMatchObject({
      ...{ ok: false, reason: "depended on", count: 1 },
      dependents: [
        { what: expect.stringMatching(/^another visit of its crew at the time that visit #\d+ had$/) },
      ],
    });
    expect(await everything()).toEqual(before);
  });

  test("of a newer file makes an order ask again for what it had said was paid", async () => {
    await imported(ahead());
    const before = await everything();
    clock.set("2026-06-01T13:00:00Z");
    const id = await imported(ahead({ Paid: "Paid" }));
    const { rows } = await pool.query("select status, amount from orders");
    expect(rows).toEqual([{ status: "completed", amount: 0 }]);
    clock.set("2026-06-01T14:00:00Z");
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await everything()).toEqual(before);
  });

  test("of a stopped import takes back what it had added, and the file can be imported again", async () => {
    const before = await everything();
    const rows = Array.from({ length: 250 }, (_, n) =>
      aVisit({ "Booking ID": String(n), Date: `1/${1 + (n % 28)}/2025` }),
    );
    const id = await dryRun(world, staff(), visitsFile(...rows));
    await startCommit(staff(), id);
    await commitBatch(ctx(), id);
    expect(await cancelCommit(staff(), id)).toEqual({ ok: true });
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await everything()).toEqual(before);
    await imported(...rows);
    expect((await everything()).bookings).toHaveLength(250);
  });

  test("is not hindered by what happens to its customers", async () => {
    const id = await imported(ahead());
    const { rows } = await pool.query("select customer_id from bookings");
    clock.set("2026-06-01T13:00:00Z");
    expect(
      await addCustomerNote(staff(), { customer_id: rows[0].customer_id, body: "Likes tea." }),
    ).toMatchObject({ ok: true });
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
  });

  test.each([
    [
      "a change of visit",
      () => pool.query("update bookings set notes = 'Ring.', updated_at = '2026-06-01T13:00:00Z'"),
    ],
    [
      "a change of visit",
      async () => {
        const { rows } = await pool.query("select id from bookings");
        return setBookingStatus(staff(), { id: rows[0].id, status: "cancelled" });
      },
    ],
    [
      "a payment of visit",
      () =>
        pool.query(
          "insert into charges (order_id, purpose, status, amount, currency, provider, completed_at) select id, 'office', 'completed', 15000, 'USD', 'office-cash', now() from orders",
        ),
    ],
    [
      "a re-clean of visit",
      () =>
        pool.query(`insert into bookings (re_clean_of, service_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked,
            status, total_amount, price_lines, policy, address_line1, city, state, zip_code)
          select id, service_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, status, 0, price_lines, policy,
            address_line1, city, state, zip_code from bookings`),
    ],
    ["a change of visit", () => imported(ahead({ Total: "$170.00" }))],
  ])("is refused after %s, and says so", async (what, happen) => {
    const id = await imported(ahead());
    clock.set("2026-06-01T13:00:00Z");
    await happen();
    const before = await everything();
    const outcome = await undoImport(staff(), id);
    expect(outcome).toMatchObject({ ok: false, reason: "depended on" });
    const said =
      !outcome.ok && outcome.reason === "depended on" ? outcome.dependents.map((one) => one.what) : [];
    expect(said.join("\n")).toContain(what);
    expect(await everything()).toEqual(before);
  });

  test("of the customers is refused as long as they have imported visits", async () => {
    await imported(ahead());
    const { rows } = await pool.query("select id from import_runs where subject = 'customers'");
    expect(await undoImport(staff(), rows[0].id)).toMatchObject({ ok: false, reason: "depended on" });
  });
});
