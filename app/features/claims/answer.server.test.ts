import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { readVisit } from "~/features/booking/manage/queries.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { inviteReviews } from "~/features/reviews/invite.server";
import { openMailer } from "~/platform/outside/mail.server";
import { setSetting } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { startPlan } from "../../../tests/support/plans";
import { testSmtp } from "../../../tests/support/smtp";
import { aColleague, staffCtx } from "../../../tests/support/staff";
import { aUser, confirmedVisit, linkTo, visitRow } from "../../../tests/support/visits";
import { creditClaim, refuseClaim } from "./answer.server";
import { reClean } from "./book.server";
import { openClaim } from "./open.server";
import { readVisitClaims } from "./queries.server";

const smtp = await testSmtp();
const world = await testWorld({
  mailer: openMailer({ smtpUrl: smtp.url, from: undefined, filesDir: undefined }),
});
const { pool, ctx, clock, queues, clear } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;
let ada: Awaited<ReturnType<typeof aUser>>;
let visit: Awaited<ReturnType<typeof confirmedVisit>>;
let id: string;

const own = () => ctx({ actor: ada });
const answer = "Sorry about that.";
const AGAIN = { date: "2026-06-12", time: "10:00 AM", minutes: 60, crew_id: "", answer };
const again = (more: Partial<typeof AGAIN> = {}) => reClean(office(), { id, ...AGAIN, ...more });

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  ada = await aUser(pool, "ada@mail.example");
  visit = await confirmedVisit(own(), pool);
  clock.set("2026-06-10T15:00:00Z");
  await setBookingStatus(office(), { id: visit.id, status: "completed" });
  id = randomUUID();
  await openClaim(own(), {
    id,
    booking_id: visit.id,
    room: "Kitchen",
    words: "The sink is dirty.",
    file_ids: [],
  });
  smtp.received.length = 0;
});

const claimRow = async () => (await pool.query("select * from claims where id = $1", [id])).rows[0];
const state = async () => (await readVisitClaims(own(), visit.id)).claim;
const balance = async () =>
  (await pool.query("select coalesce(sum(amount), 0)::int as cents from credit_balances")).rows[0].cents;

async function answered() {
  await queues.run("claim-answered-mail");
  return smtp.received.map(({ source }) => source.replace(/=\r\n/g, "")).join("\n");
}

