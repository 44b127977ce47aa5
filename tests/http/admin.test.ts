import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { paySession, sessionState, setSetting } from "../support/bookings";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { app, pool, get, ctx, clear } = site;

beforeEach(clear);

async function dashboard() {
  const { id, cookie } = await signedIn(site, { role: "admin" });
  const response = await get("/admin", { Cookie: cookie });
  return { id, response, page: visibleText(await response.text()) };
}

describe("the dashboard", () => {
  test("shows exact figures under the specification's labels, and a link back to the site", async () => {
    await settleSession(ctx(), await sessionState(ctx(), await paySession(ctx())));
    await pool.query("update charges set amount = 123456");
    await signedIn(site);
    const { response, page } = await dashboard();
    expect(response.headers.get("Cache-Control")).toMatch(/no-cache|no-store/);
    for (const text of [
      "Admin Panel",
      "Back to Site",
      "Total Customers2Registered users",
      "Total Bookings1All time bookings",
      "Pending Messages0Need attention",
      "Monthly Revenue$1,234.56This month",
    ]) {
      expect(page).toContain(text);
    }
  });

  test("advises an administrator without two-factor to turn it on, whatever the setting", async () => {
    expect((await dashboard()).page).toContain("protect it with a passkey or two-factor authentication");
    await setSetting(pool, "users.enable_two_factor_auth", "false");
    expect((await dashboard()).page).toContain("protect it with a passkey or two-factor authentication");
    const { cookie, id } = await signedIn(site, { role: "admin" });
    await pool.query("update users set two_factor_enabled = true where id = $1", [id]);
    const page = visibleText(await (await get("/admin", { Cookie: cookie })).text());
    expect(page).not.toContain("two-factor");
  });

  describe("the dashboard without its figures", () => {
    beforeEach(() => pool.query("alter table refunds rename to refunds_gone"));
    afterEach(() => pool.query("alter table refunds_gone rename to refunds"));

    test("says so and offers to try again", async () => {
      const { response, page } = await dashboard();
      expect(response.status).toBe(503);
      expect(page).toContain("The numbers could not be loaded. Please try again.Try again");
      expect(page).not.toContain("refunds");
    });
  });
});

describe("an unknown address under /admin", () => {
  const nothing = ["/admin/nowhere", "/admin/bookings/nothing", "/admin/crews/nowhere/at/all"];

  test.each(nothing)("keeps the menu for staff: %s", async (path) => {
    const { cookie } = await signedIn(site, { role: "admin" });
    const response = await get(path, { Cookie: cookie });
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(html.match(/<title>[^<]*/g)).toEqual(["<title>Page not found | White Birch Cleaning"]);
    const page = visibleText(html);
    for (const text of ["Admin Panel", "Job Applications", "Oops! Page not found", "Go to the dashboard"])
      expect(page).toContain(text);
    expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Return to Home</);
  });

  test("looks to everybody else like any other unknown address", async () => {
    const { cookie } = await signedIn(site);
    for (const whose of ["", cookie]) {
      const response = await get("/admin/nowhere", { Cookie: whose });
      const page = visibleText(await response.text());
      expect(response.status).toBe(404);
      expect(page).toContain("Oops! Page not found");
      expect(page).not.toContain("Admin Panel");
    }
  });
});

test("the sidebar remembers its state in a cookie that is sent only over https", async () => {
  const { cookie } = await signedIn(site, { role: "admin" });
  const response = await app.request(
    new Request(`${ORIGIN}/admin/sidebar`, {
      method: "POST",
      headers: { Cookie: cookie },
      body: new URLSearchParams({ collapsed: "true", to: "/admin/bookings" }),
    }),
  );
  expect(response.headers.get("Location")).toBe("/admin/bookings");
  expect(response.headers.getSetCookie()).toEqual([
    "sidebar_state=collapsed; Path=/; Max-Age=604800; SameSite=Lax; Secure",
  ]);
});
