import { beforeEach, describe, expect, test } from "vitest";
import { planUrl } from "../../app/features/plans/ownership.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { setCrews } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";
import { deskForm, readPlanRow, startPlan, visitsOf } from "../support/plans";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { app, pool, ctx, clock, clear } = site;
const amira = officeVisitor(site);

beforeEach(async () => {
  await clear();
  await setCrews(pool, 2);
  clock.set("2026-06-01T12:00:00Z");
  await amira.signIn();
});

/** A hidden field of a page. */
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll("&#x27;", "'") ?? "";

async function visitId(plan: string, number: number): Promise<string> {
  const { rows } = await pool.query("select id from bookings where plan_id = $1 and plan_visit = $2", [
    plan,
    number,
  ]);
  return rows[0].id;
}

/** The form of a plan as the page fills it in, with changes. */
async function formOf(plan: string, changes: Record<string, string> = {}) {
  const visit = await visitId(plan, 2);
  return deskForm(await readPlanRow(pool, plan), { visit, date: "2026-06-25", time: "2:00 PM", ...changes });
}

const events = async () => (await pool.query("select action from audit_log where entity = 'plan'")).rows;

describe("the plan desk", () => {
  test("shows a preview, then saves it as it was shown", async () => {
    const id = await startPlan(ctx(), pool);
    const address = `/admin/plans/${id}/change`;
    expect((await amira.page(address)).text).toContain("Tue, Jun 9, 10:00 AM");
    const form = await formOf(id);
    const preview = await amira.post(address, { ...form, intent: "preview" });
    expect(preview.status).toBe(200);
    for (const words of ["What it does", "Thu, Jun 25, 2:00 PM", "Stays $289.00 a month"])
      expect(preview.text).toContain(words);
    expect((await visitsOf(pool, id))[1]).toContain("2026-06-23");
    const seen = hidden(preview.html, "seen");
    const saved = await amira.post(address, { ...form, intent: "save", seen });
    expect([saved.status, saved.to]).toEqual([303, `/admin/plans/${id}`]);
    expect((await visitsOf(pool, id))[1]).toBe("2 2026-06-25 14:00 confirmed");
    const again = await amira.post(address, { ...form, intent: "save", seen });
    expect(again.status).toBe(409);
    expect((await events()).filter(({ action }) => action === "plan.changed")).toHaveLength(1);
  });

  test("refuses a stale preview, says what differs, and keeps what was typed", async () => {
    const id = await startPlan(ctx(), pool);
    const address = `/admin/plans/${id}/change`;
    const form = await formOf(id, { price: "amount", amount: "310" });
    const preview = await amira.post(address, { ...form, intent: "preview" });
    await pool.query("insert into closures (date) values ('2026-07-09')");
    const sent = { seen: hidden(preview.html, "seen"), shown: hidden(preview.html, "shown") };
    const late = await amira.post(address, { ...form, ...sent, intent: "save" });
    expect(late.status).toBe(409);
    expect(late.text).toContain("Changed since");
    expect(late.text).toContain("We are closed then.");
    expect(late.html).toMatch(/name="amount"[^>]*value="310"/);
    expect((await readPlanRow(pool, id)).amount).toBe(28_900);
  });

  test.each([
    [{ date: "2026-02-30" }, "Date must be a real day"],
    [{ time: "" }, "Choose a time."],
    [{ time: "3:10 AM" }, "Choose one of these times"],
    [{ date: "2020-01-01" }, "Date is in the past"],
    [{ frequency: "weekly" }, "Monthly Home Care isn&#x27;t sold every week."],
    [{ frequency: "sometimes" }, "Choose how often."],
    [{ zip: "none" }, "ZIP code must be 5 digits"],
    [{ price: "amount", amount: "a lot" }, "Enter the amount a month before tax"],
    [{ visit: "x" }, "Choose a visit."],
    [{ visit: "00000000-0000-4000-8000-000000000000" }, "This visit can no longer be changed."],
  ])("answers %o with 400 and what to do", async (changes, words) => {
    const id = await startPlan(ctx(), pool);
    for (const intent of ["preview", "save"]) {
      const answer = await amira.post(`/admin/plans/${id}/change`, {
        ...(await formOf(id, changes)),
        intent,
      });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain(words);
    }
    expect((await events()).some(({ action }) => action === "plan.changed")).toBe(false);
  });

  test("lets nobody set another amount who may not change prices", async () => {
    const id = await startPlan(ctx(), pool);
    const { cookie } = await signedIn(site, { role: "dispatcher", first_name: "Dana" });
    const form = await formOf(id, { price: "amount", amount: "1", intent: "preview" });
    const answer = await amira.post(`/admin/plans/${id}/change`, form, cookie);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("Only owners and managers set another amount.");
  });

  test("has no page for a plan that does not exist", async () => {
    for (const id of ["00000000-0000-4000-8000-000000000000", "x"])
      expect((await amira.page(`/admin/plans/${id}/change`)).status).toBe(404);
  });
});

