import { beforeEach, describe, expect, test } from "vitest";
import { manageUrl } from "~/features/booking/manage/link.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { openMailer } from "~/platform/outside/mail.server";
import {
  aRequest,
  bookingOf,
  CARD,
  paySession,
  sessionOf,
  setCrews,
  setSetting,
} from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { partsOf, testSmtp } from "../../../../tests/support/smtp";

const smtp = await testSmtp();
const mailer = openMailer({
  smtpUrl: smtp.url,
  from: "White Birch <hello@birch.example>",
  filesDir: undefined,
});
const { pool, ctx, clock, clear, queues, kinds } = await testWorld({ mailer });

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  smtp.received.length = 0;
});

type Details = Parameters<typeof aRequest>[0];

/** Books, pays with this name, confirms, and lets the mail go out; answers its parts. */
async function confirmedMail(details: Details = {}, name = CARD.name) {
  const outcome = await createPayment(ctx(), { request: aRequest(details), draft_id: null });
  if (!outcome.ok) throw new Error(outcome.message);
  const session = sessionOf(outcome.url);
  await payTestCheckout(ctx(), session, { ...CARD, name });
  await closeCheckout(ctx(), session);
  expect(await queues.run("booking-confirmed-mail")).toBe(1);
  return readMail(session);
}

function readMail(session: string) {
  const [{ source, to } = { source: "", to: [] }] = smtp.received;
  const parts = partsOf(source);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.content ?? "";
  const calendar = part("text/calendar")
    .replace(/\r?\n[ \t]/g, "")
    .split(/\r?\n/);
  return { session, to, source, html: part("text/html"), text: part("text/plain"), calendar };
}

