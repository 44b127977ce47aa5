import { beforeEach, describe, expect, test } from "vitest";
import { openMailer } from "~/platform/outside/mail.server";
import { CARD, DAY, setCrews } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { partsOf, testSmtp } from "../../../tests/support/smtp";
import { confirmedVisit, linkTo, visitRow } from "../../../tests/support/visits";
import { cancelBooking } from "./manage/cancel.server";
import { manageUrl } from "./manage/link.server";
import { rescheduleBooking } from "./manage/reschedule.server";

const smtp = await testSmtp();
const mailer = openMailer({ smtpUrl: smtp.url, from: undefined, filesDir: undefined });
const { pool, ctx, clock, clear, queues, kinds } = await testWorld({ mailer });

const BIRCH = "birch.crew@whitebirchcleaning.example";
const MAPLE = "maple.crew@whitebirchcleaning.example";

beforeEach(async () => {
  await clear();
  await pool.query(
    "update crews set email = lower(replace(name, ' ', '.')) || '@whitebirchcleaning.example'",
  );
  clock.set("2026-06-01T12:00:00Z");
  smtp.received.length = 0;
});

async function move(id: string, date: string, time = "8:00 AM") {
  const { day, clock: at } = await visitRow(pool, id);
  const hour = Number(at.slice(0, 2));
  const from = { date: day, time: `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}` };
  const outcome = await rescheduleBooking(ctx({ actor: linkTo(id) }), { id, date, time, from });
  if (!outcome.ok) throw new Error(outcome.message);
}

async function cancel(id: string, refund = 15900) {
  const outcome = await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund });
  if (!outcome.ok) throw new Error(outcome.message);
}

/** Lets every mail that waits go out, and answers those that went, read. */
async function sent() {
  for (const queue of [
    "booking-confirmed-mail",
    "booking-moved-mail",
    "booking-cancelled-mail",
    "crew-visit-mail",
  ]) {
    await queues.run(queue);
  }
  return smtp.received.splice(0).map(({ source, to }) => {
    const parts = partsOf(source);
    const part = (type: string) => parts.find((one) => one.type === type);
    const calendar = (part("text/calendar")?.content ?? "").replace(/\r?\n[ \t]/g, "").split(/\r?\n/);
    const [, subject = ""] = /^Subject: (.*(?:\r?\n .*)*)/m.exec(source) ?? [];
    return {
      to: to[0],
      subject: subject.replace(/\r?\n /g, " "),
      text: part("text/plain")?.content.replace(/\s+/g, " ") ?? "",
      calendar,
      method: /method=(\w+)/.exec(part("text/calendar")?.headers ?? "")?.[1],
    };
  });
}

const to = (address: string, mails: Awaited<ReturnType<typeof sent>>) =>
  mails.filter((mail) => mail.to === address);

