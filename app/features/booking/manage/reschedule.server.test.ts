import { beforeEach, describe, expect, test } from "vitest";
import type { Slot } from "~/features/scheduling/availability/slots";
import type { Actor } from "~/platform/context.server";
import { auditOf, DAY, openSession, setCrews, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aUser, confirmedVisit, linkTo, visitRow } from "../../../../tests/support/visits";
import { readRescheduleOptions, rescheduleBooking } from "./reschedule.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

const FROM = { date: DAY, time: "8:00 AM" };

type Asking = { from?: typeof FROM; actor?: Actor };

const move = (id: string, date: string, time: string, { from = FROM, actor = linkTo(id) }: Asking = {}) =>
  rescheduleBooking(ctx({ actor }), { id, date, time, from });

const jobs = async () => ({
  customer: (await queues.waiting("booking-moved-mail")).length,
  crew: (await queues.waiting("crew-visit-mail")).map(({ had }) => had).sort(),
});

const crewName = async (id: string) => {
  const sql = "select c.name from bookings b join crews c on c.id = b.crew_id where b.id = $1";
  return (await pool.query(sql, [id])).rows[0]?.name;
};

const stateOf = (slots: Slot[] | undefined, time: string) => slots?.find((slot) => slot.time === time)?.state;

describe("moving a visit", () => {
  test("puts it where it was wanted, as long and at the price it was, and tells customer and crew", async () => {
    const { id, amount, crew_id } = await confirmedVisit(ctx(), pool, { hours: 4 });
    expect(await move(id, "2026-11-02", "2:00 PM")).toEqual({ ok: true, visit_id: id });
    expect(await visitRow(pool, id)).toMatchObject({
      status: "confirmed",
      day: "2026-11-02",
      clock: "14:00",
      starts_at: new Date("2026-11-02T19:00:00Z"),
      ends_at: new Date("2026-11-02T23:00:00Z"),
      blocked: '["2026-11-02 19:00:00+00","2026-11-02 23:30:00+00")',
      duration_hours: "4.00",
      total_amount: amount,
      crew_id,
      late_fee_applies: false,
      calendar_sequence: 1,
    });
    expect(await jobs()).toEqual({ customer: 1, crew: [true] });
    expect(await auditOf(pool, id)).toEqual(["booking.held", "booking.confirmed", "booking.moved"]);
  });

  test("frees its old slot and takes the new one", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    await move(id, DAY, "2:00 PM");
    const other = await confirmedVisit(ctx(), pool, { date: "2026-06-11" });
    const options = await readRescheduleOptions(ctx({ actor: linkTo(other.id) }), {
      id: other.id,
      month: null,
    });
    const day = options?.days.find(({ date }) => date === DAY);
    expect(stateOf(day?.slots, "8:00 AM")).toBe("free");
    expect(stateOf(day?.slots, "2:00 PM")).toBe("full");
  });

  test("can overlap the time that it has itself", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool, { hours: 4 });
    expect(await move(id, DAY, "10:00 AM")).toMatchObject({ ok: true });
    expect(await visitRow(pool, id)).toMatchObject({ clock: "10:00" });
  });

  test("late keeps the late fee for good", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    clock.set("2026-06-09T12:00:01Z");
    await move(id, "2026-06-24", "8:00 AM");
    expect(await visitRow(pool, id)).toMatchObject({ late_fee_applies: true });
    await move(id, "2026-06-25", "8:00 AM", { from: { date: "2026-06-24", time: "8:00 AM" } });
    expect(await visitRow(pool, id)).toMatchObject({ late_fee_applies: true, calendar_sequence: 2 });
  });

  test("takes the place of a hold that has run out", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    await openSession(ctx(), { date: "2026-06-11" });
    clock.advance({ minutes: 31 });
    expect(await move(id, "2026-06-11", "8:00 AM")).toMatchObject({ ok: true });
  });
});

describe("the crew of a moved visit", () => {
  test("stays, though another one has less to do", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const busy = await confirmedVisit(ctx(), pool, { date: "2026-06-11", time: "2:00 PM" });
    expect([await crewName(id), await crewName(busy.id)]).toEqual(["Birch crew", "Birch crew"]);
    await move(id, "2026-06-11", "8:00 AM");
    expect(await crewName(id)).toBe("Birch crew");
  });

  test("changes when the old one is busy; both are told", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await confirmedVisit(ctx(), pool, { date: "2026-06-11" });
    await move(id, "2026-06-11", "10:00 AM");
    expect(await crewName(id)).toBe("Maple crew");
    expect((await jobs()).crew).toEqual([false, true]);
  });

  test("changes when the old one is not at work any more", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query("update crews set is_active = false where name = 'Birch crew'");
    await move(id, "2026-06-11", "8:00 AM");
    expect(await crewName(id)).toBe("Maple crew");
  });
});

