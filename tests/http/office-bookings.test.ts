import { beforeEach, describe, expect, test } from "vitest";
import type { ToastMessage } from "~/lib/toast-message";
import { testApp } from "../support/app";
import { setCrews } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";
import { startPlan } from "../support/plans";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";
import { confirmedVisit, refundsOf, visitRow } from "../support/visits";

const site = await testApp();
const { pool, ctx, clear, clock } = site;
const { page, post, signIn } = officeVisitor(site);

beforeEach(async () => {
  await clear();
  await signIn();
});

describe("the bookings list", () => {
  test("has the columns, texts and filters of the specification", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const { text, headers } = await page("/admin/bookings");
    for (const phrase of [
      "Customer",
      "Service",
      "Date &amp; Time",
      "Location",
      "Amount",
      "Status",
      "Actions",
    ]) {
      expect(text).toContain(phrase);
    }
    for (const phrase of ["All Statuses", "Pending", "Confirmed", "Completed", "Cancelled"])
      expect(text).toContain(phrase);
    for (const phrase of [
      "Ada Lovelace",
      "Regular Cleaning",
      "3 hours",
      "Jun 10, 2026",
      "8:00 AM",
      "$159.00",
    ]) {
      expect(text).toContain(phrase);
    }
    expect(headers.get("Cache-Control")).toContain("no-store");
    await pool.query(
      "update bookings set customer_name = null, customer_phone = null, address_line1 = '' where id = $1",
      [id],
    );
    const unknown = (await page("/admin/bookings")).text;
    for (const phrase of ["Unknown Customer", "No phone", "No address"]) expect(unknown).toContain(phrase);
  });

  test("says so when nothing is found", async () => {
    expect((await page("/admin/bookings")).text).toContain("No bookings found.");
    await confirmedVisit(ctx(), pool);
    expect((await page("/admin/bookings?q=nobody")).text).toContain("No bookings found.");
    expect((await page("/admin/bookings?status=pending")).text).toContain("No bookings found.");
  });

  test.each([
    "?after=x~y",
    "?sort=%27",
    "?q=%25&status=%22",
    "?before=11111111-1111-4111-8111-111111111111~1e99",
  ])("opens with any address: %s", async (search) => {
    expect((await page(`/admin/bookings${search}`)).status).toBe(200);
  });

  test("has tabs that are links, keep the search and mark the current one", async () => {
    await confirmedVisit(ctx(), pool);
    for (const [search, current] of [
      ["", "Upcoming"],
      ["?range=any", "All"],
      ["", "All"],
      ["?when=upcoming", "Upcoming"],
      ["", "Upcoming"],
      ["?when=today", "Today"],
      ["?when=unassigned", "Unassigned"],
      ["?when=past", "Past"],
      ["?when=never", "All"],
      ["?when=", "All"],
      ["?when=constructor&when=past", "All"],
    ] as const) {
      const { status, html } = await page(`/admin/bookings${search}`);
      expect(status).toBe(200);
      const [, nav = ""] = /<nav aria-label="Bookings by day">(.*?)<\/nav>/.exec(html) ?? [];
      expect([...nav.matchAll(/<a[^>]* aria-current="page"[^>]*>(\w+)</g)].map(([, tab]) => tab)).toEqual([
        current,
      ]);
    }
    const { html } = await page("/admin/bookings?q=ada&status=confirmed&when=upcoming"); // a tab of what was found
    expect(html).toContain('href="/admin/bookings?q=ada&amp;status=confirmed&amp;when=past"');
    expect(html).toContain('href="/admin/bookings?q=ada&amp;status=confirmed"');
    expect(html).toMatch(/<input type="hidden" name="when" value="upcoming"/);
    expect(html).toContain('href="/admin/bookings.csv?q=ada&amp;status=confirmed&amp;when=upcoming"');
    expect((await page("/admin/bookings?when=today")).text).toContain("No visits are booked for today.");
    expect((await page("/admin/bookings.csv?when=past")).html.trim().split("\r\n")).toHaveLength(1);
    expect((await page("/admin/bookings.csv?when=upcoming")).html.trim().split("\r\n")).toHaveLength(2);
  });

  test("opens with today's visits and those ahead, and a search from there looks in all", async () => {
    const { id } = await confirmedVisit(ctx(), pool, { time: "8:00 AM" });
    await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    await pool.query(
      `update bookings set customer_name = 'Grace Hopper', starts_at = '2025-06-10T12:00Z', ends_at = '2025-06-10T15:00Z',
         blocked = '[2025-06-10T12:00Z,2025-06-10T15:00Z)', scheduled_date = '2025-06-10' where id = $1`,
      [id],
    );
    const opened = await page("/admin/bookings");
    expect(opened.text).toContain("Ada Lovelace");
    expect(opened.text).not.toContain("Grace Hopper");
    expect(opened.html).toContain('href="/admin/bookings.csv?when=upcoming"');
    expect(opened.html).toContain('<input type="hidden" name="tab" value="upcoming"');
    const found = await page("/admin/bookings?tab=upcoming&q=grace&status=");
    expect(found.text).toContain("Grace Hopper");
    expect(found.html).toContain('<input type="hidden" name="tab" value="upcoming"');
    const back = await page("/admin/bookings?tab=upcoming&q=&status=confirmed");
    expect(back.text).not.toContain("Grace Hopper");
    expect(back.html).toContain('href="/admin/bookings?when=upcoming"'); // clears the filter, not the tab
  });

  test("opens as it was left on the same day, and as it begins on the next one", async () => {
    const current = async () =>
      /aria-current="page"[^>]*>(\w+)<\/a><\/li>/.exec((await page("/admin/bookings")).html)?.[1];
    await page("/admin/bookings?when=past");
    expect(await current()).toBe("Past");
    const { now } = clock;
    clock.advance({ hours: 24 });
    expect(await current()).toBe("Upcoming");
    await page("/admin/bookings?when=past");
    expect(await current()).toBe("Past");
    clock.set(now.toString());
  });

  test("has one row for the far visits of a plan, which leads to them", async () => {
    const plan = await startPlan(ctx(), pool);
    const { html, text } = await page("/admin/bookings");
    const [, visits] = /(\d+) more visits of this plan/.exec(text) ?? [];
    const [, total] = /(\d+) bookings/.exec(text) ?? [];
    const href = `/admin/bookings?plan=${plan}&amp;when=upcoming`;
    expect(html).toContain(`href="${href}"`);
    const all = await page(href.replace("&amp;", "&"));
    expect(all.text).toContain(`${total} bookings`);
    expect(all.text).not.toContain("more visits of this plan");
    const rows = (of: string) => of.match(/Status of the booking of/g)?.length;
    expect(rows(all.html)).toBe(Number(total));
    expect(rows(html)).toBe(Number(total) - Number(visits));
  });

  test("exports exactly the filtered rows", async () => {
    await confirmedVisit(ctx(), pool, { time: "8:00 AM" });
    const { id } = await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    await pool.query(
      `update bookings set status = 'completed', customer_name = '=cmd()', bedrooms = 3, bathrooms = 2,
         half_baths = 1, square_feet = 2000, extras = '[{"id": "oven", "title": "Inside oven", "quantity": 2}]'
       where id = $1`,
      [id],
    );
    const { html, headers } = await page("/admin/bookings.csv?status=completed");
    expect(headers.get("Content-Disposition")).toBe('attachment; filename="bookings.csv"');
    const [head, ...rows] = html.trim().split("\r\n");
    expect(head).toMatch(/^\uFEFF?Booking,Customer,Phone/);
    expect(rows).toHaveLength(1);
    const { rows: made } = await pool.query("select number from bookings where id = $1", [id]);
    expect(rows[0]).toContain(`#${made[0].number},`);
    expect(head).toContain(",Bedrooms,Bathrooms,Half baths,Square feet,Extras,");
    expect(rows[0]).toContain(",3,2,1,2000,Inside oven × 2,");
    expect(rows[0]).not.toContain(",=cmd");
    const all = await page("/admin/bookings.csv");
    expect(all.html.trim().split("\r\n")).toHaveLength(3);
  });
});

