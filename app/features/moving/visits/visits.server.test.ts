import { beforeEach, describe, expect, test } from "vitest";
import { readPayments } from "~/features/customers/office/payments.server";
import { commitBatch, startCommit } from "~/features/moving/commit.server";
import { answerConflicts, chooseValues, switchMails } from "~/features/moving/mapping.server";
import { readImports } from "~/features/moving/queries.server";
import { readDue } from "~/features/notifications/reminders/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import { setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { ahead, aVisit, CUSTOMERS, visitsFile } from "../../../../tests/support/imported-visits";
import { csvText, dryRun, importFile, viewOf } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";

const world = await testWorld();
const { pool, queues, clear, clock, ctx } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  await importFile(world, staff(), CUSTOMERS);
});

const rowsOf = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows;
const visits = () =>
  rowsOf(`select b.*, c.name as crew, customer.first_name, scheduled_date::text as day from bookings b
    left join crews c on c.id = crew_id left join customers customer on customer.id = b.customer_id order by starts_at, b.number`);
const crewId = async (name: string) => (await rowsOf("select id from crews where name = $1", [name]))[0].id;
const commit = async (id: string) => {
  const outcome = await startCommit(staff(), id);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  await queues.run("commit-import");
};
const dry = (...rows: string[][]) => dryRun(world, staff(), visitsFile(...rows));
const imported = (...rows: string[][]) => importFile(world, staff(), visitsFile(...rows));
const sizes = async () =>
  (
    await rowsOf(`select (select count(*)::int from bookings) as bookings, (select count(*)::int from orders) as orders,
      (select count(*)::int from order_lines) as lines, (select count(*)::int from import_visits) as links`)
  )[0];

describe("a visit that took place", () => {
  test("becomes history of the customer and the home, at its own price, and moves no money", async () => {
    const id = await imported(aVisit({ Tax: "$10.00" }));
    expect(await viewOf(staff(), id)).toMatchObject({ state: "committed", subject: "visits", added: 1 });
    const [visit] = await visits();
    expect(visit).toMatchObject({
      ...{ first_name: "Ruth", status: "completed", history_of: "other", crew: null, day: "2026-03-04" },
      ...{
        total_amount: 14_000,
        tax_amount: 1_000,
        duration_hours: "2.50",
        address_line1: "14 Barnstead Rd",
      },
      price_lines: [
        { kind: "service", label: "Regular Cleaning", amount: 14_000 },
        { kind: "tax", label: "Tax", amount: 1_000 },
      ],
    });
    expect(visit.property_id).not.toBeNull();
    expect(visit.created_at).toEqual(visit.starts_at);
    expect(await sizes()).toMatchObject({ orders: 0, lines: 0 });
    expect(await readPayments(staff().db, visit.customer_id, 10)).toEqual([]);
    expect(
      await rowsOf("select coalesce(sum(amount), 0)::int as sum from figures where kind <> 'bookings'"),
    ).toEqual([{ sum: 0 }]);
    expect(await rowsOf("select from mails")).toEqual([]);
  });

  test("that was cancelled is cancelled here", async () => {
    await imported(aVisit({ Status: "Cancelled by customer" }));
    expect(await visits()).toMatchObject([{ status: "cancelled", history_of: "other" }]);
  });

  test("in the same hour as another one of its crew stands beside it", async () => {
    const id = await imported(aVisit(), aVisit({ "Booking ID": "502", Email: "paul@mail.example" }));
    expect((await viewOf(staff(), id)).counts).toMatchObject({ new: 2, conflict: 0 });
    expect(await visits()).toHaveLength(2);
  });
});

