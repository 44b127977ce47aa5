import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { PLAIN_RULES } from "../../app/features/catalog/rules";
import { testApp } from "../support/app";
import { setSetting } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";
import { toastOf } from "../support/visitor";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { pool, ctx, clear } = site;
const { page, post, signIn } = officeVisitor(site);
const HOURS = "/admin/settings/hours";

beforeEach(async () => {
  await clear();
  await signIn();
});

/** What a browser without script would send of the form of the hours. */
function sentBy(html: string): Record<string, string> {
  const first = html.slice(html.indexOf('name="seen"') - 40, html.indexOf("Save hours"));
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  const inputs = [...first.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const sent = inputs.filter((tag) => !/type="(checkbox|radio)"/.test(tag) || /\schecked=/.test(tag));
  return Object.fromEntries(
    sent.map((tag) => {
      const value = (attribute(tag, "value") ?? "on").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
      return [attribute(tag, "name") ?? "", value];
    }),
  );
}

const form = async () => sentBy((await page(HOURS)).html);
const stored = async () =>
  (await pool.query("select key, value from admin_settings where category = 'hours' order by key")).rows;

describe("the hours of the company", () => {
  test("are shown and saved with a service that is priced by the size of the home", async () => {
    onTestFinished(async () => {
      await pool.query("delete from service_prices");
      await pool.query("update services set start_times = null");
    });
    const rules = {
      ...PLAIN_RULES,
      by: "home",
      base: { cents: 9000, minutes: 300 },
      bands: [{ up_to: 1500, cents: 0, minutes: 0 }],
    };
    await pool.query(
      `insert into service_prices (service_id, begins_on, rules, published_at)
       values ('regular-cleaning', '2026-01-01', $1, now())`,
      [JSON.stringify(rules)],
    );
    const fields = { ...(await form()), intent: "save", hours: "own" };
    const late = await post(HOURS, { ...fields, "starts_regular-cleaning": "4:00 PM" });
    expect(late.status).toBe(400);
    expect(late.html).toContain("Regular Cleaning takes at least 5 hours.");
    expect((await post(HOURS, { ...fields, "starts_regular-cleaning": "8:00 AM" })).status).toBe(303);
  });

  test("are saved by a plain form, which shows them afterwards", async () => {
    const fields = await form();
    const answer = await post(HOURS, { ...fields, intent: "save", hours: "own", lead_hours: "24" });
    expect(answer.status).toBe(303);
    expect(toastOf(answer.response)).toMatchObject({ title: "Hours saved" });
    expect(await form()).toMatchObject({ hours: "own", lead_hours: "24" });
  });

  test("that can't be are refused beside their field, and what was typed stays", async () => {
    const fields = await form();
    const wrong = {
      ...fields,
      intent: "save",
      hours: "own",
      opens_1: "18:00",
      finish_1: "09:00",
      lead_hours: "-3",
    };
    const answer = await post(HOURS, wrong);
    const { html } = answer;
    expect(answer.status).toBe(400);
    expect(html).toContain("Monday must finish after it opens.");
    expect(html).toContain("Shortest notice must be a whole number from 0 to 336.");
    expect(sentBy(html)).toMatchObject({ opens_1: "18:00", finish_1: "09:00", lead_hours: "-3" });
    expect(await stored()).toEqual([]);
  });

  test("that two editors changed are asked about once, and saved with the second attempt", async () => {
    const fields = await form();
    await post(HOURS, { ...fields, intent: "save", lead_hours: "24" });
    const answer = await post(HOURS, { ...fields, intent: "save", lead_hours: "12" });
    const { html } = answer;
    expect(answer.status).toBe(409);
    expect(html).toContain("Someone else changed this meanwhile.");
    const again = await post(HOURS, { ...sentBy(html), intent: "save" });
    expect(again.status).toBe(303);
    expect(await stored()).toContainEqual({ key: "lead_hours", value: "12" });
  });
});

test("a single day is closed with its reason, and opened again", async () => {
  const closed = await post(HOURS, { intent: "close", date: "2026-06-10", reason: "Company picnic" });
  expect(closed.status).toBe(303);
  const { text, html } = await page(HOURS);
  expect(text).toContain("Wednesday, June 10, 2026Company picnic");
  const id = /name="id" value="([^"]+)"/.exec(html)?.[1] ?? "";
  expect((await post(HOURS, { intent: "open", id })).status).toBe(303);
  expect((await page(HOURS)).text).toContain("No closed days ahead.");
  expect((await post(HOURS, { intent: "open", id })).status).toBe(409);
});