describe("a moved visit", () => {
  test("is told with the new guest link after staff ended the first one", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await sent();
    await pool.query("update bookings set link_generation = link_generation + 1 where id = $1", [id]);
    await move(id, "2026-06-12", "2:00 PM");
    const [mail] = to(CARD.email, await sent());
    expect(mail?.text).toContain(manageUrl(ctx(), { id, link_generation: 1 }));
    expect(mail?.text).not.toContain(manageUrl(ctx(), { id, link_generation: 0 }));
  });

  test("is told to its customer, with the entry that moves in the calendar", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const [booked] = await sent();
    await move(id, "2026-06-12", "2:00 PM");
    const [mail, ...others] = to(CARD.email, await sent());
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Rescheduled: Regular Cleaning is now on Friday, June 12, 2026");
    expect(mail?.text).toContain("Friday, June 12, 2026, 2:00 PM");
    expect(mail?.text).toContain(manageUrl(ctx(), { id, link_generation: 0 }));
    expect(mail?.text).not.toContain("June 10");
    expect(mail?.method).toBe("PUBLISH");
    for (const line of [`UID:${id}`, "SEQUENCE:1", "DTSTART:20260612T180000Z", "STATUS:CONFIRMED"]) {
      expect(mail?.calendar).toContain(line);
    }
    for (const line of [`UID:${id}`, "SEQUENCE:0", "DTSTART:20260610T120000Z"]) {
      expect(booked?.calendar).toContain(line);
    }
  });

  test("that was late for a refund says that the fee stays", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    clock.set("2026-06-10T11:00:00Z");
    await move(id, "2026-06-24");
    const [mail] = to(CARD.email, await sent()).filter(({ subject }) => subject.startsWith("Rescheduled"));
    expect(mail?.text).toContain("less than 24 hours ahead, so if you cancel it now we keep half the price");
  });

  test("is told to its crew: now and before", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await move(id, "2026-06-12", "2:00 PM");
    const [mail, ...others] = to(BIRCH, await sent());
    expect(others).toEqual([]);
    expect(mail?.subject).toContain("Birch crew: Visit rescheduled");
    expect(mail?.text).toContain("Friday, June 12, 2026, 2:00 PM");
    expect(mail?.text).toContain("Wednesday, June 10, 2026, 8:00 AM");
    expect(mail?.text).toContain("14 Barnstead Road");
    expect(mail?.text).not.toContain("key=");
    expect(mail?.calendar).toContain("DTSTART:20260612T180000Z");
  });

  test("is told to both crews when it changes crews: one has it, the other lets go of it", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await confirmedVisit(ctx(), pool, { date: "2026-06-12" });
    await move(id, "2026-06-12");
    const mails = await sent();
    const [lost] = to(BIRCH, mails);
    const [given] = to(MAPLE, mails);
    expect([lost?.method, given?.method]).toEqual(["CANCEL", "PUBLISH"]);
    expect(lost?.calendar).toContain("STATUS:CANCELLED");
    expect(lost?.text).toContain("Wednesday, June 10, 2026, 8:00 AM");
    expect(lost?.text).not.toContain("June 12");
    expect(given?.text).toContain("Friday, June 12, 2026, 8:00 AM");
    expect(given?.calendar).toContain("STATUS:CONFIRMED");
  });

  test("of a crew without an address is told to the office, without an entry", async () => {
    await pool.query("update crews set email = null");
    const { id } = await confirmedVisit(ctx(), pool);
    await move(id, "2026-06-12");
    const [mail] = to("hello@whitebirchcleaning.example", await sent());
    expect(mail?.subject).toContain("Birch crew");
    expect(mail?.calendar).toEqual([""]);
  });
});

describe("a cancelled visit", () => {
  test("is told to its customer: what comes back, when, and out of the calendar", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await sent();
    clock.set("2026-06-10T11:00:00Z");
    await cancel(id, 7950);
    const [mail, ...others] = to(CARD.email, await sent());
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Cancelled: Regular Cleaning on Wednesday, June 10, 2026");
    expect(mail?.text).toContain("$79.50 is on its way to the card");
    expect(mail?.text).toContain("5 to 10 business days");
    expect(mail?.text).toContain(manageUrl(ctx(), { id, link_generation: 0 }));
    expect(mail?.method).toBe("CANCEL");
    for (const line of ["METHOD:CANCEL", `UID:${id}`, "SEQUENCE:1", "STATUS:CANCELLED"]) {
      expect(mail?.calendar).toContain(line);
    }
  });

  test("says nothing of money on its way when the provider has refused", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await cancel(id);
    await pool.query("update refunds set status = 'failed'");
    const [mail] = to(CARD.email, await sent());
    expect(mail?.text).toContain("Your refund of $159.00 hasn’t gone through yet");
    expect(mail?.text).not.toContain("business days");
  });

  test("is told to its crew", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await cancel(id);
    const [mail, ...others] = to(BIRCH, await sent());
    expect(others).toEqual([]);
    expect(mail?.subject).toContain("Visit cancelled");
    expect(mail?.method).toBe("CANCEL");
    expect(mail?.text).toContain("Wednesday, June 10, 2026, 8:00 AM");
  });
});

