import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { DAY, openSession, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, visitRow } from "../../../../tests/support/visits";
import { moveByStaff, type StaffMoveInput } from "./move.server";
import { readOfficeBooking } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let staff: () => StaffCtx;
let birch: string;
let maple: string;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  [birch, maple] = (await pool.query("select id from crews order by sort_order")).rows.map(({ id }) => id);
});

const move = (id: string, to: Partial<StaffMoveInput> = {}) =>
  moveByStaff(staff(), { id, date: DAY, time: "8:00 AM", crew_id: null, ...to });

const visit = (details: Parameters<typeof confirmedVisit>[2] = {}) => confirmedVisit(ctx(), pool, details);

const jobs = async () => ({
  customer: (await queues.waiting("booking-moved-mail")).length,
  crews: (await queues.waiting("crew-visit-mail")).map(({ crew_id, had }) => [crew_id, had]),
});

describe("a visit that staff move", () => {
  test("is shown which crews are busy at its time", async () => {
    const { id } = await visit();
    const other = await visit();
    const { crews = [] } = (await readOfficeBooking(staff(), id)) ?? {};
    expect(crews.filter(({ busy }) => busy).map((crew) => crew.id)).toEqual([other.crew_id]);
  });

  test("keeps its crew where that is free; customer and crew are told, and the trail says before and after", async () => {
    const { id, crew_id } = await visit();
    expect(await move(id, { date: "2026-06-11", time: "2:00 PM" })).toEqual({
      ok: true,
      mailed: true,
      before: { date: DAY, time: "8:00 AM", crew_id },
      after: { date: "2026-06-11", time: "2:00 PM", crew_id },
      sequence: 1,
    });
    expect(await visitRow(pool, id)).toMatchObject({
      day: "2026-06-11",
      clock: "14:00",
      crew_id,
      late_fee_applies: false,
    });
    expect(await jobs()).toEqual({ customer: 1, crews: [[crew_id, true]] });
    const { rows } = await pool.query("select actor, details from audit_log where action = 'booking.moved'");
    expect(rows).toEqual([
      {
        actor: `admin:${staff().actor.id}`,
        details: {
          before: { date: DAY, time: "8:00 AM", crew_id },
          after: { date: "2026-06-11", time: "2:00 PM", crew_id },
        },
      },
    ]);
  });

  test("goes to the crew that was chosen; only the crews hear when the time stays", async () => {
    const { id } = await visit();
    expect(await move(id, { crew_id: maple })).toMatchObject({ ok: true, after: { crew_id: maple } });
    expect(await visitRow(pool, id)).toMatchObject({ crew_id: maple, clock: "08:00" });
    expect(await jobs()).toEqual({
      customer: 0,
      crews: expect.arrayContaining([
        [birch, true],
        [maple, false],
      ]),
    });
  });

  test("is confirmed by it when it was paid and waits for a look, and the trail says so", async () => {
    const { id, crew_id } = await visit();
    await pool.query("update bookings set status = 'pending', needs_attention = 'Taken' where id = $1", [id]);
    expect(await move(id, { time: "2:00 PM" })).toMatchObject({ ok: true });
    const { rows } = await pool.query("select details from audit_log where action = 'booking.moved'");
    expect(rows[0].details).toEqual({
      before: { date: DAY, time: "8:00 AM", crew_id, status: "pending" },
      after: { date: DAY, time: "2:00 PM", crew_id, status: "confirmed" },
    });
  });

  test("loses against one who is faster at the database; what is free then is for a visit as long as it", async () => {
    await setCrews(pool, 1);
    const { id } = await visit({ hours: 8 });
    const other = await visit({ date: "2026-06-12", time: "2:00 PM" });
    const faster = await pool.connect();
    try {
      await faster.query("begin");
      await faster.query(
        `update bookings set scheduled_date = '2026-06-11', starts_at = starts_at - interval '1 day',
           ends_at = ends_at - interval '1 day',
           blocked = tstzrange(lower(blocked) - interval '1 day', upper(blocked) - interval '1 day')
         where id = $1`,
        [other.id],
      );
      const moved = move(id, { date: "2026-06-11" });
      for (let waits = false; !waits; ) {
        const { rows } = await pool.query(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        waits = rows[0].n > 0;
      }
      await faster.query("commit");
      const outcome = await moved;
      expect(outcome).toMatchObject({ ok: false, reason: "conflict", field: "time" });
      const slots = outcome.ok || !("slots" in outcome) ? [] : outcome.slots;
      expect(slots.map(({ state }) => state)).not.toContain("free");
    } finally {
      faster.release();
    }
  });

  test("makes no late fee, though it would have been too late for its customer", async () => {
    const { id } = await visit();
    clock.set("2026-06-10T10:00:00Z");
    expect(await move(id, { date: "2026-06-12" })).toMatchObject({ ok: true });
    expect(await visitRow(pool, id)).toMatchObject({ late_fee_applies: false });
  });

  test("can be given to another crew when it has begun, and in a slot that was closed since", async () => {
    const { id } = await visit();
    clock.set("2026-06-10T12:30:00Z");
    await pool.query("insert into closures (date) values ($1)", [DAY]);
    expect(await move(id, { crew_id: maple })).toMatchObject({ ok: true });
    expect(await move(id, { time: "2:00 PM" })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/closed/),
    });
  });

  test("is confirmed by it when it was paid and had no slot", async () => {
    const { id } = await visit();
    await pool.query(
      "update bookings set status = 'pending', crew_id = null, needs_attention = 'Lost' where id = $1",
      [id],
    );
    await queues.run("booking-confirmed-mail");
    expect(await move(id, { date: "2026-06-12" })).toMatchObject({ ok: true });
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", needs_attention: null });
    expect(await queues.waiting("booking-confirmed-mail")).toHaveLength(1);
    expect((await jobs()).customer).toBe(0);
  });
});

