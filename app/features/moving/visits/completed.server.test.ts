import { beforeEach, describe, expect, test } from "vitest";
import { readPayWeek } from "~/features/fieldwork/pay/queries.server";
import { answerConflicts } from "~/features/moving/mapping.server";
import { undoImport } from "~/features/moving/undo.server";
import { inviteReviews } from "~/features/reviews/invite.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { ahead, CUSTOMERS, visitsFile } from "../../../../tests/support/imported-visits";
import { dryRun, importFile, viewOf } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";
import { startCommit } from "../commit.server";

const world = await testWorld();
const { pool, queues, clear, clock, ctx } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  await importFile(world, staff(), CUSTOMERS);
});

const rowsOf = async (query: string) => (await pool.query(query)).rows;
const imported = (...rows: string[][]) => importFile(world, staff(), visitsFile(...rows));
const dry = (...rows: string[][]) => dryRun(world, staff(), visitsFile(...rows));
const commit = async (id: string) => {
  expect(await startCommit(staff(), id)).toEqual({ ok: true });
  await queues.run("commit-import");
};
const firstRow = async (id: string) => (await viewOf(staff(), id)).rows[0];
const visits = () =>
  rowsOf(`select b.status, history_of, c.name as crew, scheduled_date::text as day, total_amount, price_lines
    from bookings b left join crews c on c.id = crew_id order by starts_at`);
const orders = () => rowsOf("select status, amount, due from orders");

/** A visit of June 10 that was laid here, on the day after it. */
const laid = async (cells: Parameters<typeof ahead>[0] = {}) => {
  const id = await imported(ahead(cells));
  clock.set("2026-06-11T16:00:00Z");
  return id;
};
const done = (cells: Parameters<typeof ahead>[0] = {}) => ahead({ Status: "Completed", ...cells });

const HISTORY = { status: "completed", history_of: "other", crew: null, total_amount: 15_000 };
const LAID = { status: "confirmed", history_of: null, crew: "Birch crew", total_amount: 15_000 };

describe("a newer file that says a visit which was laid here took place there", () => {
  test("is shown before, and makes it history for which nothing is owed", async () => {
    await laid();
    const id = await dry(done({ Paid: "Paid" }));
    expect(await firstRow(id)).toMatchObject({
      verdict: "changed",
      facts: expect.arrayContaining([["Goes into", "The customer’s history, not the calendar"]]),
      reason: "It took place there: it becomes history, and nothing is owed for it here.",
    });
    await commit(id);
    expect(await visits()).toMatchObject([HISTORY]);
    expect(await orders()).toEqual([{ status: "completed", amount: 0, due: 0 }]);
  });

  test("keeps its whole price in the list, also where it had been paid there before", async () => {
    await laid({ Paid: "Paid" });
    await imported(done({ Paid: "Paid" }));
    expect(await visits()).toMatchObject([
      { ...HISTORY, price_lines: [{ label: "Regular Cleaning", amount: 15_000 }] },
    ]);
  });

  test("asks for no pay and no review", async () => {
    await laid();
    await imported(done());
    expect((await readPayWeek(staff(), "2026-06-08", null)).unknown).toEqual([]);
    await inviteReviews(ctx());
    expect(await rowsOf("select from mails")).toEqual([]);
  });

  test("follows the day and the price that it had in the end", async () => {
    await laid();
    await imported(done({ Date: "6/9/2026", Total: "$180.00" }));
    expect(await visits()).toMatchObject([{ ...HISTORY, day: "2026-06-09", total_amount: 18_000 }]);
    expect(await orders()).toEqual([{ status: "completed", amount: 0, due: 0 }]);
  });

  test("changes nothing the second time", async () => {
    await laid();
    await imported(done());
    expect((await viewOf(staff(), await imported(done()))).counts).toMatchObject({ same: 1, changed: 0 });
    expect(await visits()).toMatchObject([HISTORY]);
  });

  test("can be undone, and the visit is as it was, with its crew and what is owed", async () => {
    await laid();
    await pool.query("update bookings set needs_attention = 'The dog bites.'");
    const before = await visits();
    const id = await imported(done());
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await visits()).toEqual(before);
    expect(await rowsOf("select needs_attention from bookings")).toEqual([
      { needs_attention: "The dog bites." },
    ]);
    expect(await orders()).toEqual([{ status: "pending", amount: 15_000, due: 15_000 }]);
  });

  test("waits for a visit that is not over here", async () => {
    await imported(ahead());
    const id = await imported(done());
    expect((await viewOf(staff(), id)).counts).toMatchObject({ same: 1 });
    expect(await visits()).toMatchObject([LAID]);
  });

  test("leaves a visit that was paid here as it is, and says what to do", async () => {
    await laid();
    await pool.query(
      "insert into charges (order_id, purpose, status, amount, currency, provider, completed_at) select id, 'office', 'completed', 15000, 'USD', 'office-cash', now() from orders",
    );
    expect(await firstRow(await imported(done()))).toMatchObject({
      verdict: "same",
      reason: "It took place there, and was paid here. Set it to Completed on its page.",
    });
    expect(await visits()).toMatchObject([LAID]);
  });

  test("leaves a visit as it is where its crew used its phone, and says what to do", async () => {
    await laid();
    await pool.query(
      `with member as (insert into crew_members (crew_id, name) select crew_id, 'Ana' from bookings returning id)
       insert into visit_events (id, booking_id, member_id, kind, members, happened_at, phone_at, received_at)
       select gen_random_uuid(), b.id, member.id, 'started', array[member.id], starts_at, starts_at, starts_at
       from bookings b, member`,
    );
    expect(await firstRow(await imported(done()))).toMatchObject({
      verdict: "same",
      reason: "It took place there, and its crew was there with its phone. Set it to Completed on its page.",
    });
    expect(await visits()).toMatchObject([LAID]);
  });

  test("leaves a visit cancelled that was cancelled here, and says so", async () => {
    await laid();
    await pool.query("update bookings set status = 'cancelled', cancelled_at = now()");
    expect(await firstRow(await imported(done()))).toMatchObject({
      verdict: "same",
      reason: "It is cancelled here. The file says that it took place: book it anew if it did.",
    });
  });
});

describe("a visit that took place there and is not paid", () => {
  const unpaid = done({ Paid: "Unpaid" });

  test("is a conflict, because history owes nothing", async () => {
    await laid();
    const id = await dry(unpaid);
    expect(await firstRow(id)).toMatchObject({
      verdict: "conflict",
      differences: [{ field: "Status", ours: "Takes place", theirs: "Took place, and is not paid" }],
    });
    expect(await startCommit(staff(), id)).toMatchObject({ ok: false });
  });

  test("stays owed here if the office keeps ours, and isn’t asked about again", async () => {
    await laid();
    const id = await dry(unpaid);
    await answerConflicts(staff(), { id, line: 2, answer: "ours" });
    await commit(id);
    expect(await visits()).toMatchObject([LAID]);
    expect(await orders()).toEqual([{ status: "pending", amount: 15_000, due: 15_000 }]);
    expect((await viewOf(staff(), await dry(unpaid))).counts).toMatchObject({ same: 1, conflict: 0 });
  });

  test("becomes history if the office takes theirs", async () => {
    await laid();
    const id = await dry(unpaid);
    await answerConflicts(staff(), { id, line: 2, answer: "theirs" });
    await commit(id);
    expect(await visits()).toMatchObject([HISTORY]);
    expect(await orders()).toEqual([{ status: "completed", amount: 0, due: 0 }]);
  });
});
