import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { auditOf, setSetting } from "../support/bookings";
import { PASSWORD, signedIn } from "../support/sign-in";
import { withTwoFactor } from "../support/two-factor";
import { toastOf, visitor } from "../support/visitor";

const site = await testApp();
const { app, get, pool, queues, clear } = site;
const DAY = "users.second_factor_from";

beforeEach(clear);

const giveRole = (id: string, role: string) =>
  pool.query("insert into user_roles (user_id, role, created_at) values ($1, $2, now())", [id, role]);

function aPasskey(id: string) {
  return pool.query(
    `insert into passkeys (user_id, name, public_key, credential_id, counter, device_type, backed_up)
     values ($1::uuid, 'Phone', 'key', $1::text, 0, 'singleDevice', false)`,
    [id],
  );
}

function post(address: string, fields: Record<string, string>, cookie: string) {
  const body = new URLSearchParams(fields);
  return app.request(new Request(ORIGIN + address, { method: "POST", headers: { Cookie: cookie }, body }));
}

describe("once the owner's day has come", () => {
  beforeEach(() => setSetting(pool, DAY, "2020-01-01"));

  test.each(["owner", "manager", "dispatcher", "bookkeeper"])(
    "a %s without a second factor reads and changes nothing in the office, and is led to the set-up",
    async (role) => {
      const { cookie } = await signedIn(site, { role });
      const page = await get("/admin/orders", { Cookie: cookie });
      expect([page.status, page.headers.get("Location")]).toEqual([303, "/profile/security"]);
      expect(toastOf(page)?.title).toBe("Set up a second step first");
      const form = await post("/admin/services", { intent: "place" }, cookie);
      expect(form.headers.get("Location")).toBe("/profile/security");
      expect((await get("/profile/security", { Cookie: cookie })).status).toBe(200);
      expect((await get("/admin/search.json?q=ada", { Cookie: cookie })).status).toBe(303);
    },
  );

  test("a passkey or two-factor opens it again", async () => {
    const [one, other] = [await signedIn(site, { role: "owner" }), await signedIn(site, { role: "manager" })];
    await aPasskey(one.id);
    await pool.query("update users set two_factor_enabled = true where id = $1", [other.id]);
    for (const { cookie } of [one, other]) expect((await get("/admin", { Cookie: cookie })).status).toBe(200);
  });

  test("customers are not asked", async () => {
    const { cookie } = await signedIn(site);
    expect((await get("/profile", { Cookie: cookie })).status).toBe(200);
  });
});

test.each(["", "2999-01-01"])("with the day %j the office opens, and the dashboard says so", async (day) => {
  await setSetting(pool, DAY, day);
  const { cookie } = await signedIn(site, { role: "owner" });
  const text = visibleText(await (await get("/admin", { Cookie: cookie })).text());
  expect(text).toContain("Please protect it with a passkey or two-factor authentication");
  expect(text.includes("before Jan 01, 2999")).toBe(day !== "");
});

test("an owner sets the day, and a wrong one is refused at its field", async () => {
  const { cookie } = await signedIn(site, { role: "owner" });
  const form = { intent: "save", tab: "users", second_factor_from: "next week" };
  const refused = await post("/admin/settings", form, cookie);
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining("Please enter a date"),
  ]);
  expect((await post("/admin/settings", { ...form, second_factor_from: "2031-05-01" }, cookie)).status).toBe(
    303,
  );
  const { rows } = await pool.query("select value from admin_settings where key = 'second_factor_from'");
  expect(rows).toEqual([{ value: "2031-05-01" }]);
});

describe("a lost second factor", () => {
  const reset = (id: string, cookie: string) =>
    post(`/admin/users/${id}`, { intent: "reset-second-factor" }, cookie);

  test("is reset by an owner: sessions end, the person is told, and the password still opens", async () => {
    const owner = await signedIn(site, { role: "owner" });
    const { id } = await withTwoFactor(site, "dora@mail.example");
    await giveRole(id, "dispatcher");
    await aPasskey(id);
    const panel = await (await get(`/admin/users/${id}`, { Cookie: owner.cookie })).text();
    expect(panel).toContain('value="reset-second-factor"');
    expect(toastOf(await reset(id, owner.cookie))?.title).toBe("Second factor reset");

    const counts = await pool.query(
      `select (select count(*)::int from two_factors where user_id = $1) + (select count(*)::int from passkeys where user_id = $1)
         + (select count(*)::int from sessions where user_id = $1) as left`,
      [id],
    );
    expect(counts.rows).toEqual([{ left: 0 }]);
    expect(await auditOf(pool, id)).toContain("user.second_factor_reset");
    await queues.run("two-factor-mail");
    const { rows } = await pool.query("select recipient, subject from mails");
    expect(rows).toEqual([
      {
        recipient: "dora@mail.example",
        subject: "Two-factor authentication and passkeys were reset for your White Birch Cleaning account",
      },
    ]);
    const browser = visitor(site);
    const entry = await browser.send("/login", { email: "dora@mail.example", password: PASSWORD });
    expect(entry.headers.get("Location")).toBe("/");
  });

  test("is not reset without a fresh proof, by a manager for an owner, for a customer, or for oneself", async () => {
    const [owner, manager, customer] = [
      await signedIn(site, { role: "owner" }),
      await signedIn(site, { role: "manager" }),
      await signedIn(site),
    ];
    const stale = await signedIn(site, { role: "owner", proved: false });
    for (const { id } of [owner, manager, customer]) await aPasskey(id);
    expect((await reset(manager.id, stale.cookie)).status).toBe(428);
    expect((await reset(owner.id, manager.cookie)).status).toBe(403);
    expect((await reset(customer.id, owner.cookie)).status).toBe(403);
    expect((await reset(owner.id, owner.cookie)).status).toBe(403);
    const { rows } = await pool.query("select count(*)::int from passkeys");
    expect(rows).toEqual([{ count: 3 }]);
  });
});
