import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/cancel.server";
import { cancelByStaff } from "~/features/booking/office-cancel.server";
import { moveByStaff } from "~/features/booking/office-move.server";
import { setBookingStatus } from "~/features/booking/office-status.server";
import { readRescheduleOptions, rescheduleBooking } from "~/features/booking/reschedule.server";
import { readVisit } from "~/features/booking/visits.server";
import { createPayment } from "~/features/payments/create-payment.server";
import type { AdminCtx } from "~/platform/context.server";
import { openDatabase } from "~/platform/database.server";
import { aRequest, auditOf, DAY, setCrews } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { confirmedVisit, linkTo, refundsOf, visitRow } from "../../../tests/support/visits";
import { answerByPhone, answerStorm, skipByPhone } from "./answer.server";
import { callStorm } from "./call.server";
import { openStormDay } from "./open.server";
import { planStorm } from "./plan.server";
import { readStormQuestion } from "./question.server";
import { readStormDay, readStormDays } from "./reads.server";
import { resendOffers } from "./resend.server";

const world = await testWorld();
const { pool, connection, ctx, clock, clear, queues } = world;
/** A second process on the same database. */
const { db: otherDb, close } = openDatabase(connection, { max: 10 });
afterAll(close);
let staff: () => AdminCtx;

const NEXT = "2026-06-11";
const FROM = { date: DAY, time: "8:00 AM" };
const CONCORD = { address: { street: "1 Main Street", city: "Concord", state: "NH", zip: "03301" } };

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const visit = (details: Parameters<typeof confirmedVisit>[2] = {}) => confirmedVisit(ctx(), pool, details);