describe("a visit to come", () => {
  test("is laid into its crew's day, and owed like one that was booked by phone", async () => {
    await imported(ahead({ Tax: "$10.00", Extras: "Inside fridge", Notes: "Ring twice." }));
    const [visit] = await visits();
    expect(visit).toMatchObject({
      ...{ status: "confirmed", history_of: null, crew: "Birch crew", scheduled_time: "10:00:00" },
      notes: "Extras: Inside fridge\n\nRing twice.",
    });
    expect(await rowsOf("select provider, status, amount, due from orders")).toEqual([
      { provider: "office", status: "pending", amount: 15_000, due: 15_000 },
    ]);
    expect(await rowsOf("select from mails")).toEqual([]);
  });

  test("that was paid in the other program asks for nothing", async () => {
    await imported(ahead({ Paid: "Paid" }));
    expect(await rowsOf("select status, amount, due, charged from orders")).toEqual([
      { status: "completed", amount: 0, due: 0, charged: 0 },
    ]);
    expect(await visits()).toMatchObject([{ total_amount: 0, status: "confirmed" }]);
  });

  test("gets no reminder until emails of its import are switched on", async () => {
    const id = await imported(ahead({ Date: "6/2/2026" }));
    clock.set("2026-06-01T18:00:00Z");
    expect(await readDue(ctx().db, ctx().now)).toEqual([]);
    const held = async () => (await readImports(staff())).map((run) => run.held).sort();
    expect(await held()).toEqual(["emails", "reminders"]);
    await switchMails(staff(), { id, on: true });
    expect(await held()).toEqual(["emails", null]);
    expect(await readDue(ctx().db, ctx().now)).toHaveLength(1);
  });

  test("without a start time, of an unknown customer or service is a bad row with a reason", async () => {
    const id = await dry(
      ahead({ "Start time": "" }),
      ahead({ "Booking ID": "602", Email: "nobody@mail.example", "Full name": "No Body" }),
      ahead({ "Booking ID": "603", Service: "Window polish" }),
      ahead({ "Booking ID": "604", Date: "6/30/2026" }),
      ahead({ "Booking ID": "604", Date: "7/1/2026" }),
    );
    const { rows, unknown } = await viewOf(staff(), id);
    expect(rows.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ["bad", expect.stringContaining("no start time")],
      ["bad", expect.stringContaining("Import the customers first")],
      ["bad", expect.stringContaining("“Window polish” is not one of yours")],
      ["new", null],
      ["bad", "Line 5 is about the same visit."],
    ]);
    expect(unknown).toEqual([{ field: "service", value: "Window polish", rows: 1, name: "choice_0" }]);
  });

  test("gets the service and the crew that were chosen for its values, also in the next file", async () => {
    const row = ahead({ Service: "Std clean", Team: "Team Blue" });
    const id = await dry(row);
    const { unknown } = await viewOf(staff(), id);
    expect(unknown.map(({ value }) => value)).toEqual(["Team Blue", "Std clean"]);
    const fields = {
      ...{ choice_0_value: "Team Blue", choice_0: await crewId("Maple crew") },
      ...{ choice_1_value: "Std clean", choice_1: "deep-cleaning" },
    };
    expect(await chooseValues(staff(), { id, fields })).toEqual({ ok: true });
    await queues.run("check-import");
    expect(await viewOf(staff(), id)).toMatchObject({ unknown: [], counts: { new: 1 } });
    const next = await dry(
      row,
      ahead({ "Booking ID": "602", Date: "6/11/2026", Service: "Std clean", Team: "Team Blue" }),
    );
    expect((await viewOf(staff(), next)).counts).toMatchObject({ new: 2 });
    await commit(next);
    expect(await visits()).toMatchObject([
      { crew: "Maple crew", service_id: "deep-cleaning" },
      { crew: "Maple crew", service_id: "deep-cleaning" },
    ]);
  });
});

