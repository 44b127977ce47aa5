import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { editHours } from "~/features/fieldwork/hours/edit.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { testWorld } from "../../../../tests/support/ctx";
import { startPlan } from "../../../../tests/support/plans";
import { aColleague, staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { adjustPay } from "./adjust.server";
import { approveWeek, reopenWeek } from "./approve.server";
import type { Rate } from "./pay";
import { exportWeek, readMemberWeek, readPayWeek } from "./queries.server";
import { saveRate } from "./save-rate.server";

const world = await testWorld();
const { pool, ctx, clock } = world;

/** The week of Wednesday, June 10, 2026; New York is at UTC-4. */
const MONDAY = "2026-06-08";
const NEXT = "2026-06-15";

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await world.clear();
});

const HOURLY: Rate = {
  from_day: "2026-06-01",
  kind: "hour",
  cents: 2000,
  pays_drive: false,
  pays_break: false,
};

async function aMember(name: string, crew_id: string): Promise<string> {
  const { rows } = await pool.query("insert into crew_members (crew_id, name) values ($1, $2) returning id", [
    crew_id,
    name,
  ]);
  return rows[0].id;
}

/** A tap at a visit on June 10, in company time; `received` later than it happened, if given. */
async function tap(
  { booking_id, members }: { booking_id: string; members: string[] },
  kind: string,
  time: string,
  received = `2026-06-10T${time}:00-04:00`,
) {
  await pool.query(
    `insert into visit_events (id, booking_id, member_id, kind, members, happened_at, phone_at, received_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $5, $6)`,
    [booking_id, members[0], kind, members, `2026-06-10T${time}:00-04:00`, received],
  );
}

/** A completed visit of 8:00 AM ($159.00) where Ana and Ben were for two hours, unless the finish is left out. */
async function aWeek({ finished = true } = {}) {
  const owner = await staffCtx(world);
  const visit = await confirmedVisit(ctx(), pool);
  const ana = await aMember("Ana Flores", visit.crew_id);
  const ben = await aMember("Ben Tuttle", visit.crew_id);
  const there = { booking_id: visit.id as string, members: [ana, ben] };
  await tap(there, "on_my_way", "07:30");
  await tap(there, "started", "08:00");
  if (finished) await tap(there, "finished", "10:00");
  await pool.query("update bookings set status = 'completed' where id = $1", [visit.id]);
  clock.set("2026-06-16T12:00:00Z");
  await saveRate(owner(), { member_id: ana, rate: HOURLY });
  return { owner, visit, ana, ben, there };
}

async function approve(owner: Awaited<ReturnType<typeof aWeek>>["owner"], monday = MONDAY) {
  const { key } = await readPayWeek(owner(), monday, null);
  return approveWeek(owner(), { monday, seen: key });
}

const lineOf = async (owner: Awaited<ReturnType<typeof aWeek>>["owner"], id: string, monday = MONDAY) =>
  (await readMemberWeek(owner(), { monday, member_id: id }))?.line;

function anEdit(booking_id: string, member_id: string, changes: object = {}) {
  const values = {
    kind: "job",
    from: "2026-06-10T08:00",
    to: "2026-06-10T09:00",
    reason: "Forgot to tap",
    remove: false,
  };
  return { id: randomUUID(), booking_id, member_id, ref: null, values, ...changes };
}

test("a week has the hours of taps, the pay of rates, and what must be checked", async () => {
  const { owner, ana, ben } = await aWeek();
  const week = await readPayWeek(owner(), MONDAY, null);
  expect(week).toMatchObject({
    title: "Jun 8 – 14, 2026",
    flags: 0,
    unknown: [],
    state: { is_over: true, approved: null },
  });
  expect(
    week.rows.map(({ line, has_rate }) => [
      line.member_id,
      line.job_minutes,
      line.drive_minutes,
      line.job_pay,
      has_rate,
    ]),
  ).toEqual([
    [ana, 120, 30, 4000, true],
    [ben, 120, 30, 0, false],
  ]);
  expect((await readPayWeek(owner(), NEXT, null)).rows.map(({ line }) => line.job_minutes)).toEqual([0, 0]);
  expect((await readPayWeek(owner(), MONDAY, randomUUID())).rows).toEqual([]);
});