describe("the status of a booking", () => {
  test("is saved at once and redirects to the previous page", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const to = `/admin/bookings/${id}?status=confirmed`;
    const { response } = await post("/admin/bookings", { id, status: "pending", to });
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe(to);
    expect(toastOf(response)).toMatchObject({ title: "Booking status updated successfully" });
    expect(await visitRow(pool, id)).toMatchObject({ status: "pending" });
  });

  test("can't be Completed before the visit's day, and the page says when it can", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const { status, text } = await post("/admin/bookings", { id, status: "completed" });
    expect(status).toBe(409);
    expect(text).toContain("Failed to update booking status");
    expect(text).toContain("This visit is on Jun 10, 2026. Set it to Completed on that day or later.");
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed" });
  });

  test("doesn't overwrite another person's change", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const { html } = await page("/admin/bookings");
    expect(html).toMatch(/name="from" value="confirmed"/);
    expect(html).toMatch(/name="sequence" value="0"/);
    const form = { id, from: "confirmed", sequence: "0" };
    expect((await post("/admin/bookings", { ...form, status: "pending" })).status).toBe(303);
    const { status, text } = await post("/admin/bookings", { ...form, status: "cancelled" });
    expect(status).toBe(409);
    expect(text).toContain("it is now Pending, on Jun 10, 2026 at 8:00 AM.");
    expect(await visitRow(pool, id)).toMatchObject({ status: "pending" });
  });

  test("can be undone by a plain form, which reports the outcome", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const to = `/admin/bookings/${id}`;
    const { response } = await post("/admin/bookings", { id, status: "cancelled", to });
    const { undo } = toastOf(response) as ToastMessage;
    expect(undo).toEqual({ action: "/admin/bookings", fields: { intent: "undo", id, sequence: "1", to } });
    for (const title of ["Undone", "Not undone"]) {
      const answer = await post("/admin/bookings", undo?.fields ?? {});
      expect(answer.response.headers.get("Location")).toBe(to);
      expect(toastOf(answer.response)).toMatchObject({ title });
      expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed" });
    }
    const invalid = await post("/admin/bookings", { intent: "undo", id: "7", sequence: "x" });
    expect(toastOf(invalid.response)).toMatchObject({ title: "Not undone" });
  });

  test("redirects to no other site", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    for (const to of ["https://evil.example", "//evil.example", "/logout", ""]) {
      const { response } = await post("/admin/bookings", { id, status: "pending", to });
      expect(response.headers.get("Location")).toBe("/admin/bookings");
    }
  });

  test("is refused with the reason when the slot was taken since", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    await post("/admin/bookings", { id, status: "cancelled" });
    await confirmedVisit(ctx(), pool);
    const { status, text } = await post("/admin/bookings", { id, status: "confirmed" });
    expect(status).toBe(409);
    expect(text).toContain("Failed to update booking status");
    expect(text).toContain("no crew is free on Jun 10, 2026 at 8:00 AM");
  });

  test("is one of four values of an existing booking", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    expect((await post("/admin/bookings", { id, status: "paid" })).status).toBe(400);
    for (const none of ["7", "11111111-1111-4111-8111-111111111111", "\u0000"]) {
      expect((await post("/admin/bookings", { id: none, status: "completed" })).status).toBe(404);
    }
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed" });
  });

  test("can be set by administrators only", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const stranger = await signedIn(site);
    for (const cookie of ["", stranger.cookie]) {
      for (const [address, form] of [
        ["/admin/bookings", { id, status: "cancelled" }],
        [`/admin/bookings/${id}`, { intent: "cancel", choice: "all", left: "15900" }],
        [`/admin/bookings/${id}`, { intent: "move", date: "2026-06-11", time: "8:00 AM" }],
      ] as const) {
        expect((await post(address, form, cookie)).status).toBe(cookie ? 303 : 401);
      }
    }
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", day: "2026-06-10" });
  });
});