async function asGuest(address: string, form?: Record<string, string>) {
  const request = { method: form ? "POST" : "GET", body: form && new URLSearchParams(form) };
  const response = await app.request(new Request(ORIGIN + address, request));
  const html = await response.text();
  return { status: response.status, html, text: visibleText(html), to: response.headers.get("Location") };
}

/** A page of a plan under its guest link. */
function guestPage(id: string, page: string) {
  const { pathname, search } = new URL(planUrl(ctx(), { id, link_generation: 0 }));
  return `${pathname}${page}${search}`;
}

test("a customer changes day and time after a preview, and is told what else needs a call", async () => {
  const id = await startPlan(ctx(), pool);
  const address = guestPage(id, "/day");
  expect((await asGuest(address)).text).toContain("To change how often we come");
  const form = { visit: await visitId(id, 2), date: "2026-06-25", time: "2:00 PM" };
  const preview = await asGuest(address, { ...form, intent: "preview" });
  expect(preview.text).toContain("Thu, Jun 25, 2:00 PM");
  const saved = await asGuest(address, { ...form, intent: "save", seen: hidden(preview.html, "seen") });
  expect([saved.status, saved.to]).toEqual([303, guestPage(id, "")]);
  expect((await visitsOf(pool, id))[1]).toBe("2 2026-06-25 14:00 confirmed");
  const wrong = await asGuest(address, { ...form, date: "soon", intent: "preview" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Date must be a real day");
});

describe("a price rise", () => {
  const rise = (id: string, changes: Record<string, string> = {}) => ({
    ...{ [`plan.${id}`]: "on", by: "percent", percent: "10", amount: "", from: "2026-07-10" },
    ...changes,
  });

  test("is previewed, announced once, kept by its customer, and withdrawn", async () => {
    const id = await startPlan(ctx(), pool);
    const preview = await amira.post("/admin/plans/prices", { ...rise(id), intent: "preview" });
    expect(preview.text.replace(/\s+/g, " ")).toContain("$289.00 $317.90 from Aug 01, 2026");
    const seen = hidden(preview.html, "seen");
    const save = () => amira.post("/admin/plans/prices", { ...rise(id), intent: "save", seen });
    expect((await save()).status).toBe(303);
    expect((await save()).status).toBe(409);

    const page = await asGuest(guestPage(id, "/price"));
    expect(page.text).toContain("$317.90 a month");
    expect(page.text).toContain("Cancel my plan");
    const kept = await asGuest(guestPage(id, "/price"), { seen: hidden(page.html, "seen") });
    expect([kept.status, kept.to]).toEqual([303, guestPage(id, "")]);
    expect((await amira.page("/admin/plans/prices")).text).toContain("Kept");

    const { rows } = await pool.query("select id from plan_prices");
    const withdraw = { intent: "withdraw", price: rows[0].id };
    for (const _ of [1, 2]) expect((await amira.post("/admin/plans/prices", withdraw)).status).toBe(303);
    expect((await asGuest(guestPage(id, "/price"))).text).toContain("No other price is planned.");
    expect((await asGuest(guestPage(id, "/price"), { seen: "2026-08-01" })).status).toBe(409);
  });

  test.each([
    [{ percent: "a few" }, "Enter a percentage"],
    [{ percent: "0" }, "Enter a percentage"],
    [{ by: "amount", amount: "-3" }, "Enter the new amount a month"],
    [{ from: "2026-06-30" }, "This is too soon"],
    [{ from: "" }, "From must be a real day"],
  ])("answers %o with 400", async (changes, words) => {
    const id = await startPlan(ctx(), pool);
    const answer = await amira.post("/admin/plans/prices", { ...rise(id, changes), intent: "save" });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(words);
  });

  test("needs a plan, and a notice of at least a day", async () => {
    await startPlan(ctx(), pool);
    const none = { by: "percent", percent: "10", from: "2026-07-10", intent: "preview" };
    expect((await amira.post("/admin/plans/prices", none)).text).toContain("Choose at least one plan.");
    const wrong = await amira.post("/admin/plans/prices", { intent: "notice", days: "0" });
    expect(wrong.text).toContain("Notice must be a whole number of days from 1 to 365.");
    await amira.post("/admin/plans/prices", { intent: "notice", days: "45" });
    expect((await asGuest("/terms")).text).toContain("we tell you at least 45 days ahead");
  });
});