describe("mails that go out late", () => {
  test("tell of a visit that was moved twice once, and never a time that is over", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await sent();
    await move(id, "2026-06-12");
    await move(id, "2026-06-15", "10:00 AM");
    const mails = await sent();
    expect(mails.map(({ to }) => to)).toEqual([CARD.email, BIRCH]);
    for (const { text, calendar } of mails) {
      expect(text).toContain("Monday, June 15, 2026, 10:00 AM");
      expect(text).not.toContain("June 12");
      expect(calendar).toContain("SEQUENCE:2");
    }
  });

  test("tell each change in its own mail when they keep up", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await sent();
    await move(id, "2026-06-12");
    expect(await sent()).toHaveLength(2);
    await move(id, "2026-06-15");
    expect(await sent()).toHaveLength(2);
    await move(id, DAY);
    expect(await sent()).toHaveLength(2);
    await cancel(id);
    expect(await sent()).toHaveLength(2);
  });

  test("tell only that a visit is cancelled when it was moved before", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await move(id, "2026-06-12");
    await cancel(id);
    const mails = await sent();
    expect(mails.map(({ to, method }) => [to, method])).toEqual([
      [CARD.email, "CANCEL"],
      [BIRCH, "CANCEL"],
    ]);
  });

  test("still tell a crew that it lost a visit, when that moved on meanwhile", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await confirmedVisit(ctx(), pool, { date: "2026-06-12" });
    await sent();
    await move(id, "2026-06-12");
    await move(id, "2026-06-15");
    const mails = await sent();
    expect(to(BIRCH, mails)).toMatchObject([{ method: "CANCEL" }]);
    expect(to(MAPLE, mails)).toMatchObject([{ method: "PUBLISH", text: expect.stringContaining("June 15") }]);
  });

  test("tell a crew that lost a visit and got it back where it is now, once", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const other = await confirmedVisit(ctx(), pool, { date: "2026-06-12" });
    await sent();
    await move(id, "2026-06-12");
    await cancel(other.id);
    await setCrews(pool, 1);
    await move(id, "2026-06-15");
    const birch = to(BIRCH, await sent()).filter(({ subject }) => !subject.includes("cancelled"));
    expect(birch).toMatchObject([{ method: "PUBLISH", text: expect.stringContaining("June 15") }]);
  });

  test("are sent once though their jobs run again", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await move(id, "2026-06-12");
    const waiting = await queues.waiting("crew-visit-mail");
    await sent();
    const run = (name: string, data: Record<string, unknown>) =>
      kinds.find((kind) => kind.name === name)?.run(data);
    const moved = { booking_id: id, sequence: 1, date: "2026-06-12", time: "08:00:00" };
    await run("booking-moved-mail", moved);
    for (const data of waiting) await run("crew-visit-mail", data);
    expect(smtp.received).toEqual([]);
  });

  test("reach the customer though the office has edited the visit before they went out", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await sent();
    await move(id, "2026-06-12");
    await pool.query("update bookings set notes = 'Dog', calendar_sequence = calendar_sequence + 1");
    expect(to(CARD.email, await sent())).toMatchObject([
      { subject: expect.stringMatching(/^Rescheduled: /) },
    ]);
    await cancel(id);
    await pool.query("update bookings set notes = 'Cat', calendar_sequence = calendar_sequence + 1");
    expect(to(CARD.email, await sent())).toMatchObject([{ subject: expect.stringMatching(/^Cancelled: /) }]);
  });

  test("are not sent to who left no address", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await sent();
    await pool.query("update bookings set customer_email = null");
    await move(id, "2026-06-12");
    await cancel(id);
    expect((await sent()).map(({ to }) => to)).toEqual([BIRCH]);
  });
});
