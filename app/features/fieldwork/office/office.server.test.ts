import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { receiveEvents } from "~/features/fieldwork/day/receive.server";
import { readAttention } from "~/features/office/attention/list.server";
import type { CrewCtx, StaffCtx } from "~/platform/context.server";
import { auditOf } from "../../../../tests/support/bookings";
import { aMember, anItem, report, tap } from "../../../../tests/support/crew-days";
import { testWorld } from "../../../../tests/support/ctx";
import { aColleague } from "../../../../tests/support/staff";
import { confirmedVisit, visitRow } from "../../../../tests/support/visits";
import { answerReport } from "./answer.server";
import { lengthenVisit } from "./lengthen.server";
import { readVisitDay } from "./queries.server";
import { waiveItems } from "./waive.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
const NOBODY = "00000000-0000-4000-8000-000000000000";

let office: () => StaffCtx;
let carol: () => StaffCtx;
let visit: { id: string; crew_id: string };
let ben: { member_id: string; phone_id: string };

/** A visit on June 10 from 8 to 11 AM (12:00 to 15:00 UTC) with Ben of its crew, at 9:15 AM. */
beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await aColleague(world, "dispatcher", "Olive");
  carol = await aColleague(world, "manager", "Carol");
  visit = await confirmedVisit(ctx(), pool);
  ben = await aMember(pool, visit.crew_id, "Ben Tuttle");
  clock.set("2026-06-10T13:15:00Z");
});

const tell = (kind: string, words = "The oven takes longer") =>
  report(pool, kind, { booking: visit.id, member: ben.member_id, words });
const taps = (kind: string, at: string, item?: string) =>
  tap(pool, kind, { booking: visit.id, member: ben.member_id, at, item });
const reportRow = async (id: string) =>
  (await pool.query("select * from visit_reports where id = $1", [id])).rows[0];
const dayOf = async () => {
  const day = await readVisitDay(office(), visit.id);
  if (!day) throw new Error("The visit has no day");
  return day;
};
const crew = (): CrewCtx => ({ ...ctx(), actor: { kind: "crew", crew_id: visit.crew_id, ...ben } });
const finish = () => {
  const about = { id: randomUUID(), booking_id: visit.id, phone_at: clock.now.toString() };
  const event = { ...about, kind: "finished", members: [ben.member_id] };
  return receiveEvents(crew(), { phone_now: clock.now, events: [event] });
};

