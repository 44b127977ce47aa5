import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { decodeJson } from "~/lib/base64url";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { routeAddress, siteRoutes } from "../support/route-table";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { pool, get, app, clear } = site;

beforeEach(clear);

const form = async (url: string, headers: Record<string, string> = {}, fields: Record<string, string> = {}) =>
  app.request(new Request(ORIGIN + url, { method: "POST", headers, body: new URLSearchParams(fields) }));

/** The toast that a response sets for the next page. */
function toastOf(response: Response): string | undefined {
  const [, value = ""] =
    response.headers
      .getSetCookie()
      .map((cookie) => /^wb_toast=([^;]*)/.exec(cookie))
      .find(Boolean) ?? [];
  const toast = decodeJson(value) as { title: string; description?: string; destructive?: boolean } | null;
  return toast ? `${toast.title}: ${toast.description}${toast.destructive ? "!" : ""}` : undefined;
}

/** Target of a redirect, of a document or of the router's data. */
async function sentTo(response: Response): Promise<string | null> {
  if (response.status === 303) return response.headers.get("Location");
  const body = await response.text();
  expect(response.status, body).toBe(202);
  return /"redirect","([^"]*)"/.exec(body)?.[1] ?? null;
}

const LOG_IN = "Access denied: Please log in to view this page!";
const LOG_IN_AS_ADMIN = "Access denied: Please log in to access the admin panel!";
const NO_PERMISSION = "Access denied: You don't have permission to access the admin panel!";

describe("a visitor without a session", () => {
  test.each([
    ["/profile", LOG_IN],
    ["/profile?tab=upcoming-cleans", LOG_IN],
    ["/profile/security", LOG_IN],
    ["/profile/privacy", LOG_IN],
    ["/admin", LOG_IN_AS_ADMIN],
  ])("is redirected from %s to /login and back again", async (path, toast) => {
    const response = await get(path);
    expect(toastOf(response)).toBe(toast);
    expect(response.headers.get("Location")).toBe(`/login?${new URLSearchParams({ redirect: path })}`);
    expect(response.status).toBe(303);
    expect(await response.text()).toBe("");
  });

  test.each([
    ["/profile.data", LOG_IN],
    ["/profile.data?_routes=routes%2Faccount%2Fprofile", LOG_IN],
    ["/profile/security.data", LOG_IN],
    ["/profile/security.data?_routes=routes%2Faccount%2Fsecurity", LOG_IN],
    ["/admin.data", LOG_IN_AS_ADMIN],
    ["/admin.data?_routes=routes%2Fadmin%2Fdashboard", LOG_IN_AS_ADMIN],
    ["/admin.data?_routes=routes%2Fadmin%2Flayout", LOG_IN_AS_ADMIN],
    ["/admin.data?_routes=root%2Croutes%2Fadmin%2Fdashboard", LOG_IN_AS_ADMIN],
  ])("gets nothing from %s", async (path, toast) => {
    const response = await get(path);
    expect(toastOf(response)).toBe(toast);
    expect(await sentTo(response)).toMatch(/^\/login\?redirect=%2F(profile|admin)/);
  });

  test("sees the toast on the login page", async () => {
    const denied = await get("/profile");
    const cookie = denied.headers.getSetCookie().find((one) => one.startsWith("wb_toast="));
    const page = await get("/login", { Cookie: cookie?.split(";")[0] ?? "" });
    expect(visibleText(await page.text())).toContain("Access deniedPlease log in to view this page");
  });

  test.each(["/profile/security", "/profile/security.data", "/profile"])(
    "changes nothing with %s",
    async (path) => {
      const response = await form(path, {}, { intent: "end-sessions" });
      expect(toastOf(response)).toBe(LOG_IN);
      expect(await sentTo(response)).toMatch(/^\/login\?redirect=/);
    },
  );
});