test("percentages are of the price without tips; tips go to those who were there", async () => {
  const { owner, visit, ana, ben } = await aWeek();
  await pool.query(
    `insert into order_lines (order_id, position, kind, label, amount)
     select $1, max(position) + 1, 'tip', 'Tip', 1001 from order_lines where order_id = $1`,
    [visit.order_id],
  );
  await saveRate(owner(), {
    member_id: ben,
    rate: { from_day: "2026-06-01", kind: "percent", basis_points: 4000 },
  });
  const lines = [await lineOf(owner, ana), await lineOf(owner, ben)];
  expect(lines.map((line) => line?.job_pay)).toEqual([4000, 3180]);
  expect(lines.map((line) => line?.tips).sort()).toEqual([500, 501]);
});

test("whoever joins a crew later has no part in the tip of a visit before, also without hours", async () => {
  const owner = await staffCtx(world);
  const visit = await confirmedVisit(ctx(), pool);
  const ana = await aMember("Ana Flores", visit.crew_id);
  const cleo = await aMember("Cleo Marsh", visit.crew_id);
  const joined = "update crew_members set created_at = $2 where id = $1";
  await pool.query(joined, [ana, "2026-05-01T12:00:00Z"]);
  await pool.query(joined, [cleo, "2026-06-12T12:00:00Z"]);
  await pool.query("update bookings set status = 'completed' where id = $1", [visit.id]);
  await pool.query(
    `insert into order_lines (order_id, position, kind, label, amount)
     select $1, max(position) + 1, 'tip', 'Tip', 1000 from order_lines where order_id = $1`,
    [visit.order_id],
  );
  clock.set("2026-06-16T12:00:00Z");
  await pool.query("update crew_members set left_at = '2026-06-14T12:00:00Z' where id = $1", [ana]);
  expect([(await lineOf(owner, ana))?.tips, (await lineOf(owner, cleo))?.tips]).toEqual([1000, 0]);
  expect((await readOfficeOrder(owner(), visit.order_id))?.tip?.shares).toEqual(["Ana Flores $10.00"]);
});

test("a visit of a plan keeps its share of the price and the rhythm that it had, whatever the plan becomes", async () => {
  const owner = await staffCtx(world);
  const plan = await startPlan(ctx(), pool);
  const { rows } = await pool.query(
    "update bookings set status = 'completed' where plan_id = $1 and plan_visit = 1 returning id, crew_id",
    [plan],
  );
  const { id, crew_id } = rows[0];
  const ana = await aMember("Ana Flores", crew_id);
  for (const [kind, time] of [
    ["started", "10:00"],
    ["finished", "12:00"],
  ] as const)
    await tap({ booking_id: id, members: [ana] }, kind, time);
  clock.set("2026-06-16T12:00:00Z");
  await saveRate(owner(), {
    member_id: ana,
    rate: { from_day: "2026-06-01", kind: "percent", basis_points: 5000 },
  });
  const earned = await lineOf(owner, ana);
  expect(earned?.job_pay).toBe(Math.round((28_900 * 12) / 26 / 2));
  expect(await approve(owner)).toEqual({ ok: true });
  await pool.query(
    `insert into plan_prices (plan_id, kind, status, starts_on, amount, tax_amount, price_lines, before_amount, before_lines)
     select id, 'rise', 'applied', '2026-07-01', amount + 5000, tax_amount, price_lines, amount, price_lines from plans where id = $1`,
    [plan],
  );
  await pool.query(
    `update plans set amount = amount + 5000, frequency = 'weekly', first_visit = 40, earlier_rhythms = $2 where id = $1`,
    [
      plan,
      JSON.stringify([
        { visit: 1, until: 1, first_date: "2026-06-09", frequency: "biweekly", time: "10:00:00" },
      ]),
    ],
  );
  expect(
    (await readPayWeek(owner(), MONDAY, null)).rows.map(({ line, late }) => [line.job_pay, late]),
  ).toEqual([[earned?.job_pay, null]]);
});

