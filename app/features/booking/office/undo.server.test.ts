import { beforeEach, describe, expect, test } from "vitest";
import type { BookingStatus } from "~/features/booking/booking";
import { bookingOf, openSession } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, visitRow } from "../../../../tests/support/visits";
import { HELD_SECONDS, UNDO_SECONDS } from "./rules";
import { setBookingStatus } from "./status.server";
import { undoBookingStatus } from "./undo.server";

const world = await testWorld();
const { pool, ctx, queues, clear, clock } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  clock.set("2026-06-10T23:00:00Z"); // after the visit, so that it can be anything
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

/** A booking of June 10 whose customer and crew have had their mails. */
async function visit() {
  const made = await confirmedVisit(ctx(), pool);
  await queues.run("booking-confirmed-mail");
  await pool.query("delete from pgboss.job where name = 'crew-visit-mail'");
  await pool.query("delete from mails");
  clock.set("2026-06-10T23:00:00Z");
  return visitRow(pool, made.id);
}

const set = (id: string, status: BookingStatus) => setBookingStatus(staff(), { id, status });
const later = (seconds: number) => clock.set(clock.now.add({ seconds }).toString());

async function undoable(id: string, status: BookingStatus): Promise<number> {
  const outcome = await set(id, status);
  if (!outcome.ok || !outcome.changed || outcome.undo === null) throw new Error(JSON.stringify(outcome));
  return outcome.undo;
}

/** Subjects of all mails, once everything that waits was sent. */
async function sent(): Promise<string[]> {
  for (const kind of ["booking-status-mail", "booking-cancelled-mail", "crew-visit-mail"])
    await queues.run(kind);
  const { rows } = await pool.query("select subject from mails order by created_at, id");
  return rows.map(({ subject }) => subject);
}

describe("a status that was set by mistake is taken back", () => {
  test.each(["pending", "completed", "cancelled"] as const)(
    "from %s: the booking is as it was, and nobody is told anything",
    async (status) => {
      const before = await visit();
      const sequence = await undoable(before.id, status);
      later(UNDO_SECONDS);
      expect(await undoBookingStatus(staff(), { id: before.id, sequence })).toEqual({ ok: true });
      const since = {
        calendar_sequence: 2,
        updated_at: expect.anything(),
        draft_id: expect.toBeOneOf([before.draft_id, null]),
      };
      expect(await visitRow(pool, before.id)).toEqual({ ...before, ...since });
      expect(await sent()).toEqual([]);
    },
  );

  test("with what staff had to look at, and the order of a booking that is paid on the day", async () => {
    const { id } = await visit();
    await pool.query("update bookings set needs_attention = 'Call first.' where id = $1", [id]);
    await pool.query(
      "update orders set status = 'pending', payment_session_id = null where booking_id = $1",
      [id],
    );
    const sequence = await undoable(id, "cancelled");
    await undoBookingStatus(staff(), { id, sequence });
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", needs_attention: "Call first." });
    const { rows } = await pool.query("select status from orders where booking_id = $1", [id]);
    expect(rows).toEqual([{ status: "pending" }]);
  });

  test.each(["undone", "set back"])(
    "what was due of a visit is due again when its cancellation is %s",
    async (how) => {
      const { id } = await visit();
      const { rows } = await pool.query("select id from orders where booking_id = $1", [id]);
      await pool.query(
        "insert into order_lines (order_id, position, kind, label, amount) values ($1, 2, 'time', 'Extra time', 5300)",
        [rows[0].id],
      );
      const due = async () =>
        (await pool.query("select amount, due from orders where booking_id = $1", [id])).rows[0];
      const sequence = await undoable(id, "cancelled");
      expect(await due()).toEqual({ amount: 15_900, due: 0 });
      if (how === "undone") await undoBookingStatus(staff(), { id, sequence });
      else await set(id, "confirmed");
      expect(await due()).toEqual({ amount: 21_200, due: 5300 });
    },
  );

  test("by setting it back, too", async () => {
    const { id, crew_id } = await visit();
    await set(id, "cancelled");
    later(5);
    expect(await set(id, "confirmed")).toMatchObject({ ok: true, changed: true });
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", crew_id });
    expect(await sent()).toEqual([]);
  });

  test("from completed: partners, who heard nothing of it, are not told that it is confirmed", async () => {
    const { id } = await visit();
    await pool.query(
      `insert into webhooks (url, secret, events) values ('https://a.example/', 's', '["booking.confirmed"]')`,
    );
    const sequence = await undoable(id, "completed");
    await undoBookingStatus(staff(), { id, sequence });
    expect((await pool.query("select event from webhook_deliveries")).rows).toEqual([]);
  });

  test("a booking that was cancelled before is cancelled again, silently", async () => {
    const { id } = await visit();
    await set(id, "cancelled");
    expect((await sent()).length).toBe(2); // the customer and the crew
    later(3600);
    const sequence = await undoable(id, "confirmed");
    expect(await undoBookingStatus(staff(), { id, sequence })).toEqual({ ok: true });
    expect((await visitRow(pool, id)).status).toBe("cancelled");
    expect((await sent()).length).toBe(2);
  });
});