describe("the booking panel", () => {
  test("shows everything about the booking", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool, { notes: "Side door" });
    const { text, html } = await page(`/admin/bookings/${id}?q=ada`);
    for (const phrase of [
      "Wednesday, June 10, 2026, 8:00 AM",
      "14 Barnstead Road, Pittsfield, NH 03263",
      "ada@mail.example",
      "Birch crew",
      "Side door",
      "Regular Cleaning, 3 hours × $53.00",
      "$159.00 paid, booking confirmed",
      "Cancelling here does not refund",
      "Per the cancellation policy: $159.00",
    ]) {
      expect(text).toContain(phrase);
    }
    expect(html).toContain(`/admin/orders/${order_id}`);
    expect(html).toContain('href="/admin/bookings?q=ada"');
  });

  test.each(["7", "11111111-1111-4111-8111-111111111111", "%27"])("is not found for %s", async (id) => {
    expect((await page(`/admin/bookings/${id}`)).status).toBe(404);
    expect(
      (await post(`/admin/bookings/${id}`, { intent: "cancel", choice: "none", left: "0" })).status,
    ).toBe(404);
    expect((await post(`/admin/bookings/${id}`, { intent: "settle" })).status).toBe(409);
  });

  test("moves the visit, and refuses a conflict with the reason and the choice kept", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    const move = (time: string) =>
      post(`/admin/bookings/${id}`, { intent: "move", date: "2026-06-10", time });
    const refused = await move("12:00 PM");
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("No crew is free at that time.");
    expect((await move("25:00")).status).toBe(400);
    const moved = await move("10:00 AM");
    expect(moved.status).toBe(303);
    expect(toastOf(moved.response)).toMatchObject({
      title: "Visit moved",
      description: "Jun 10, 2026, 10:00 AM",
    });
    expect(await visitRow(pool, id)).toMatchObject({ clock: "10:00" });
  });

  test("changes the details, or shows errors and keeps what was typed", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const form = {
      intent: "details",
      customer_name: "Grace <b>Hopper",
      customer_phone: "",
      customer_email: "nobody",
      street: "1 Elm Street",
      city: "Concord",
      state: "NH",
      zip: "1",
    };
    const refused = await post(`/admin/bookings/${id}`, form);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Please enter a valid email address");
    expect(refused.text).toContain("ZIP code must be 5 digits");
    expect(await visitRow(pool, id)).toMatchObject({ address_line1: "14 Barnstead Road" });
    const saved = await post(`/admin/bookings/${id}`, {
      ...form,
      customer_email: "g@mail.example",
      zip: "03301",
    });
    expect(saved.status).toBe(303);
    expect(await visitRow(pool, id)).toMatchObject({ customer_name: "Grace <b>Hopper", zip_code: "03301" });
    expect((await page(`/admin/bookings/${id}`)).html).not.toContain("Grace <b>");
  });

  test("changes the details of a customer without email, and refuses an outdated form", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const form = {
      intent: "details",
      customer_name: "Ruth",
      customer_phone: "(603) 555-0177",
      customer_email: "",
      street: "1 Elm Street",
      city: "Concord",
      state: "NH",
      zip: "03301",
      sequence: "0",
    };
    expect((await post(`/admin/bookings/${id}`, form)).status).toBe(303);
    const refused = await post(`/admin/bookings/${id}`, { ...form, city: "Dover" });
    expect(refused).toMatchObject({
      status: 409,
      text: expect.stringContaining("save again to keep your changes."),
    });
    expect((await post(`/admin/bookings/${id}`, { ...form, city: "Dover", sequence: "1" })).status).toBe(303);
    expect(await visitRow(pool, id)).toMatchObject({ city: "Dover", customer_email: null });
  });

  test("cancels with the chosen refund", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const form = { intent: "cancel", left: "15900" };
    expect((await post(`/admin/bookings/${id}`, { ...form, choice: "half" })).status).toBe(400);
    const noReason = await post(`/admin/bookings/${id}`, { ...form, choice: "amount", amount: "20" });
    expect(noReason).toMatchObject({
      status: 400,
      text: expect.stringContaining("Enter a reason for this amount."),
    });
    expect((await post(`/admin/bookings/${id}`, { ...form, left: "1", choice: "all" })).status).toBe(409);
    const { response } = await post(`/admin/bookings/${id}`, {
      ...form,
      choice: "amount",
      amount: "$20",
      reason: "Rain",
    });
    expect(toastOf(response)).toMatchObject({
      title: "Booking cancelled",
      description: "Refunding $20.00 to the customer.",
    });
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 2000, reason: "Rain" }]);
  });

  test("resolves 'needs attention', once", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query("update bookings set needs_attention = 'The crew could not get in.' where id = $1", [
      id,
    ]);
    const settle = () => post(`/admin/bookings/${id}`, { intent: "settle" });
    expect((await settle()).status).toBe(303);
    expect(await visitRow(pool, id)).toMatchObject({ needs_attention: null });
    const again = await settle();
    expect(again.status).toBe(409);
    expect(again.text).toContain("It no longer needs attention.");
  });

  test("keeps a visit as unpaid that was refunded at the provider, once", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const line = "Refunded in full at Stripe: $159.00. Cancel this visit, or keep it as unpaid.";
    await pool.query("update bookings set needs_attention = $2 where id = $1", [id, line]);
    const { text } = await page(`/admin/bookings/${id}`);
    for (const phrase of ["Cancel visit", "Keep as unpaid"]) expect(text).toContain(phrase);
    expect(text).not.toContain("Mark as resolved");
    const keep = () => post(`/admin/bookings/${id}`, { intent: "keep" });
    expect((await keep()).status).toBe(303);
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", needs_attention: null });
    expect((await keep()).status).toBe(409);
    expect((await page(`/admin/bookings/${id}`)).text).toContain("Kept as unpaid");
  });

  test("stores a note with odd characters, and refuses an empty one", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const note = { intent: "note", note_id: "66666666-6666-4666-8666-666666666666" };
    expect((await post(`/admin/bookings/${id}`, { ...note, body: " \u0000 " })).status).toBe(400);
    expect((await post(`/admin/bookings/${id}`, { ...note, body: "Ring\u0000 twice 🐕" })).status).toBe(303);
    expect((await page(`/admin/bookings/${id}`)).text).toContain("Ring twice 🐕");
  });

  test.each(["sing", "", "__proto__", "constructor", "hasOwnProperty", "valueOf", "toString"])(
    "refuses an unknown form: %s",
    async (intent) => {
      const { id } = await confirmedVisit(ctx(), pool);
      const { status, text } = await post(`/admin/bookings/${id}`, { intent });
      expect(status).toBe(400);
      expect(text).toContain("This form is not known here.");
    },
  );

  test("refuses a decision made on an outdated page, and shows the current one", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const move = (sequence: string) =>
      post(`/admin/bookings/${id}`, { intent: "move", date: "2026-06-10", time: "2:00 PM", sequence });
    await pool.query("update bookings set calendar_sequence = 3 where id = $1", [id]);
    expect(await move("2")).toMatchObject({
      status: 409,
      text: expect.stringContaining("Someone else changed"),
    });
    expect((await move("3")).status).toBe(303);
  });
});
