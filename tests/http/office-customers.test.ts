import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { app, get, pool, ctx, clear } = site;
let admin: { id: string; cookie: string };

beforeEach(async () => {
  await clear();
  admin = await signedIn(site, { role: "admin", first_name: "Amira", last_name: "Office" });
});

async function see(path: string) {
  const response = await get(path, { Cookie: admin.cookie });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: visibleText(html) };
}

async function send(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const response = await app.request(
    new Request(ORIGIN + path, { method: "POST", headers: { Cookie: admin.cookie }, body }),
  );
  const html = await response.text();
  return { status: response.status, html, text: visibleText(html), toast: toastOf(response) };
}

describe("the customers list", () => {
  test("has the columns and fallbacks of the specification", async () => {
    const ada = await signedIn(site, { email: "ada@mail.example" });
    await confirmedVisit(ctx(), pool);
    const unnamed = await signedIn(site, { first_name: "", last_name: "" });
    await pool.query("update customers set created_at = '2026-06-01T12:00Z'");
    const { html, text, status, headers } = await see("/admin/customers");
    expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(text).toContain("CustomerContactTotal BookingsLast BookingJoinedActions");
    expect(text).toMatch(
      /Ada LovelaceContactada@mail\.exampleTotal Bookings1Last BookingJun 10, 2026JoinedJun 01, 2026/,
    );
    const unnamedNumber = (await pool.query("select number from customers where id = $1", [unnamed.id]))
      .rows[0];
    expect(text).toContain(`No name provided${unnamed.id.slice(0, 8)} #${unnamedNumber.number}`);
    expect(text).toContain("No bookings");
    expect(text).toContain("View Details");
    expect(text).toContain("3 customers");
    expect(html).toContain(`href="/admin/customers/${ada.id}"`);
  });

  test("says so when nobody is found", async () => {
    expect((await see("/admin/customers?q=nobody-at-all")).text).toContain("No customers found.");
  });

  test.each([
    "?after=1",
    "?after=x~y",
    `?before=${"0".repeat(64)}~2026`,
    "?sort=password",
    "?q=%25%27%22%5C",
    `?q=${"a".repeat(5000)}`,
    "?q=%F0%9F%8C%BF%E2%80%8B",
  ])("renders with %s", async (query) => {
    expect((await see(`/admin/customers${query}`)).status).toBe(200);
    expect((await see(`/admin/customers.csv${query}`)).status).toBe(200);
  });

  test("exports exactly what is searched for, with no text that a spreadsheet would run", async () => {
    await signedIn(site, {
      first_name: "=cmd|'/C calc'!A0",
      last_name: "Birch",
      email: "birch@mail.example",
    });
    await signedIn(site, { first_name: "Eve", email: "eve@mail.example" });
    const raw = await get("/admin/customers.csv", { Cookie: admin.cookie });
    expect([...new Uint8Array(await raw.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const { headers, html } = await see("/admin/customers.csv?q=birch");
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("Content-Disposition")).toBe('attachment; filename="customers.csv"');
    const [head, ...lines] = html.trim().split("\r\n");
    expect(head).toBe("Customer,Email,Phone,Tags,Total Bookings,Last Booking,Joined,Number");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^'=cmd\|'\/C calc'!A0 Birch,birch@mail\.example,,,0,No bookings,/);
  });
});

describe("a customer's details", () => {
  test("are a page beside the list and lead back to the same search", async () => {
    const ada = await signedIn(site, { email: "ada@mail.example" });
    await confirmedVisit(ctx(), pool);
    const { text, html } = await see(`/admin/customers/${ada.id}?q=ada`);
    for (const phrase of [
      "ada@mail.example",
      "Regular Cleaning",
      "Paid",
      "$159.00",
      "on 1 device",
      "Sessions and role",
    ])
      expect(text).toContain(phrase);
    expect(html).toMatch(
      /href="\/admin\/customers\?q=ada"[^>]*aria-label="Close"|aria-label="Close"[^>]*href="\/admin\/customers\?q=ada"/,
    );
  });

  test("link to all bookings, orders and notes when there are more than shown", async () => {
    const ada = await signedIn(site, { email: "ada@mail.example" });
    const { id } = await confirmedVisit(ctx(), pool);
    await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    await pool.query(
      "update bookings set customer_email = 'eve@mail.example', user_id = null, customer_id = null where id <> $1",
      [id],
    );
    await pool.query(
      "update orders set customer_id = (select customer_id from bookings where bookings.id = booking_id)",
    );
    await pool.query(
      `insert into staff_notes (user_id, body) select $1, 'Note no. ' || n from generate_series(1, 21) n`,
      [ada.id],
    );
    const few = await see(`/admin/customers/${ada.id}?q=ada`);
    expect(few.text).toContain("Notes21");
    expect(few.text.match(/Note no\. /g)).toHaveLength(20);
    expect(few.html).toContain(`/admin/customers/${ada.id}?q=ada&amp;all=notes`);
    const all = await see(`/admin/customers/${ada.id}?q=ada&all=notes`);
    expect(all.text.match(/Note no\. /g)).toHaveLength(21);
    expect(all.html).toContain('href="/admin/customers?q=ada"');
    for (const list of ["bookings", "orders"]) {
      const { html, text } = await see(`/admin/${list}?customer=${ada.id}`);
      expect(text).toContain(`1 ${list.slice(0, -1)}`);
      expect(html).toMatch(new RegExp(`<option value="${ada.id}" selected="">ada@mail.example`));
      const file = await see(`/admin/${list}.csv?customer=${ada.id}`);
      expect(file.html.trim().split("\r\n")).toHaveLength(2);
    }
  });

  test.each(["00000000-0000-4000-8000-000000000000", "nobody", "1%27"])(
    "are not found for %s",
    async (id) => {
      expect((await see(`/admin/customers/${id}`)).status).toBe(404);
      expect((await send(`/admin/customers/${id}`, { intent: "add-note", body: "Hello" })).status).toBe(404);
    },
  );

  test("take a note, show it as text, and delete it", async () => {
    const ada = await signedIn(site);
    const path = `/admin/customers/${ada.id}`;
    const body = "Shy cat <script>alert(1)</script>\nKey \u0000under the birch";
    expect((await send(path, { intent: "add-note", body })).toast?.title).toBe("Note added");
    const { html, text } = await see(path);
    expect(html).not.toContain("<script>alert");
    expect(text).toContain("Amira Office");
    const { rows } = await pool.query("select id, body from staff_notes");
    expect(rows[0].body).toBe("Shy cat <script>alert(1)</script>\nKey under the birch");
    const removed = await send(path, { intent: "remove-note", note: rows[0].id });
    expect(removed.toast?.title).toBe("Note removed");
    expect((await send(path, { intent: "remove-note", note: rows[0].id })).status).toBe(404);
  });

  test.each([
    ["", "Please write something"],
    ["x".repeat(2001), "A note can have at most 2,000 characters"],
  ])("refuse a note of %j", async (body, message) => {
    const ada = await signedIn(site);
    const { status, text } = await send(`/admin/customers/${ada.id}`, { intent: "add-note", body });
    expect(status).toBe(400);
    expect(text).toContain(message);
  });
});

describe("a customer without account", () => {
  const RUTH = { intent: "save-customer", kind: "person", first_name: "Ruth", last_name: "Merrill" };
  const ID = "33333333-3333-4333-8333-333333333333";
  const path = `/admin/customers/${ID}`;

  test("is added, shown and edited", async () => {
    const sent = await send("/admin/customers/new", {
      ...RUTH,
      id: ID,
      phone_0: "603 555 0177",
      tags: "VIP",
    });
    expect(sent.toast?.title).toBe("Customer added");
    const { text, html } = await see(path);
    for (const words of ["Ruth Merrill", "(603) 555-0177", "vip", "No account", "No email"])
      expect(text).toContain(words);
    expect(html).toContain(`href="${path}?edit=1"`);
    const form = (await see(`${path}?edit=1`)).html;
    expect(form).toContain('value="(603) 555-0177"');
    const [, seen = ""] = /name="seen" value="([^"]+)"/.exec(form) ?? [];
    const edited = await send(`${path}?edit=1`, { ...RUTH, seen, email_0: "ruth@mail.example" });
    expect(edited.toast?.title).toBe("Customer saved");
    const again = await send(`${path}?edit=1`, {
      ...RUTH,
      seen,
      last_name: "Dow",
      email_0: "x@mail.example",
    });
    expect(again.status).toBe(409);
    expect(again.text).toContain("Somebody else changed this customer");
    for (const typed of ["Dow", "x@mail.example"]) expect(again.html).toContain(`value="${typed}"`);
    const confirmed = await send(path, { intent: "confirm-email", email: "ruth@mail.example" });
    expect(confirmed.toast?.title).toBe("Email confirmed");
  });

  test("is refused beside the field, and nothing typed is lost", async () => {
    const wrong = { ...RUTH, id: ID, first_name: "", last_name: "", phone_1: "555", tags: "vip" };
    const { status, text, html } = await send("/admin/customers/new", wrong);
    expect(status).toBe(400);
    expect(text).toContain("Enter a name.");
    expect(text).toContain("Enter the number with its area code");
    for (const typed of ["555", "vip"]) expect(html).toContain(`value="${typed}"`);
    expect((await pool.query("select 1 from customers where id = $1", [ID])).rowCount).toBe(0);
    expect((await send("/admin/customers/new", { ...RUTH, id: "7" })).status).toBe(400);
  });

  test("is exported, and erased after the number is typed", async () => {
    await send("/admin/customers/new", { ...RUTH, id: ID });
    const file = await get(`${path}/data.zip`, { Cookie: admin.cookie });
    expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
    const { rows } = await pool.query("select number from customers where id = $1", [ID]);
    const number = `#${rows[0].number}`;
    const refused = await send(path, { intent: "erase", confirm: "yes" });
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining(`number, ${number}, to confirm.`),
    ]);
    expect((await send(path, { intent: "erase", confirm: number })).toast?.title).toBe("Customer erased");
    expect((await see(path)).status).toBe(404);
    expect((await get(`${path}/data.zip`, { Cookie: admin.cookie })).status).toBe(404);
  });
});
