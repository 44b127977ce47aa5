import { beforeEach, describe, expect, test } from "vitest";
import { manageUrl } from "~/features/booking/manage/link.server";
import { readBooking } from "~/features/booking/queries.server";
import { planUrl } from "~/features/plans/ownership.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { officeVisitor } from "../support/office-visitor";
import { startPlan } from "../support/plans";
import { signedIn } from "../support/sign-in";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { pool, ctx, clock, clear, get } = site;
const { page, post, signIn } = officeVisitor(site);

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  await signIn();
});

/** The form of a panel that shows a link that was never ended. */
const END = { intent: "end-link", seen: "0" };

/** Opens a guest link without a session. */
async function open(url: string) {
  const response = await get(url.replace(ORIGIN, ""));
  const html = await response.text();
  return { status: response.status, text: visibleText(html), html };
}

/** The address of a visit as a link signed by the key of before links could be ended. */
const firstLink = (id: string) => `${ORIGIN}/bookings/${id}?key=${ctx().links.sign(`booking:${id}`)}`;
const firstPlanLink = (id: string) => `${ORIGIN}/plans/${id}?key=${ctx().links.sign(`plan:${id}`)}`;

async function linkNow(id: string) {
  const booking = await readBooking(ctx(), id);
  return manageUrl(ctx(), { id, link_generation: booking?.link_generation ?? 0 });
}

async function expectEnded(url: string) {
  const { status, text, html } = await open(url);
  expect(status).toBe(410);
  expect(text).toContain("This link no longer works");
  expect(text).toContain("Log in");
  for (const secret of ["Ada", "Regular Cleaning", "June 10", "Monthly Home Care"])
    expect(html).not.toContain(secret);
}

describe("the guest link of a booking", () => {
  test("of before links could be ended works until 6 months after the visit, in the company's time zone", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    clock.set("2026-12-11T04:59:00Z");
    expect((await open(firstLink(id))).status).toBe(200);
    clock.set("2026-12-11T05:00:00Z");
    await expectEnded(firstLink(id));
    await expectEnded(firstLink(id).replace("?", "/reschedule?"));
    await expectEnded(firstLink(id).replace("?", "/receipt?"));
  });

  test("stops when staff end it, and the next emails carry a new one", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    expect((await page(`/admin/bookings/${id}`)).text).toContain("until Dec 10, 2026");
    expect((await post(`/admin/bookings/${id}`, END)).status).toBe(303);
    await expectEnded(firstLink(id));
    const next = await linkNow(id);
    expect(next).not.toBe(firstLink(id));
    expect((await open(next)).status).toBe(200);

    expect((await post(`/admin/bookings/${id}`, END)).text).toContain("The guest link was already ended");
    expect((await open(next)).status).toBe(200);
    await post(`/admin/bookings/${id}`, { ...END, seen: "1" });
    for (const url of [firstLink(id), next]) await expectEnded(url);
    const { rows } = await pool.query(
      "select count(*)::int from audit_log where action = 'booking.link_ended' and entity_id = $1",
      [id],
    );
    expect(rows[0].count).toBe(2);
    expect((await page(`/admin/bookings/${id}`)).text).toContain("Guest link ended");
  });

  test("changes nothing by a form that is sent with an ended link", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await post(`/admin/bookings/${id}`, END);
    const address = firstLink(id).replace(ORIGIN, "").replace("?", "/cancel?");
    expect((await post(address, { refund: "15900" }, "")).status).toBe(410);
    expect((await pool.query("select status from bookings where id = $1", [id])).rows).toEqual([
      { status: "confirmed" },
    ]);
  });

  test("answers a wrong key like a booking that does not exist", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await post(`/admin/bookings/${id}`, END);
    const wrong = "0".repeat(43);
    for (const url of [`/bookings/${id}?key=${wrong}`, `/bookings/${crypto.randomUUID()}?key=${wrong}`])
      expect((await open(url)).status, url).toBe(404);
    expect((await open(`/bookings/no-id?key=${wrong}`)).status).toBe(404);
    const future = ctx().links.sign(`booking:${id}:2`);
    expect((await open(`/bookings/${id}?key=${future}`)).status).toBe(404);
  });

  test("is not for a role that may not change bookings to end", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const { cookie } = await signedIn(site, { role: "bookkeeper" });
    expect((await post(`/admin/bookings/${id}`, END, cookie)).status).toBe(403);
    expect((await open(firstLink(id))).status).toBe(200);
  });
});

describe("the guest link of a plan", () => {
  test("ends with the links of its visits when staff end it", async () => {
    const id = await startPlan(ctx(), pool);
    const { rows } = await pool.query("select id from bookings where plan_id = $1 order by plan_visit", [id]);
    const visit = rows[0].id;
    for (const url of [firstPlanLink(id), firstLink(visit)]) expect((await open(url)).status, url).toBe(200);

    expect((await post(`/admin/plans/${id}`, END)).status).toBe(303);
    for (const url of [firstPlanLink(id), firstLink(visit)]) await expectEnded(url);
    const shown = await open(planUrl(ctx(), { id, link_generation: 1 }));
    expect(shown.status).toBe(200);
    expect(shown.html).toContain(new URL(await linkNow(visit)).searchParams.get("key"));
    const audit = await pool.query(
      "select 1 from audit_log where action = 'plan.link_ended' and entity_id = $1",
      [id],
    );
    expect(audit.rows).toHaveLength(1);
  });

  test("works while the plan goes on, and until 6 months after its end", async () => {
    const id = await startPlan(ctx(), pool);
    clock.set("2027-06-01T12:00:00Z");
    expect((await open(firstPlanLink(id))).status).toBe(200);
    await pool.query("update plans set status = 'ended', ended_at = '2026-07-01T03:00:00Z' where id = $1", [
      id,
    ]);
    clock.set("2026-12-31T04:59:00Z");
    expect((await open(firstPlanLink(id))).status).toBe(200);
    clock.set("2026-12-31T05:00:00Z");
    await expectEnded(firstPlanLink(id));
  });

  test("is not for a role that may not change plans to end", async () => {
    const id = await startPlan(ctx(), pool);
    const { cookie } = await signedIn(site, { role: "bookkeeper" });
    expect((await post(`/admin/plans/${id}`, END, cookie)).status).toBe(403);
    expect((await open(firstPlanLink(id))).status).toBe(200);
  });
});
