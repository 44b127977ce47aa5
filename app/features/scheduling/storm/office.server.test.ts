import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { moveByStaff } from "~/features/booking/office/move.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import type { StaffCtx } from "~/platform/context.server";
import { aRequest } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { FROM, NEXT, storms } from "../../../../tests/support/storms";
import { answerByPhone, skipByPhone } from "./answer.server";
import { openStormDay, resendOffers } from "./call.server";
import { readStormDay, readStormDays } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let staff: () => StaffCtx;
const { visit, storm, offers, statusOf, take, mailed } = storms(world, () => staff());

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
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
    const form_id = randomUUID();
    expect(await resendOffers(staff(), { id, form_id })).toBe(1);
    clock.advance({ seconds: 5 });
    expect(await resendOffers(staff(), { id, form_id })).toBe(1); // the browser has sent the form again
    expect(await resendOffers(staff(), { id, visit: two.id, form_id })).toBe(0);
    await queues.run("storm-offer-mail");
    const asked = await mailed("storm-offer:%");
    expect(asked.map(({ text }) => text.includes(`Booking: #${one.number}`))).toEqual([true, true]);
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
    [
      "completed",
      (id) => {
        clock.set("2026-06-10T11:00:00Z");
        return setBookingStatus(staff(), { id, status: "completed" });
      },
    ],
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
    await pool.query("insert into closures (date) values ('2026-07-04')");
    const isClosed = async () => (await readStormDays(staff())).map(({ closed }) => closed);
    expect(await isClosed()).toEqual([true]);
    expect(await openStormDay(staff(), id)).toBe(1);
    await pool.query("update storm_days set opened_at = null"); // as if only its closure had been taken away
    expect(await isClosed()).toEqual([false]);
    await pool.query("update storm_days set opened_at = now()");
    expect(await openStormDay(staff(), id)).toBeNull();
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["settled", "moved"]);
    await queues.run("storm-over-mail");
    const [mail] = await mailed("storm-over:%");
    expect(mail.text).toContain(`Booking: #${one.number}`);
    expect(mail.subject).toBe("Storm called off: Regular Cleaning on Wednesday, June 10, 2026 is on");
    expect(await take(one.id, NEXT, "8:00 AM")).toMatchObject({ reason: "not movable" });
    const booked = await createPayment(ctx(), { request: aRequest({ time: "2:00 PM" }), draft_id: null });
    expect(booked).toMatchObject({ ok: true });
    await storm();
    expect(await statusOf(one.id)).toBe("open");
  });
});