describe("hours that the office corrects", () => {
  test("count from then on, with the reason, and a form sent twice counts once", async () => {
    const { owner, visit, ana } = await aWeek({ finished: false });
    const before = await readMemberWeek(owner(), { monday: MONDAY, member_id: ana });
    const [span] = before?.visits[0]?.spans.filter(({ flag }) => flag === "no end") ?? [];
    expect(await approve(owner)).toEqual({ ok: false, reason: "flagged" });
    const edit = anEdit(visit.id, ana, { ref: span?.ref });
    expect([await editHours(owner(), edit), await editHours(owner(), edit)]).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect(await lineOf(owner, ana)).toMatchObject({ job_minutes: 60, job_pay: 2000 });
    const after = await readMemberWeek(owner(), { monday: MONDAY, member_id: ana });
    expect(after?.visits[0]?.spans.at(-1)).toMatchObject({ reason: "Forgot to tap", flag: null });
    const again = anEdit(visit.id, ana, { ref: span?.ref });
    expect(await editHours(owner(), again)).toEqual({ ok: false, reason: "changed" });
  });

  test("of two people who correct the same span at once, one is told", async () => {
    const { owner, visit, ana } = await aWeek();
    const ref = `job@${Temporal.Instant.from("2026-06-10T12:00:00Z").epochMilliseconds}`;
    const edits = [anEdit(visit.id, ana, { ref }), anEdit(visit.id, ana, { ref })];
    const outcomes = await Promise.all(edits.map((edit) => editHours(owner(), edit)));
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await lineOf(owner, ana)).toMatchObject({ job_minutes: 60 });
  });

  test("are refused without a reason, for a stranger's ids and in a locked week, and never changed", async () => {
    const { owner, visit, ana } = await aWeek();
    const edit = anEdit(visit.id, ana);
    const silent = { ...edit, values: { ...edit.values, reason: " " } };
    expect(await editHours(owner(), silent)).toMatchObject({ errors: { reason: "Enter a reason." } });
    const unknown = { ok: false, reason: "not found" };
    expect(await editHours(owner(), { ...edit, member_id: randomUUID() })).toEqual(unknown);
    expect(await editHours(owner(), { ...edit, booking_id: "x" })).toEqual(unknown);
    expect(await editHours(owner(), edit)).toEqual({ ok: true });
    await expect(pool.query("update hour_edits set reason = 'x'")).rejects.toThrow("append-only");
    expect(await approve(owner)).toEqual({ ok: true });
    const locked = { ok: false, reason: "locked", monday: MONDAY };
    expect(await editHours(owner(), anEdit(visit.id, ana))).toEqual(locked);
    const later = { ...edit.values, from: "2026-06-15T08:00", to: "2026-06-15T09:00" };
    expect(await editHours(owner(), anEdit(visit.id, ana, { values: later }))).toEqual(locked);
  });
});

