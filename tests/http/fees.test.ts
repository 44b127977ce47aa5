import { beforeEach, expect, test } from "vitest";
import { testApp } from "../support/app";
import { officeVisitor } from "../support/office-visitor";

const site = await testApp();
const { pool, clock, clear } = site;
const { page, post, signIn } = officeVisitor(site);
const FEES = "/admin/settings/fees";

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  await signIn();
});

const seenIn = (html: string) =>
  /name="seen" value="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
const form = { intent: "save", free_cancellation_hours: "48", late_fee_percent: "30", no_show_percent: "75" };

test("the fees that the office saves are shown before booking and everywhere on the site", async () => {
  const before = await page(FEES);
  expect(before.text).toContain(
    "Free to cancel until 24 hours before. After that, 50% of the price. If nobody lets us in, all of it.",
  );
  expect((await post(FEES, { ...form, seen: seenIn(before.html) })).status).toBe(303);
  const sentence =
    "Free to cancel until 48 hours before. After that, 30% of the price. If nobody lets us in, 75%.";
  for (const address of [
    FEES,
    "/book?service=regular-cleaning",
    "/admin/bookings/new?service=regular-cleaning",
  ])
    expect((await page(address)).text, address).toContain(sentence);
  expect((await page("/faq")).text).toContain("we keep a fee of 30% and refund the rest to your card");
  expect((await page("/")).text).toContain("cancel 48 hours ahead for a full refund");
  expect((await page("/admin/activity")).text).toContain("fee for a late cancellation");
});

test("a form with wrong numbers is refused beside the field, and nothing is saved", async () => {
  const refused = await post(FEES, { ...form, late_fee_percent: "80", seen: "" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("cost less than a late cancellation.");
  expect(refused.html).toContain('value="48"');
  expect((await pool.query("select 1 from admin_settings where category = 'booking'")).rowCount).toBe(0);
});

test("of two editors of one field the second is told, and may save again", async () => {
  const seen = seenIn((await page(FEES)).html);
  expect((await post(FEES, { ...form, seen })).status).toBe(303);
  const second = { ...form, late_fee_percent: "20", seen };
  const refused = await post(FEES, second);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("Someone else changed this meanwhile.");
  expect((await post(FEES, { ...second, seen: seenIn(refused.html) })).status).toBe(303);
  const { rows } = await pool.query("select value from admin_settings where key = 'late_fee_percent'");
  expect(rows).toEqual([{ value: "20" }]);
});

const booking = {
  ...{
    token: "33333333-3333-4333-8333-333333333333",
    customer_name: "Ruth Merrill",
    customer_phone: "(603) 555-0177",
  },
  ...{ service: "regular-cleaning", hours: "3", date: "2026-06-10", time: "8:00 AM" },
  ...{ street: "9 Main Street", city: "Concord", state: "NH", zip: "03301" },
};

test("staff close a visit as a no-show with what it costs shown first, and waive the fee from what needs attention", async () => {
  await post("/admin/bookings/new", booking);
  const { rows } = await pool.query(
    "select b.id, o.id as order_id from bookings b join orders o on o.booking_id = b.id",
  );
  const { id, order_id } = rows[0];
  const panel = `/admin/bookings/${id}`;
  expect((await page(panel)).text).not.toContain("Close as no-show");
  clock.set("2026-06-10T12:20:00Z");
  await signIn();
  expect((await page(panel)).text).toContain("100% of the price is still due: $159.00");
  const refused = await post(panel, { intent: "no-show", refund: "0", fee: "1" });
  expect(refused.status).toBe(409);
  expect((await post(panel, { intent: "no-show", refund: "0", fee: "15900" })).status).toBe(303);
  const closed = await page(panel);
  expect(closed.text).toContain("Fee due");
  expect(closed.text).toContain("No-show, a fee of $159.00 is due");
  expect((await page("/admin")).text).toContain("Ruth Merrill: $159.00 is due as a fee");
  expect((await post(`/admin/orders/${order_id}`, { intent: "waive" })).status).toBe(303);
  expect((await page("/admin")).text).not.toContain("is due as a fee");
});
