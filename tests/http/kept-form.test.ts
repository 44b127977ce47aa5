import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { app, pool, clear } = site;

beforeEach(clear);

const TYPED = 'Dear Ada,\nthe crew comes at "9:00" <sharp> & early.';

async function send(path: string, fields: Record<string, string>, cookie = "") {
  const response = await app.request(
    new Request(ORIGIN + path, {
      method: "POST",
      headers: { Cookie: cookie },
      body: new URLSearchParams(fields),
    }),
  );
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: visibleText(html) };
}

/** Fields of the form that the page offers to send again. */
function resendFields(html: string, action: string) {
  const [, form = ""] = html.split(new RegExp(`<form [^>]*action="${RegExp.escape(action)}"[^>]*>`));
  const decode = (text: string) =>
    text
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'")
      .replaceAll("&amp;", "&");
  return Object.fromEntries(
    [
      ...(form.split("</form>")[0] ?? "").matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g),
    ].map(([, name = "", value = ""]) => [name, decode(value).replace(/^\n/, "")]),
  );
}

describe("a form sent after the session has ended", () => {
  test.each([
    ["/admin/messages/0b3c1d52-6f0e-4a55-9d0c-1f2e3a4b5c6d", { intent: "reply", reply: TYPED }],
    ["/admin/customers/0b3c1d52-6f0e-4a55-9d0c-1f2e3a4b5c6d", { intent: "note", body: TYPED }],
    ["/profile?tab=user-details", { intent: "update-profile", first_name: TYPED }],
  ])("comes back complete on a page that says so: %s", async (path, fields) => {
    const { status, headers, html, text } = await send(path, fields);
    expect(status).toBe(401);
    expect(headers.get("Cache-Control")).toMatch(/private|no-store/);
    expect(text).toContain("You have been signed out");
    expect(text).toContain("1. Log in again");
    expect(html).toContain(`href="/login?${new URLSearchParams({ redirect: path }).toString()}"`);
    expect(resendFields(html, path)).toEqual(fields);
  });

  test("of a single button leads to the login page, with nothing to keep", async () => {
    const { status, headers } = await send("/admin/messages", { intent: "archive-read" });
    expect(status).toBe(303);
    expect(headers.get("Location")).toBe("/login?redirect=%2Fadmin%2Fmessages");
  });

  test("never comes back with a password or a key", async () => {
    const { html } = await send("/admin/settings?tab=email", {
      intent: "save",
      smtp_host: "smtp.birch.example",
      smtp_password: "hunter2",
      stripe_secret_key: "sk_test_hunter2",
    });
    expect(resendFields(html, "/admin/settings?tab=email")).toEqual({
      intent: "save",
      smtp_host: "smtp.birch.example",
    });
    expect(html).not.toContain("hunter2");
  });

  test("gets 401 from the router, so that the page stays", async () => {
    const { status } = await send("/profile.data?tab=user-details", { intent: "update-profile", phone: "1" });
    expect(status).toBe(401);
  });
});

describe("a form at which the site failed", () => {
  test("can be sent again from the page that says so", async () => {
    const { cookie } = await signedIn(site, { role: "admin" });
    await pool.query("alter table staff_notes rename to staff_notes_gone");
    try {
      const customer = await signedIn(site);
      const path = `/admin/customers/${customer.id}`;
      const { status, html, text } = await send(
        path,
        { intent: "add-note", body: TYPED, form_id: "1" },
        cookie,
      );
      expect(status).toBe(500);
      expect(text).toContain("Something went wrong");
      expect(resendFields(html, path)).toEqual({ intent: "add-note", body: TYPED, form_id: "1" });
    } finally {
      await pool.query("alter table staff_notes_gone rename to staff_notes");
    }
  });

  test("leaves the bookings list in place with the reason", async () => {
    const { cookie } = await signedIn(site, { role: "admin" });
    const visit = await confirmedVisit(site.ctx(), pool);
    await pool.query(`create function refuse_change() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$;
      create trigger refuse_change before update on bookings for each row execute function refuse_change()`);
    try {
      const { status, text } = await send("/admin/bookings", { id: visit.id, status: "cancelled" }, cookie);
      expect(status).toBe(500);
      expect(text).toContain("Failed to update booking status");
      expect(text).toContain("Export Bookings");
    } finally {
      await pool.query("drop trigger refuse_change on bookings; drop function refuse_change");
    }
  });
});
