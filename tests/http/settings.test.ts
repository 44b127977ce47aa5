import { beforeEach, describe, expect, test } from "vitest";
import { readEmailSetup } from "~/features/operations/settings/queries.server";
import { openMailer } from "~/platform/outside/mail.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aBody, setSetting } from "../support/bookings";
import { SMTP_RELAY } from "../support/ctx";
import { signedIn } from "../support/sign-in";
import { testSmtp } from "../support/smtp";
import { fieldsOf, toastOf } from "../support/visitor";
import { confirmedVisit } from "../support/visits";

const smtp = await testSmtp();
const closed = await testSmtp({ login: { user: "birch", pass: "hunter2" } });
const site = await testApp({
  mailer: openMailer({
    smtpUrl: undefined,
    from: undefined,
    filesDir: undefined,
    setup: () => readEmailSetup(site.ctx()),
    relays: [SMTP_RELAY],
  }),
});
const { app, get, post, pool, ctx, queues, clear } = site;
let admin: { id: string; email: string; cookie: string };

beforeEach(async () => {
  await clear();
  smtp.received.length = 0;
  smtp.refusals.length = 0;
  admin = await signedIn(site, { role: "admin", first_name: "Amira" });
});

async function see(query: string) {
  const response = await get(`/admin/settings${query}`, { Cookie: admin.cookie });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: visibleText(html) };
}

async function send(fields: Record<string, string>) {
  const response = await app.request(
    new Request(`${ORIGIN}/admin/settings?tab=${fields.tab}`, {
      method: "POST",
      headers: { Cookie: admin.cookie },
      body: new URLSearchParams({ intent: "save", ...fields }),
    }),
  );
  const html = await response.text();
  return { status: response.status, html, text: visibleText(html), toast: toastOf(response) };
}

const GENERAL = {
  tab: "general",
  company_name: "White Birch Cleaning",
  contact_email: "hello@whitebirchcleaning.example",
  phone: "(603) 555-0142",
  company_description: "Careful cleaning.",
  timezone: "America/New_York",
  travel_buffer_minutes: "30",
};
const PAYMENTS = { tab: "payments", default_currency: "USD", tax_rate: "8.5", stripe_public_key: "" };
const EMAIL = { tab: "email", smtp_host: "", smtp_port: "587", smtp_user: "", from_email: "" };
const SAVED = { title: "Settings updated successfully" };

/** Saves a form of the page and checks that it succeeded. */
async function save(fields: Record<string, string>) {
  const { status, toast, text } = await send(fields);
  expect([status, toast], text).toEqual([303, SAVED]);
}

const smtpFields = () => {
  const { hostname, port } = new URL(smtp.url);
  return { ...EMAIL, smtp_host: hostname, smtp_port: port };
};

test("a form writes only the changed settings, also after a rejection", async () => {
  const { html } = await see("?tab=general");
  const seenIn = (page: string) =>
    (/name="seen" value="([^"]+)"/.exec(page)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
  const seen = seenIn(html);
  const began = JSON.parse(seen) as Record<string, string>;
  const form = { ...began, tab: "general", seen, phone: "(603) 555-0199" };
  const refused = await send({ ...form, contact_email: "nobody" });
  await save({ ...began, tab: "general", company_name: "Theirs" });
  expect([refused.status, seenIn(refused.html)]).toEqual([400, seen]);
  await save(form);
  const { rows } = await pool.query(
    "select key, value from admin_settings where category = 'general' order by key",
  );
  expect(rows).toEqual([
    { key: "company_name", value: "Theirs" },
    { key: "phone", value: "(603) 555-0199" },
  ]);
});

