import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { ERASED_STREET } from "~/features/booking/booking";
import { setBookingStatus } from "~/features/booking/office/status.server";
import type { CrewCtx, StaffCtx } from "~/platform/context.server";
import { auditOf } from "../../../../tests/support/bookings";
import { aCrewsDay, aTap } from "../../../../tests/support/crew";
import { oweByCard } from "../../../../tests/support/crew-days";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { receiveEvents } from "./receive.server";

const world = await testWorld();
const { pool, clock, clear, queues } = world;
const NOW = "2026-06-10T12:00:00Z";
let office: () => StaffCtx;
let its: Awaited<ReturnType<typeof aCrewsDay>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  its = await aCrewsDay(world, office);
});

type Sent = { id: string; kind?: unknown };

const send = (events: Sent[], { by = its.maria.ctx(), phone_now = clock.now }: Partial<By> = {}) =>
  receiveEvents(by, { phone_now, events });
type By = { by: CrewCtx; phone_now: Temporal.Instant };

/** A tap of Maria's for herself, unless said otherwise. */
const tap = (kind: string, more: Record<string, unknown> = {}) =>
  aTap(its.visit.id, kind, { at: clock.now.toString(), members: [its.maria.member_id], ...more });
const check = (item_id: string, more: Record<string, unknown> = {}) =>
  aTap(its.visit.id, "checked", { at: clock.now.toString(), item_id, ...more });
const report = (more: Record<string, unknown> = {}) =>
  aTap(its.visit.id, "reported", {
    at: clock.now.toString(),
    report_kind: "damage",
    words: "A vase",
    ...more,
  });

const rows = async (sql: string) => (await pool.query(sql)).rows;
const stored = () =>
  rows("select id, kind, member_id, members, happened_at from visit_events order by position");
const refused = () => rows("select id, kind, reason, booking_id, member_id, phone_at from refused_events");
const status = async () => (await rows("select status from bookings"))[0].status;

async function anItem(need: string, of: object = { service_id: "regular-cleaning" }) {
  const [[column, value]] = Object.entries(of) as [[string, string]];
  const found = await pool.query(
    `insert into checklist_items (${column}, text, need) values ($1, 'Dust', $2) returning id`,
    [value, need],
  );
  return found.rows[0].id as string;
}

