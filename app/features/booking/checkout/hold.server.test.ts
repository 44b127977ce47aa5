import { beforeEach, describe, expect, test } from "vitest";
import { aRequest, auditOf, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { holdBooking } from "./hold.server";

const { pool, ctx, clock, clear } = await testWorld();
const hold = (...request: Parameters<typeof aRequest>) =>
  holdBooking(ctx(), { request: aRequest(...request), draft_id: null, provider: "test-checkout" });

beforeEach(clear);

async function held(...request: Parameters<typeof aRequest>) {
  const outcome = await hold(...request);
  if (!outcome.ok) throw new Error(outcome.message);
  const { rows } = await pool.query(
    `select b.*, o.id as order_id, o.amount, o.currency, o.status as order_status, o.provider
     from bookings b join orders o on o.booking_id = b.id where o.id = $1`,
    [outcome.order_id],
  );
  return rows[0];
}

describe("a held booking", () => {
  test("is pending for 30 minutes, with a pending order and a line in the audit trail", async () => {
    const booking = await held();
    expect(booking).toMatchObject({
      status: "pending",
      order_status: "pending",
      provider: "test-checkout",
      hold_expires_at: new Date(clock.now.epochMilliseconds + 30 * 60_000),
      policy: { full_refund_hours: 24, late_fee_percent: 50, no_show_percent: 100 },
    });
    expect(await auditOf(pool, booking.id)).toEqual(["booking.held"]);
  });

  test("keeps the fees that were set when it was made", async () => {
    await setSetting(pool, "booking.free_cancellation_hours", "48");
    await setSetting(pool, "booking.late_fee_percent", "30");
    const { id } = await held();
    await setSetting(pool, "booking.late_fee_percent", "90");
    const { rows } = await pool.query("select policy from bookings where id = $1", [id]);
    expect(rows).toEqual([{ policy: { full_refund_hours: 48, late_fee_percent: 30, no_show_percent: 100 } }]);
  });

  test("stands at its company time as an instant, and blocks its crew for the visit and 30 minutes of travel", async () => {
    const booking = await held({ time: "2:00 PM", hours: 4 });
    expect(booking).toMatchObject({
      scheduled_time: "14:00:00",
      duration_hours: "4.00",
      starts_at: new Date("2026-06-10T18:00:00Z"),
      ends_at: new Date("2026-06-10T22:00:00Z"),
    });
    const { rows } = await pool.query("select upper(blocked) as until from bookings");
    expect(rows).toEqual([{ until: new Date("2026-06-10T22:30:00Z") }]);
  });

  test.each([
    ["2026-03-08", "2026-03-08T12:00:00Z"],
    ["2026-03-07", "2026-03-07T13:00:00Z"],
    ["2026-11-01", "2026-11-01T13:00:00Z"],
    ["2026-10-31", "2026-10-31T12:00:00Z"],
  ])("8:00 AM on %s, around a clock change, is %s", async (date, instant) => {
    clock.set("2026-01-02T12:00:00Z");
    const { starts_at, ends_at } = await held({ date, hours: 8 });
    clock.set("2026-06-01T12:00:00Z");
    expect(starts_at).toEqual(new Date(instant));
    expect(ends_at.getTime() - starts_at.getTime()).toBe(8 * 3_600_000);
  });

  test("keeps what the customer typed as it was typed, HTML and all", async () => {
    const notes = `<script>alert("1")</script>\nKey's under the "mat" & ring; drop table bookings;--`;
    expect(await held({ notes })).toMatchObject({
      notes,
      address_line1: "14 Barnstead Road",
      city: "Pittsfield",
      state: "NH",
      zip_code: "03263",
    });
  });

  test("has the default rooms at home, and none in an office", async () => {
    expect(await held()).toMatchObject({ bedrooms: 2, bathrooms: 1 });
    const office = await held({}, { serviceId: "office-cleaning", serviceType: "commercial" });
    expect(office).toMatchObject({ bedrooms: null, bathrooms: null, total_amount: 19500 });
  });
});

describe("the price", () => {
  test("is rate × hours, in cents, from the catalogue", async () => {
    expect(await held({ hours: 3 })).toMatchObject({
      total_amount: 15900,
      tax_amount: 0,
      amount: 15900,
      currency: "USD",
      price_lines: [{ label: "Regular Cleaning, 3 hours × $53.00", amount: 15900 }],
    });
  });

  test("has a line for tax only once the company collects it: $159.00 becomes $172.52", async () => {
    await setSetting(pool, "payments.collect_tax", "true");
    const booking = await held({ hours: 3 });
    expect(booking).toMatchObject({ total_amount: 15900, tax_amount: 1352, amount: 17252 });
    expect(booking.price_lines.map(({ amount }: { amount: number }) => amount)).toEqual([15900, 1352]);
    expect(booking.price_lines[1].label).toContain("8.5");
  });

  test("follows the tax rate and the currency of the settings", async () => {
    await setSetting(pool, "payments.collect_tax", "true");
    await setSetting(pool, "payments.tax_rate", "10");
    await setSetting(pool, "payments.default_currency", "CAD");
    expect(await held({ hours: 1 })).toMatchObject({ amount: 5830, currency: "CAD" });
  });

  test.each([["mobile-auto-detailing", 18900, "3.00"]])(
    "of %s is asked once: %d cents",
    async (serviceId, total_amount, duration_hours) => {
      const booking = await held({ hours: undefined }, { serviceId });
      expect(booking).toMatchObject({ total_amount, amount: total_amount, duration_hours });
    },
  );

  test("stays what it was when the catalogue changes afterwards", async () => {
    const { order_id } = await held();
    await pool.query("update services set price_per_hour = 99900 where id = 'regular-cleaning'");
    const { rows } = await pool.query("select amount from orders where id = $1", [order_id]);
    await pool.query("update services set price_per_hour = 5300 where id = 'regular-cleaning'");
    expect(rows).toEqual([{ amount: 15900 }]);
  });
});