describe("refused, with nothing changed, is", () => {
  type Wished = [date: string, time: string, options?: { from: typeof FROM }];

  test.each<[string, Wished, Record<string, unknown>]>([
    ["a slot that is taken", ["2026-06-12", "8:00 AM"], { reason: "taken", field: "time" }],
    ["a closed day", ["2026-06-13", "8:00 AM"], { reason: "invalid", field: "date" }],
    ["a closed time", ["2026-06-14", "8:00 AM"], { reason: "invalid", field: "time" }],
    ["a day in the past", ["2026-05-31", "8:00 AM"], { reason: "invalid", field: "date" }],
    ["a day beyond the horizon", ["2027-06-02", "8:00 AM"], { reason: "invalid", field: "date" }],
    ["a garbled day", ["\0", "8:00 AM"], { reason: "invalid", field: "date" }],
    ["a garbled time", ["2026-06-11", "\0\uD800"], { reason: "invalid", field: "time" }],
    ["the same time", [FROM.date, FROM.time], { reason: "invalid", field: "time" }],
    [
      "who saw it elsewhere",
      ["2026-06-11", "8:00 AM", { from: { date: "2026-06-09", time: "8:00 AM" } }],
      { reason: "changed" },
    ],
  ])("%s", async (_what, [date, time, options], expected) => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    await confirmedVisit(ctx(), pool, { date: "2026-06-12" });
    await pool.query(
      "insert into closures (date, time) values ('2026-06-13', null), ('2026-06-14', '08:00')",
    );
    const before = await visitRow(pool, id);
    expect(await move(id, date, time, options)).toMatchObject({ ok: false, ...expected });
    expect(await visitRow(pool, id)).toEqual(before);
    expect(await jobs()).toEqual({ customer: 0, crew: [] });
  });

  test("a taken slot, which brings what the day has left", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    await confirmedVisit(ctx(), pool, { date: "2026-06-12", hours: 6 });
    const outcome = await move(id, "2026-06-12", "10:00 AM");
    if (outcome.ok || outcome.reason !== "taken") throw new Error("it was not taken");
    expect(outcome.slots.filter(({ state }) => state === "free").map(({ time }) => time)).toEqual([
      "4:00 PM",
    ]);
    expect(outcome.message).toContain("Still available that day: 4:00 PM.");
  });

  test.each([["pending"], ["cancelled"], ["completed"]])("a visit that is %s", async (status) => {
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query("update bookings set status = $1", [status]);
    expect(await move(id, "2026-06-11", "8:00 AM")).toMatchObject({ ok: false, reason: "not movable" });
  });

  test("a visit that has begun", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    clock.set("2026-06-10T12:00:00Z");
    expect(await move(id, "2026-06-11", "8:00 AM")).toMatchObject({ ok: false, reason: "not movable" });
  });

  test("anybody else's visit", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const stranger = await aUser(pool, "stranger@mail.example");
    const before = await visitRow(pool, id);
    const actors = [
      stranger,
      { ...stranger, role: "owner" as const },
      { kind: "guest" as const },
      linkTo(crypto.randomUUID()),
    ];
    for (const actor of actors) {
      expect(await move(id, "2026-06-11", "8:00 AM", { actor })).toMatchObject({
        reason: "not found",
      });
      expect(await readRescheduleOptions(ctx({ actor }), { id, month: null })).toBeNull();
    }
    expect(await visitRow(pool, id)).toEqual(before);
    expect(await move("garbled", "2026-06-11", "8:00 AM")).toMatchObject({ reason: "not found" });
  });
});

