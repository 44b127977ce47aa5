import { beforeEach, expect, test } from "vitest";
import { rescheduleBooking } from "~/features/booking/manage/reschedule.server";
import { openMailer } from "~/platform/outside/mail.server";
import { testWorld } from "../../../../tests/support/ctx";
import { partsOf, testSmtp } from "../../../../tests/support/smtp";
import { aUser, confirmedVisit, linkTo } from "../../../../tests/support/visits";
import { remind } from "./remind.server";
import { sendReminder } from "./send.server";

const smtp = await testSmtp();
const mailer = openMailer({ smtpUrl: smtp.url, from: undefined, filesDir: undefined });
const world = await testWorld({ mailer });
const { pool, ctx, clock, queues, clear } = world;

/** Due time of a visit on June 10 at 8:00 AM in New York. */
const DUE = "2026-06-09T12:00:00Z";

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  smtp.received.length = 0;
});

/** Runs the sweep and returns the emails that it sends. */
async function runSweep(): Promise<string[]> {
  smtp.received.length = 0;
  await remind(ctx());
  await queues.run("reminder-mail");
  return smtp.received.map(
    ({ source }) => /^Subject: (.*(?:\r\n .*)*)/m.exec(source)?.[1]?.replace(/\r\n/g, "") ?? "",
  );
}

const FROM = { date: "2026-06-10", time: "8:00 AM" };
const move = (id: string, date: string, time: string, from = FROM) =>
  rescheduleBooking(ctx({ actor: linkTo(id) }), { id, date, time, from });

test("a reminder is sent once, a day before the visit, with time, place and a link to change it", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  clock.set("2026-06-09T11:59:00Z");
  expect(await runSweep()).toEqual([]);
  clock.set(DUE);
  expect(await runSweep()).toEqual(["Reminder: Regular Cleaning tomorrow at 8:00 AM"]);
  const [{ source, to } = { source: "", to: [] }] = smtp.received;
  expect(to).toEqual(["ada@mail.example"]);
  const text = partsOf(source).find(({ type }) => type === "text/plain")?.content ?? "";
  expect(text).toContain("Wednesday, June 10, 2026, 8:00 AM");
  expect(text).toContain("14 Barnstead Road, Pittsfield, NH 03263");
  expect(text).toContain(`https://site.example/bookings/${id}?key=`);
  expect(text).not.toContain("/profile/mails");
  clock.set("2026-06-09T12:05:00Z");
  expect(await runSweep()).toEqual([]);
  const { rows } = await pool.query("select html, text from mails where occasion like 'reminder:%'");
  expect(JSON.stringify(rows)).not.toMatch(/key=(?!…)/);
});

test('a reminder says "today" if the site was down the day before', async () => {
  await confirmedVisit(ctx(), pool);
  clock.set("2026-06-10T05:00:00Z");
  expect(await runSweep()).toEqual(["Reminder: Regular Cleaning today at 8:00 AM"]);
});

test("a reminder is not sent if the visit was booked less than a day before, or has begun", async () => {
  clock.set("2026-06-09T12:30:00Z");
  await confirmedVisit(ctx(), pool, { time: "8:00 AM" });
  clock.set("2026-06-09T14:30:00Z");
  expect(await runSweep()).toEqual([]);
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  await confirmedVisit(ctx(), pool);
  clock.set("2026-06-10T12:00:00Z");
  expect(await runSweep()).toEqual([]);
});

test("a reminder of a rescheduled visit is sent for the new time only", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  await move(id, "2026-06-12", "10:00 AM");
  clock.set(DUE);
  expect(await runSweep()).toEqual([]);
  clock.set("2026-06-11T14:00:00Z");
  expect(await runSweep()).toEqual(["Reminder: Regular Cleaning tomorrow at 10:00 AM"]);
});