describe("a customer", () => {
  test.each([
    "/admin",
    "/admin.data",
    "/admin.data?_routes=routes%2Fadmin%2Fdashboard",
    "/admin.data?_routes=routes%2Fadmin%2Flayout",
  ])("is redirected home from %s", async (path) => {
    const { cookie } = await signedIn(site);
    const response = await get(path, { Cookie: cookie });
    expect(toastOf(response)).toBe(NO_PERMISSION);
    expect(await sentTo(response)).toBe("/");
  });

  test.each(["/admin", "/admin?index", "/admin.data", "/admin.data?index"])(
    "gets nothing from a POST to %s",
    async (path) => {
      const { cookie } = await signedIn(site);
      const response = await form(path, { Cookie: cookie });
      expect([303, 202, 405]).toContain(response.status);
      expect(await response.text()).not.toContain("Registered users");
    },
  );

  test("has no link to the office in the header, unlike an administrator", async () => {
    const [ada, boss] = [await signedIn(site), await signedIn(site, { role: "admin" })];
    const header = async (cookie: string) =>
      visibleText(await (await get("/about", { Cookie: cookie })).text());
    expect(await header(ada.cookie)).not.toContain("Admin");
    expect(await header(boss.cookie)).toContain("Admin");
  });
});

describe("the role", () => {
  const add = (id: string, role: string, created_at: string) =>
    pool.query("insert into user_roles (user_id, role, created_at) values ($1, $2, $3)", [
      id,
      role,
      created_at,
    ]);
  const isAdmin = async (cookie: string) => {
    const response = await get("/admin", { Cookie: cookie });
    if (response.status === 200) expect(visibleText(await response.text())).toContain("Registered users");
    else expect(toastOf(response)).toBe(NO_PERMISSION);
    return response.status === 200;
  };

  test("comes from the newest row, whatever the insertion order", async () => {
    const { id, cookie } = await signedIn(site);
    expect(await isAdmin(cookie)).toBe(false);
    await add(id, "admin", "2026-02-01T00:00:00Z");
    await add(id, "user", "2026-01-01T00:00:00Z");
    expect(await isAdmin(cookie)).toBe(true);
    await add(id, "user", "2026-03-01T00:00:00Z");
    expect(await isAdmin(cookie)).toBe(false);
  });

  test("comes from the later row if two have the same time", async () => {
    const { id, cookie } = await signedIn(site);
    await add(id, "admin", "2026-02-01T00:00:00Z");
    await add(id, "user", "2026-02-01T00:00:00Z");
    expect(await isAdmin(cookie)).toBe(false);
  });

  test.each(["Owner", "Admin", "admin ", "", "superuser"])("%j counts as user", async (role) => {
    const { id, cookie } = await signedIn(site);
    await add(id, role, "2026-02-01T00:00:00Z");
    expect(await isAdmin(cookie)).toBe(false);
  });

  test("is separate for each account", async () => {
    const [ada, boss] = [await signedIn(site), await signedIn(site, { role: "admin" })];
    expect(await isAdmin(ada.cookie)).toBe(false);
    expect(await isAdmin(boss.cookie)).toBe(true);
  });

  test("is lost with the next request when revoked", async () => {
    const { id, cookie } = await signedIn(site, { role: "admin" });
    expect(await isAdmin(cookie)).toBe(true);
    await pool.query(
      "insert into user_roles (user_id, role, created_at) values ($1, 'user', now() + interval '1 s')",
      [id],
    );
    expect(await isAdmin(cookie)).toBe(false);
    expect((await get("/profile/security", { Cookie: cookie })).status).toBe(200);
  });

  test("closes every page, table, file and form of the office in open tabs when revoked", async () => {
    const { id, cookie } = await signedIn(site, { role: "admin" });
    const office = siteRoutes().filter(({ pattern }) => /^\/admin(?!\/\*)/.test(pattern));
    expect((await get("/admin/bookings", { Cookie: cookie })).status).toBe(200);
    await add(id, "user", "2999-01-01T00:00:00Z");
    const open: unknown[] = [];
    for (const { pattern, isPage, ids } of office) {
      const address = routeAddress(pattern);
      const parts = [`${address}.data`, `${address}.data?_routes=${encodeURIComponent(ids.at(-1) ?? "")}`];
      for (const one of [address, ...(isPage ? parts : [])]) {
        for (const response of [await get(one, { Cookie: cookie }), await form(one, { Cookie: cookie })]) {
          const isShut =
            [303, 202, 404, 405].includes(response.status) && toastOf(response) === NO_PERMISSION;
          if (!isShut && response.status !== 405) open.push([one, response.status]);
        }
      }
    }
    expect(open).toEqual([]);
  }, 60_000);

  describe("the role, when it can't be read,", () => {
    beforeEach(() => pool.query("alter table user_roles rename to user_roles_gone"));
    afterEach(() => pool.query("alter table user_roles_gone rename to user_roles"));

    test("is user", async () => {
      const { cookie } = await signedIn(site);
      expect(await isAdmin(cookie)).toBe(false);
      expect((await get("/profile/security", { Cookie: cookie })).status).toBe(200);
    });
  });
});