describe("approving a week", () => {
  test("waits until the week is over, and is of the figures that were seen", async () => {
    const { owner, there } = await aWeek();
    clock.set("2026-06-15T03:59:00Z");
    expect(await approve(owner)).toEqual({ ok: false, reason: "not over" });
    clock.set("2026-06-15T04:00:00Z");
    const { key } = await readPayWeek(owner(), MONDAY, null);
    await tap(there, "on_my_way", "06:30");
    expect(await approveWeek(owner(), { monday: MONDAY, seen: key })).toEqual({
      ok: false,
      reason: "changed",
    });
  });

  test("happens once when two people do it at the same time", async () => {
    const { owner } = await aWeek();
    const other = await aColleague(world, "bookkeeper", "Bea");
    const { key } = await readPayWeek(owner(), MONDAY, null);
    const outcomes = await Promise.all(
      [owner(), other()].map((one) => approveWeek(one, { monday: MONDAY, seen: key })),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes).toContainEqual({ ok: false, reason: "approved" });
    const { rows } = await pool.query(
      "select count(*)::int from audit_log where action = 'payroll.approved'",
    );
    expect(rows[0].count).toBe(1);
    expect((await pool.query("select 1 from pay_lines")).rowCount).toBe(2);
  });

  test("of an approval and a correction at the same time, the later one is refused", async () => {
    const { owner, visit, ana } = await aWeek();
    const { key } = await readPayWeek(owner(), MONDAY, null);
    const [approved, edited] = await Promise.all([
      approveWeek(owner(), { monday: MONDAY, seen: key }),
      editHours(
        owner(),
        anEdit(visit.id, ana, {
          values: { ...anEdit("", "").values, from: "2026-06-10T12:00", to: "2026-06-10T13:00" },
        }),
      ),
    ]);
    expect([approved.ok, edited.ok].sort()).toEqual([false, true]);
    const line = await lineOf(owner, ana);
    expect(line?.job_minutes).toBe(approved.ok ? 120 : 180);
  });

  test("freezes the figures: a late tap is told apart, and an adjustment of the next week makes up for it once", async () => {
    const { owner, there, ana } = await aWeek();
    expect(await approve(owner)).toEqual({ ok: true });
    await saveRate(owner(), { member_id: there.members[1] ?? "", rate: HOURLY });
    const second = (await confirmedVisit(ctx(), pool, { date: "2026-06-18" })).id;
    await tap({ booking_id: second, members: [ana] }, "started", "13:00", "2026-06-16T11:00:00Z");
    await tap({ booking_id: second, members: [ana] }, "finished", "13:30", "2026-06-16T12:00:01Z");
    const week = await readPayWeek(owner(), MONDAY, null);
    expect(week.rows.map(({ line, late }) => [line.job_minutes, line.job_pay, late])).toEqual([
      [120, 4000, { minutes: 30, cents: 1000 }],
      [120, 0, { minutes: 0, cents: 4000 }],
    ]);
    const member = await readMemberWeek(owner(), { monday: MONDAY, member_id: ana });
    expect(member?.visits.map(({ came_late }) => came_late)).toEqual([false, true]);
    const late = { monday: MONDAY, member_id: ana, late: true, amount: "10", reason: "Offline" };
    const added = { ok: true, monday: NEXT };
    const seen = "30 1000";
    await saveRate(owner(), { member_id: ana, rate: { ...HOURLY, cents: 3000 } });
    expect(await adjustPay(owner(), { ...late, id: randomUUID(), seen })).toEqual({
      ok: false,
      reason: "changed",
    });
    expect((await readPayWeek(owner(), MONDAY, null)).rows[0]?.late).toEqual({ minutes: 30, cents: 3500 });
    expect(await adjustPay(owner(), { ...late, id: randomUUID(), seen: "30 3500" })).toEqual(added);
    expect(await adjustPay(owner(), { ...late, id: randomUUID() })).toEqual({
      ok: false,
      reason: "nothing late",
    });
    expect((await readPayWeek(owner(), MONDAY, null)).rows[0]?.late).toBeNull();
    expect(await lineOf(owner, ana, NEXT)).toMatchObject({ adjustments: 1000 });
    await expect(pool.query("update pay_adjustments set cents = 1")).rejects.toThrow("append-only");
  });

  test("leads what came late past a week that was never approved, which nobody pays any more", async () => {
    const { owner, ana } = await aWeek();
    await approve(owner);
    clock.set("2026-06-30T12:00:00Z");
    expect(await approve(owner, "2026-06-22")).toEqual({ ok: true });
    await saveRate(owner(), { member_id: ana, rate: { ...HOURLY, cents: 3000 } });
    const late = { monday: MONDAY, member_id: ana, late: true, seen: "0 2000", amount: "20", reason: "Rate" };
    expect(await adjustPay(owner(), { ...late, id: randomUUID() })).toEqual({
      ok: true,
      monday: "2026-06-29",
    });
  });

  test("is taken back with a reason only, and the figures are computed anew", async () => {
    const { owner, ana, visit } = await aWeek();
    expect(await reopenWeek(owner(), { monday: MONDAY, why: "x" })).toEqual({ ok: false, reason: "open" });
    await approve(owner);
    expect(await reopenWeek(owner(), { monday: MONDAY, why: "" })).toMatchObject({
      message: "Enter a reason.",
    });
    expect(await reopenWeek(owner(), { monday: MONDAY, why: "Ben's hours" })).toEqual({ ok: true });
    const { state } = await readPayWeek(owner(), MONDAY, null);
    expect(state).toMatchObject({ approved: null, reopened: { why: "Ben's hours" } });
    expect(
      await editHours(
        owner(),
        anEdit(visit.id, ana, {
          values: { ...anEdit("", "").values, from: "2026-06-10T12:00", to: "2026-06-10T13:00" },
        }),
      ),
    ).toEqual({ ok: true });
    expect(await approve(owner)).toEqual({ ok: true });
    expect(await lineOf(owner, ana)).toMatchObject({ job_minutes: 180, job_pay: 6000 });
  });
});

test("adjustments need a reason and an open week, and the export of a week is in the audit trail", async () => {
  const { owner, ana } = await aWeek();
  const input = {
    id: randomUUID(),
    monday: MONDAY,
    member_id: ana,
    late: false,
    amount: "-5",
    reason: "Uniform",
  };
  expect(await adjustPay(owner(), { ...input, reason: "" })).toMatchObject({ reason: "invalid" });
  expect([await adjustPay(owner(), input), await adjustPay(owner(), input)]).toEqual([
    ...[
      { ok: true, monday: MONDAY },
      { ok: true, monday: MONDAY },
    ],
  ]);
  expect(await lineOf(owner, ana)).toMatchObject({ adjustments: -500 });
  expect(await exportWeek(owner(), MONDAY)).toMatchObject({
    approved: false,
    lines: [{ member_id: ana }, {}],
  });
  await approve(owner);
  expect(await adjustPay(owner(), { ...input, id: randomUUID() })).toEqual({ ok: false, reason: "locked" });
  expect(await exportWeek(owner(), MONDAY)).toMatchObject({ approved: true });
  const { rows } = await pool.query("select details from audit_log where action = 'list.exported'");
  expect(rows.map(({ details }) => details.rows)).toEqual([2, 2]);
});
