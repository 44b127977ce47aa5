import { beforeEach, describe, expect, test } from "vitest";
import { openSession, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aRefund } from "../../../../tests/support/customers";
import { confirmedVisit } from "../../../../tests/support/visits";
import { sendRefundNotice } from "./send.server";
import { sendDailySummary } from "./summary.server";

const world = await testWorld();
const { pool, ctx, queues, clear, clock } = world;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

async function mailed(occasion: string) {
  const { rows } = await pool.query(
    "select recipient, subject, text, booking_id from mails where occasion like $1 order by occasion",
    [`${occasion}:%`],
  );
  return rows;
}

describe("a new booking notice", () => {
  test("is sent to the office with customer, service, time and place", async () => {
    await setSetting(pool, "general.contact_email", "office@birch.example");
    const { id } = await confirmedVisit(ctx(), pool);
    await queues.run("booking-notice-mail");
    const [notice, ...others] = await mailed("booking-notice");
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      recipient: "office@birch.example",
      subject: "New booking: Regular Cleaning on Wednesday, June 10, 2026",
      booking_id: id,
    });
    for (const words of [
      "Ada Lovelace, ada@mail.example",
      "8:00 AM",
      "14 Barnstead Road",
      `/admin/bookings/${id}`,
    ])
      expect(notice.text).toContain(words);
  });

  test("is not sent if new_booking_notifications is off", async () => {
    await setSetting(pool, "notifications.new_booking_notifications", "false");
    await confirmedVisit(ctx(), pool);
    expect(await queues.run("booking-notice-mail")).toBe(1);
    expect(await mailed("booking-notice")).toEqual([]);
  });

  test("is not sent if the booking was cancelled", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query("update bookings set status = 'cancelled' where id = $1", [id]);
    await queues.run("booking-notice-mail");
    expect(await mailed("booking-notice")).toEqual([]);
  });
});

describe("a payment notice", () => {
  test("is sent to the office once per payment", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    await queues.run("payment-notice-mail");
    await ctx().jobs.enqueue(ctx().db, "payment-notice-mail", { order_id });
    await queues.run("payment-notice-mail");
    expect(await mailed("payment-notice")).toMatchObject([
      { recipient: "hello@whitebirchcleaning.example", subject: "Test payment received: $159.00" },
    ]);
  });

  test("is not sent if payment_notifications is off, nor for a failed refund", async () => {
    await setSetting(pool, "notifications.payment_notifications", "false");
    const { order_id } = await confirmedVisit(ctx(), pool);
    await queues.run("payment-notice-mail");
    await aRefund(pool, order_id, "failed");
    const { rows } = await pool.query("select id from refunds");
    await sendRefundNotice(ctx(), { refund_id: rows[0].id });
    expect([...(await mailed("payment-notice")), ...(await mailed("refund-notice"))]).toEqual([]);
  });

  test("is sent with the reason for a failed refund", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    await aRefund(pool, order_id, "failed");
    const { rows } = await pool.query("update refunds set error = 'Card closed' returning id");
    await sendRefundNotice(ctx(), { refund_id: rows[0].id });
    const [notice] = await mailed("refund-notice");
    expect(notice.subject).toBe("Refund failed: $79.50");
    expect(notice.text).toContain("Card closed");
  });
});

describe("the daily summary", () => {
  const at = (moment: string) => {
    clock.set(moment);
    return sendDailySummary(ctx(), {});
  };

  test("is not sent if it is off", async () => {
    await at("2026-06-09T22:05:00Z");
    expect(await mailed("daily-summary")).toEqual([]);
  });

  test("is sent once, from 6 PM company time, and names no customer", async () => {
    await setSetting(pool, "notifications.daily_summary", "true");
    clock.set("2026-06-09T15:00:00Z");
    await confirmedVisit(ctx(), pool);
    await openSession(ctx(), { time: "2:00 PM" });
    await at("2026-06-09T21:05:00Z");
    expect(await mailed("daily-summary")).toEqual([]);
    await at("2026-06-09T22:05:00Z");
    await at("2026-06-09T23:05:00Z");
    const [summary, ...others] = await mailed("daily-summary");
    expect(others).toEqual([]);
    expect(summary.subject).toBe("Daily summary: Tuesday, June 9, 2026");
    expect(summary.text).toMatch(/New bookings:\s+1/);
    expect(summary.text).toMatch(/Payments:\s+\$159\.00/);
    expect(summary.text).toMatch(/Refunds:\s+None/);
    expect(summary.text).toMatch(/8:00 AM:\s+Regular Cleaning, Birch crew/);
    expect(summary.text).not.toMatch(/Ada|Lovelace|Barnstead|Pittsfield/);
  });

  test("includes bookings after 6 PM in the next one, and refunds", async () => {
    await setSetting(pool, "notifications.daily_summary", "true");
    clock.set("2026-06-08T22:30:00Z");
    const { order_id } = await confirmedVisit(ctx(), pool);
    await pool.query("delete from mails");
    await at("2026-06-08T23:05:00Z");
    expect((await mailed("daily-summary"))[0].text).toMatch(/New bookings:\s+0\s+Payments:\s+None/);
    await aRefund(pool, order_id, "completed");
    await pool.query("update refunds set completed_at = '2026-06-09T12:00:00Z'");
    await aRefund(pool, order_id, "failed");
    await at("2026-06-09T22:05:00Z");
    const [, summary] = await mailed("daily-summary");
    expect(summary.text).toMatch(
      /New bookings:\s+1\s+Payments:\s+\$159\.00\s+Of these, test payments:\s+\$159\.00\s+Refunds:\s+\$79\.50/,
    );
  });

  test("is sent late if the site was down, but not for a day before it was turned on", async () => {
    await setSetting(pool, "notifications.daily_summary", "true");
    clock.set("2026-06-09T15:00:00Z");
    await confirmedVisit(ctx(), pool);
    const wantedFrom = (moment: string) => pool.query("update admin_settings set updated_at = $1", [moment]);
    await wantedFrom("2026-06-10T11:00:00Z");
    await at("2026-06-10T11:05:00Z");
    expect(await mailed("daily-summary")).toEqual([]);
    await wantedFrom("2026-06-01T12:00:00Z");
    await at("2026-06-10T11:05:00Z");
    await at("2026-06-10T12:05:00Z");
    const [summary, ...others] = await mailed("daily-summary");
    expect(others).toEqual([]);
    expect(summary.subject).toBe("Daily summary: Tuesday, June 9, 2026");
    expect(summary.text).toMatch(/Today:\s+8:00 AM:\s+Regular Cleaning, Birch crew/);
  });

  test("follows the company's time zone and is sent for a day without bookings", async () => {
    await setSetting(pool, "notifications.daily_summary", "true");
    await setSetting(pool, "general.timezone", "Pacific/Honolulu");
    await at("2026-06-09T22:05:00Z");
    expect(await mailed("daily-summary")).toEqual([]);
    await at("2026-06-10T04:05:00Z");
    const [summary] = await mailed("daily-summary");
    expect(summary.subject).toBe("Daily summary: Tuesday, June 9, 2026");
    expect(summary.text).toContain("No visits tomorrow.");
  });
});