describe("an ended session", () => {
  test.each(["/profile/security", "/profile/security.data"])(
    "gives no access to %s, even with a fresh token",
    async (path) => {
      const { id, cookie } = await signedIn(site);
      expect((await get(path, { Cookie: cookie })).status).toBe(200);
      await pool.query("delete from sessions where user_id = $1", [id]);
      const response = await get(path, { Cookie: cookie });
      expect(toastOf(response)).toBe(LOG_IN);
      expect(await sentTo(response)).toMatch(/^\/login/);
      const cleared = response.headers.getSetCookie().filter((one) => /max-age=0/i.test(one));
      expect(cleared.join("\n")).toContain("wb.session_token=");
    },
  );

  test("can't be kept alive by use: every session ends after 90 days", async () => {
    const { id, cookie } = await signedIn(site);
    const age = (days: number) =>
      pool.query("update sessions set created_at = now() - make_interval(days => $2) where user_id = $1", [
        id,
        days,
      ]);
    await age(89);
    expect((await get("/profile/security", { Cookie: cookie })).status).toBe(200);
    await age(91);
    expect((await get("/profile/security", { Cookie: cookie })).status).toBe(303);
  });

  test("is needed along with its token: neither is valid without the other", async () => {
    const { id, cookie } = await signedIn(site);
    const token = cookie.split("; ").find((one) => one.includes("session_data")) ?? "";
    expect(token).not.toBe("");
    await pool.query("delete from sessions where user_id = $1", [id]);
    expect((await get("/profile/security", { Cookie: token })).status).toBe(303);
  });

  test("can't be replaced by the token of another session", async () => {
    const [ada, boss] = [await signedIn(site), await signedIn(site, { role: "admin" })];
    const [session, token] = [ada.cookie, boss.cookie].map((cookie) => cookie.split("; "));
    const mixed = [
      ...(session ?? []).filter((one) => one.includes("session_token")),
      ...(token ?? []).filter((one) => one.includes("session_data")),
    ];
    expect(mixed).toHaveLength(2);
    expect((await get("/admin", { Cookie: mixed.join("; ") })).status).toBe(303);
  });

  test.each([
    ["an altered session cookie", (cookie: string) => cookie.replace(/(session_token=)./, "$1%20")],
    ["nonsense", () => "__Secure-wb.session_token=nonsense; __Secure-wb.session_data=nonsense"],
    ["nothing", () => "__Secure-wb.session_token=; __Secure-wb.session_data="],
  ])("is not replaced by %s", async (_, change) => {
    const { cookie } = await signedIn(site);
    const response = await get("/profile/security", { Cookie: change(cookie) });
    expect(toastOf(response)).toBe(LOG_IN);
    expect(response.status).toBe(303);
  });
});
