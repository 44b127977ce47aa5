import { beforeEach, expect, test } from "vitest";
import { testApp } from "../support/app";
import { officeVisitor } from "../support/office-visitor";

const site = await testApp();
const { pool, clear } = site;
const { page, post, signIn } = officeVisitor(site);
const FEES = "/admin/settings/fees";

beforeEach(async () => {
  await clear();
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
