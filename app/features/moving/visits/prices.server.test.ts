import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { ahead, aVisit, CUSTOMERS, visitsFile } from "../../../../tests/support/imported-visits";
import { importFile, viewOf } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";

const world = await testWorld();
const { pool, clear, clock } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  await importFile(world, staff(), CUSTOMERS);
});

const imported = (...rows: string[][]) => importFile(world, staff(), visitsFile(...rows));
/** What the visit and its order say about its price, which must be the same. */
const prices = async () =>
  (
    await pool.query(`select total_amount + tax_amount as visit, tax_amount as tax, orders.amount as owed, due, orders.status,
      (select sum((line ->> 'amount')::int)::int from jsonb_array_elements(price_lines) line) as lines
      from bookings left join orders on booking_id = bookings.id`)
  ).rows;

describe("a visit to come", () => {
  test.each([
    [{ Paid: "$40.00" }, 11_000, 1_000],
    [{ Paid: "$145.00" }, 500, 500],
    [{ Paid: "No" }, 15_000, 1_000],
  ])("with %j owes %d cents here, with %d of tax", async (cells, owed, tax) => {
    await imported(ahead({ Tax: "$10.00", ...cells }));
    expect(await prices()).toEqual([{ visit: owed, tax, owed, due: owed, status: "pending", lines: owed }]);
  });

  test("that a newer file says is paid asks for nothing any more", async () => {
    await imported(ahead());
    const id = await imported(ahead({ Paid: "Paid" }));
    expect((await viewOf(staff(), id)).counts).toMatchObject({ changed: 1 });
    expect(await prices()).toMatchObject([{ visit: 0, owed: 0, due: 0, lines: 0 }]);
  });

  test("that is paid there stays paid when its price rises there", async () => {
    await imported(ahead({ Paid: "Paid" }));
    await imported(ahead({ Paid: "Paid", Total: "$180.00" }));
    expect(await prices()).toMatchObject([{ visit: 0, owed: 0, due: 0, lines: 0 }]);
  });

  test("that is not paid there after all is owed here", async () => {
    await imported(ahead({ Paid: "Paid" }));
    await imported(ahead({ Paid: "No" }));
    expect(await prices()).toMatchObject([{ visit: 15_000, owed: 15_000, due: 15_000, lines: 15_000 }]);
  });

  test.each([
    [4_000, "$160.00", 20_000],
    [-10_000, "$20.00", 0],
  ])("keeps a line of %d cents of staff when its price becomes %s", async (amount, Total, owed) => {
    await imported(ahead());
    await pool.query(
      `insert into order_lines (order_id, position, kind, label, amount) select id, 2, 'correction', 'By staff', $1 from orders`,
      [amount],
    );
    await imported(ahead({ Total }));
    expect(await prices()).toMatchObject([{ owed, due: owed }]);
  });
});

test("history that was paid or not keeps its whole price, also by a newer file", async () => {
  await imported(aVisit({ Tax: "$10.00", Paid: "No" }));
  const id = await imported(aVisit({ Tax: "$10.00", Paid: "Paid" }));
  expect((await viewOf(staff(), id)).counts).toMatchObject({ same: 1 });
  await imported(aVisit({ Tax: "$10.00", Total: "$180.00", Paid: "Paid" }));
  expect(await prices()).toEqual([
    { visit: 18_000, tax: 1_000, owed: null, due: null, status: null, lines: 18_000 },
  ]);
});
