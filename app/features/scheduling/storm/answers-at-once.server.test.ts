import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import type { StaffCtx } from "~/platform/context.server";
import { openDatabase } from "~/platform/database/database.server";
import { setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { FROM, NEXT, storms } from "../../../../tests/support/storms";
import { linkTo, visitRow } from "../../../../tests/support/visits";
import { answerByPhone, answerStorm } from "./answer.server";

const world = await testWorld();
const { pool, connection, ctx, clock, clear } = world;
/** A second process on the same database. */
const { db: otherDb, close } = openDatabase(connection, { max: 10 });
afterAll(close);
let staff: () => StaffCtx;
const { visit, storm, offers, question, take } = storms(world, () => staff());

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
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