describe("a re-clean", () => {
  test("is a confirmed visit to the same home for nothing, linked to the first, and nothing is asked for", async () => {
    expect(await again()).toEqual({ ok: true });
    const row = await visitRow(pool, (await claimRow()).re_clean_id);
    expect(row).toMatchObject({
      ...{ re_clean_of: visit.id, status: "confirmed", total_amount: 0, day: "2026-06-12", clock: "10:00" },
      ...{ customer_id: (await visitRow(pool, visit.id)).customer_id, user_id: ada.id },
      notes: expect.stringContaining("Kitchen: The sink is dirty."),
    });
    expect(row.ends_at.epochMilliseconds ?? row.ends_at.getTime()).toBe(Date.parse("2026-06-12T15:00:00Z"));
    const { rows } = await pool.query(
      `select o.amount, o.due, o.charged, o.status, l.label, l.reason, l.author_id from orders o
       join order_lines l on l.order_id = o.id where o.booking_id = $1`,
      [row.id],
    );
    expect(rows).toMatchObject([
      {
        amount: 0,
        due: 0,
        charged: 0,
        status: "completed",
        label: expect.stringMatching(/^Re-clean of visit #\d+$/),
      },
    ]);
    expect(rows[0]).toMatchObject({ reason: "A claim about the first visit", author_id: office().actor.id });
    expect(await readVisit(own(), row.id)).toMatchObject({ due: null, welcomes_tip: false, total: "$0.00" });
  });

  test("keeps the notes of the first visit for its crew, however long the claim is", async () => {
    await pool.query("update claims set words = repeat('x', 2000)");
    await pool.query("update bookings set notes = 'Key under the mat' where id = $1", [visit.id]);
    await again();
    const { notes } = await visitRow(pool, (await claimRow()).re_clean_id);
    expect(notes).toMatch(/^Kitchen: x+\n\nKey under the mat$/);
    expect(notes).toHaveLength(800);
  });

  test("is told to the customer with a calendar file, and stands on the visit's page", async () => {
    await again();
    expect(await state()).toMatchObject({
      status: "re-clean",
      answer,
      decision: "We’re coming back on Friday, June 12, 2026, 10:00 AM to make it right, at no charge.",
      re_clean: `/bookings/${(await claimRow()).re_clean_id}`,
    });
    const guest = await readVisitClaims(ctx({ actor: linkTo(visit.id) }), visit.id);
    expect(guest.claim?.re_clean).toMatch(/\/bookings\/[0-9a-f-]+\?key=/);
    const mail = await answered();
    expect(mail).toContain("Sorry about that.");
    expect(mail).toContain("text/calendar");
    const { re_clean_id } = await claimRow();
    expect(await queues.waiting("booking-confirmed-mail")).not.toContainEqual({ booking_id: re_clean_id });
    expect(await queues.waiting("crew-visit-mail")).not.toEqual([]);
  });

  test("is booked once when its form is sent twice at once", async () => {
    expect(await Promise.all([again(), again()])).toEqual([{ ok: true }, { ok: true }]);
    expect((await pool.query("select 1 from bookings where re_clean_of is not null")).rowCount).toBe(1);
  });

  test("goes to the crew that staff choose, and is refused when that one is busy", async () => {
    const { rows: team } = await pool.query("select id from crews where is_active order by sort_order");
    const chosen = team.at(-1).id;
    const busy = await confirmedVisit(own(), pool, { date: "2026-06-12", time: "10:00 AM" });
    await pool.query("update bookings set crew_id = $2 where id = $1", [busy.id, chosen]);
    expect(await again({ crew_id: chosen })).toMatchObject({
      ok: false,
      reason: "conflict",
      field: "crew_id",
    });
    expect(await claimRow()).toMatchObject({ status: "open" });
    expect(await again({ crew_id: chosen, time: "2:00 PM" })).toEqual({ ok: true });
    expect(await visitRow(pool, (await claimRow()).re_clean_id)).toMatchObject({
      crew_id: chosen,
      crew_requested: true,
    });
  });

  test.each([
    [{ date: "2026-06-09" }, "date"],
    [{ date: "soon" }, "date"],
    [{ time: "10:07 AM" }, "time"],
    [{ minutes: 999 }, "minutes"],
    [{ crew_id: "nobody" }, "crew_id"],
  ])("of %j is refused at its field, and the claim stays open", async (more, field) => {
    expect(await again(more)).toMatchObject({ ok: false, reason: "invalid", field });
    expect(await claimRow()).toMatchObject({ status: "open", re_clean_id: null });
  });

  test("brings no second review invitation", async () => {
    await again();
    const { re_clean_id } = await claimRow();
    clock.set("2026-06-12T16:00:00Z");
    await setBookingStatus(office(), { id: re_clean_id, status: "completed" });
    clock.set("2026-06-13T14:00:00Z");
    await inviteReviews(ctx());
    expect(await queues.waiting("review-invitation-mail")).toMatchObject([{ booking_id: visit.id }]);
  });

  test("of a plan's visit costs nothing and is no part of the plan", async () => {
    clock.set("2026-06-01T12:00:00Z");
    const plan = await startPlan(ctx({ actor: ada }), pool);
    const { rows } = await pool.query(
      "select id, ends_at::text from bookings where plan_id = $1 order by plan_visit",
      [plan],
    );
    const [first] = rows;
    clock.set(
      Temporal.Instant.from(first.ends_at.replace(" ", "T").replace(/\+00$/, "Z"))
        .add({ minutes: 5 })
        .toString(),
    );
    await setBookingStatus(office(), { id: first.id, status: "completed" });
    id = randomUUID();
    await openClaim(own(), {
      id,
      booking_id: first.id,
      room: "Bath",
      words: "The tub is dirty.",
      file_ids: [],
    });
    const day = clock.now.toZonedDateTimeISO("America/New_York").toPlainDate().add({ days: 2 }).toString();
    expect(await again({ date: day })).toEqual({ ok: true });
    expect(await visitRow(pool, (await claimRow()).re_clean_id)).toMatchObject({
      plan_id: null,
      total_amount: 0,
    });
  });
});

describe("credit", () => {
  test("is given once, with a reason that the customer reads, also when the form is sent twice at once", async () => {
    const give = () => creditClaim(office(), { id, amount: 2500, answer });
    expect(await Promise.all([give(), give()])).toEqual([{ ok: true }, { ok: true }]);
    expect(await balance()).toBe(2500);
    expect(await state()).toMatchObject({
      status: "credit",
      answer,
      decision: "We’ve given you $25.00 of credit. It pays for your next visits.",
    });
    expect(await answered()).toContain("$25.00 of credit");
    const { rows } = await pool.query("select reason from credit_transfers");
    expect(rows[0].reason).toMatch(/^For your claim about visit #\d+$/);
  });

  test("above the person's limit is refused, and the claim stays open", async () => {
    await setSetting(pool, "users.refund_limit_bookkeeper", "1000");
    const bookkeeper = await aColleague(world, "bookkeeper", "Bea");
    const outcome = await creditClaim(bookkeeper(), { id, amount: 1001, answer });
    expect(outcome).toMatchObject({ ok: false, reason: "invalid", field: "amount" });
    expect([await balance(), (await claimRow()).status]).toEqual([0, "open"]);
    expect(await creditClaim(bookkeeper(), { id, amount: 1000, answer })).toEqual({ ok: true });
  });

  test.each([null, 0])("of %j is refused", async (amount) => {
    expect(await creditClaim(office(), { id, amount, answer })).toMatchObject({ ok: false, field: "amount" });
  });
});

test("a refusal has a reason, which the customer reads", async () => {
  expect(await refuseClaim(office(), { id, answer: "Windows are an extra." })).toEqual({ ok: true });
  expect(await state()).toMatchObject({ status: "refused", answer: "Windows are an extra.", re_clean: null });
  expect(await answered()).toContain("Windows are an extra.");
});

test("of two colleagues who answer at once one wins, and the other is told", async () => {
  const bea = await aColleague(world, "manager", "Bea");
  const outcomes = await Promise.all([
    creditClaim(office(), { id, amount: 2500, answer }),
    refuseClaim(bea(), { id, answer: "No." }),
  ]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: "answered" });
  const { status } = await claimRow();
  expect(await balance()).toBe(status === "credit" ? 2500 : 0);
  expect(await queues.waiting("claim-answered-mail")).toHaveLength(1);
});

test("nothing is answered where there is no claim", async () => {
  for (const id of [randomUUID(), "nothing"])
    expect(await refuseClaim(office(), { id, answer })).toEqual({ ok: false, reason: "not found" });
});