describe("the settings page", () => {
  test.each([
    ["", "Company name", "Save Changes"],
    ["?tab=general", "Time zone", "Save Changes"],
    ["?tab=notifications", "Daily summary", "Save Preferences"],
    ["?tab=payments", "Tax rate", "Update Payment Settings"],
    ["?tab=users", "Allow new accounts", "Save User Settings"],
    ["?tab=email", "SMTP host", "Save Email Settings"],
    ["?tab=nonsense", "Company name", "Save Changes"],
  ])("under %j has its fields, its button and the tabs, and is uncached", async (query, phrase, button) => {
    const { text, headers } = await see(query);
    for (const one of [phrase, button, "General", "Notifications", "Payments", "Users", "Email"])
      expect(text).toContain(one);
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  test("starts with the specification's defaults", async () => {
    const of = async (tab: string) =>
      Object.fromEntries(
        Object.entries(fieldsOf((await see(`?tab=${tab}`)).html)).map(([name, { value }]) => [name, value]),
      );
    expect(await of("notifications")).toMatchObject({
      new_booking_notifications: "on",
      payment_notifications: "on",
      contact_form_notifications: "on",
      daily_summary: "",
    });
    expect(await of("payments")).toMatchObject({ tax_rate: "8.5" });
    expect((await see("?tab=payments")).html).toMatch(/<option[^>]*value="USD"[^>]*selected/);
    expect(await of("users")).toMatchObject({
      allow_user_registration: "on",
      require_email_verification: "",
      enable_two_factor_auth: "",
    });
    expect(await of("email")).toMatchObject({ smtp_port: "587", smtp_host: "" });
  });

  test("says so when the settings can't be read", async () => {
    await pool.query("alter table admin_settings rename to away");
    try {
      const { status, text } = await see("?tab=email");
      expect(status).toBe(503);
      expect(text).toContain("Failed to load settings");
    } finally {
      await pool.query("alter table away rename to admin_settings");
    }
  });

  test("says so when they can't be saved, and keeps what was typed", async () => {
    await pool.query("alter table audit_log rename to away");
    try {
      const { status, html } = await send({ ...GENERAL, company_name: "Typed with care" });
      expect(status).toBe(503);
      expect(html).toContain("Failed to update settings");
      expect(fieldsOf(html).company_name?.value).toBe("Typed with care");
    } finally {
      await pool.query("alter table away rename to audit_log");
    }
  });

  test.each([
    [GENERAL, "contact_email", "office", "Please enter a valid email address"],
    [GENERAL, "company_name", "<b>\u0000", null],
    [GENERAL, "company_name", "", "Company name is required"],
    [PAYMENTS, "tax_rate", "101", "Tax rate must be a number from 0 to 100"],
    [EMAIL, "smtp_port", "70000", "Port must be a whole number from 1 to 65535"],
  ])("%o: %s %j shows %j at the field", async (form, field, value, message) => {
    const { status, html } = await send({ ...form, [field]: value });
    if (message === null) return expect(status).toBe(303);
    expect(status).toBe(400);
    expect(fieldsOf(html)[field]).toEqual({ error: message, value });
    expect((await pool.query("select 1 from admin_settings")).rows).toEqual([]);
  });

  test.each([
    {},
    { intent: "save", tab: "__proto__" },
    { intent: "remove-secret", tab: "email", name: "toString" },
  ])("renders with %j", async (fields) => {
    const response = await app.request(
      new Request(`${ORIGIN}/admin/settings`, {
        method: "POST",
        headers: { Cookie: admin.cookie },
        body: new URLSearchParams(fields as Record<string, string>),
      }),
    );
    expect([303, 400]).toContain(response.status);
    expect((await pool.query("select 1 from admin_settings")).rows).toEqual([]);
  });
});

describe("a secret", () => {
  const KEY = "sk_test_secretbirchwood";

  test("is never sent back: the page says when it was set and offers to replace or remove it", async () => {
    await save({ ...PAYMENTS, stripe_public_key: "pk_test_birch", stripe_secret_key: KEY });
    const { html, text } = await see("?tab=payments");
    expect(html).not.toContain(KEY);
    expect(text).toMatch(/••••\s*set on Jun 01, 2026/);
    for (const phrase of ["Replace", "Remove"]) expect(text).toContain(phrase);
    expect(
      fieldsOf((await see("?tab=payments&replace=stripe_secret_key")).html).stripe_secret_key?.value,
    ).toBe("");
    const stored = await pool.query("select value from admin_settings where key = 'stripe_secret_key'");
    expect(stored.rows[0].value).not.toContain("secretbirchwood");

    const removed = await send({ intent: "remove-secret", tab: "payments", name: "stripe_secret_key" });
    expect(removed.toast).toMatchObject({ title: "Setting updated successfully" });
    expect((await see("?tab=payments")).text).not.toContain("set on");
  });

  test("is not in the response to a form with an error elsewhere", async () => {
    const { status, html } = await send({ ...PAYMENTS, tax_rate: "a lot", stripe_secret_key: KEY });
    expect(status).toBe(400);
    expect(html).not.toContain(KEY);
  });
});

describe("a test email", () => {
  test("goes to the administrator through the saved server", async () => {
    await save(smtpFields());
    const { status, toast } = await send({ tab: "email", intent: "test-mail" });
    expect([status, toast?.title]).toEqual([303, "Test email sent"]);
    expect(smtp.received).toMatchObject([{ to: [admin.email] }]);
  });

  test("that is refused shows the server's own error", async () => {
    await save(smtpFields());
    smtp.refusals.push({ code: 550, message: "Unknown birch" });
    const { status, text } = await send({ tab: "email", intent: "test-mail" });
    expect(status).toBe(422);
    expect(text).toContain("Unknown birch");
  });

  test("needs a server", async () => {
    expect((await send({ tab: "email", intent: "test-mail" })).text).toContain("Save an SMTP host first.");
  });
});

describe("each setting has its effect:", () => {
  const home = async () => visibleText(await (await get("/")).text());
  const firstEmail = async () => {
    await confirmedVisit(ctx(), pool);
    await queues.run("booking-confirmed-mail");
    return (await pool.query("select * from mails where occasion like 'booking-confirmed%'")).rows[0];
  };

  test("company_name: the name on the site and in emails", async () => {
    const title = async () => /<title>(.*)<\/title>/.exec(await (await get("/services")).text())?.[1];
    expect(await title()).toBe("Our Services | White Birch Cleaning");
    await save({ ...GENERAL, company_name: "Snow & Birch" });
    expect(await title()).toBe("Our Services | Snow &amp; Birch");
    expect(await home()).not.toContain("White Birch Cleaning");
    const { subject, text } = await firstEmail();
    expect(text).toContain("Snow & Birch");
    expect(subject + text).not.toContain("White Birch Cleaning");
  });

  test("contact_email and phone: the contact details on the site and in emails, and the recipient of notices", async () => {
    await save({ ...GENERAL, contact_email: "desk@birch.example", phone: "(603) 555-0199" });
    expect(await home()).toContain("desk@birch.example");
    expect((await firstEmail()).text).toMatch(/\(603\) 555-0199.*desk@birch\.example/);
    await queues.run("booking-notice-mail");
    const { rows } = await pool.query("select recipient from mails where occasion like 'booking-notice%'");
    expect(rows).toEqual([{ recipient: "desk@birch.example" }]);
  });

  test("company_description: the text in the footer", async () => {
    await save({ ...GENERAL, company_description: "Windows like air." });
    expect(await home()).toContain("Windows like air.");
  });

  test("travel_buffer_minutes: the pause between two visits of a crew", async () => {
    await pool.query("update crews set is_active = name = 'Birch crew'");
    const slots = async () => {
      const query = "month=2026-06&service=regular-cleaning&hours=2";
      const { days } = await (await get(`/api/availability?${query}`)).json();
      const day = days.find(({ date }: { date: string }) => date === "2026-06-10");
      return day.slots.map(({ state }: { state: string }) => state).join(" ");
    };
    await save({ ...GENERAL, travel_buffer_minutes: "0" });
    await confirmedVisit(ctx(), pool, { time: "12:00 PM", hours: 2 });
    expect(await slots()).toBe("free free full free free");
    await save({ ...GENERAL, travel_buffer_minutes: "60" });
    expect(await slots()).toBe("free full full free free");
    const { status, text } = await send({ ...GENERAL, travel_buffer_minutes: "-5" });
    expect([status, text]).toEqual([
      400,
      expect.stringContaining("Travel time must be a whole number from 0 to 240"),
    ]);
    expect((await see("?tab=general")).text).toContain("Travel time between visits");
    await pool.query("update crews set is_active = true");
  });

  test("timezone: the current day and month", async () => {
    const days = async () => {
      const { days } = await (
        await get("/api/availability?month=2026-06&service=regular-cleaning&hours=3")
      ).json();
      return days
        .filter(({ state }: { state: string }) => state === "past")
        .map(({ date }: { date: string }) => date);
    };
    site.clock.set("2026-06-02T02:00:00Z");
    expect(await days()).toEqual(["2026-06-01"]);
    await save({ ...GENERAL, timezone: "Asia/Tokyo" });
    expect(await days()).toEqual(["2026-06-01"]);
    site.clock.set("2026-06-02T16:00:00Z");
    expect(await days()).toEqual(["2026-06-01", "2026-06-02"]);
    site.clock.set("2026-06-01T12:00:00Z");
  });

  test.each([
    ["new_booking_notifications", "booking-notice"],
    ["payment_notifications", "payment-notice"],
  ])("%s: whether the office is notified", async (key, occasion) => {
    const recipients = async () => {
      await queues.run(`${occasion}-mail`);
      return (await pool.query("select 1 from mails where occasion like $1", [`${occasion}%`])).rows.length;
    };
    await save({ tab: "notifications" });
    await confirmedVisit(ctx(), pool);
    expect(await recipients()).toBe(0);
    await save({ tab: "notifications", [key]: "on" });
    await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    expect(await recipients()).toBe(1);
  });

  test("contact_form_notifications: whether the office is notified of a message", async () => {
    const recipients = async () => {
      const { rows } = await pool.query(
        `insert into contact_messages (submission_id, name, email, message)
         values (gen_random_uuid(), 'Ada', 'ada@mail.example', 'Do you do windows?') returning id`,
      );
      await ctx().jobs.enqueue(ctx().db, "message-notice-mail", { message_id: rows[0].id });
      expect(await queues.run("message-notice-mail")).toBe(1);
      return (await pool.query("select 1 from mails where occasion like 'message-notice:%'")).rows.length;
    };
    await save({ tab: "notifications" });
    expect(await recipients()).toBe(0);
    await save({ tab: "notifications", contact_form_notifications: "on" });
    expect(await recipients()).toBe(1);
  });

  test("daily_summary: whether the daily summary is sent", async () => {
    const emailed = async () => {
      site.clock.set("2026-06-01T22:05:00Z");
      await ctx().jobs.enqueue(ctx().db, "daily-summary-mail", {});
      expect(await queues.run("daily-summary-mail")).toBe(1);
      site.clock.set("2026-06-01T12:00:00Z");
      return (await pool.query("select occasion from mails")).rows;
    };
    await save({ tab: "notifications", daily_summary: "on" });
    await save({ tab: "notifications" });
    expect(await emailed()).toEqual([]);
    await save({ tab: "notifications", daily_summary: "on" });
    expect(await emailed()).toEqual([{ occasion: "daily-summary:2026-06-01" }]);
  });

  test("default_currency: the currency of prices and charges", async () => {
    await save({ ...PAYMENTS, default_currency: "CAD" });
    expect(await home()).toContain("CA$53");
    await confirmedVisit(ctx(), pool);
    expect((await pool.query("select currency from orders")).rows).toEqual([{ currency: "CAD" }]);
  });

  test("collect_tax and tax_rate: the tax line", async () => {
    const charged = async () => {
      await post("/api/create-payment", aBody({}, {}));
      const { rows } = await pool.query("select total_amount, tax_amount from bookings");
      await pool.query("delete from orders; delete from bookings");
      return rows;
    };
    await save({ ...PAYMENTS, tax_rate: "10" });
    expect(await charged()).toEqual([{ total_amount: 15900, tax_amount: 0 }]);
    await save({ ...PAYMENTS, tax_rate: "10", collect_tax: "on" });
    expect(await charged()).toEqual([{ total_amount: 15900, tax_amount: 1590 }]);
  });

  test("allow_user_registration: whether sign-up is possible", async () => {
    await save({ tab: "users" });
    const { rows: before } = await pool.query("select count(*)::int from users");
    const form = {
      first_name: "Eve",
      last_name: "E",
      email: "eve@mail.example",
      password: "tulips and rain",
    };
    const response = await app.request(
      new Request(`${ORIGIN}/signup`, {
        method: "POST",
        body: new URLSearchParams({ ...form, terms: "on" }),
      }),
    );
    expect(response.status).not.toBe(303);
    expect((await pool.query("select count(*)::int from users")).rows).toEqual(before);
    await save({ tab: "users", allow_user_registration: "on" });
    const again = await app.request(
      new Request(`${ORIGIN}/signup`, {
        method: "POST",
        body: new URLSearchParams({ ...form, terms: "on" }),
      }),
    );
    expect(again.status).toBe(303);
  });

  test("require_email_verification: whether login needs a verified address", async () => {
    const eve = await signedIn(site, { email: "eve@mail.example", verified: false });
    const logIn = async () => {
      const body = new URLSearchParams({ email: eve.email, password: "lenticels on white bark" });
      const response = await app.request(new Request(`${ORIGIN}/login`, { method: "POST", body }));
      return response.headers.getSetCookie().some((cookie) => cookie.includes("wb.session_token="));
    };
    expect(await logIn()).toBe(true);
    await save({ tab: "users", allow_user_registration: "on", require_email_verification: "on" });
    expect(await logIn()).toBe(false);
  });

  test("enable_two_factor_auth: whether customers can set up two-factor; administrators always can", async () => {
    const customer = await signedIn(site);
    const offered = async ({ cookie }: { cookie: string }) =>
      visibleText(await (await get("/profile/security", { Cookie: cookie })).text()).includes(
        "Two-factor authentication",
      );
    expect([await offered(customer), await offered(admin)]).toEqual([false, true]);
    await save({ tab: "users", enable_two_factor_auth: "on" });
    expect([await offered(customer), await offered(admin)]).toEqual([true, true]);
  });

  test("smtp_host, smtp_port and from_email: the server and sender of emails", async () => {
    await save({ ...smtpFields(), from_email: "noreply@birch.example" });
    expect((await firstEmail()).status).toBe("sent");
    expect(smtp.received).toMatchObject([{ from: "noreply@birch.example" }]);
  });

  test("smtp_user and smtp_pass: the login at the mail server", async () => {
    const { hostname, port } = new URL(closed.url);
    const fields = { ...EMAIL, smtp_host: hostname, smtp_port: port, smtp_user: "birch" };
    await save({ ...fields, smtp_pass: "a wrong one" });
    const refused = await send({ tab: "email", intent: "test-mail" });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("Invalid login")]);
    await save({ ...fields, smtp_pass: "hunter2" });
    expect((await firstEmail()).status).toBe("sent");
    expect(closed.received).toHaveLength(1);
  });

  test("an invalid stored value is shown as its default", async () => {
    await setSetting(pool, "payments.tax_rate", "a lot");
    expect(fieldsOf((await see("?tab=payments")).html).tax_rate?.value).toBe("8.5");
  });
});
