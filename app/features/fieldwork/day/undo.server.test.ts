import { beforeEach, describe, expect, test } from "vitest";
import { HELD_SECONDS } from "~/features/booking/office/rules";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { readHours } from "~/features/fieldwork/hours/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import { aCrewsDay, aTap } from "../../../../tests/support/crew";
import { oweByCard } from "../../../../tests/support/crew-days";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { progressOf } from "./progress";
import { readDay } from "./queries.server";
import { receiveEvents } from "./receive.server";

const world = await testWorld();
const { db, pool, clock, clear, queues } = world;
let office: () => StaffCtx;
let its: Awaited<ReturnType<typeof aCrewsDay>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  its = await aCrewsDay(world, office);
});

type Sent = { id: string };

const send = (...events: Sent[]) => receiveEvents(its.maria.ctx(), { phone_now: clock.now, events });
const tap = (kind: string, more: Record<string, unknown> = {}) =>
  aTap(its.visit.id, kind, { at: clock.now.toString(), members: [its.maria.member_id], ...more });
const undo = ({ id }: Sent, more: Record<string, unknown> = {}) =>
  aTap(its.visit.id, "undone", { at: clock.now.toString(), undoes: id, ...more });
const status = async () => (await pool.query("select status from bookings")).rows[0].status;
const charges = () => pool.query("select charge_at from orders").then(({ rows }) => rows[0].charge_at);
const stateOf = async () => {
  const [stop] = (await readDay(its.maria.ctx(), its.maria.phone)).stops;
  return progressOf(stop?.events ?? []).state;
};