async function storm(towns: string[] = [], date = DAY) {
  const { seen } = await planStorm(staff(), { date, towns });
  const outcome = await callStorm(staff(), { date, towns, seen });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

const offers = async () => {
  const { rows } = await pool.query(
    `select booking_id, status, proposed_date::text as date, to_char(proposed_time, 'HH24:MI') as time,
       proposed_crew_id as crew from storm_offers order by created_at, proposed_date, proposed_time`,
  );
  return rows;
};
const statusOf = async (id: string) => (await offers()).find(({ booking_id }) => booking_id === id)?.status;
const question = async (id: string) => {
  const asking = ctx({ actor: linkTo(id) });
  const found = await readVisit(asking, id);
  return found && readStormQuestion(asking, found);
};
const take = (id: string, date: string, time: string, db = ctx().db) =>
  answerStorm(ctx({ actor: linkTo(id), db }), { id, date, time, from: FROM });
const mailed = async (like: string) => {
  const { rows } = await pool.query("select subject, text, html from mails where occasion like $1", [like]);
  return rows;
};

describe("a storm day", () => {
  test("closes the day and asks everybody with a visit, with a proposal each", async () => {
    const one = await visit();
    const two = await visit();
    await visit({ date: NEXT });
    expect(await storm()).toMatchObject({ ok: true, asked: 2 });
    expect(await offers()).toEqual([
      { booking_id: expect.any(String), status: "open", date: NEXT, time: "08:00", crew: two.crew_id },
      {
        booking_id: expect.any(String),
        status: "open",
        date: "2026-06-12",
        time: "08:00",
        crew: one.crew_id,
      },
    ]);
    expect(await auditOf(pool, one.id)).toContain("storm.offered");
    expect((await queues.waiting("storm-offer-mail")).length).toBe(2);
    const booking = await createPayment(ctx(), { request: aRequest(), draft_id: null });
    expect(booking).toMatchObject({ ok: false, field: "bookingDetails.date" });
    expect(await visitRow(pool, one.id)).toMatchObject({ status: "confirmed", day: DAY });
  });

  test("in some towns closes only those, for bookings, moves and by telephone alike", async () => {
    const here = await visit(CONCORD);
    const elsewhere = await visit({ date: NEXT });
    await storm(["concord"]);
    expect((await offers()).map(({ booking_id }) => booking_id)).toEqual([here.id]);
    const book = (details: object) =>
      createPayment(ctx(), { request: aRequest({ time: "2:00 PM", ...details }), draft_id: null });
    expect(await book(CONCORD)).toMatchObject({ ok: false, field: "bookingDetails.date" });
    expect(await book({})).toMatchObject({ ok: true });
    const later = await visit({ ...CONCORD, date: "2026-06-15" });
    const to = { id: later.id, date: DAY, time: "12:00 PM" };
    expect(await moveByStaff(staff(), { ...to, crew_id: null })).toMatchObject({ ok: false, field: "date" });
    const owner = ctx({ actor: linkTo(later.id) });
    const options = await readRescheduleOptions(owner, { id: later.id, month: "2026-06" });
    expect(options?.days.find(({ date }) => date === DAY)?.state).toBe("closed");
    const from = { date: "2026-06-15", time: "8:00 AM" };
    expect(await rescheduleBooking(owner, { ...to, from })).toMatchObject({ ok: false, field: "date" });
    expect(await moveByStaff(staff(), { ...to, id: elsewhere.id, crew_id: null })).toMatchObject({
      ok: true,
    });
  });

  test("leaves out what is not confirmed, has begun, or lies on another day", async () => {
    const begun = await visit();
    const cancelled = await visit({ time: "12:00 PM" });
    await setBookingStatus(staff(), { id: cancelled.id, status: "cancelled" });
    const ahead = await visit({ time: "4:00 PM" });
    clock.set("2026-06-10T12:00:00Z");
    await storm();
    expect((await offers()).map(({ booking_id }) => booking_id)).toEqual([ahead.id]);
    expect(begun.id).not.toBe(ahead.id);
  });

  test("is refused for a past day, and when what staff saw has changed", async () => {
    await visit();
    const { seen } = await planStorm(staff(), { date: DAY, towns: [] });
    await visit({ time: "2:00 PM" });
    expect(await callStorm(staff(), { date: DAY, towns: [], seen })).toMatchObject({ reason: "changed" });
    expect(await callStorm(staff(), { date: "2026-05-31", towns: [], seen })).toMatchObject({
      reason: "invalid",
    });
    expect(await offers()).toEqual([]);
    const { rows } = await pool.query("select * from closures");
    expect(rows).toEqual([]);
  });

  test("a second time adds to the first, and asks nobody twice", async () => {
    const first = await visit(CONCORD);
    const { id } = await storm(["concord"]);
    const second = await visit({ time: "2:00 PM" });
    expect(await readStormDay(staff(), id)).toMatchObject({ asked: 1, unasked: 0, closed: true });
    expect(await storm()).toEqual({ ok: true, id, asked: 1 });
    expect(await storm(["concord"])).toEqual({ ok: true, id, asked: 0 });
    expect(await readStormDays(staff())).toMatchObject([{ id, towns: [], asked: 2, open: 2, closed: true }]);
    expect((await offers()).map(({ booking_id }) => booking_id).sort()).toEqual([first.id, second.id].sort());
  });

  test("proposes nothing that an earlier one proposes to somebody who has not answered", async () => {
    await setCrews(pool, 1);
    await visit();
    await storm([], DAY);
    await visit({ date: "2026-06-09" });
    await storm([], "2026-06-09");
    expect((await offers()).map(({ date }) => date)).toEqual([NEXT, "2026-06-12"]);
  });
});

describe("who is asked", () => {
  test("gets a mail with three ways, which say what they cost: nothing", async () => {
    const { id } = await visit();
    clock.set("2026-06-10T10:00:00Z");
    await storm();
    await queues.run("storm-offer-mail");
    const [mail, ...more] = await mailed("storm-offer:%");
    expect(more).toEqual([]);
    expect(mail.subject).toBe("A storm is in the way of your Regular Cleaning on Wednesday, June 10, 2026");
    for (const page of ["storm", "reschedule", "cancel"])
      expect(mail.html).toContain(`https://site.example/bookings/${id}/${page}?key=`);
    expect(mail.text).toContain("Thursday, June 11, 2026, 8:00 AM");
    expect(mail.text).toContain("you get $159.00 back");
  });

  test("accepts, without a fee however late, and keeps the crew that was meant", async () => {
    const { id, crew_id } = await visit();
    await storm();
    clock.set("2026-06-10T11:59:00Z");
    expect(await question(id)).toEqual({
      open: true,
      proposal: { date: NEXT, time: "8:00 AM" },
      taken: false,
      others: [],
    });
    expect(await take(id, NEXT, "8:00 AM")).toEqual({ ok: true, visit_id: id });
    expect(await visitRow(pool, id)).toMatchObject({
      day: NEXT,
      crew_id,
      late_fee_applies: false,
      status: "confirmed",
    });
    expect(await statusOf(id)).toBe("accepted");
    expect(await auditOf(pool, id)).toEqual(
      expect.arrayContaining(["storm.offer_accepted", "booking.moved"]),
    );
    expect(await question(id)).toEqual({ open: false });
    expect((await queues.waiting("booking-moved-mail")).length).toBe(1);
  });

  test("can still answer when the visit should have begun", async () => {
    const { id } = await visit();
    await storm();
    clock.set("2026-06-10T18:00:00Z");
    expect(await take(id, "2026-06-12", "10:00 AM")).toMatchObject({ ok: true });
    expect(await statusOf(id)).toBe("moved");
    expect(await visitRow(pool, id)).toMatchObject({ late_fee_applies: false });
  });

  test("skips with all of the money back, also when a late fee was on it", async () => {
    const { id, amount } = await visit();
    await pool.query("update bookings set late_fee_applies = true where id = $1", [id]);
    await storm();
    clock.set("2026-06-10T11:59:00Z");
    expect(await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: amount })).toEqual({
      ok: true,
      refund: amount,
    });
    expect(await statusOf(id)).toBe("skipped");
    expect((await refundsOf(pool, id)).ours).toMatchObject([
      { amount, reason: "Skipped because of a storm" },
    ]);
    expect(await visitRow(pool, id)).toMatchObject({ late_fee_applies: true });
  });

  test("finds other times when the proposal was taken meanwhile", async () => {
    await setCrews(pool, 1);
    const { id } = await visit();
    await storm();
    await visit({ date: NEXT });
    expect(await take(id, NEXT, "8:00 AM")).toMatchObject({ ok: false, reason: "taken" });
    expect(await statusOf(id)).toBe("open");
    expect(await question(id)).toMatchObject({
      proposal: null,
      taken: true,
      others: expect.arrayContaining([{ date: NEXT, time: "12:00 PM" }]),
    });
  });

  test("answers once: a second answer changes nothing", async () => {
    const { id } = await visit();
    await storm();
    await take(id, NEXT, "8:00 AM");
    const again = { id, date: "2026-06-15", time: "8:00 AM", from: { date: NEXT, time: "8:00 AM" } };
    expect(await answerStorm(ctx({ actor: linkTo(id) }), again)).toMatchObject({
      reason: "not movable",
      message: "This has been answered already.",
    });
    expect(await skipByPhone(staff(), { id, refund: 15900 })).toMatchObject({ reason: "not cancellable" });
    expect(await visitRow(pool, id)).toMatchObject({ day: NEXT, status: "confirmed" });
  });

  test("is nobody else: a stranger's link answers nothing", async () => {
    const { id } = await visit();
    const other = await visit();
    await storm();
    const stranger = ctx({ actor: linkTo(other.id) });
    expect(await answerStorm(stranger, { id, date: NEXT, time: "8:00 AM", from: FROM })).toMatchObject({
      reason: "not found",
    });
    expect(await statusOf(id)).toBe("open");
  });
});

