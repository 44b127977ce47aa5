import { beforeEach, describe, expect, test } from "vitest";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { testApp } from "../support/app";
import { bookingOf, openSession, paySession, sessionState, setCrews } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";
import { confirmedVisit, refundsOf, visitRow } from "../support/visits";

const site = await testApp();
const { pool, ctx, clear } = site;
const { page, post, signIn } = officeVisitor(site);

beforeEach(async () => {
  await clear();
  await signIn();
});

describe("a booking by phone", () => {
  const form = {
    token: "33333333-3333-4333-8333-333333333333",
    customer_name: "Ruth Merrill",
    customer_phone: "(603) 555-0177",
    service: "regular-cleaning",
    hours: "3",
    date: "2026-06-10",
    time: "8:00 AM",
    street: "9 Main Street",
    city: "Concord",
    state: "NH",
    zip: "03301",
  };

  test("finds the customer with their saved address", async () => {
    const ada = await signedIn(site, { first_name: "Margaret", last_name: "Hamilton" });
    await pool.query(
      `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
       values ($1, 'residential', '5 Moon Road', 'Concord', 'NH', '03301')`,
      [ada.id],
    );
    expect((await page("/admin/bookings/new?find=hamil")).text).toContain("Margaret Hamilton");
    expect((await page(`/admin/bookings/new?find=${ada.email}`)).text).toContain("Margaret Hamilton");
    expect((await page("/admin/bookings/new?find=nobody")).text).toContain("No customers found.");
    expect((await page(`/admin/bookings/new?customer=${ada.id}`)).html).toContain("5 Moon Road");
    expect((await page("/admin/bookings/new?customer=7&service=%27&hours=x&date=y")).status).toBe(200);
  });

  test("finds a customer without an account who booked by phone before, and prefills their form", async () => {
    await post("/admin/bookings/new", { ...form, customer_email: "ruth@mail.example" });
    for (const find of [
      "(603) 555-0177",
      "603-555-0177",
      "6035550177",
      "0177",
      "ruth@mail.example",
      "merrill",
    ]) {
      const { html, text } = await page(`/admin/bookings/new?${new URLSearchParams({ find })}`);
      for (const said of [
        "(603) 555-0177 · ruth@mail.example · No account",
        "9 Main Street, Concord",
        "Next Jun 10, 2026, Regular",
      ])
        expect(text, find).toContain(said);
      const [, link = ""] = /href="[^"]*(\?customer=[0-9a-f-]{36}[^"]*)"/.exec(html) ?? [];
      const filled = (await page(`/admin/bookings/new${link.replaceAll("&amp;", "&")}`)).html;
      for (const value of ["Ruth Merrill", "9 Main Street", "03301"])
        expect(filled).toContain(`value="${value}"`);
      expect(filled).toContain('name="customer_id"');
    }
    const unknown = "11111111-1111-4111-8111-111111111111";
    expect((await page(`/admin/bookings/new?customer=${unknown}`)).status).toBe(200);
  });

  test("of a customer who calls again is theirs, with a new home", async () => {
    await post("/admin/bookings/new", form);
    const [{ id }] = (await pool.query("select id from customers where user_id is null")).rows;
    const token = "44444444-4444-4444-8444-444444444444";
    const again = { ...form, token, date: "2026-06-11", street: "1 Lake Road", customer_id: id };
    expect((await post("/admin/bookings/new", again)).status).toBe(303);
    expect((await pool.query("select distinct customer_id, user_id from bookings")).rows).toEqual([
      { customer_id: id, user_id: null },
    ]);
    expect((await pool.query("select distinct customer_id from orders")).rows).toEqual([{ customer_id: id }]);
    const homes = await pool.query("select address_line1 from properties order by 1");
    expect(homes.rows.map((home) => home.address_line1)).toEqual(["1 Lake Road", "9 Main Street"]);
    expect((await pool.query("select 1 from customers where user_id is null")).rowCount).toBe(1);
  });

  test("is stored; the page says its number, what to read to the caller, and leads to its panel", async () => {
    const { status, response } = await post("/admin/bookings/new", form);
    expect(status).toBe(303);
    const [{ id, number }] = (await pool.query("select id, number from bookings")).rows;
    const booked = await page(response.headers.get("Location") ?? "");
    for (const said of [
      `#${number} is booked`,
      "Ruth Merrill",
      "Wednesday, June 10, 8:00 AM",
      "$159.00 on the day",
      "Book another",
    ])
      expect(booked.text).toContain(said);
    expect(booked.html).toContain(`href="/admin/bookings/${id}"`);
    const panel = await page(`/admin/bookings/${id}`);
    expect(panel.text).toContain("Booked by phone");
    expect(panel.text).toContain("Not paid yet");
  });

  test("shows the free times of the next days, and all of an asked day", async () => {
    await setCrews(pool, 1);
    await confirmedVisit(ctx(), pool); // Jun 10, 8:00 AM
    const next = await page("/admin/bookings/new?service=regular-cleaning&hours=3");
    expect(next.text).toContain("Today");
    expect(next.html).toContain('value="2026-06-02 8:00 AM"');
    const asked = await page("/admin/bookings/new?service=regular-cleaning&hours=3&date=2026-06-10");
    expect(asked.html).not.toContain('value="2026-06-02 8:00 AM"');
    expect(asked.text).toContain("8:00 AMFull");
    expect(asked.html).toContain('value="2026-06-11 8:00 AM"');
  });

  test("is booked at the chosen slot; without script a press shows times and price and keeps what was typed", async () => {
    const { date: _, time: __, ...untimed } = form;
    const shown = await post("/admin/bookings/new", { ...untimed, intent: "show", hours: "2" });
    expect(shown.status).toBe(200);
    expect(shown.html).toContain('value="9 Main Street"');
    expect(shown.text).toContain("$106.00");
    expect(shown.text).not.toContain("Not booked yet");
    expect((await pool.query("select 1 from bookings")).rowCount).toBe(0);
    expect((await post("/admin/bookings/new", untimed)).text).toContain("Choose a time.");
    expect((await post("/admin/bookings/new", { ...untimed, slot: "2026-06-11 2:00 PM" })).status).toBe(303);
    const { rows } = await pool.query(
      "select scheduled_date::text as date, scheduled_time as time from bookings",
    );
    expect(rows).toEqual([{ date: "2026-06-11", time: "14:00:00" }]);
  });

  test("finds who calls while the number is typed, also by their second number", async () => {
    await post("/admin/bookings/new", form);
    await pool.query(
      "insert into customer_contacts (customer_id, kind, value) select id, 'phone', '+16035550999' from customers where user_id is null",
    );
    const { html } = await page("/admin/bookings/callers?find=603-555-09");
    expect(html).toContain("(603) 555-0999");
    expect(html).toContain("Ruth Merrill");
  });

  test("shows errors and keeps what was typed", async () => {
    const { status, text } = await post("/admin/bookings/new", { ...form, zip: "x", customer_name: "" });
    expect(status).toBe(400);
    expect(text).toContain("Name is required.");
    expect(text).toContain("ZIP code must be 5 digits");
    expect((await post("/admin/bookings/new", { ...form, token: "7" })).status).toBe(400);
    expect((await post("/admin/bookings/new", {})).status).toBe(400);
    expect((await pool.query("select 1 from bookings")).rowCount).toBe(0);
  });

  test("for a full slot is refused with the remaining ones", async () => {
    await setCrews(pool, 1);
    await confirmedVisit(ctx(), pool);
    const { status, text } = await post("/admin/bookings/new", form);
    expect(status).toBe(409);
    expect(text).toContain("Still available that day: 12:00 PM, 2:00 PM, 4:00 PM.");
  });
});

describe("a payment for a lost slot", () => {
  async function lost() {
    await setCrews(pool, 1);
    const session = await paySession(ctx(), { hours: 1 });
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await pool.query("update orders set status = 'failed'");
    await openSession(ctx(), { hours: 1 });
    await settleSession(ctx(), await sessionState(ctx(), session));
    return (await bookingOf(pool, session)).id as string;
  }

  test("is listed on the dashboard and resolved with one press in its panel", async () => {
    const id = await lost();
    expect((await page("/admin")).html).toContain(`/admin/bookings/${id}`);
    const { text, html } = await page(`/admin/bookings/${id}`);
    for (const phrase of ["Jun 10, 2026, 10:00 AM", "Jun 10, 2026, 12:00 PM", "Refund in full ($53.00)"])
      expect(text).toContain(phrase);
    expect(html).toMatch(/name="intent" value="place"/);
    const form = { intent: "place", date: "2026-06-10", time: "10:00 AM", sequence: "0" };
    const { response, status } = await post(`/admin/bookings/${id}`, form);
    expect([status, toastOf(response)?.title]).toEqual([303, "Moved and confirmed"]);
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", clock: "10:00" });
  });

  test("whose chosen time is taken meanwhile gets new ones, with the reason", async () => {
    const id = await lost();
    await openSession(ctx(), { hours: 1, time: "10:00 AM" });
    const form = { intent: "place", date: "2026-06-10", time: "10:00 AM", sequence: "0" };
    const { status, text } = await post(`/admin/bookings/${id}`, form);
    expect(status).toBe(409);
    expect(text).toContain("No crew is free at that time.");
    expect(text).toContain("Jun 10, 2026, 4:00 PM");
    expect(await visitRow(pool, id)).toMatchObject({ status: "pending" });
  });

  test("is refunded in full with one press", async () => {
    const id = await lost();
    const { status } = await post(`/admin/bookings/${id}`, { intent: "cancel", choice: "all", left: "5300" });
    expect(status).toBe(303);
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 5300 }]);
  });
});