describe("an event", () => {
  test("counts once, however often and on however many lines it arrives", async () => {
    const started = tap("started");
    const all = { applied: [started.id, started.id], refused: [] };
    expect(await send([started, started])).toEqual(all);
    const again = await Promise.all([1, 2, 3].map(() => send([started, started])));
    expect(again).toEqual([all, all, all]);
    expect(await stored()).toMatchObject([{ id: started.id, members: [its.maria.member_id] }]);
    expect(await refused()).toEqual([]);
  });

  test("may count for others of the crew, and only for them", async () => {
    const everybody = [its.maria, its.ben, its.noor].map(({ member_id }) => member_id);
    await send([tap("started", { members: everybody }), tap("started", { members: [its.noor.member_id] })]);
    const [first, second] = await stored();
    expect(first.members.sort()).toEqual([its.maria.member_id, its.ben.member_id].sort());
    expect(second.members).toEqual([its.maria.member_id]);
  });

  test("of another crew's stop is refused and kept", async () => {
    const started = tap("started", { members: [its.noor.member_id] });
    const answer = { applied: [], refused: [{ id: started.id, reason: "not yours" }] };
    expect(await send([started], { by: its.noor.ctx() })).toEqual(answer);
    expect(await send([started], { by: its.noor.ctx() })).toEqual(answer);
    expect(await stored()).toEqual([]);
    expect(await refused()).toMatchObject([
      { id: started.id, kind: "started", reason: "not yours", member_id: its.noor.member_id },
    ]);
  });

  test("of a visit that the crew has begun is taken after the office gave it to others", async () => {
    await send([tap("started")]);
    await pool.query("update bookings set crew_id = $1", [its.noor.crew_id]);
    const finished = tap("finished");
    expect(await send([finished])).toMatchObject({ applied: [finished.id] });
    const theirs = tap("started", { members: [its.noor.member_id] });
    expect(await send([theirs], { by: its.noor.ctx() })).toMatchObject({ applied: [theirs.id] });
  });

  test("doesn't finish what another crew has taken over", async () => {
    await send([tap("on_my_way")]);
    await pool.query("update bookings set crew_id = $1", [its.noor.crew_id]);
    const theirs = { members: [its.noor.member_id] };
    await send([tap("started", theirs)], { by: its.noor.ctx() });
    const finished = tap("finished");
    expect((await send([finished])).refused).toEqual([{ id: finished.id, reason: "not yours" }]);
    expect(await status()).toBe("confirmed");
    await send([tap("finished", theirs)], { by: its.noor.ctx() });
    expect(await status()).toBe("completed");
  });

  test("of a visit that doesn't exist is refused and kept without it", async () => {
    const booking_id = randomUUID();
    const lost = tap("started", { booking_id });
    expect((await send([lost])).refused).toEqual([{ id: lost.id, reason: "missing" }]);
    expect(await refused()).toMatchObject([{ id: lost.id, reason: "missing", booking_id: null }]);
  });

  test("from before a cancellation counts, one from after is refused, and one taken before stays taken", async () => {
    const [before, taken, after] = [
      tap("on_my_way", { at: "2026-06-10T11:50:00Z" }),
      tap("started", { at: "2026-06-10T11:59:00Z" }),
      tap("paused", { at: "2026-06-10T12:20:00Z" }),
    ];
    await send([taken]);
    await setBookingStatus(office(), { id: its.visit.id, status: "cancelled" });
    clock.set("2026-06-10T12:30:00Z");
    expect(await send([before, after, taken])).toEqual({
      applied: [before.id, taken.id],
      refused: [{ id: after.id, reason: "cancelled" }],
    });
    expect(await refused()).toMatchObject([{ id: after.id, reason: "cancelled" }]);
  });

  test("older than six days is refused, unless it was taken when it was new", async () => {
    const taken = tap("started");
    await send([taken]);
    clock.set("2026-06-16T12:00:00Z");
    const [last, old] = [tap("paused", { at: NOW }), tap("paused", { at: "2026-06-10T11:59:59Z" })];
    expect(await send([last, old])).toEqual({
      applied: [last.id],
      refused: [{ id: old.id, reason: "too old" }],
    });
    clock.set("2026-06-20T12:00:00Z");
    expect(await send([taken])).toEqual({ applied: [taken.id], refused: [] });
  });

  test.each([
    ["five hours behind", "2026-06-10T07:00:00Z", "2026-06-10T06:50:00Z", "2026-06-10T11:50:00.000Z"],
    ["a year ahead", "2027-06-10T12:00:00Z", "2027-06-10T11:50:00Z", "2026-06-10T11:50:00.000Z"],
    ["right but for a second", "2026-06-10T11:59:59Z", "2026-06-10T11:50:00Z", "2026-06-10T11:50:00.000Z"],
    ["changed between tap and sending", NOW, "2026-06-11T00:00:00Z", "2026-06-10T12:00:00.000Z"],
    [
      "in another time zone",
      "2026-06-10T14:00:00+02:00",
      "2026-06-10T13:50:00+02:00",
      "2026-06-10T11:50:00.000Z",
    ],
  ])("of a phone whose clock is %s is put right, never into the future", async (_, phone, at, happened) => {
    await send([tap("started", { at })], { phone_now: Temporal.Instant.from(phone) });
    const [event] = await rows("select happened_at, phone_at from visit_events");
    expect(event.happened_at.toISOString()).toBe(happened);
    expect(event.phone_at).toEqual(new Date(at));
  });

  test("that can't be read is refused, and those around it are taken", async () => {
    const [first, last] = [tap("started"), tap("paused")];
    const odd: Sent[] = [
      tap("danced"),
      tap("started", { members: [] }),
      tap("started", { members: ["7"] }),
      tap("started", { booking_id: "' or true --" }),
      tap("started", { phone_at: "yesterday" }),
      tap("started", { phone_at: "0000-01-01T00:00:00Z" }),
      tap("started", { phone_at: "2026-06-10T11:59:59.0123456789Z" }),
      tap("checked"),
      report({ report_kind: "joy" }),
      report({ words: "x".repeat(1001) }),
      report({ words: 7 }),
      { id: randomUUID() },
    ];
    const received = await send([first, ...odd, last]);
    expect(received.applied).toEqual([first.id, last.id]);
    expect(received.refused).toEqual(odd.map(({ id }) => ({ id, reason: "invalid" })));
    expect(await stored()).toHaveLength(2);
    expect(await rows("select from visit_reports")).toHaveLength(0);
  });

  test("of an item that is in no checklist is refused without harm to the others", async () => {
    const [lost, last] = [check(randomUUID()), tap("started")];
    const answer = { applied: [last.id], refused: [{ id: lost.id, reason: "missing" }] };
    expect(await send([lost, last])).toEqual(answer);
    expect(await refused()).toMatchObject([{ id: lost.id, booking_id: its.visit.id }]);
  });
});