describe("the mail that a booking is confirmed", () => {
  test("goes to who paid, and says what, when, where and how much", async () => {
    const { session, to, source, html, text } = await confirmedMail();
    const { id } = await bookingOf(pool, session);
    expect(to).toEqual([CARD.email]);
    expect(source).toMatch(/^Subject: Booked: Regular Cleaning on Wednesday, June 10, 2026/m);
    for (const body of [html, text]) {
      expect(body).toContain("Ada Lovelace");
      expect(body).toContain("Wednesday, June 10, 2026, 8:00 AM");
      expect(body).toContain("3 hours");
      expect(body).toContain("14 Barnstead Road, Pittsfield, NH 03263");
      expect(body).toContain("$159.00");
      expect(body).toContain(manageUrl(ctx(), { id, link_generation: 0 }));
      expect(body).not.toContain(session);
    }
  });

  test("is the receipt: what was bought, tax, what was paid, and where that can be printed", async () => {
    await setSetting(pool, "payments.collect_tax", "true");
    const { session, text, html } = await confirmedMail();
    const { id, order_id } = await bookingOf(pool, session);
    const { rows } = await pool.query("select number from orders where id = $1", [order_id]);
    const printed = new URL(manageUrl(ctx(), { id, link_generation: 0 }));
    printed.pathname += "/receipt";
    expect(text).toMatch(/Tax \(8\.5%\): \$13\.52\nPaid: \$172\.52\n/);
    expect(text).toContain(`Paid on Jun 01, 2026. Receipt #${rows[0].number}`);
    expect(text).toContain(printed.href);
    expect(html).toContain("cid:logo");
  });

  test("names the company as the settings do", async () => {
    await setSetting(pool, "general.company_name", "Snow & Birch");
    await setSetting(pool, "general.phone", "(603) 555-0177");
    const { html, text, calendar } = await confirmedMail();
    expect(html).toContain("Snow &amp; Birch");
    expect(text).toContain("Snow & Birch");
    expect(text).toContain("(603) 555-0177");
    expect(calendar).toContainEqual("SUMMARY:Regular Cleaning by Snow & Birch");
  });

  test("shows no HTML that somebody typed, neither as HTML nor as text, and escapes what it shows", async () => {
    const street = `1 <b>Bold</b> "Road" & Co`;
    const address = { street, city: "<i>Epsom</i>", state: "NH", zip: "03234" };
    const { html, text } = await confirmedMail({ address }, `<img src=x onerror="alert(1)">`);
    expect(html).not.toMatch(/<b>Bold|<i>Epsom|<img src=x/);
    expect(html + text).not.toMatch(/Bold|Epsom|alert/);
    const plain = { street: "1 Main & Side Road", city: "O'Hare", state: "NH", zip: "03234" };
    smtp.received.length = 0;
    const next = await confirmedMail({ address: plain, time: "4:00 PM" });
    expect(next.html).toContain("1 Main &amp; Side Road");
    expect(next.text).toContain("1 Main & Side Road, O'Hare");
  });

  test("leaves no key to the booking in our own copy", async () => {
    const { session } = await confirmedMail();
    const { id } = await bookingOf(pool, session);
    const key = new URL(manageUrl(ctx(), { id, link_generation: 0 })).searchParams.get("key");
    const { rows } = await pool.query("select html, text from mails");
    expect(JSON.stringify(rows)).toContain(`/bookings/${id}`);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  test("says what cancelling costs by the policy of that booking", async () => {
    expect((await confirmedMail()).text).toContain(
      "24 hours or more ahead for a full refund; after that we keep half the price",
    );
  });

  test("is not sent to who has cancelled by then", async () => {
    const session = await paySession(ctx());
    await closeCheckout(ctx(), session);
    await pool.query("update bookings set status = 'cancelled'");
    await queues.run("booking-confirmed-mail");
    expect(smtp.received).toEqual([]);
  });

  test("goes out once though its job runs twice, and though the provider repeats itself", async () => {
    const { session } = await confirmedMail();
    const { id } = await bookingOf(pool, session);
    const kind = kinds.find(({ name }) => name === "booking-confirmed-mail");
    await kind?.run({ booking_id: id });
    await closeCheckout(ctx(), session);
    expect(await queues.run("booking-confirmed-mail")).toBe(0);
    expect(await queues.run("receipt-mail")).toBe(0);
    expect(smtp.received).toHaveLength(1);
  });
});

describe("its calendar file", () => {
  test.each([
    ["2026-06-10", 3, "20260610T120000Z", "20260610T150000Z"],
    ["2026-10-31", 8, "20261031T120000Z", "20261031T200000Z"],
    ["2026-11-01", 8, "20261101T130000Z", "20261101T210000Z"],
    ["2027-03-13", 2, "20270313T130000Z", "20270313T150000Z"],
    ["2027-03-14", 2, "20270314T120000Z", "20270314T140000Z"],
  ] as const)(
    "has the visit of %s for %i hours at its moment, across clock changes",
    async (date, hours, start, end) => {
      const { calendar } = await confirmedMail({ date, hours });
      expect(calendar).toContain("BEGIN:VCALENDAR");
      expect(calendar).toContain(`DTSTART:${start}`);
      expect(calendar).toContain(`DTEND:${end}`);
      expect(calendar.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
      expect(calendar.filter((line) => line === "END:VEVENT")).toHaveLength(1);
      expect(calendar).toContain("END:VCALENDAR");
    },
  );

  test("can't be broken open by what the customer typed", async () => {
    const address = { street: "1 Main, Rear; BEGIN:VALARM\\n", city: "Epsom", state: "NH", zip: "03234" };
    const { calendar } = await confirmedMail({ address });
    expect(calendar).toContain("LOCATION:The address you gave us");
    expect(calendar).not.toContain("VALARM");
    const plain = { ...address, street: "1 Main, Rear" };
    smtp.received.length = 0;
    const next = await confirmedMail({ address: plain, time: "4:00 PM" });
    expect(next.calendar).toContain("LOCATION:1 Main\\, Rear\\, Epsom\\, NH 03234");
  });
});

describe("the mail that a new time must be found", () => {
  test("goes to who paid, once, without a calendar file", async () => {
    await setCrews(pool, 1);
    const session = await paySession(ctx());
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await paySession(ctx());
    await closeCheckout(ctx(), session);
    expect(await queues.run("booking-flagged-mail")).toBe(1);
    const { to, source, text, calendar } = readMail(session);
    expect(to).toEqual([CARD.email]);
    expect(source).toMatch(/^Subject: About your Regular Cleaning/m);
    expect(text).toContain("WE NEED TO FIND YOU A NEW TIME");
    expect(text).toContain("$159.00");
    expect(calendar).toEqual([""]);
    expect(smtp.received).toHaveLength(1);
    expect(await officeNotice()).toMatchObject({
      subject: "Needs a new time: Regular Cleaning on Wednesday, June 10, 2026",
    });
  });

  test("says that the time is kept when only the amount is another, and asks for nothing on the day", async () => {
    const session = await paySession(ctx());
    await pool.query("update test_checkout_sessions set amount = 15000 where id = $1", [session]);
    await closeCheckout(ctx(), session);
    await queues.run("booking-flagged-mail");
    const { text, source } = readMail(session);
    expect(source.replaceAll("\r\n ", " ")).toContain(
      "Subject: About your Regular Cleaning: your payment isn't the amount we asked for",
    );
    expect(text).toContain("We received $150.00 instead of $159.00. Your time is reserved for you");
    expect(text).toContain("Paid: $150.00");
    expect(text).not.toMatch(/new time|hold this time|Due on the day/);
    const notice = await officeNotice();
    expect(notice.subject).toBe("Another amount was paid: Regular Cleaning on Wednesday, June 10, 2026");
    expect(notice.text).toContain("paid $150.00 instead of $159.00. The time is kept.");
    expect(notice.text).not.toMatch(/new time|hold its time/);
  });

  test("is not sent once somebody has seen to it", async () => {
    const session = await paySession(ctx());
    await pool.query("update test_checkout_sessions set amount = 15000 where id = $1", [session]);
    await closeCheckout(ctx(), session);
    await pool.query("update bookings set status = 'confirmed', needs_attention = null");
    await queues.run("booking-flagged-mail");
    expect(smtp.received).toEqual([]);
  });

  async function officeNotice() {
    await queues.run("booking-notice-mail");
    const { rows } = await pool.query(
      "select subject, text from mails where occasion like 'booking-notice:%'",
    );
    return rows[0];
  }
});