test("a reminder is sent again if the visit is rescheduled after it, but not to a time within a day", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  clock.set(DUE);
  expect(await runSweep()).toHaveLength(1);
  await move(id, "2026-06-12", "10:00 AM");
  clock.set("2026-06-11T14:00:00Z");
  expect(await runSweep()).toHaveLength(1);
  await move(id, "2026-06-12", "2:00 PM", { date: "2026-06-12", time: "10:00 AM" });
  clock.set("2026-06-11T18:00:00Z");
  expect(await runSweep()).toEqual(["Reminder: Regular Cleaning tomorrow at 2:00 PM"]);
  clock.set("2026-06-11T20:30:00Z");
  await move(id, "2026-06-12", "4:00 PM", { date: "2026-06-12", time: "2:00 PM" });
  clock.set("2026-06-11T21:00:00Z");
  expect(await runSweep()).toEqual([]);
});

test.each([
  ["cancelled", "update bookings set status = 'cancelled'"],
  ["waiting for a decision", "update bookings set needs_attention = 'No crew was free.'"],
  [
    "elsewhere in time",
    "update bookings set starts_at = starts_at + interval '2 hours', ends_at = ends_at + interval '2 hours', blocked = tstzrange(lower(blocked) + interval '2 hours', upper(blocked) + interval '2 hours')",
  ],
  [
    "of a customer who wants none",
    "insert into mail_choices (user_id, reminders) select user_id, false from bookings",
  ],
])("a reminder is not sent if the visit is %s before its job runs", async (_name, change) => {
  const ada = await aUser(pool, "ada@mail.example");
  await confirmedVisit(ctx({ actor: ada }), pool);
  clock.set(DUE);
  await remind(ctx());
  await pool.query(change);
  expect(await queues.run("reminder-mail")).toBe(1);
  expect(smtp.received).toEqual([]);
  expect(await runSweep()).toEqual([]);
});

test("a reminder to an account links to its email preferences", async () => {
  const ada = await aUser(pool, "ada@mail.example");
  await confirmedVisit(ctx({ actor: ada }), pool);
  clock.set(DUE);
  expect(await runSweep()).toHaveLength(1);
  expect(smtp.received[0]?.source.replace(/=\r\n/g, "")).toContain("https://site.example/profile/mails");
});

test("a reminder is sent once even if two workers find it at the same time", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  clock.set(DUE);
  await Promise.all([remind(ctx()), remind(ctx())]);
  expect(await queues.waiting("reminder-mail")).toHaveLength(2);
  const due = { booking_id: id, starts_at: Temporal.Instant.from("2026-06-10T12:00:00Z") };
  await Promise.all([sendReminder(ctx(), due), sendReminder(ctx(), due)]);
  await queues.run("reminder-mail");
  expect(smtp.received).toHaveLength(1);
});

test("a reminder is retried if the mail server refuses it, and is not queued twice", async () => {
  await confirmedVisit(ctx(), pool);
  clock.set(DUE);
  await remind(ctx());
  smtp.refusals.push({ code: 451, message: "Later" });
  await expect(queues.run("reminder-mail")).rejects.toThrow("451");
  await remind(ctx());
  expect(await queues.waiting("reminder-mail")).toHaveLength(1);
  await pool.query("update pgboss.job set start_after = now() where state = 'retry'");
  await queues.run("reminder-mail");
  expect(smtp.received).toHaveLength(1);
});

test.each([
  ["forward", "2027-03-14", "2027-03-13T11:59:00Z", "2027-03-13T12:00:00Z"],
  ["back", "2026-11-01", "2026-10-31T12:59:00Z", "2026-10-31T13:00:00Z"],
])("a reminder is sent 24 hours before the visit when clocks go %s", async (_name, date, early, due) => {
  clock.set(`${date.slice(0, 8)}01T12:00:00Z`);
  if (date === "2026-11-01") clock.set("2026-10-01T12:00:00Z");
  await confirmedVisit(ctx(), pool, { date });
  clock.set(early);
  expect(await runSweep()).toEqual([]);
  clock.set(due);
  expect(await runSweep()).toEqual(["Reminder: Regular Cleaning tomorrow at 8:00 AM"]);
});