describe("refused with the reason", () => {
  test("a crew with another visit then, travel included", async () => {
    const [first, second] = [await visit(), await visit({ time: "12:00 PM" })];
    const crew_id = first.crew_id;
    const outcome = await move(second.id, { time: "10:00 AM", crew_id });
    expect(outcome).toMatchObject({
      ok: false,
      reason: "conflict",
      field: "crew_id",
      message:
        "Birch crew has another visit at that time: Regular Cleaning on Jun 10, 2026 at 8:00 AM, plus travel time.",
    });
    expect(await visitRow(pool, second.id)).toMatchObject({ clock: "12:00", calendar_sequence: 0 });
  });

  test.each([
    ["update crews set is_active = false where id = $1", "Birch crew is inactive."],
    [
      "insert into crew_time_off (crew_id, first_day, last_day) values ($1, '2026-06-11', '2026-06-11')",
      "Birch crew is off on Jun 11, 2026.",
    ],
    ["insert into crew_hours values ($1, 1, '08:00', '16:00')", "Birch crew doesn't work on Thursdays."],
    [
      "insert into crew_hours values ($1, 4, '08:00', '16:00')",
      "Birch crew works 8:00 AM to 4:00 PM on Thursdays; this visit is from 2:00 PM to 5:00 PM.",
    ],
  ])("a crew that is not at work: %s", async (sql, message) => {
    const { id } = await visit();
    await pool.query(sql, [birch]);
    const to = { date: "2026-06-11", time: "2:00 PM" };
    expect(await move(id, { ...to, crew_id: birch })).toMatchObject({ ok: false, field: "crew_id", message });
    expect(await move(id, to)).toMatchObject({ ok: true, after: { crew_id: maple } });
  });

  test("a time when nobody is free, with what the day has left", async () => {
    await setCrews(pool, 1);
    await visit({ date: "2026-06-11" });
    const { id } = await visit();
    const outcome = await move(id, { date: "2026-06-11", time: "10:00 AM" });
    expect(outcome).toMatchObject({
      ok: false,
      reason: "conflict",
      message: "No crew is free at that time.",
    });
    expect(outcome).toHaveProperty("slots", expect.arrayContaining([{ time: "2:00 PM", state: "free" }]));
  });

  test("what is over, cancelled, or being paid for", async () => {
    const { id } = await visit();
    for (const [status, message] of [
      ["completed", "over"],
      ["cancelled", "cancelled"],
    ] as const) {
      await pool.query("update bookings set status = $1", [status]);
      expect(await move(id, { date: "2026-06-12" })).toMatchObject({
        reason: "not movable",
        message: expect.stringMatching(message),
      });
    }
    await openSession(ctx(), { time: "2:00 PM" });
    const { rows } = await pool.query("select id from bookings where hold_expires_at is not null");
    expect(await move(rows[0].id)).toMatchObject({
      reason: "not movable",
      message: expect.stringMatching(/paying/),
    });
  });

  test.each([
    [{ date: "2026-05-31" }, "date"],
    [{ date: "2026-02-30" }, "date"],
    [{ date: "\0" }, "date"],
    [{ time: "9:00 AM" }, "time"],
  ])("a place that can't be: %j", async (to, field) => {
    expect(await move((await visit()).id, to)).toMatchObject({ ok: false, reason: "invalid", field });
  });

  test("where it is already, and what was changed by somebody else meanwhile", async () => {
    const { id } = await visit();
    expect(await move(id)).toMatchObject({ ok: false, reason: "invalid" });
    await move(id, { time: "12:00 PM", sequence: 0 });
    expect(await move(id, { time: "2:00 PM", sequence: 0 })).toMatchObject({
      reason: "changed",
      message: "Someone else changed this visit: it is now on Jun 10, 2026 at 12:00 PM.",
    });
  });

  test("things that are not there", async () => {
    const { id } = await visit();
    const nobody = "00000000-0000-4000-8000-000000000000";
    for (const [one, to] of [
      ["no id", {}],
      [nobody, {}],
      [id, { crew_id: "' or 1=1" }],
      [id, { crew_id: nobody, time: "2:00 PM" }],
    ] as const) {
      expect(await move(one, to)).toMatchObject({ ok: false, reason: "not found" });
    }
  });
});

test("two visits that want the last crew of a slot at once: one gets it, the other is told", async () => {
  await setCrews(pool, 1);
  const visits = [await visit({ date: "2026-06-11" }), await visit({ date: "2026-06-12" })];
  const outcomes = await Promise.all(visits.map(({ id }) => move(id, { crew_id: birch })));
  expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
});