describe("a finish that is taken back", () => {
  test("leaves the visit confirmed, charges nobody, and tells the customer nothing", async () => {
    await oweByCard(pool);
    const finished = tap("finished");
    await send(tap("started"), finished);
    expect(await status()).toBe("completed");
    expect(await charges()).not.toBeNull();
    clock.advance({ seconds: 14 });
    const back = undo(finished);
    for (let times = 0; times < 2; times += 1)
      expect(await send(back)).toEqual({ applied: [back.id], refused: [] });
    expect([await status(), await stateOf()]).toEqual(["confirmed", "working"]);
    clock.advance({ seconds: 30 });
    await queues.run("charge-card");
    await queues.run("booking-status-mail");
    expect(await charges()).toBeNull();
    expect((await pool.query("select from charges where purpose = 'card'")).rowCount).toBe(0);
    expect((await pool.query("select from mails where occasion like 'booking-status:%'")).rowCount).toBe(0);
  });

  test("tells the customer nothing, also when the line was slow", async () => {
    const finished = tap("finished");
    await send(finished);
    const at = clock.now.add({ seconds: 14 }).toString();
    clock.advance({ seconds: 18 });
    expect((await send(undo(finished, { at }))).refused).toEqual([]);
    clock.advance({ seconds: 30 });
    await queues.run("booking-status-mail");
    expect(
      (await pool.query("select subject from mails where occasion like 'booking-status:%'")).rows,
    ).toEqual([]);
  });

  test("counts by a phone whose clock is corrected for one of both only", async () => {
    const slow = (seconds: number) => clock.now.subtract({ seconds });
    const phone = (seconds: number, event: Sent) =>
      receiveEvents(its.maria.ctx(), { phone_now: slow(seconds), events: [event] });
    await send(tap("started", { at: "2026-06-10T11:50:00Z" }));
    const finished = tap("finished", { at: slow(25).toString() });
    await phone(25, finished);
    clock.advance({ seconds: 14 });
    const at = slow(25).toString();
    clock.advance({ seconds: 6 });
    await phone(31, undo(finished, { at }));
    expect([await status(), await stateOf()]).toEqual(["confirmed", "working"]);
  });

  test("is no finish when both come hours later, in whatever order", async () => {
    for (const order of [0, 1]) {
      const finished = tap("finished");
      const both = [finished, undo(finished)];
      clock.advance({ hours: 1 });
      const { refused } = await send(...(order ? both.toReversed() : both));
      expect(refused).toEqual([]);
      expect([await status(), await stateOf()]).toEqual(["confirmed", "to do"]);
    }
  });

  test("doesn't count in anybody's hours, and the next finish does", async () => {
    const [started, finished] = [tap("started"), tap("finished", { at: "2026-06-10T12:00:05Z" })];
    clock.set("2026-06-10T12:00:10Z");
    await send(started, finished, undo(finished));
    clock.set("2026-06-10T14:00:00Z");
    await send(tap("finished"));
    const [visit] = await readHours(db, undefined);
    expect(visit?.spans.map(({ from, to }) => [from, to])).toEqual([
      [Date.parse("2026-06-10T12:00:00Z"), Date.parse("2026-06-10T14:00:00Z")],
    ]);
    expect(await status()).toBe("completed");
  });

  test("leaves the finish of another member", async () => {
    const [marias, bens] = [tap("finished"), tap("finished")];
    await send(marias, bens);
    await send(undo(marias));
    expect(await status()).toBe("completed");
    await send(undo(bens));
    expect(await status()).toBe("confirmed");
  });

  test("is refused with a word and kept for the office once the charge and the email are on their way", async () => {
    const finished = tap("finished");
    await send(finished);
    const at = clock.now.toString();
    clock.advance({ seconds: 21 });
    const late = undo(finished, { at });
    for (let times = 0; times < 2; times += 1)
      expect((await send(late)).refused).toEqual([{ id: late.id, reason: "too late" }]);
    expect([await status(), await stateOf()]).toEqual(["completed", "done"]);
    const { rows } = await pool.query("select kind, reason from refused_events");
    expect(rows).toEqual([{ kind: "undone", reason: "too late" }]);
  });

  test("is refused once the email is stored", async () => {
    const finished = tap("finished");
    await send(finished);
    clock.advance({ seconds: HELD_SECONDS });
    await queues.run("booking-status-mail");
    expect((await send(undo(finished))).refused).toMatchObject([{ reason: "too late" }]);
    expect([await status(), await stateOf()]).toEqual(["completed", "done"]);
  });

  test("is refused once the office has begun to charge the card", async () => {
    await oweByCard(pool);
    const finished = tap("finished");
    await send(finished);
    await pool.query(
      `insert into charges (order_id, purpose, status, amount, currency, provider, created_at, updated_at)
       select id, 'card', 'pending', 5300, 'usd', 'test-checkout', $1, $1 from orders`,
      [clock.now.toString()],
    );
    expect((await send(undo(finished))).refused).toMatchObject([{ reason: "too late" }]);
    expect(await status()).toBe("completed");
  });

  test("leaves what the office has decided meanwhile", async () => {
    const finished = tap("finished");
    await send(finished);
    await setBookingStatus(office(), { id: its.visit.id, status: "confirmed" });
    await setBookingStatus(office(), { id: its.visit.id, status: "completed" });
    expect((await send(undo(finished))).refused).toEqual([]);
    expect(await status()).toBe("completed");
  });
});

test("a start that is taken back leaves the visit as it was", async () => {
  const started = tap("started");
  await send(tap("on_my_way", { at: "2026-06-10T11:50:00Z" }), started, undo(started));
  expect(await stateOf()).toBe("on the way");
});

test("a start that is taken back begins nothing: the crew that had the visit before finishes it", async () => {
  await send(tap("started"));
  await pool.query("update bookings set crew_id = $1", [its.noor.crew_id]);
  const members = [its.noor.member_id];
  const [started, finished] = [tap("started", { members }), tap("finished")];
  const both = { phone_now: clock.now, events: [started, undo(started)] };
  expect((await receiveEvents(its.noor.ctx(), both)).refused).toEqual([]);
  expect((await send(finished)).refused).toEqual([]);
  expect(await status()).toBe("completed");
});
