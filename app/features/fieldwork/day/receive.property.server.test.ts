import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { aCrewsDay, aTap } from "../../../../tests/support/crew";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { EVENT_KINDS, progressOf, type VisitEvent } from "./progress";
import { readDay } from "./queries.server";
import { receiveEvents } from "./receive.server";

const world = await testWorld();
const { pool, clock } = world;
let its: Awaited<ReturnType<typeof aCrewsDay>>;
const items: string[] = [];

beforeAll(async () => {
  its = await aCrewsDay(world, await staffCtx(world));
  clock.set("2026-06-10T20:00:00Z");
  for (const text of ["Dust", "Mop"]) {
    const sql = "insert into checklist_items (service_id, text) values ('regular-cleaning', $1) returning id";
    items.push((await pool.query(sql, [text])).rows[0].id);
  }
});

type Phone = "maria" | "ben";
type Kind = Exclude<(typeof EVENT_KINDS)[number], "undone"> | "reported";
type Tap = { kind: Kind; who: number[]; item: number; minute: number; undone: boolean };
type Sent = { id: string; by: Phone; kind: string; phone_at: string };

const aTapOf = fc.record({
  kind: fc.constantFrom(...EVENT_KINDS.filter((kind) => kind !== "undone"), "reported" as const),
  who: fc.uniqueArray(fc.nat(1), { minLength: 1 }),
  item: fc.nat(1),
  minute: fc.nat(240),
  undone: fc.boolean(),
});
/** Which events of the day travel together, and whether their answer is lost, so that the phone sends them again. */
const aBatch = fc.record({ size: fc.integer({ min: 1, max: 6 }), lost: fc.boolean(), atOnce: fc.boolean() });

function sentOf(by: Phone, { kind, who, item, minute }: Tap) {
  const at = Temporal.Instant.from("2026-06-10T12:00:00Z").add({ minutes: minute }).toString();
  const members = who.map((index) => [its.maria, its.ben][index]?.member_id);
  const report = kind === "reported" && { report_kind: "extra", words: `Minute ${minute}` };
  const about = kind.endsWith("checked") ? { item_id: items[item] } : { members };
  return { ...aTap(its.visit.id, kind, { at, ...about, ...report }), by };
}

/** What a member tapped, and at once took back of it. */
function dayOf(by: Phone, taps: Tap[]): Sent[] {
  return taps.flatMap((tap) => {
    const sent = sentOf(by, tap);
    if (!tap.undone || tap.kind === "reported") return [sent];
    return [sent, { ...aTap(its.visit.id, "undone", { at: sent.phone_at, undoes: sent.id }), by }];
  });
}

async function stored() {
  const { rows: events } = await pool.query(
    "select id, kind, members, item_id, happened_at, member_id from visit_events order by id",
  );
  const { rows: reports } = await pool.query("select id, words, member_id from visit_reports order by id");
  return { events, reports };
}

test("shuffled, doubled, dropped and cut into batches, the taps of two phones lead to the same day", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aTapOf, { maxLength: 8 }),
      fc.array(aTapOf, { maxLength: 8 }),
      fc.array(aBatch, { minLength: 1, maxLength: 6 }),
      fc.infiniteStream(fc.nat(1_000_000)),
      async (marias, bens, batches, order) => {
        await pool.query(
          `delete from visit_events; delete from visit_reports; delete from refused_events;
           update bookings set status = 'confirmed'`,
        );
        const day = [...dayOf("maria", marias), ...dayOf("ben", bens)];
        const doubled = [...day, ...day.filter(() => (order.next().value ?? 0) % 3 === 0)];
        const shuffled = doubled
          .map((one) => ({ one, key: order.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        await arrive(shuffled, batches);

        const { events, reports } = await stored();
        const taps = day.filter(({ kind }) => kind !== "reported");
        expect(events.map(({ id }) => id)).toEqual(taps.map(({ id }) => id).sort());
        expect(reports).toHaveLength(day.length - taps.length);
        for (const { id, member_id } of [...events, ...reports])
          expect(member_id).toBe(its[day.find((one) => one.id === id)?.by ?? "maria"].member_id);
        expect((await pool.query("select from refused_events")).rowCount).toBe(0);
        const [stop] = (await readDay(its.maria.ctx(), its.maria.phone)).stops;
        const expected = progressOf(taps.map(expectedOf));
        expect(progressOf(stop?.events ?? [])).toEqual(expected);
        const { rows } = await pool.query("select status from bookings");
        expect(rows).toEqual([{ status: expected.state === "done" ? "completed" : "confirmed" }]);
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

/** What was tapped, as a phone knows it before it has sent anything. */
function expectedOf(sent: Sent & { members?: unknown; item_id?: unknown; undoes?: unknown }): VisitEvent {
  return {
    id: sent.id,
    kind: sent.kind as VisitEvent["kind"],
    members: (sent.members as string[]) ?? [],
    item_id: (sent.item_id as string) ?? null,
    undoes: (sent.undoes as string) ?? null,
    at: Temporal.Instant.from(sent.phone_at).epochMilliseconds,
  };
}

async function arrive(sent: Sent[], batches: { size: number; lost: boolean; atOnce: boolean }[]) {
  let at = 0;
  for (let turn = 0; at < sent.length; turn += 1) {
    const batch = batches[turn % batches.length];
    const now = sent.slice(at, at + (batch?.size ?? 1));
    at += now.length;
    const ofPhones = (["maria", "ben"] as const).flatMap((by) => {
      const own = now.filter((one) => one.by === by);
      return Array.from({ length: own.length > 0 ? (batch?.lost ? 2 : 1) : 0 }, () => ({ by, own }));
    });
    const send = ({ by, own }: { by: Phone; own: Sent[] }) =>
      receiveEvents(its[by].ctx(), { phone_now: clock.now, events: own });
    if (batch?.atOnce) await Promise.all(ofPhones.map(send));
    else for (const one of ofPhones) await send(one);
  }
}