describe("the office", () => {
  test("answers for who calls", async () => {
    const [one, two] = [await visit(), await visit()];
    await storm();
    const proposed = (await offers()).find(({ booking_id }) => booking_id === one.id);
    const to = { date: proposed.date, time: "8:00 AM" };
    expect(await answerByPhone(staff(), { id: one.id, ...to, from: FROM })).toMatchObject({ ok: true });
    expect(await skipByPhone(staff(), { id: two.id, refund: 1 })).toMatchObject({ reason: "changed" });
    expect(await skipByPhone(staff(), { id: two.id, refund: 15900 })).toEqual({ ok: true, refund: 15900 });
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["accepted", "skipped"]);
    const { rows } = await pool.query("select actor from audit_log where action = 'storm.offer_accepted'");
    expect(rows).toEqual([{ actor: `admin:${staff().actor.id}` }]);
  });

  test("sends the question again, but not to who has answered or has no address", async () => {
    const [one, two, three] = [await visit(), await visit(), await visit({ time: "2:00 PM" })];
    const { id } = await storm();
    await take(two.id, "2026-06-19", "8:00 AM");
    await pool.query("update bookings set customer_email = null where id = $1", [three.id]);
    await queues.run("storm-offer-mail");
    clock.advance({ minutes: 5 });
    expect(await resendOffers(staff(), { id })).toBe(1);
    expect(await resendOffers(staff(), { id, visit: two.id })).toBe(0);
    await queues.run("storm-offer-mail");
    expect((await mailed("storm-offer:%")).length).toBe(2);
    const day = await readStormDay(staff(), id);
    expect(day).toMatchObject({ asked: 3, open: 2 });
    expect(day?.offers.find(({ visit: which }) => which === one.id)).toMatchObject({ mail: "kept" });
    expect(day?.offers.find(({ visit: which }) => which === three.id)).toMatchObject({ mail: "none" });
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ["moved", (id) => moveByStaff(staff(), { id, date: NEXT, time: "2:00 PM", crew_id: null })],
    [
      "cancelled",
      (id) => cancelByStaff(staff(), { id, choice: "all", amount: null, reason: "", left: 15900 }),
    ],
    ["completed", (id) => setBookingStatus(staff(), { id, status: "completed" })],
  ])("settles the question with a visit that it has %s", async (_, change) => {
    const { id } = await visit();
    await storm();
    expect(await change(id)).toMatchObject({ ok: true });
    expect(await statusOf(id)).toBe("settled");
  });

  test("gives everything back by policy while the question is open", async () => {
    const { id } = await visit();
    await storm();
    clock.set("2026-06-10T11:59:00Z");
    const wish = { id, choice: "policy", amount: null, reason: "", left: 15900 } as const;
    expect(await cancelByStaff(staff(), wish)).toMatchObject({ ok: true, refund: 15900 });
  });

  test("opens the day again; who has not answered keeps the visit and hears so", async () => {
    const [one, two] = [await visit(), await visit()];
    const { id } = await storm();
    await take(two.id, "2026-06-19", "8:00 AM");
    expect(await openStormDay(staff(), id)).toBe(1);
    expect(await openStormDay(staff(), id)).toBeNull();
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["settled", "moved"]);
    await queues.run("storm-over-mail");
    const [mail] = await mailed("storm-over:%");
    expect(mail.subject).toBe("After all: Regular Cleaning on Wednesday, June 10, 2026");
    expect(await take(one.id, NEXT, "8:00 AM")).toMatchObject({ reason: "not movable" });
    const booked = await createPayment(ctx(), { request: aRequest({ time: "2:00 PM" }), draft_id: null });
    expect(booked).toMatchObject({ ok: true });
    await storm();
    expect(await statusOf(one.id)).toBe("open");
  });
});

