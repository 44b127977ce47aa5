import { beforeAll, describe, expect, test } from "vitest";
import { needsOf, OFFICE_PAGES } from "~/platform/auth/office-pages";
import { may, STAFF_ROLES, type StaffRole } from "~/platform/auth/roles";
import { ROUTES } from "../support/access";
import { ORIGIN, testApp } from "../support/app";
import { type Belongings, giveBelongings } from "../support/belongings";
import { routeAddress, siteRoutes } from "../support/route-table";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { app, pool } = site;
const cookies: Partial<Record<StaffRole, string>> = {};
const ids: Partial<Record<StaffRole, string>> = {};
let its: Belongings;

beforeAll(async () => {
  for (const role of STAFF_ROLES) {
    const person = await signedIn(site, { role });
    cookies[role] = person.cookie;
    ids[role] = person.id;
  }
  const customer = await signedIn(site, { first_name: "Ottilie" });
  its = await giveBelongings(site, customer.id);
}, 60_000);

const office = siteRoutes()
  .map(({ pattern }) => pattern)
  .filter((pattern) => /^\/admin(\/|$)/.test(pattern));
const mayEnter = (role: StaffRole) => may(role, "office.enter");

function ask(cookie: string, address: string, form?: Record<string, string>) {
  const body = form && new URLSearchParams(form);
  const method = form ? "POST" : "GET";
  return app.request(new Request(ORIGIN + address, { method, headers: { Cookie: cookie }, body }));
}

/** What the table says of this request. */
function isAllowed(role: StaffRole, address: string, form?: Record<string, string>): boolean {
  const needs = needsOf(address, form);
  return needs?.every((permission) => may(role, permission)) ?? false;
}

test("every address of the office has a row in the table, and every row an address", () => {
  const missing = office.filter((pattern) => !pattern.endsWith(".csv") && !(pattern in OFFICE_PAGES));
  expect(missing, "Add what its readers need to OFFICE_PAGES in app/platform/auth/office-pages.ts.").toEqual(
    [],
  );
  expect(Object.keys(OFFICE_PAGES).filter((pattern) => !office.includes(pattern))).toEqual([]);
});

describe.each(STAFF_ROLES)("a %s", (role) => {
  test("reads the pages that the table names, and no others", async () => {
    for (const pattern of office) {
      const address = routeAddress(pattern);
      for (const one of pattern.includes(".") ? [address] : [address, `${address}.data`]) {
        const { status, headers } = await ask(cookies[role] ?? "", one);
        const said = `${one}: ${status}`;
        if (!mayEnter(role)) expect([202, 303, 404], said).toContain(status);
        else if (isAllowed(role, address)) expect([200, 202, 302, 303, 404], said).toContain(status);
        else expect(status, said).toBe(403);
        if (status < 400) expect(headers.get("Location") ?? "").not.toContain("/login");
      }
    }
  }, 60_000);

  test("sends the forms that the table names, and no others", async () => {
    for (const pattern of office) {
      const address = routeAddress(pattern);
      for (const form of formsOf(pattern)) {
        const before = await contentOf();
        const allowed = isAllowed(role, address, form);
        if (mayEnter(role) && allowed) continue; // the page's own tests send it
        const { status } = await ask(cookies[role] ?? "", address, form);
        expect(
          mayEnter(role) ? [403, 405] : [303, 404, 405],
          `${address} ${form.intent}: ${status}`,
        ).toContain(status);
        expect(await contentOf()).toBe(before);
      }
    }
  }, 60_000);
});

/** The forms that the access table knows, and one for each row of OFFICE_PAGES. */
function formsOf(pattern: string): Record<string, string>[] {
  const { post } = OFFICE_PAGES[pattern] ?? {};
  const named = typeof post === "object" ? Object.keys(post).map((intent) => ({ intent })) : [];
  return [...(ROUTES[pattern]?.forms ?? []), ...named];
}

/** How much the audit trail holds: every change leaves a row. */
async function contentOf(): Promise<string> {
  const { rows } = await pool.query("select count(*) from audit_log");
  return rows[0].count;
}