describe("a clash", () => {
  /** A visit of ours at 10:00 AM on June 10 by the Birch crew. */
  const ours = async () => {
    await confirmedVisit(ctx(), pool, { time: "10:00 AM" });
    await pool.query("update bookings set crew_id = $1", [await crewId("Birch crew")]);
  };
  const whyOf = async (id: string) =>
    (await viewOf(staff(), id)).rows.map(({ verdict, clash, reason }) => ({ verdict, clash, reason }));

  test("with a visit of ours is shown, and keeps the import from starting", async () => {
    await ours();
    const id = await dry(ahead());
    expect(await whyOf(id)).toEqual([
      {
        verdict: "conflict",
        clash: "busy",
        reason: expect.stringMatching(/^Its crew has Regular Cleaning #\d+ then\.$/),
      },
    ]);
    expect(await viewOf(staff(), id)).toMatchObject({ unanswered: 1, answers: ["skip", "crew", "nobody"] });
    expect(await startCommit(staff(), id)).toMatchObject({ ok: false, reason: "refused" });
  });

  test.each([
    ["skip", []],
    ["crew", ["Maple crew"]],
    ["nobody", [null]],
  ] as const)("answered with %s lays these crews: %j", async (answer, crews) => {
    await ours();
    const id = await dry(ahead());
    expect(await answerConflicts(staff(), { id, line: "all", answer })).toEqual({ ok: true, count: 1 });
    await commit(id);
    expect(
      (await visits())
        .filter(({ draft_id, request_hash }) => !(draft_id ?? request_hash))
        .map(({ crew }) => crew),
    ).toEqual(crews);
  });

  test("can't be answered in a way that puts two visits on one crew", async () => {
    await ours();
    const id = await dry(ahead());
    expect(await answerConflicts(staff(), { id, line: "all", answer: "anyway" })).toEqual({
      ok: true,
      count: 0,
    });
    expect(await answerConflicts(staff(), { id, line: 2, answer: "theirs" })).toEqual({ ok: true, count: 0 });
  });

  test("with an earlier row of the file, with time off, a closure and the opening hours is found", async () => {
    const birch = await crewId("Birch crew");
    await pool.query(
      "insert into crew_time_off (crew_id, first_day, last_day) values ($1, '2026-06-12', '2026-06-12')",
      [birch],
    );
    await pool.query("insert into closures (date) values ('2026-06-15')");
    const week = JSON.stringify(Array.from({ length: 7 }, () => ({ opens: "08:00", last_finish: "18:00" })));
    await setSetting(pool, "hours.week", week);
    const id = await dry(
      ahead(),
      ahead({ "Booking ID": "602", "Start time": "12:00 PM", Email: "paul@mail.example" }),
      ahead({ "Booking ID": "603", Date: "6/12/2026" }),
      ahead({ "Booking ID": "604", Date: "6/15/2026" }),
      ahead({ "Booking ID": "605", Date: "6/16/2026", "Start time": "5:00 PM" }),
    );
    expect(await whyOf(id)).toEqual([
      { verdict: "new", clash: null, reason: null },
      { verdict: "conflict", clash: "busy", reason: "Its crew has the visit of line 2 then." },
      { verdict: "conflict", clash: "off", reason: "Birch crew is off on Jun 12, 2026." },
      { verdict: "conflict", clash: "closed", reason: "Closed on Jun 15, 2026." },
      { verdict: "conflict", clash: "closed", reason: "Ends after 6:00 PM." },
    ]);
    await answerConflicts(staff(), { id, line: "all", answer: "anyway" });
    await answerConflicts(staff(), { id, line: "all", answer: "crew" });
    await commit(id);
    expect((await visits()).map(({ day, crew, override_reason }) => [day, crew, override_reason])).toEqual([
      ["2026-06-10", "Birch crew", null],
      ["2026-06-10", "Maple crew", null],
      ["2026-06-12", "Birch crew", "Imported from the other program: Birch crew is off on Jun 12, 2026."],
      ["2026-06-15", "Birch crew", "Imported from the other program: Closed on Jun 15, 2026."],
      ["2026-06-16", "Birch crew", "Imported from the other program: Ends after 6:00 PM."],
    ]);
  });

  test("with time off that a newer file’s time runs into is laid with the reason why", async () => {
    await imported(ahead());
    await pool.query(
      "insert into crew_time_off (crew_id, first_day, last_day) values ($1, '2026-06-12', '2026-06-12')",
      [await crewId("Birch crew")],
    );
    const id = await dry(ahead({ Date: "6/12/2026" }));
    await answerConflicts(staff(), { id, line: "all", answer: "anyway" });
    await commit(id);
    expect(await visits()).toMatchObject([
      { day: "2026-06-12", override_reason: expect.stringContaining("Birch crew is off") },
    ]);
  });

  test("that came up after the dry run leaves the row out, with its reason", async () => {
    const id = await dry(ahead());
    await ours();
    await commit(id);
    expect(await visits()).toHaveLength(1);
    expect((await viewOf(staff(), id)).rows[0]?.reason).toMatch(
      /^Left out: Its crew has .* came up after the dry run/,
    );
  });
});

describe("a visit of somebody whom the row names only", () => {
  const named = (...address: string[]) =>
    csvText(
      ["Full name", "Service", "Date", "Start time", "Street", "City", "State", "ZIP code"],
      ["Ruth Merrill", "Regular Cleaning", "6/10/2026", "10:00 AM", ...address],
    );

  test("is of the customer of that name who has the home", async () => {
    await importFile(world, staff(), named("14 Barnstead Rd", "Pittsfield", "NH", "03263"));
    expect(await visits()).toMatchObject([{ first_name: "Ruth", address_line1: "14 Barnstead Rd" }]);
  });

  test("at another home is a bad row: it may be a namesake’s", async () => {
    const id = await dryRun(world, staff(), named("5 Oak St", "Concord", "NH", "03301"));
    expect((await viewOf(staff(), id)).rows[0]).toMatchObject({
      verdict: "bad",
      reason: expect.stringContaining("This customer is not here"),
    });
  });
});

describe("another file", () => {
  test.each([
    ["a cancelled visit", ahead({ Status: "Cancelled" }), ahead()],
    ["a visit that took place", aVisit(), aVisit({ Date: "6/10/2026", Status: "Upcoming" })],
  ])("that lets %s come leaves it as it is, and says what to do", async (_what, first, second) => {
    await imported(first);
    const before = await visits();
    const id = await dry(second);
    expect((await viewOf(staff(), id)).rows[0]).toMatchObject({
      verdict: "bad",
      reason: expect.stringContaining("Book it by phone"),
    });
    expect(await startCommit(staff(), id)).toMatchObject({ ok: false });
    expect(await visits()).toEqual(before);
  });

  test("that is the same adds nothing", async () => {
    await imported(aVisit(), ahead());
    const before = await sizes();
    const id = await imported(aVisit(), ahead());
    expect((await viewOf(staff(), id)).counts).toEqual({ new: 0, changed: 0, conflict: 0, same: 2, bad: 0 });
    expect(await sizes()).toEqual(before);
  });

  test("that is newer moves, cancels and prices what nobody changed here", async () => {
    await imported(
      ahead(),
      ahead({ "Booking ID": "602", Date: "6/11/2026" }),
      ahead({ "Booking ID": "603", Date: "6/12/2026" }),
    );
    const id = await imported(
      ahead({ "Start time": "1:00 PM" }),
      ahead({ "Booking ID": "602", Date: "6/11/2026", Status: "Cancelled" }),
      ahead({ "Booking ID": "603", Date: "6/12/2026", Total: "$180.00" }),
      ahead({ "Booking ID": "604", Date: "6/13/2026" }),
    );
    expect((await viewOf(staff(), id)).counts).toEqual({ new: 1, changed: 3, conflict: 0, same: 0, bad: 0 });
    expect(
      (await visits()).map(({ scheduled_time, status, total_amount }) => [
        scheduled_time,
        status,
        total_amount,
      ]),
    ).toEqual([
      ["13:00:00", "confirmed", 15_000],
      ["10:00:00", "cancelled", 15_000],
      ["10:00:00", "confirmed", 18_000],
      ["10:00:00", "confirmed", 15_000],
    ]);
    expect(
      await rowsOf(
        "select o.status, amount, due from orders o join bookings b on b.id = booking_id order by starts_at",
      ),
    ).toEqual([
      { status: "pending", amount: 15_000, due: 15_000 },
      { status: "failed", amount: 15_000, due: 0 },
      { status: "pending", amount: 18_000, due: 18_000 },
      { status: "pending", amount: 15_000, due: 15_000 },
    ]);
  });

  test("that moves a visit which we moved, too, is a conflict that people answer", async () => {
    await imported(ahead());
    await pool.query(
      "update bookings set scheduled_time = '14:00', starts_at = starts_at + interval '4 hours', ends_at = ends_at + interval '4 hours', blocked = tstzrange(starts_at + interval '4 hours', upper(blocked) + interval '4 hours')",
    );
    const id = await dry(ahead({ "Start time": "1:00 PM" }));
    expect((await viewOf(staff(), id)).rows[0]).toMatchObject({
      verdict: "conflict",
      differences: [
        {
          field: "When",
          ours: expect.stringContaining("2:00 PM"),
          theirs: expect.stringContaining("1:00 PM"),
        },
      ],
    });
    await answerConflicts(staff(), { id, line: 2, answer: "theirs" });
    await commit(id);
    expect(await visits()).toMatchObject([{ scheduled_time: "13:00:00" }]);
  });

  test("changes nothing of a visit that was paid here", async () => {
    await imported(ahead());
    await pool.query(
      "insert into charges (order_id, purpose, status, amount, currency, provider, completed_at) select id, 'office', 'completed', 15000, 'USD', 'office-cash', now() from orders",
    );
    const id = await imported(ahead({ Total: "$180.00" }));
    expect((await viewOf(staff(), id)).rows[0]).toMatchObject({
      verdict: "same",
      reason: expect.stringContaining("paid here"),
    });
    expect(await visits()).toMatchObject([{ total_amount: 15_000 }]);
  });
});

test("a row that can’t be imported any more since the dry run says why", async () => {
  const id = await dry(
    ahead(),
    ahead({ "Booking ID": "602", Email: "paul@mail.example", Date: "6/11/2026" }),
  );
  await pool.query("update services set title = 'Weekly cleaning' where id = 'regular-cleaning'");
  await commit(id);
  await pool.query("update services set title = 'Regular Cleaning' where id = 'regular-cleaning'");
  expect(await visits()).toEqual([]);
  const { counts, rows } = await viewOf(staff(), id);
  expect(counts).toMatchObject({ new: 0, bad: 2 });
  expect(rows[0]?.reason).toContain("“Regular Cleaning” is not one of yours");
});

test("a killed import goes on where it stopped, and stores each visit once", async () => {
  const many = Array.from({ length: 450 }, (_, n) =>
    aVisit({ "Booking ID": String(n), Date: `${1 + (n % 5)}/${1 + (n % 28)}/2025` }),
  );
  const id = await dry(...many);
  expect(await startCommit(staff(), id)).toEqual({ ok: true });
  expect(await commitBatch(ctx(), id)).toBe(true);
  const first = (await visits()).length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(450);
  await queues.run("commit-import");
  expect(await sizes()).toMatchObject({ bookings: 450, links: 450 });
});
