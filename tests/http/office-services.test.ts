import { beforeEach, describe, expect, test } from "vitest";
import { testApp, visibleText } from "../support/app";
import { officeVisitor } from "../support/office-visitor";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { pool, get, ctx, clear } = site;
const { page, post, signIn } = officeVisitor(site);

beforeEach(async () => {
  await clear();
  await pool.query("delete from services where id like 'window-%'");
  await pool.query("update services set is_active = true where id = 'regular-cleaning'");
  await signIn();
});

const FORM = {
  frequency: "biweekly",
  title: "Window Shine",
  description: "Panes, inside and out.",
  price: "45.50",
  subscription_type: "one_time",
  service_type: "residential",
  is_active: "on",
  features: "Inside\r\nOutside",
  visit_minutes: "120",
  image: "service-deep",
};

test("the services list has what the specification says of each service", async () => {
  await pool.query("update services set is_active = false where id = 'deep-cleaning'");
  const { text, html } = await page("/admin/services");
  await pool.query("update services set is_active = true where id = 'deep-cleaning'");
  for (const phrase of [
    "Add Service",
    "Regular CleaningPopular",
    "Deep CleaningInactive",
    "$53.00",
    "per hour",
    "$289.00",
    "per month",
    "Residential",
    "Commercial",
    "One time",
    "Monthly",
    "5 features",
  ]) {
    expect(text).toContain(phrase);
  }
  expect(html).toContain('aria-label="Edit Regular Cleaning"');
  expect(html).toContain('aria-label="Delete Regular Cleaning"');
});

/** A hidden field of the page's form. */
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";

describe("the service form", () => {
  test("adds one service, however often it is sent", async () => {
    const form_id = hidden((await page("/admin/services/new")).html, "form_id");
    const form = { ...FORM, form_id };
    const sent = await Promise.all([1, 2, 3].map(() => post("/admin/services/new", form)));
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await pool.query("select id from services where id like 'window-%'")).rowCount).toBe(1);
    const refused = await post("/admin/services/new", { ...form, title: "" });
    expect(hidden(refused.html, "form_id")).toBe(form_id);
  });

  test("is refused when somebody else has changed the service, and accepted when sent again", async () => {
    await post("/admin/services/new", FORM);
    const seen = hidden((await page("/admin/services/window-shine")).html, "seen");
    const save = (change: object) => post("/admin/services/window-shine", { ...FORM, ...change });
    expect((await save({ seen, price: "50" })).status).toBe(303);
    const refused = await save({ seen, title: "Panes" });
    expect(refused).toMatchObject({
      status: 409,
      text: expect.stringContaining("Someone else changed this service while you were editing it."),
    });
    expect(refused.html).toContain('value="Panes"');
    expect((await save({ seen: hidden(refused.html, "seen"), title: "Panes" })).status).toBe(303);
  });
});

describe("adding a service", () => {
  test("shows it on the site with price and features, and it can be changed", async () => {
    expect(await post("/admin/services/new", FORM)).toMatchObject({ status: 303, to: "/admin/services" });
    const shown = visibleText(await (await get("/services")).text());
    for (const phrase of ["Window Shine", "Panes, inside and out.", "$45.50/hr", "Inside", "Outside"]) {
      expect(shown).toContain(phrase);
    }
    const { html } = await page("/admin/services/window-shine");
    expect(html).toContain('value="45.50"');
    await post("/admin/services/window-shine", { ...FORM, title: "Glass Care", is_active: "" });
    expect(visibleText(await (await get("/services")).text())).not.toMatch(/Window Shine|Glass Care/);
    const { rows } = await pool.query("select title, is_active from services where id = 'window-shine'");
    expect(rows).toEqual([{ title: "Glass Care", is_active: false }]);
  });

  test("is refused with what was typed and the reason when something is wrong", async () => {
    const { status, text, html } = await post("/admin/services/new", { ...FORM, title: " ", price: "lots" });
    expect(status).toBe(400);
    expect(text).toContain("Title is required.");
    expect(text).toContain("Price must be an amount in dollars, like 53 or 52.50.");
    expect(html).toContain('value="lots"');
    expect(html).toContain("Panes, inside and out.");
  });
});

test("deleting a booked service keeps it in bookings, and an unbooked one can be restored", async () => {
  await confirmedVisit(ctx(), pool);
  await post("/admin/services", { intent: "delete", id: "regular-cleaning" });
  expect(visibleText(await (await get("/services")).text())).not.toContain("Regular Cleaning");
  expect((await page("/admin/services")).text).toContain("Regular CleaningPopularInactive");
  await post("/admin/services", { intent: "activate", id: "regular-cleaning" });
  expect(visibleText(await (await get("/services")).text())).toContain("Regular Cleaning");

  await post("/admin/services/new", FORM);
  await post("/admin/services", { intent: "delete", id: "window-shine" });
  expect((await page("/admin/services/window-shine")).status).toBe(404);
  await post("/admin/services", { intent: "restore", id: "window-shine" });
  expect((await page("/admin/services/window-shine")).status).toBe(200);
});

test.each([
  [400, {}],
  [400, { intent: "place", id: "regular-cleaning", place: "first" }],
  [404, { intent: "place", id: "nothing", place: "1" }],
  [404, { intent: "delete", id: "nothing\u0000" }],
])("returns %i for %o", async (status, form) => {
  expect((await post("/admin/services", form as Record<string, string>)).status).toBe(status);
});