describe("finishing", () => {
  test("completes the booking and asks for its payment once, also when the phones send it again", async () => {
    await oweByCard(pool);
    await send([tap("started")]);
    const finished = tap("finished");
    await send([finished]);
    await send([finished, tap("finished")]);
    await send([tap("finished")], { by: its.ben.ctx() });
    expect(await status()).toBe("completed");
    expect(await queues.waiting("charge-card")).toEqual([{ order_id: its.visit.order_id }]);
    expect(await completions()).toBe(1);
    const [{ actor }] = await rows("select actor from audit_log where action = 'booking.status_changed'");
    expect(actor).toContain(its.maria.member_id);
  });

  test("completes once when two members finish at the same instant", async () => {
    await oweByCard(pool);
    const by = [its.maria.ctx(), its.ben.ctx()];
    const received = await Promise.all(by.map((one) => send([tap("started"), tap("finished")], { by: one })));
    expect(received.flatMap((one) => one.refused)).toEqual([]);
    expect(await status()).toBe("completed");
    expect(await queues.waiting("charge-card")).toHaveLength(1);
    expect(await completions()).toBe(1);
  });

  test("and a cancellation at the same instant leave one of both, and no tap is lost", async () => {
    for (let round = 0; round < 5; round += 1) {
      await pool.query("update bookings set status = 'confirmed', cancelled_at = null");
      const seen = { status: "confirmed" } as const;
      const [received, cancelled] = await Promise.all([
        send([tap("finished")]),
        setBookingStatus(office(), { id: its.visit.id, status: "cancelled", seen }),
      ]);
      const kept = [...received.applied, ...received.refused.map(({ id }) => id)];
      expect(kept).toHaveLength(1);
      expect(await status()).toBe(cancelled.ok ? "cancelled" : "completed");
    }
    expect((await stored()).length + (await refused()).length).toBe(5);
  });

  test("leaves a visit that the office has completed or cancelled as it is", async () => {
    await setBookingStatus(office(), { id: its.visit.id, status: "completed" });
    expect((await send([tap("finished")])).refused).toEqual([]);
    expect(await completions()).toBe(1);
    await setBookingStatus(office(), { id: its.visit.id, status: "cancelled" });
    await send([tap("finished", { at: "2026-06-10T11:00:00Z" })]);
    expect(await status()).toBe("cancelled");
  });

  test("needs the required items of the service and of the home, or the office's word", async () => {
    const home = await aHome();
    const items = [await anItem("required"), await anItem("required", { property_id: home })];
    await anItem("optional");
    await anItem("required", { service_id: "monthly-home-care" });
    const early = tap("finished");
    expect((await send([early])).refused).toEqual([{ id: early.id, reason: "items open" }]);
    await send(items.map((id) => check(id)));
    clock.advance({ seconds: 1 });
    await send([aTap(its.visit.id, "unchecked", { at: clock.now.toString(), item_id: items[0] })]);
    expect((await send([tap("finished")])).refused).toMatchObject([{ reason: "items open" }]);
    await pool.query("update bookings set items_waived = true");
    expect((await send([tap("finished")])).refused).toEqual([]);
    expect(await status()).toBe("completed");
  });

  test("needs no item that was archived, and none twice", async () => {
    const [item, old] = [await anItem("required"), await anItem("required")];
    await pool.query("update checklist_items set archived_at = now() where id = $1", [old]);
    const done = tap("finished");
    expect(await send([check(item), done])).toMatchObject({ refused: [] });
    expect(await status()).toBe("completed");
  });
});

describe("a report", () => {
  test("is stored once and told to the office by one email", async () => {
    const told = report();
    const answer = { applied: [told.id], refused: [] };
    expect(await Promise.all([send([told]), send([told])])).toEqual([answer, answer]);
    expect(await rows("select kind, words, member_id from visit_reports")).toEqual([
      { kind: "damage", words: "A vase", member_id: its.maria.member_id },
    ]);
    expect(await auditOf(pool, its.visit.id)).toContain("booking.reported");
    await queues.run("crew-report-mail");
    const mails = await rows("select subject, text from mails where occasion like 'crew-report:%'");
    expect(mails).toHaveLength(1);
    expect(mails[0].subject).toContain("Damage");
    for (const words of ["A vase", "Maria"]) expect(mails[0].text).toContain(words);
  });

  test("that was answered before its email is sent is told to nobody", async () => {
    await send([report()]);
    await pool.query("update visit_reports set answer = 'Thanks', answered_at = now()");
    await queues.run("crew-report-mail");
    expect(await rows("select from mails where occasion like 'crew-report:%'")).toHaveLength(0);
  });

  test("of a visit whose customer was erased is not kept, but who worked when is", async () => {
    await pool.query("update bookings set address_line1 = $1", [ERASED_STREET]);
    const told = report();
    expect(await send([tap("started"), told])).toMatchObject({
      refused: [{ id: told.id, reason: "missing" }],
    });
    expect(await rows("select from visit_reports")).toEqual([]);
    expect(await stored()).toMatchObject([{ kind: "started" }]);
  });

  test("keeps its words but for what no text can hold", async () => {
    await send([report({ words: "  a\u0000b 🧹 'quoted' \n second line " })]);
    expect(await rows("select words from visit_reports")).toEqual([
      { words: "ab 🧹 'quoted' \n second line" },
    ]);
  });
});

async function aHome(): Promise<string> {
  const home = await pool.query(
    `insert into properties (customer_id, property_type, address_line1, city, state, zip_code)
     select id, 'residential', '14 Barnstead Road', 'Pittsfield', 'NH', '03263' from customers limit 1 returning id`,
  );
  await pool.query("update bookings set property_id = $1", [home.rows[0].id]);
  return home.rows[0].id;
}

async function completions() {
  const actions = await auditOf(pool, its.visit.id);
  return actions.filter((action) => action === "booking.status_changed").length;
}