describe("of those who want the last crew of a slot", () => {
  test.each([1, 2])("with %i crews as many get it, and the others what is left", async (crews) => {
    await setCrews(pool, crews);
    const days = ["2026-06-08", "2026-06-09", "2026-06-10", "2026-06-11", "2026-06-12"];
    const ids: string[] = [];
    for (const date of days) ids.push((await confirmedVisit(ctx(), pool, { date })).id);
    const outcomes = await Promise.all(
      ids.map((id, index) =>
        move(id, "2026-06-24", "10:00 AM", { from: { date: days[index] ?? "", time: "8:00 AM" } }),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(crews);
    for (const lost of outcomes.filter(({ ok }) => !ok)) {
      expect(lost).toMatchObject({ reason: "taken", slots: expect.any(Array) });
    }
    const { rows } = await pool.query(
      "select count(*)::int from bookings where scheduled_date = '2026-06-24'",
    );
    expect(rows).toEqual([{ count: crews }]);
  });

  test("a mover and ten bookers: one gets it", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    const bookers = Array.from({ length: 10 }, () =>
      openSession(ctx(), { date: "2026-06-24" }).then(
        () => true,
        () => false,
      ),
    );
    const [moved, ...booked] = await Promise.all([move(id, "2026-06-24", "8:00 AM"), ...bookers]);
    expect([moved.ok, ...booked].filter(Boolean)).toHaveLength(1);
  });

  test("whoever takes the crew past all locks still is first: the constraint settles it", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    const other = await confirmedVisit(ctx(), pool, { date: "2026-06-11" });
    const rival = await pool.connect();
    await rival.query("begin");
    await rival.query(
      `update bookings set scheduled_date = scheduled_date + 13, starts_at = starts_at + interval '13 days',
         ends_at = ends_at + interval '13 days',
         blocked = tstzrange(lower(blocked) + interval '13 days', upper(blocked) + interval '13 days')
       where id = $1`,
      [other.id],
    );
    const moving = move(id, "2026-06-24", "8:00 AM");
    await new Promise((waited) => setTimeout(waited, 300));
    await rival.query("commit");
    rival.release();
    expect(await moving).toMatchObject({ ok: false, reason: "taken", field: "time" });
    expect(await visitRow(pool, id)).toMatchObject({ day: DAY, calendar_sequence: 0 });
  });

  test("two that change places at once do no harm: each ends in one place", async () => {
    await setCrews(pool, 1);
    const one = await confirmedVisit(ctx(), pool);
    const other = await confirmedVisit(ctx(), pool, { date: "2026-06-11" });
    const outcomes = await Promise.all([
      move(one.id, "2026-06-11", "8:00 AM"),
      move(other.id, DAY, "8:00 AM", { from: { date: "2026-06-11", time: "8:00 AM" } }),
    ]);
    expect(outcomes).toMatchObject([{ reason: "taken" }, { reason: "taken" }]);
  });

  test("one visit, moved in ten tabs at once, is moved once", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, day) => move(id, `2026-06-${11 + day}`, "8:00 AM")),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    for (const lost of outcomes.filter(({ ok }) => !ok)) expect(lost).toMatchObject({ reason: "changed" });
    expect(await visitRow(pool, id)).toMatchObject({ calendar_sequence: 1 });
  });
});

describe("what a visit can be moved to", () => {
  test("is its month, with its own time free and everybody else's full", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    const options = await readRescheduleOptions(ctx({ actor: linkTo(id) }), { id, month: null });
    expect(options).toMatchObject({
      visit: { id },
      month: "2026-06",
      firstMonth: "2026-06",
      lastMonth: "2027-06",
      today: "2026-06-01",
    });
    const slots = options?.days.find(({ date }) => date === DAY)?.slots;
    expect(slots?.map(({ state }) => state)).toEqual(["free", "free", "full", "full", "full"]);
  });

  test.each([
    ["2026-08", "2026-08"],
    ["2020-01", "2026-06"],
    ["2030-01", "2027-06"],
    ["garbled", "2026-06"],
    ["", "2026-06"],
  ])("for %j is that of %s", async (wished, month) => {
    const { id } = await confirmedVisit(ctx(), pool);
    const options = await readRescheduleOptions(ctx({ actor: linkTo(id) }), { id, month: wished });
    expect(options?.month).toBe(month);
    expect(options?.days[0]?.date).toBe(`${month}-01`);
  });

  test("is what moving does then, slot by slot", async () => {
    await setSetting(pool, "booking.travel_buffer_minutes", "60");
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool, { hours: 2 });
    await confirmedVisit(ctx(), pool, { date: "2026-06-11", time: "12:00 PM", hours: 1 });
    const actor = linkTo(id);
    const options = await readRescheduleOptions(ctx({ actor }), { id, month: null });
    const slots = options?.days.find(({ date }) => date === "2026-06-11")?.slots ?? [];
    for (const { time, state } of slots) {
      const row = await visitRow(pool, id);
      const hour = Number(row.clock.slice(0, 2));
      const at = `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`;
      const outcome = await move(id, "2026-06-11", time, { from: { date: row.day, time: at }, actor });
      expect([time, outcome.ok]).toEqual([time, state === "free"]);
    }
    expect(slots.some(({ state }) => state === "full")).toBe(true);
  });
});
