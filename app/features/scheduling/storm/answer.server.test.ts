import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import type { StaffCtx } from "~/platform/context.server";
import { auditOf, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { FROM, NEXT, storms } from "../../../../tests/support/storms";
import { linkTo, refundsOf, visitRow } from "../../../../tests/support/visits";
import { answerStorm, skipByPhone } from "./answer.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let staff: () => StaffCtx;
const { visit, storm, statusOf, question, take, mailed } = storms(world, () => staff());

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

describe("who is asked", () => {
  test("gets a mail with three ways, which say what they cost: nothing", async () => {
    const { id } = await visit();
    clock.set("2026-06-10T10:00:00Z");
    await storm();
    await queues.run("storm-offer-mail");
    const [mail, ...more] = await mailed("storm-offer:%");
    expect(more).toEqual([]);
    expect(mail.subject).toBe(
      "Storm on Wednesday, June 10, 2026: choose a new time for your Regular Cleaning",
    );
    for (const page of ["storm", "reschedule", "cancel"])
      expect(mail.html).toContain(`https://site.example/bookings/${id}/${page}?key=`);
    expect(mail.text).toContain("Thursday, June 11, 2026, 8:00 AM");
    expect(mail.text).toContain("Skip this visit and get a $159.00 refund");
  });

  test("accepts, without a fee however late, and keeps the crew that was meant", async () => {
    const { id, crew_id } = await visit();
    await storm();
    clock.set("2026-06-10T11:59:00Z");
    expect(await question(id)).toEqual({
      open: true,
      kind: "storm",
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
      message: "This has already been answered.",
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