test("a day that has visits lists them first, and is closed with or without asking their customers", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  const closing = { intent: "close", date: "2026-06-10", reason: "Company picnic" };
  const { status, to } = await post(HOURS, closing);
  expect(status).toBe(303);
  expect(to).toBe("/admin/storm/new?kind=closing&date=2026-06-10&reason=Company+picnic");
  const { text, html } = await page(to ?? "");
  expect(text).toContain("Close Wednesday, June 10, 2026");
  expect(text).toContain("Close the day and ask 1 customer");
  expect(text).toContain("Thu, Jun 11, 2026");
  expect((await pool.query("select 1 from closures")).rows).toEqual([]);

  const form = { kind: "closing", date: "2026-06-10", reason: "Company picnic" };
  const only = await post("/admin/storm/new", { ...form, only: "yes" });
  expect(only.to).toBe(HOURS);
  expect((await page(HOURS)).text).toContain("1 visit on Jun 10, 2026. Offer other times");

  const seen = /<button[^>]* value="([^"]+)"[^>]* name="seen">/.exec(html)?.[1] ?? "";
  const asked = await post("/admin/storm/new", { ...form, seen });
  expect(asked.to).toMatch(/^\/admin\/storm\/[\w-]+$/);
  const day = await page(asked.to ?? "");
  expect(day.text).toContain("Closed on Wednesday, June 10, 2026");
  const offers = await pool.query("select booking_id, status from storm_offers");
  expect(offers.rows).toEqual([{ booking_id: id, status: "open" }]);
});

test.each([
  [{ date: "", reason: "" }, "Choose a day."],
  [{ date: "2020-01-01", reason: "" }, "That day is in the past."],
  [{ date: "2026-06-10", reason: "x".repeat(121) }, "Reason can have at most 120 characters."],
])("a day that can't be closed, %j, is refused with why", async (fields, message) => {
  const answer = await post(HOURS, { intent: "close", ...fields });
  expect(answer.status).toBe(400);
  expect(answer.html).toContain(message);
  expect((await pool.query("select 1 from closures")).rows).toEqual([]);
});

test("staff book outside the hours with a reason, which its page shows", async () => {
  const week = [null, ...Array(6).fill({ opens: "08:00", last_finish: "17:00" })];
  await setSetting(pool, "hours.week", JSON.stringify(week));
  const form = {
    token: "33333333-3333-4333-8333-333333333333",
    customer_name: "Ruth Merrill",
    customer_phone: "(603) 555-0177",
    service: "regular-cleaning",
    hours: "3",
    date: "2026-06-14",
    time: "8:00 AM",
    street: "9 Main Street",
    city: "Concord",
    state: "NH",
    zip: "03301",
  };
  const refused = await post("/admin/bookings/new", form);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("We are closed on Sundays. Choose another day.");
  const booked = await post("/admin/bookings/new", { ...form, override_reason: "Empty office on Sundays" });
  expect(booked.status).toBe(303);
  const [, panel = ""] =
    /href="(\/admin\/bookings\/[0-9a-f-]{36})"/.exec((await page(booked.to ?? "")).html) ?? [];
  expect((await page(panel)).text).toContain("Outside the hoursEmpty office on Sundays");
});

test("the contact page, the structured data and the API say the hours that the office sets", async () => {
  const fields = await form();
  await page("/contact");
  const monday = { opens_1: "09:00", finish_1: "13:00" };
  await post(HOURS, { ...fields, intent: "save", hours: "own", ...monday, lead_hours: "0" });
  const contact = await page("/contact");
  expect(contact.text).toContain("Monday 9am to 1pm");
  expect(contact.text).toContain("Tuesday to Saturday 8am to 6pm");
  for (const address of ["/contact", "/", "/about"]) {
    expect((await page(address)).html).toContain('"dayOfWeek":["Monday"],"opens":"09:00","closes":"13:00"');
  }
  const query = "service=regular-cleaning&month=2026-06&hours=3";
  const { days } = JSON.parse((await page(`/api/availability?${query}`)).html);
  const of = (date: string) => days.find((day: { date: string }) => day.date === date);
  expect(of("2026-06-08").slots.map(({ state }: { state: string }) => state)).toEqual([
    "closed",
    "free",
    "closed",
    "closed",
    "closed",
  ]);
  expect(of("2026-06-14").state).toBe("closed");
  const book = await page("/book?month=2026-06");
  expect(book.html).toMatch(/<input[^>]*value="2026-06-14"[^>]*disabled|disabled[^>]*value="2026-06-14"/);
});