describe("a report from a crew", () => {
  test("waits in Needs attention until it is answered there or in the booking", async () => {
    const id = await tell("damage", "A vase broke");
    const [first] = await readAttention(office(), { limit: 5 });
    expect(first).toMatchObject({
      kind: "reports",
      title: "1 report from a crew to answer",
      cases: [{ id, href: `/admin/bookings/${visit.id}` }],
    });
    expect(first?.cases[0]?.what).toMatch(/^\w+ crew: Damage\. A vase broke$/);
    expect(await answerReport(office(), { id, answer: "  Keep the pieces. \r\n Thanks! " })).toEqual({
      ok: true,
      booking_id: visit.id,
    });
    expect(await readAttention(office(), { limit: 5, kind: "reports" })).toEqual([]);
    expect((await dayOf()).reports[0]).toMatchObject({
      kind: "damage",
      who: "Ben Tuttle",
      at: "9:10 AM",
      answer: { text: "Keep the pieces. \n Thanks!", who: "Olive", at: "9:15 AM" },
    });
    expect(await auditOf(pool, visit.id)).toContain("booking.report_answered");
  });

  test("is answered once when two answer at once, and the other reads that answer", async () => {
    const id = await tell("no entry");
    const outcomes = await Promise.all([
      answerReport(office(), { id, answer: "Ring at the neighbor's" }),
      answerReport(carol(), { id, answer: "Wait ten minutes" }),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const { answer, answered_by } = await reportRow(id);
    const first = answered_by === office().actor.id ? "Olive" : "Carol";
    expect(outcomes.find(({ ok }) => !ok)).toEqual({
      ok: false,
      reason: "answered",
      message: `${first} has already answered: ${answer}`,
    });
  });

  test("waits for nobody once its customer is erased", async () => {
    await tell("damage");
    await pool.query("update bookings set address_line1 = '' where id = $1", [visit.id]);
    expect(await readAttention(office(), { limit: 5, kind: "reports" })).toEqual([]);
  });

  test.each([
    ["", "Answer is required."],
    [" \n ", "Answer is required."],
    ["x".repeat(1001), "Answer is too long: at most 1,000 characters."],
    [
      "Sorry! The gate code is 4711.",
      "“gate code is 4711” looks like an entry code. Save it in the home’s codes, where the crew can see it, and answer without it.",
    ],
  ])("takes no answer like %j", async (answer, message) => {
    const id = await tell("extra");
    expect(await answerReport(office(), { id, answer })).toMatchObject({ reason: "invalid", message });
    expect(await reportRow(id)).toMatchObject({ answer: null, answered_at: null });
  });

  test.each([NOBODY, "no id"])("is missing under the id %j", async (id) => {
    expect(await answerReport(office(), { id, answer: "Yes" })).toMatchObject({ reason: "not found" });
  });

  test("tells the crew's phones through the live feed once it is answered", async () => {
    const id = await tell("extra");
    const client = await pool.connect();
    const told = new Promise((resolve) => client.once("notification", resolve));
    await client.query("listen crew_days");
    await answerReport(office(), { id, answer: "Yes, do it" });
    expect(await told).toMatchObject({ channel: "crew_days", payload: visit.crew_id });
    await client.query("unlisten *");
    client.release();
  });
});

describe("a visit that needs more time", () => {
  const longer = (minutes: number, id: string) =>
    lengthenVisit(office(), { id: visit.id, report: id, minutes });

  test("is made longer at its price, which answers the report", async () => {
    const before = await visitRow(pool, visit.id);
    const id = await tell("more time");
    expect(await longer(30, id)).toEqual({ ok: true, ends: "11:30 AM" });
    const after = await visitRow(pool, visit.id);
    expect(after).toMatchObject({
      duration_hours: "3.50",
      starts: before.starts,
      crew_id: visit.crew_id,
      total_amount: before.total_amount,
      calendar_sequence: before.calendar_sequence + 1,
    });
    expect(after.ends_at.toISOString()).toBe("2026-06-10T15:30:00.000Z");
    expect((await reportRow(id)).answer).toBe("Take 30 more minutes, until 11:30 AM.");
    expect(await auditOf(pool, visit.id)).toEqual(
      expect.arrayContaining(["booking.lengthened", "booking.report_answered"]),
    );
  });

  test("stays as it is when its crew has another visit then", async () => {
    clock.set("2026-06-01T12:00:00Z");
    await pool.query("update crews set is_active = false where id <> $1", [visit.crew_id]);
    await confirmedVisit(ctx(), pool, { time: "12:00 PM" });
    clock.set("2026-06-10T13:15:00Z");
    const id = await tell("more time");
    const outcome = await longer(60, id);
    expect(outcome).toMatchObject({ ok: false, reason: "conflict" });
    expect(outcome.ok || outcome.message).toMatch(/has another visit at that time: Regular Cleaning on /);
    expect(await visitRow(pool, visit.id)).toMatchObject({ duration_hours: "3.00" });
    expect((await reportRow(id)).answered_at).toBeNull();
  });

  test("is made longer once when two press at once", async () => {
    const id = await tell("more time");
    const outcomes = await Promise.all([longer(30, id), longer(30, id)]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: "answered" });
    expect(await visitRow(pool, visit.id)).toMatchObject({ duration_hours: "3.50" });
  });

  test("takes no other length, no other report and no visit that is over", async () => {
    const id = await tell("more time");
    const other = await tell("damage");
    for (const [minutes, which] of [
      [31, id],
      [Number.NaN, id],
      [30, other],
      [30, NOBODY],
    ] as const)
      expect(await longer(minutes, which)).toMatchObject({ reason: "not found" });
    await pool.query("update bookings set status = 'completed' where id = $1", [visit.id]);
    expect(await longer(30, id)).toMatchObject({ reason: "over" });
    expect(await visitRow(pool, visit.id)).toMatchObject({ duration_hours: "3.00" });
  });
});

describe("the required items of a visit", () => {
  test("can be waived with a reason, and then the crew finishes without them", async () => {
    await anItem(pool, "Wipe the stove");
    await taps("started", "2026-06-10T12:04:00Z");
    expect((await finish()).refused).toMatchObject([{ reason: "items open" }]);
    expect(await dayOf()).toMatchObject({ can_waive: true, waived: null });
    expect(await waiveItems(office(), { id: visit.id, why: "The stove is off" })).toEqual({ ok: true });
    expect(await dayOf()).toMatchObject({ can_waive: false, waived: "The stove is off" });
    expect((await finish()).refused).toEqual([]);
    expect(await auditOf(pool, visit.id)).toContain("booking.items_waived");
  });

  test("are waived once, and only with a reason and for a confirmed visit", async () => {
    const waive = (why: string, id = visit.id) => waiveItems(office(), { id, why });
    expect(await waive("  ")).toMatchObject({ field: "why", message: "Reason is required." });
    expect(await waive("x".repeat(201))).toMatchObject({ reason: "invalid" });
    expect(await waive("Why not", NOBODY)).toMatchObject({ reason: "not found" });
    const twice = await Promise.all([waive("One"), waive("Two")]);
    expect(twice.map(({ ok }) => ok).sort()).toEqual([false, true]);
    await pool.query("update bookings set status = 'completed', items_waived = false where id = $1", [
      visit.id,
    ]);
    expect(await waive("Late")).toMatchObject({ reason: "over" });
  });
});

describe("the crew's day in the booking", () => {
  test("is not there before anything was tapped, told or to be done", async () => {
    expect(await readVisitDay(office(), visit.id)).toBeNull();
  });

  test("shows the plan beside what was tapped, and who did which item", async () => {
    const stove = await anItem(pool, "Wipe the stove");
    await anItem(pool, "Dust the shelves", "optional");
    await taps("on_my_way", "2026-06-10T11:40:00Z");
    await taps("started", "2026-06-10T12:04:00Z");
    await taps("checked", "2026-06-10T12:30:00Z", stove);
    expect(await dayOf()).toMatchObject({
      state: "working",
      planned: "8:00 AM to 11:00 AM, 3 h",
      actual: "since 8:04 AM",
      taps: [
        { what: "On my way", who: "Ben Tuttle", at: "7:40 AM" },
        { what: "Start", who: "Ben Tuttle", at: "8:04 AM" },
      ],
      items: [
        { text: "Wipe the stove", required: true, done: "Ben Tuttle, 8:30 AM" },
        { text: "Dust the shelves", required: false, done: null },
      ],
      can_waive: false,
    });
    await taps("unchecked", "2026-06-10T12:40:00Z", stove);
    await taps("finished", "2026-06-10T15:20:00Z");
    expect(await dayOf()).toMatchObject({
      actual: "8:04 AM to 11:20 AM, 3 h 16 min",
      items: [{ done: null }, { done: null }],
    });
  });

  test("still shows an archived item that was done, and no other archived one", async () => {
    const [done, open] = [await anItem(pool, "Wipe the stove"), await anItem(pool, "Scrub the tub")];
    await taps("checked", "2026-06-10T12:30:00Z", done);
    await pool.query("update checklist_items set archived_at = now() where id in ($1, $2)", [done, open]);
    expect((await dayOf()).items).toMatchObject([{ text: "Wipe the stove", done: "Ben Tuttle, 8:30 AM" }]);
  });

  test("says which tap was not taken, and why", async () => {
    await pool.query("update bookings set status = 'cancelled', cancelled_at = $2 where id = $1", [
      visit.id,
      "2026-06-10T13:00:00Z",
    ]);
    await finish();
    expect((await dayOf()).refused.map(({ sentence }) => sentence)).toEqual([
      "Ben Tuttle’s “Finish” at 9:15 AM was not taken: the visit was cancelled.",
    ]);
  });
});
