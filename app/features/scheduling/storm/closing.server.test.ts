import { beforeEach, describe, expect, test } from "vitest";
import { closeTime, openTime } from "~/features/scheduling/board/close.server";
import type { StaffCtx } from "~/platform/context.server";
import { DAY } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { NEXT, storms } from "../../../../tests/support/storms";
import { visitRow } from "../../../../tests/support/visits";
import { skipByPhone } from "./answer.server";
import { callStorm, openStormDay } from "./call.server";
import { planStorm } from "./plan.server";
import { readStormDay } from "./queries.server";

const world = await testWorld();
const { pool, clock, clear, queues } = world;
let staff: () => StaffCtx;
const { visit, offers, storm, question, take, mailed, statusOf } = storms(world, () => staff());

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const closed = async () => (await pool.query("select reason from closures")).rows.map(({ reason }) => reason);

/** Looks at a day's visits and closes it, asking their customers. */
async function closing(reason = "Company picnic") {
  const { seen } = await planStorm(staff(), { date: DAY, towns: [] });
  const outcome = await callStorm(staff(), { date: DAY, towns: [], seen, kind: "closing", reason });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

describe("closing a day that has visits", () => {
  test("offers each customer another time, by an email that says why", async () => {
    const { id } = await visit();
    expect(await closing()).toMatchObject({ asked: 1 });
    expect(await closed()).toEqual(["Company picnic"]);
    expect(await offers()).toMatchObject([{ booking_id: id, status: "open", date: NEXT, time: "08:00" }]);
    await queues.run("storm-offer-mail");
    const [mail] = await mailed("storm-offer:%");
    expect(mail.subject).toBe(
      "We’re closed on Wednesday, June 10, 2026: choose a new time for your Regular Cleaning",
    );
    expect(mail.text).toContain("we’re closed on Wednesday, June 10, 2026");
    expect(mail.text.replace(/https:\S+/g, "")).not.toMatch(/storm|weather|picnic/i);
    expect(await question(id)).toMatchObject({ open: true, kind: "closing" });
    expect(await take(id, NEXT, "8:00 AM")).toMatchObject({ ok: true });
    expect(await visitRow(pool, id)).toMatchObject({ day: NEXT });
    expect(await statusOf(id)).toBe("accepted");
  });

  test("lets a customer skip the visit, with that as the reason", async () => {
    const { id } = await visit();
    await closing();
    const { rows } = await pool.query("select amount::int from orders");
    expect(await skipByPhone(staff(), { id, refund: rows[0].amount })).toMatchObject({ ok: true });
    const refunds = await pool.query("select reason from refunds");
    expect(refunds.rows).toEqual([{ reason: "Skipped because we closed that day" }]);
  });

  test("is refused when a visit has come meanwhile", async () => {
    await visit();
    const { seen } = await planStorm(staff(), { date: DAY, towns: [] });
    await visit({ time: "10:00 AM" });
    expect(await callStorm(staff(), { date: DAY, towns: [], seen, kind: "closing" })).toMatchObject({
      ok: false,
      reason: "changed",
    });
    expect(await closed()).toEqual([]);
  });
});

describe("a day that was closed with its visits", () => {
  test.each(["on its own page", "on the schedule"])("can be opened again %s: visits stay", async (where) => {
    const { id } = await visit();
    const day = await closing();
    const { rows } = await pool.query("select id from closures");
    if (where === "on the schedule") await openTime(staff(), rows[0].id);
    else expect(await openStormDay(staff(), day.id)).toBe(1);
    expect(await closed()).toEqual([]);
    expect(await statusOf(id)).toBe("settled");
    expect(await readStormDay(staff(), day.id)).toMatchObject({ kind: "closing", closed: false });
    await queues.run("storm-over-mail");
    const [mail] = await mailed("storm-over:%");
    expect(mail.subject).toBe("We’re open: Regular Cleaning on Wednesday, June 10, 2026 is on");
  });

  test("stays the office's when a storm comes over it", async () => {
    await closing();
    await storm(["pittsfield"]);
    const { rows } = await pool.query("select kind, towns, closure_id from storm_days");
    expect(rows).toEqual([{ kind: "closing", towns: [], closure_id: null }]);
    expect(await closed()).toEqual(["Company picnic"]);
  });
});

test("a closure that the office makes of a storm's stays when no storm comes", async () => {
  const { id } = await storm();
  await closing("Holiday");
  expect(await closed()).toEqual(["Holiday"]);
  expect(await pool.query("select closure_id from storm_days")).toMatchObject({
    rows: [{ closure_id: null }],
  });
  expect(await readStormDay(staff(), id)).toMatchObject({ kind: "closing", closed: true });
});

test("customers of a day that is closed already are asked without closing it twice", async () => {
  await visit();
  await closeTime(staff(), { date: DAY, time: null, reason: "Inventory" });
  expect(await closing("")).toMatchObject({ asked: 1 });
  expect(await closed()).toEqual(["Inventory"]);
});
