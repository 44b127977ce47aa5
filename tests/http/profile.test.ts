import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { hiddenField, profileVisitor } from "../support/profile-visitor";

const app = await testApp();
const { pool, clock, clear, queues } = app;

const TABS = ["user-details", "property-details", "upcoming-cleans", "cleaning-history"];
const INTENTS = [
  "update-profile",
  "verification-mail",
  "add-property",
  "update-property",
  "remove-property",
  "default-property",
  "submit-review",
  "delete-review",
  "create-feed",
  "replace-feed",
  "remove-feed",
];

let ada: Awaited<ReturnType<typeof profileVisitor>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  ada = await profileVisitor(app);
});

describe("without a session", () => {
  test.each(["/profile", "/profile?tab=upcoming-cleans", "/profile.data"])(
    "%s redirects to /login",
    async (url) => {
      const response = await app.get(url);
      const where = response.headers.get("Location") ?? (await response.text());
      expect(where).toContain("/login?redirect=");
    },
  );

  test.each(INTENTS)("'%s' does nothing, and the form comes back", async (intent) => {
    const response = await app.post("/profile", `intent=${intent}&rating=5&first_name=x`, {
      "Content-Type": "application/x-www-form-urlencoded",
    });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain("/login?redirect=%2Fprofile");
    const { rows } = await pool.query("select * from audit_log");
    expect(rows).toEqual([]);
  });
});

describe("the profile", () => {
  test.each(TABS)("shows %s, with that tab marked as current", async (tab) => {
    const { status, html, text, headers } = await ada.see(`?tab=${tab}`);
    expect(status).toBe(200);
    const link = new RegExp(`<a(?=[^>]*href="/profile\\?tab=${tab}")(?=[^>]*aria-current="page")`);
    expect(html).toMatch(link);
    expect(text).toContain("My Profile");
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  test.each(["", "?tab=", "?tab=orders", "?tab=__proto__"])(
    "shows the user details for '%s'",
    async (query) => {
      const { text } = await ada.see(query);
      for (const phrase of ["First name", "Ada", "Lovelace", ada.email, "Verified"]) {
        expect(text).toContain(phrase);
      }
    },
  );

  test("says what to do next where it is empty", async () => {
    expect((await ada.see("?tab=property-details")).text).toContain("No saved properties yet");
    const upcoming = await ada.see("?tab=upcoming-cleans");
    expect(upcoming.text).toContain("No upcoming cleanings");
    expect(upcoming.html).toMatch(/href="\/book"[^>]*>Book a Cleaning/);
    expect((await ada.see("?tab=cleaning-history")).text).toContain("No cleanings yet");
  });

  test.each([
    ["user-details", "profiles", "Error loading your details. Please try again."],
    ["property-details", "properties", "Error loading your properties. Please try again."],
    ["upcoming-cleans", "reviews", "Error loading upcoming cleanings. Please try again."],
    ["cleaning-history", "reviews", "Error loading cleaning history. Please try again."],
  ])("says so when %s can't be read, and how to try again", async (tab, table, phrase) => {
    const broken =
      table === "profiles"
        ? `alter table profiles rename created_at to away`
        : `alter table ${table} rename to away`;
    const mended =
      table === "profiles"
        ? `alter table profiles rename away to created_at`
        : `alter table away rename to ${table}`;
    await pool.query(broken);
    try {
      const { status, text, html } = await ada.see(`?tab=${tab}`);
      expect([status, text.includes(phrase)]).toEqual([503, true]);
      expect(html).toMatch(new RegExp(`href="/profile\\?tab=${tab}"[^>]*>Try again`));
    } finally {
      await pool.query(mended);
    }
  });

  test("refuses unknown forms", async () => {
    for (const intent of ["", "toString", "__proto__", "delete-everything"]) {
      expect((await ada.send(intent)).status).toBe(400);
    }
  });
});

describe("the user details", () => {
  const NEW = { first_name: "Augusta", last_name: "King", phone: "(603) 555-0123" };

  test("are read-only until ?edit, which can be cancelled", async () => {
    expect((await ada.see()).html).not.toContain('name="first_name"');
    const { html } = await ada.see("?edit");
    expect(html).toMatch(/<input(?=[^>]*name="first_name")(?=[^>]*value="Ada")/);
    expect(html).toMatch(/<input(?=[^>]*readonly)(?=[^>]*value="[^"]*@mail\.example")/i);
    expect(html).toMatch(/href="\/profile\?tab=user-details"[^>]*>Cancel/);
  });

  test("are saved with the specification's toast and read-only again; the email doesn't change", async () => {
    const answer = await ada.send("update-profile", { ...NEW, email: "eve@mail.example" });
    expect([answer.status, answer.location]).toEqual([303, "/profile?tab=user-details"]);
    expect(answer.toast).toEqual({
      title: "Profile Updated",
      description: "Your profile has been successfully updated.",
    });
    const { text } = await ada.see();
    for (const phrase of [...Object.values(NEW), ada.email]) expect(text).toContain(phrase);
  });

  test("keep what was typed when a field is invalid, and show it as text", async () => {
    const hostile = `<img src=x onerror=alert(1)>${"n".repeat(80)}`;
    const answer = await ada.send("update-profile", { ...NEW, first_name: hostile }, "?edit");
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("First name can have at most 80 characters");
    expect(answer.html).toContain('value="King"');
    expect(answer.html).not.toContain("<img src=x");
    expect((await ada.see()).text).toContain("Lovelace");
  });

  test("changed in two windows return 409 with what was typed and what is saved, and can then be saved", async () => {
    const version = hiddenField((await ada.see("?edit")).html, "version");
    clock.advance({ minutes: 1 });
    await ada.send("update-profile", { ...NEW, first_name: "First", version });
    const second = { ...NEW, first_name: "Second" };
    const late = await ada.send("update-profile", { ...second, version }, "?edit");
    expect(late.status).toBe(409);
    expect(late.text).toContain("This was changed in another window");
    expect(late.text).toContain("Currently saved: First King");
    expect(late.html).toContain('value="Second"');
    const again = { ...second, version: hiddenField(late.html, "version") };
    expect((await ada.send("update-profile", again)).status).toBe(303);
    expect((await ada.see()).text).toContain("Second");
  });

  test("that can't be saved show the specification's toast and keep what was typed", async () => {
    await pool.query("alter table audit_log rename to away");
    try {
      const { status, text, html } = await ada.send("update-profile", NEW, "?edit");
      expect(status).toBe(503);
      for (const phrase of ["Error", "Failed to update profile. Please try again."]) {
        expect(text).toContain(phrase);
      }
      expect(html).toContain('value="Augusta"');
    } finally {
      await pool.query("alter table away rename to audit_log");
    }
    expect((await ada.see()).text).toContain("Lovelace");
  });
});

describe("the verification email", () => {
  test("can be sent again while the address is not verified", async () => {
    const eve = await profileVisitor(app, { verified: false });
    expect((await eve.see()).text).toContain("Not verified yet");
    const { status, toast } = await eve.send("verification-mail");
    expect([status, toast?.title]).toEqual([303, "Verification Email Sent"]);
    expect(await queues.waiting("verification-mail")).toMatchObject([{ user_id: eve.id }]);
  });

  test("is not sent once it is", async () => {
    expect((await ada.see()).html).not.toContain("verification-mail");
    expect((await ada.send("verification-mail")).toast?.title).toBe("Email Verified");
    expect(await queues.waiting("verification-mail")).toEqual([]);
  });
});
