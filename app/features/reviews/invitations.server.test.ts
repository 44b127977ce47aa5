import { beforeEach, expect, test } from "vitest";
import { manageUrl } from "~/features/booking/manage/link.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { openMailer } from "~/platform/outside/mail.server";
import { setSetting } from "../../../tests/support/bookings";
import { aClaim } from "../../../tests/support/claims";
import { testWorld } from "../../../tests/support/ctx";
import { startPlan } from "../../../tests/support/plans";
import { testSmtp } from "../../../tests/support/smtp";
import { staffCtx } from "../../../tests/support/staff";
import { aUser, confirmedVisit } from "../../../tests/support/visits";
import { inviteReviews } from "./invite.server";
import { sendReviewInvitation } from "./send.server";

const smtp = await testSmtp();
const mailer = openMailer({ smtpUrl: smtp.url, from: undefined, filesDir: undefined });
const world = await testWorld({ mailer });
const { pool, ctx, clock, queues, clear } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;
let ada: Awaited<ReturnType<typeof aUser>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  ada = await aUser(pool, "ada@mail.example");
  smtp.received.length = 0;
});

/** 10 AM after a visit on June 10. */
const DUE = "2026-06-11T14:00:00Z";

const complete = (id: string) => setBookingStatus(office(), { id, status: "completed" });

async function doneVisit(details: { date?: string } = {}) {
  const visit = await confirmedVisit(ctx({ actor: ada }), pool, details);
  clock.set("2026-06-10T16:00:00Z");
  await complete(visit.id);
  return visit;
}

async function round(): Promise<number> {
  smtp.received.length = 0;
  await inviteReviews(ctx());
  await queues.run("review-invitation-mail");
  return smtp.received.length;
}

test("an invitation is sent once, at 10 AM the next day, with a way to unsubscribe", async () => {
  const { id } = await doneVisit();
  clock.set("2026-06-11T13:59:00Z");
  expect(await round()).toBe(0);
  clock.set(DUE);
  expect(await round()).toBe(1);
  const [{ source, to } = { source: "", to: [] }] = smtp.received;
  expect(to).toEqual(["ada@mail.example"]);
  const unfolded = source.replace(/\r\n[ \t]/g, " ");
  expect(unfolded).toMatch(/^List-Unsubscribe: <https:\/\/site\.example\/mails\/unsubscribe\?id=/m);
  expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(source.replace(/=\r\n/g, "")).toContain(`visit=3D${id}`);
  clock.set("2026-06-11T14:10:00Z");
  expect(await round()).toBe(0);
});

test("the invitation has the company's Google link beside the review here, for everybody", async () => {
  await setSetting(pool, "reviews.google_url", "https://g.page/r/white-birch/review");
  await doneVisit();
  clock.set(DUE);
  await round();
  const source = smtp.received[0]?.source.replace(/=\r\n/g, "") ?? "";
  expect(source).toContain("https://g.page/r/white-birch/review");
  expect(source).toContain("Write a review");
});

test("no invitation goes to a guest, or about a visit not marked as completed", async () => {
  const guest = await confirmedVisit(ctx(), pool, { time: "12:00 PM" });
  await confirmedVisit(ctx({ actor: ada }), pool);
  clock.set("2026-06-10T20:00:00Z");
  await complete(guest.id);
  await pool.query("update bookings set user_id = null where id = $1", [guest.id]);
  clock.set(DUE);
  expect(await round()).toBe(0);
});

const REVIEW =
  "insert into reviews (booking_id, user_id, rating) select id, user_id, 5 from bookings where user_id is not null";
const REFUND = `insert into refunds (order_id, amount, reason, status, idempotency_key)
  select id, amount, 'test', 'completed', gen_random_uuid() from orders`;

test.each([
  ["has reviewed the visit", REVIEW],
  ["got a full refund", REFUND],
  ["unsubscribed", "insert into mail_choices (user_id, reviews) select user_id, false from bookings"],
  ["had the visit cancelled", "update bookings set status = 'cancelled'"],
  ["has the visit set back to confirmed", "update bookings set status = 'confirmed'"],
])("no invitation goes to a customer who %s, even when its job is queued", async (_name, change) => {
  await doneVisit();
  clock.set(DUE);
  await inviteReviews(ctx());
  await pool.query(change);
  expect(await queues.run("review-invitation-mail")).toBe(1);
  expect(smtp.received).toEqual([]);
  expect(await round()).toBe(0);
});

test("an invitation leads to a claim without signing in, while one can be opened", async () => {
  const { id } = await doneVisit();
  clock.set(DUE);
  const link = new URL(manageUrl(ctx(), { id, link_generation: 0 }, "claim")).pathname;
  const invited = async () => {
    await pool.query("delete from mails");
    expect(await round()).toBe(1);
    const source = smtp.received[0]?.source.replace(/=\r\n/g, "").replaceAll("=3D", "=");
    return { source, kept: (await pool.query("select text from mails")).rows[0].text };
  };
  const { source, kept } = await invited();
  expect(source).toContain("Tell us by Jun 11, 2026, 12:00 PM");
  expect(source).toContain(manageUrl(ctx(), { id, link_generation: 0 }, "claim"));
  expect(kept).toContain(link);
  expect(kept).not.toContain(manageUrl(ctx(), { id, link_generation: 0 }, "claim"));
  const claim = await aClaim(pool, { booking_id: id });
  await pool.query("update claims set status = 'open', answered_at = null where id = $1", [claim]);
  expect((await invited()).source).not.toContain(link);
  await pool.query("delete from claims");
  clock.set("2026-06-11T16:00:01Z");
  const late = await invited();
  expect(late.source).toContain("Reply to this email or call");
  expect(late.source).not.toContain(link);
});

test("an invitation is sent once when two workers run at the same time", async () => {
  const { id } = await doneVisit();
  clock.set(DUE);
  await Promise.all([
    sendReviewInvitation(ctx(), { booking_id: id }),
    sendReviewInvitation(ctx(), { booking_id: id }),
  ]);
  expect(smtp.received).toHaveLength(1);
});

test("no invitation is sent after two weeks", async () => {
  await doneVisit();
  clock.set("2026-06-26T14:00:00Z");
  expect(await round()).toBe(0);
});

test("a plan gets at most one invitation in thirty days, also when two visits are due at once", async () => {
  const plan = await startPlan(ctx({ actor: ada }), pool);
  const { rows } = await pool.query(
    "select id from bookings where plan_id = $1 order by plan_visit limit 4",
    [plan],
  );
  const [first, second, third, fourth] = rows.map(({ id }) => String(id));
  if (!first || !second || !third || !fourth) throw new Error("The plan has too few visits");
  clock.set("2026-06-23T20:00:00Z");
  await complete(first);
  await complete(second);
  clock.set("2026-06-24T14:00:00Z");
  await inviteReviews(ctx());
  expect(await queues.waiting("review-invitation-mail")).toHaveLength(2);
  await Promise.all([first, second].map((booking_id) => sendReviewInvitation(ctx(), { booking_id })));
  expect(smtp.received).toHaveLength(1);
  await queues.run("review-invitation-mail");
  expect(smtp.received).toHaveLength(1);
  clock.set("2026-07-07T20:00:00Z");
  await complete(third);
  clock.set("2026-07-08T14:00:00Z");
  expect(await round()).toBe(0);
  clock.set("2026-07-24T20:00:00Z");
  await complete(fourth);
  clock.set("2026-07-25T14:00:00Z");
  expect(await round()).toBe(1);
});