describe("what is told", () => {
  test("waits until nothing can be undone any more", async () => {
    const { id } = await visit();
    await set(id, "cancelled");
    const { rows } = await pool.query(
      `select name, round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
       where name in ('booking-cancelled-mail', 'crew-visit-mail') and state = 'created' order by name`,
    );
    expect(rows).toEqual([
      { name: "booking-cancelled-mail", seconds: HELD_SECONDS },
      { name: "crew-visit-mail", seconds: HELD_SECONDS },
    ]);
    expect(HELD_SECONDS).toBeGreaterThan(UNDO_SECONDS);
  });

  test("of two quick changes is the last one, once", async () => {
    const { id } = await visit();
    await set(id, "pending");
    later(3);
    await set(id, "completed");
    const mails = await sent();
    expect(mails).toEqual([expect.stringMatching(/^Completed: /)]);
    expect(await sent()).toEqual(mails);
  });

  test("of a change that an undo led back to is told once", async () => {
    const { id } = await visit();
    await set(id, "completed");
    later(UNDO_SECONDS - 1);
    const sequence = await undoable(id, "pending");
    later(UNDO_SECONDS - 1);
    await undoBookingStatus(staff(), { id, sequence });
    expect(await sent()).toEqual([expect.stringMatching(/^Completed: /)]);
  });

  test("of the way back too, when the email about the way there went out in the same second", async () => {
    const { id } = await visit();
    await set(id, "completed");
    later(HELD_SECONDS);
    await sent();
    await set(id, "confirmed");
    const told = (await sent()).map((subject) => subject.split(":")[0]);
    expect(told.toSorted()).toEqual(["Booked", "Completed"]);
  });

  test("of the same change an hour later is told again", async () => {
    const { id } = await visit();
    await set(id, "completed");
    await sent();
    later(3600);
    await set(id, "pending");
    await sent();
    later(3600);
    await set(id, "completed");
    expect((await sent()).map((subject) => subject.split(":")[0])).toEqual([
      "Completed",
      "Not confirmed yet",
      "Completed",
    ]);
  });
});

describe("an undo is refused, and nothing changes", () => {
  test("once its seconds are over", async () => {
    const { id } = await visit();
    const sequence = await undoable(id, "cancelled");
    later(UNDO_SECONDS + 1);
    expect(await undoBookingStatus(staff(), { id, sequence })).toMatchObject({ ok: false, reason: "late" });
    expect((await visitRow(pool, id)).status).toBe("cancelled");
    expect((await sent()).length).toBe(2);
  });

  test("once the email is stored, however slowly the undo came", async () => {
    const { id } = await visit();
    const sequence = await undoable(id, "completed");
    await sent();
    expect(await undoBookingStatus(staff(), { id, sequence })).toMatchObject({ ok: false, reason: "late" });
    expect((await visitRow(pool, id)).status).toBe("completed");
  });

  test("when the booking has changed since: its status, or anything else", async () => {
    const { id } = await visit();
    const first = await undoable(id, "completed");
    await set(id, "pending");
    expect(await undoBookingStatus(staff(), { id, sequence: first })).toMatchObject({ reason: "changed" });
    const second = await undoable(id, "cancelled");
    await pool.query("update orders set updated_at = $2 where booking_id = $1", [
      id,
      clock.now.add({ seconds: 1 }).toString(),
    ]);
    expect(await undoBookingStatus(staff(), { id, sequence: second })).toMatchObject({ reason: "changed" });
    expect((await visitRow(pool, id)).status).toBe("cancelled");
  });

  test("when its slot was taken since", async () => {
    const { id } = await visit();
    clock.set("2026-06-01T12:00:00Z");
    const sequence = await undoable(id, "cancelled");
    for (let crew = 0; crew < 2; crew++) await openSession(ctx());
    expect(await undoBookingStatus(staff(), { id, sequence })).toMatchObject({ reason: "taken" });
    expect((await visitRow(pool, id)).status).toBe("cancelled");
  });

  test("for no booking, and for a change that there never was", async () => {
    const { id } = await visit();
    for (const wrong of [
      { id: "7", sequence: 1 },
      { id: crypto.randomUUID(), sequence: 1 },
    ])
      expect(await undoBookingStatus(staff(), wrong)).toMatchObject({ reason: "not found" });
    expect(await undoBookingStatus(staff(), { id, sequence: 0 })).toMatchObject({
      ok: false,
      reason: "late",
    });
    expect(await undoBookingStatus(staff(), { id, sequence: 9 })).toMatchObject({
      ok: false,
      reason: "changed",
    });
  });
});

test("cancelling while somebody pays closes their checkout, so it offers no undo", async () => {
  const session = await openSession(ctx());
  const { id } = await bookingOf(pool, session);
  expect(await set(id, "cancelled")).toEqual({ ok: true, changed: true, undo: null });
});