/** Pairs of visits of one crew that come closer than the travel between them. */
async function clashes(): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select a.id, b.id from bookings a join bookings b on a.crew_id = b.crew_id and a.id < b.id
     where a.status <> 'cancelled' and b.status <> 'cancelled' and a.blocked && b.blocked`,
  );
  return rows;
}

describe("answers at once", () => {
  test("50 that want the same slot: each crew gets one, the others hear what is left", async () => {
    await setCrews(pool, 50);
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) ids.push((await visit()).id);
    await storm();
    await pool.query("update crews set is_active = (sort_order <= 3)");
    const outcomes = await Promise.all(
      ids.map((id, n) => take(id, "2026-06-30", "8:00 AM", n % 2 ? otherDb : ctx().db)),
    );
    expect(outcomes.filter(({ ok }) => ok).length).toBe(3);
    for (const outcome of outcomes.filter(({ ok }) => !ok)) {
      expect(outcome).toMatchObject({ reason: "taken" });
      expect("slots" in outcome && outcome.slots).toContainEqual({ time: "12:00 PM", state: "free" });
    }
    expect(await clashes()).toEqual([]);
    const { rows } = await pool.query("select status, count(*)::int from storm_offers group by 1 order by 1");
    expect(rows).toEqual([
      { status: "moved", count: 3 },
      { status: "open", count: 47 },
    ]);
  }, 60_000);

  test("who takes what was proposed gets it, all at once and with all crews busy", async () => {
    const ids: string[] = [];
    for (const time of ["8:00 AM", "12:00 PM", "4:00 PM"] as const)
      for (let crew = 0; crew < 2; crew += 1) ids.push((await visit({ time })).id);
    await storm();
    const proposed = new Map((await offers()).map((offer) => [offer.booking_id, offer]));
    const outcomes = await Promise.all(
      ids.map(async (id, n) => {
        const asked = await question(id);
        const to = asked?.open ? asked.proposal : null;
        const { day: date, clock: time } = await visitRow(pool, id);
        const from = {
          date,
          time: { "08:00": "8:00 AM", "12:00": "12:00 PM", "16:00": "4:00 PM" }[time as string] ?? "",
        };
        const db = n % 2 ? otherDb : ctx().db;
        return answerStorm(ctx({ actor: linkTo(id), db }), {
          id,
          date: to?.date ?? "",
          time: to?.time ?? "",
          from,
        });
      }),
    );
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    for (const id of ids)
      expect(await visitRow(pool, id)).toMatchObject({
        day: proposed.get(id).date,
        crew_id: proposed.get(id).crew,
      });
    expect(await clashes()).toEqual([]);
  });

  test("one customer who accepts, moves and skips at once has done one of them", async () => {
    const { id, amount } = await visit();
    await storm();
    const actor = linkTo(id);
    const outcomes = await Promise.all([
      take(id, NEXT, "8:00 AM"),
      take(id, "2026-06-15", "10:00 AM", otherDb),
      cancelBooking(ctx({ actor }), { id, refund: amount, as_answer: true }),
      answerByPhone(staff(), { id, date: "2026-06-16", time: "8:00 AM", from: FROM }),
    ]);
    expect(outcomes.filter(({ ok }) => ok).length).toBe(1);
  });
});
