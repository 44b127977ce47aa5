import { beforeEach, expect, test } from "vitest";
import { testApp } from "../support/app";
import { ahead, CUSTOMERS, visitsFile } from "../support/imported-visits";
import { importFile } from "../support/imports";
import { officeVisitor } from "../support/office-visitor";
import { giveRole, staffCtx } from "../support/staff";

const site = await testApp();
const { pool, clear, clock } = site;
const { signIn, page, post } = officeVisitor(site);
const LAY = "/admin/plans/series/lay";
let id = "";
let user: Awaited<ReturnType<typeof signIn>>;

/** Ruth's Wednesdays at 10 AM, of which June 10 is laid. */
beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  user = await signIn();
  const staff = await staffCtx(site);
  await importFile(site, staff(), CUSTOMERS);
  await importFile(site, staff(), visitsFile(ahead({ Frequency: "Weekly" })));
  id = (await pool.query("select id from series")).rows[0].id;
});

const visits = async () =>
  (
    await pool.query(
      "select scheduled_date::text as day from bookings where status <> 'cancelled' order by 1",
    )
  ).rows.map(({ day }) => day);
const seenIn = (html: string) => /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? "";

test("the list, its file and what needs attention show a series until when it is laid, and lead to more visits", async () => {
  const list = await page("/admin/plans/series?q=merrill");
  for (const words of ["Ruth Merrill", "Every Wednesday at 10:00 AM", "$150.00", "Ends Jun 10, 2026"])
    expect(list.text).toContain(words);
  expect((await page("/admin/plans/series?state=ended")).text).toContain("No series found.");
  expect((await page("/admin/attention")).text).toContain("1 series runs out");
  expect((await page("/admin/plans")).text).toContain("Series without a plan");
  const panel = await page(`/admin/plans/series/${id}`);
  expect(panel.html).toContain(`${LAY}?series=${id}`);
  expect(panel.text).toContain("Wed, Jun 10, 10:00 AM");
});

test("visits are laid as they were seen, and the same form sent again lays nothing", async () => {
  const { html, text } = await page(`${LAY}?series=${id}&until=2026-06-25`);
  expect(text).toContain("Add 2 visits");
  const form = { intent: "lay", series: id, until: "2026-06-25", seen: seenIn(html) };
  expect(await post(LAY, form)).toMatchObject({ status: 303, to: `/admin/plans/series/${id}` });
  expect(await visits()).toEqual(["2026-06-10", "2026-06-17", "2026-06-24"]);
  expect((await post(LAY, form)).status).toBe(303);
  expect(await visits()).toHaveLength(3);
});

test("what changed since the preview is refused with the new preview, and bad input with the words for it", async () => {
  const { html } = await page(`${LAY}?series=${id}&until=2026-06-18`);
  await pool.query("insert into closures (date, reason) values ('2026-06-17', 'Party')");
  const form = { intent: "lay", series: id, until: "2026-06-18", seen: seenIn(html) };
  const refused = await post(LAY, form);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("Closed on Jun 17, 2026.");
  for (const until of ["", "2026-06-01", "2030-01-01", "June"]) {
    const { status, text } = await post(LAY, { ...form, until });
    expect(status, until).toBe(400);
    expect(text).toContain("Until must be a day from 2026-06-02 to 2027-06-02.");
  }
  expect((await post(LAY, { ...form, series: "none" })).text).toContain("Choose at least one series.");
  expect((await page(LAY)).text).toContain("No series is chosen");
  expect(await visits()).toEqual(["2026-06-10"]);
});

test("a series ends with the visits that are chosen, says what stays, and can go on", async () => {
  const path = `/admin/plans/series/${id}`;
  expect((await post(path, { intent: "end", cancel_none: "yes" })).status).toBe(409);
  expect(await post(path, { intent: "end" })).toMatchObject({ status: 303 });
  expect(await visits()).toEqual(["2026-06-10"]);
  expect((await page(path)).text).toContain("Go on with this series");
  expect((await post(path, { intent: "end" })).status).toBe(409);
  expect((await post(path, { intent: "reopen" })).status).toBe(303);
  expect((await post(path, { intent: "odd" })).status).toBe(400);
  expect((await page("/admin/plans/series/none")).status).toBe(404);
});

test("the sale of a series as a plan is filled in, and a series that is gone opens the empty form", async () => {
  const panel = await page(`/admin/plans/series/${id}`);
  expect(panel.html).toContain(`/admin/bookings/new?sell=${id}`);
  const form = await page(`/admin/bookings/new?sell=${id}`);
  expect(form.text).toContain(
    "Regular Cleaning is not sold every week. Choose a service that is: Monthly Janitorial Plan.",
  );
  expect(form.text).toContain("The customer pays $150.00 a visit now, about $650.00 a month.");
  expect(form.html).toContain(`name="series" value="${id}"`);
  expect(form.html).toContain('value="14 Barnstead Rd"');
  const fields = { token: crypto.randomUUID(), series: id, service: "regular-cleaning" };
  const single = await post("/admin/bookings/new", fields);
  expect(single.status).toBe(400);
  expect(single.text).toContain("A series is sold as a plan. Choose a service that is sold as one");
  const empty = await page("/admin/bookings/new?sell=none");
  expect(empty.status).toBe(200);
  expect(empty.html).not.toContain('name="series"');
});

test("a bookkeeper reads series and can't change them", async () => {
  await giveRole(pool, user.id, "bookkeeper");
  expect((await page("/admin/plans/series")).text).toContain("Ruth Merrill");
  expect((await page(LAY)).status).toBe(403);
  expect((await post(`/admin/plans/series/${id}`, { intent: "end" })).status).toBe(403);
});