test("a role that is taken away during a session counts for the next request", async () => {
  const { cookie, id } = await signedIn(site, { role: "manager" });
  expect((await ask(cookie, "/admin/settings")).status).toBe(200);
  await pool.query("insert into user_roles (user_id, role, created_at) values ($1, 'dispatcher', now())", [
    id,
  ]);
  expect((await ask(cookie, "/admin/settings")).status).toBe(403);
  expect((await ask(cookie, "/admin/schedule")).status).toBe(200);
  await pool.query("insert into user_roles (user_id, role, created_at) values ($1, 'user', now())", [id]);
  expect((await ask(cookie, "/admin/schedule")).headers.get("Location")).toBe("/");
  await pool.query("update sessions set expires_at = now() - interval '1 minute' where user_id = $1", [id]);
});

test("the menu shows a dispatcher only what they may open, and the refusal says what to do", async () => {
  const cookie = cookies.dispatcher ?? "";
  const page = await (await ask(cookie, "/admin/schedule")).text();
  expect(page).toContain('href="/admin/bookings"');
  for (const hidden of ["/admin/settings", "/admin/activity", "/admin/newsletter", "/admin/webhooks"])
    expect(page).not.toContain(`href="${hidden}"`);
  expect(page).toContain('href="/admin/mail"');
  const refused = await (await ask(cookie, "/admin/settings")).text();
  expect(refused).toContain("Your role can&#x27;t do this");
  expect(refused).toContain("Admin Panel");
});

describe("what a role may not do it does not see", () => {
  async function seen(role: StaffRole, address: string): Promise<string> {
    return (await ask(cookies[role] ?? "", address)).text();
  }

  test.each([
    ["/admin/bookings", "New booking", ["owner", "manager", "dispatcher"]],
    ["/admin/customers", "New customer", ["owner", "manager", "dispatcher"]],
    ["/admin/customers", "Possible duplicates", ["owner", "manager"]],
    ["/admin/orders", "/admin/orders.csv", ["owner", "manager", "bookkeeper"]],
  ] as const)("%s shows %s to some", async (address, text, roles) => {
    for (const role of ["owner", "manager", "dispatcher", "bookkeeper"] as const)
      expect((await seen(role, address)).includes(text), role).toBe(
        (roles as readonly string[]).includes(role),
      );
  });

  test("of a visit, a bookkeeper sees no form, and a dispatcher no refund beyond the policy", async () => {
    const booking = `/admin/bookings/${its.upcoming}`;
    const [books, desk, owner] = await Promise.all([
      seen("bookkeeper", booking),
      seen("dispatcher", booking),
      seen("owner", booking),
    ]);
    for (const form of ['value="details"', 'value="cancel"', 'value="note"', 'value="move"']) {
      expect(books, form).not.toContain(form);
      expect(owner, form).toContain(form);
    }
    expect(desk).toContain('value="cancel"');
    const form = { intent: "cancel", choice: "all", left: "1" };
    const refused = await ask(cookies.dispatcher ?? "", booking, form);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("Your role can refund what the policy says, or nothing.");
    const { rows } = await pool.query("select status from bookings where id = $1", [its.upcoming]);
    expect(rows[0].status).not.toBe("cancelled");
  });

  test("the search shows no messages to a role that may not read them", async () => {
    await pool.query(
      `insert into contact_messages (id, submission_id, name, email, message, status, created_at)
       values (gen_random_uuid(), gen_random_uuid(), 'Zelda Quimby', 'zelda@mail.example', 'Hello', 'new', now())`,
    );
    expect(await seen("dispatcher", "/admin/search.json?q=quimby")).toContain("Zelda Quimby");
    expect(await seen("bookkeeper", "/admin/search.json?q=quimby")).not.toContain("Zelda Quimby");
  });
});

test("a manager can't end the sessions of an owner", async () => {
  const form = { intent: "end-sessions" };
  const refused = await ask(cookies.manager ?? "", `/admin/users/${ids.owner}`, form);
  expect(refused.status).toBe(403);
  expect((await ask(cookies.owner ?? "", "/admin/users")).status).toBe(200);
});
