import { beforeAll, expect, test } from "vitest";
import { manageUrl } from "~/features/booking/manage/link.server";
import { planUrl } from "../../app/features/plans/ownership.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { CARD, openSession, setSetting } from "../support/bookings";
import { startPlan } from "../support/plans";
import { signedIn } from "../support/sign-in";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { pool, ctx, queues, get } = site;
let visit: Awaited<ReturnType<typeof confirmedVisit>>;
let plan: string;
let office: string;
let customer: string;

beforeAll(async () => {
  office = (await signedIn(site, { role: "admin" })).cookie;
  customer = (await signedIn(site, { email: CARD.email })).cookie;
  visit = await confirmedVisit(ctx(), pool);
  plan = await startPlan(ctx(), pool);
});

const pathOf = (url: string) => url.replace(ORIGIN, "");
const withPath = (url: string, more: string) => {
  const next = new URL(url);
  next.pathname += more;
  return pathOf(next.href);
};
const look = async (path: string, cookie = "") => {
  const answer = await get(path, { Cookie: cookie });
  expect(answer.status, path).toBe(200);
  return visibleText(await answer.text());
};
const orderOf = async (what: string, id: string) =>
  (await pool.query(`select id from orders where ${what} = $1`, [id])).rows[0].id;

test("every customer's page with money of the test checkout marks it", async () => {
  const session = await openSession(ctx(), { time: "4:00 PM" });
  expect(await look(`/payment?session_id=${session}`)).toContain("Test checkout: no card is charged");
  const booking = manageUrl(ctx(), { ...visit, link_generation: 0 });
  const plans = planUrl(ctx(), { id: plan, link_generation: 0 });
  const charge = await orderOf("plan_id", plan);
  for (const path of [
    `/payment-success?session_id=${visit.session}`,
    pathOf(booking),
    withPath(booking, "/receipt"),
    pathOf(plans),
    withPath(plans, `/receipt/${charge}`),
  ])
    expect(await look(path), path).toMatch(/Test payment/);
  expect(await look("/profile?tab=upcoming-cleans", customer)).toContain("Test payment");
});

test("every office page and file with money of the test checkout marks it", async () => {
  const order = await orderOf("booking_id", visit.id);
  for (const path of [
    "/admin/orders",
    `/admin/orders/${order}`,
    `/admin/bookings/${visit.id}`,
    "/admin/plans",
    `/admin/plans/${plan}`,
  ])
    expect(await look(path, office), path).toContain("Test payment");
  const dashboard = await look("/admin", office);
  expect(dashboard).toContain("Payments are in test mode");
  expect(dashboard).toContain("This month, with test payments");
  for (const list of ["orders", "bookings", "plans"]) {
    const csv = await (await get(`/admin/${list}.csv`, { Cookie: office })).text();
    const [head = "", ...rows] = csv.trim().split("\r\n");
    const column = head.replace("\ufeff", "").split(",").indexOf("Test payment");
    expect(column, list).toBeGreaterThan(0);
    expect(
      rows.some((row) => row.includes(",yes,")),
      list,
    ).toBe(true);
  }
});

test("every email about such a payment starts with it, and the office's has it in the subject", async () => {
  await setSetting(pool, "notifications.payment_notifications", "true");
  for (const queue of [
    "booking-confirmed-mail",
    "booking-notice-mail",
    "payment-notice-mail",
    "plan-started-mail",
  ])
    await queues.run(queue);
  const { rows } = await pool.query(
    "select subject, text, html from mails where subject !~ 'verify|Welcome'",
  );
  expect(rows.map(({ subject }) => subject)).toContain("Test payment received: $159.00");
  expect(rows.some(({ subject }) => subject.startsWith("Your plan"))).toBe(true);
  expect(rows.some(({ subject }) => subject.startsWith("Booked"))).toBe(true);
  for (const { subject, text, html } of rows)
    for (const form of [text, html]) expect(form, subject).toContain("Test payment: no card is charged");
});
