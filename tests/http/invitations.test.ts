import { beforeEach, describe, expect, test } from "vitest";
import { openMailer } from "~/platform/outside/mail.server";
import { testApp, visibleText } from "../support/app";
import { PASSWORD, signedIn } from "../support/sign-in";
import { partsOf, testSmtp } from "../support/smtp";
import { fieldsOf, toastOf, visitor } from "../support/visitor";

const smtp = await testSmtp();
const mailer = openMailer({ smtpUrl: smtp.url, from: "hello@birch.example", filesDir: undefined });
const site = await testApp({ mailer });
const { app, pool, queues, clear, clock } = site;
type Browser = ReturnType<typeof visitor>;
let amira: Browser;

beforeEach(async () => {
  await clear();
  smtp.received.length = 0;
  amira = await browserOf({ role: "owner", first_name: "Amira", last_name: "Office" });
});

/** A browser in which this person is signed in. */
async function browserOf(person: Parameters<typeof signedIn>[1]): Promise<Browser> {
  const { cookie } = await signedIn(site, person);
  const browser = visitor({ app });
  for (const pair of cookie.split("; ")) {
    const [name = "", ...value] = pair.split("=");
    browser.jar.set(name, value.join("="));
  }
  return browser;
}

const EMAIL = "new@mail.example";
const JOIN = { first_name: "Grace", last_name: "Hopper", password: "a quiet river in May", terms: "on" };

/** Invites as the owner; returns the path of the link in the email. */
async function invited(fields: Record<string, string> = {}): Promise<string> {
  const sent = await amira.send("/admin/users", { email: EMAIL, role: "dispatcher", ...fields });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/admin/users"]);
  return mailedLink();
}

async function mailedLink(): Promise<string> {
  await queues.run("invitation-mail");
  const plain = partsOf(smtp.received.at(-1)?.source ?? "").find(({ type }) => type === "text/plain");
  return /https:\/\/site\.example(\/invitation\?token=\S+)/.exec(plain?.content ?? "")?.[1] ?? "";
}

async function seen(browser: Browser, path: string) {
  const response = await browser.get(path);
  const html = await response.text();
  return { status: response.status, html, text: visibleText(html).replaceAll("&#x27;", "'") };
}

const statusOf = async (browser: Browser, path: string) => (await browser.get(path)).status;

/** The ids in the forms of the invitations on the staff page. */
async function listed(): Promise<string[]> {
  const { html } = await seen(amira, "/admin/users");
  return [...html.matchAll(/name="invitation" value="([^"]+)"/g)].map(([, id = ""]) => id);
}

describe("a person without an account", () => {
  test("sees company, role and email, sets a password, and is in the office", async () => {
    const link = await invited();
    expect(smtp.received.map(({ to }) => to)).toEqual([[EMAIL]]);
    const guest = visitor({ app });
    const page = await seen(guest, link);
    expect(page.status).toBe(200);
    for (const word of ["Join the team of White Birch Cleaning", "Amira Office", "Dispatcher"])
      expect(page.text).toContain(word);
    expect(fieldsOf(page.html).email?.value).toBe(EMAIL);

    const joined = await guest.send(link, { ...JOIN, email: "mallory@mail.example", role: "owner" });
    expect([joined.status, joined.headers.get("Location")]).toEqual([303, "/admin"]);
    expect(toastOf(joined)?.title).toBe("Welcome to the team");
    expect(await statusOf(guest, "/admin/schedule")).toBe(200);
    expect(await statusOf(guest, "/admin/users")).toBe(403);
    const { rows } = await pool.query(
      "select email, role from user_roles r join users u on u.id = r.user_id where role = 'dispatcher'",
    );
    expect(rows).toEqual([{ email: EMAIL, role: "dispatcher" }]);
    expect((await seen(guest, link)).text).toContain("You have accepted this invitation");
    expect((await seen(amira, "/admin/users")).text).toContain("Grace Hopper");
    expect(await listed()).toEqual([]);
  });

  test("is told at the field what is wrong, and keeps the link", async () => {
    const link = await invited();
    const guest = visitor({ app });
    for (const [fields, field, error] of [
      [{ first_name: "" }, "first_name", "First name is required"],
      [{ password: "short" }, "password", "Password must be at least 8 characters"],
      [{ terms: "" }, "terms", "Please accept the terms to create an account"],
    ] as const) {
      const refused = await guest.send(link, { ...JOIN, ...fields });
      expect(refused.status).toBe(400);
      expect(fieldsOf(await refused.text())[field]?.error).toBe(error);
    }
    expect((await guest.send(link, {})).status).toBe(400);
    expect((await guest.send(link, JOIN)).status).toBe(303);
  });
});

describe("a person with an account", () => {
  test("logs in with it first, and then accepts", async () => {
    const link = await invited();
    await signedIn(site, { email: EMAIL });
    const guest = visitor({ app });
    const page = await seen(guest, link);
    const login = /href="(\/login\?redirect=[^"]+)"/.exec(page.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(page.text).toContain(`You have an account with ${EMAIL}`);
    expect((await guest.send(link, JOIN)).status).toBe(409);
    const entered = await guest.send(login, { email: EMAIL, password: PASSWORD });
    expect(entered.headers.get("Location")).toBe(link);
    expect((await seen(guest, link)).text).toContain("Accept");
    expect(await statusOf(guest, "/admin")).toBe(303);
    expect((await guest.send(link, {})).headers.get("Location")).toBe("/admin");
    expect(await statusOf(guest, "/admin")).toBe(200);
  });

  test("who is signed in as somebody else can't accept, and is offered to log out and come back", async () => {
    const link = await invited();
    const eve = await browserOf({ email: "eve@mail.example" });
    const page = await seen(eve, link);
    expect(page.text).toContain(`You are logged in as eve@mail.example, but this invitation is for ${EMAIL}`);
    expect((await eve.send(link, JOIN)).status).toBe(409);
    expect(await statusOf(eve, "/admin")).toBe(303);
    const logout = /action="(\/logout\?redirect=[^"]+)"/.exec(page.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const out = await eve.send(logout, {});
    expect(out.headers.get("Location")).toBe(link);
    expect(fieldsOf((await seen(eve, link)).html).email?.value).toBe(EMAIL);
  });
});

describe("a link that no longer works says why:", () => {
  test("changed or incomplete", async () => {
    const link = await invited();
    for (const path of ["/invitation", "/invitation?token=x", `${link}x`, link.replace(/.$/, "")]) {
      const page = await seen(visitor({ app }), path);
      expect([page.status, page.text.includes("This link doesn’t work")]).toEqual([404, true]);
      expect((await visitor({ app }).send(path, JOIN)).status).toBe(409);
    }
    expect((await pool.query("select from users where email = $1", [EMAIL])).rowCount).toBe(0);
  });

  test("expired, until it is sent again", async () => {
    const link = await invited();
    clock.advance({ hours: 24 * 7 });
    const page = await seen(visitor({ app }), link);
    expect([page.status, page.text.includes("This invitation has expired")]).toEqual([410, true]);
    expect((await seen(amira, "/admin/users")).text).toContain("Expired");
    const [invitation = ""] = await listed();
    const sent = await amira.send("/admin/users", { intent: "send-again", invitation });
    expect(toastOf(sent)?.title).toBe("Invitation sent again");
    const renewed = await mailedLink();
    expect(renewed).not.toBe(link);
    expect((await visitor({ app }).send(renewed, JOIN)).status).toBe(303);
  });

  test("withdrawn", async () => {
    const link = await invited();
    const [invitation = ""] = await listed();
    const withdraw = () => amira.send("/admin/users", { intent: "withdraw", invitation });
    expect(toastOf(await withdraw())?.title).toBe("Invitation withdrawn");
    expect(toastOf(await withdraw())?.title).toBe("This invitation is no longer open");
    const page = await seen(visitor({ app }), link);
    expect([page.status, page.text.includes("This invitation was withdrawn")]).toEqual([410, true]);
    expect(await listed()).toEqual([]);
  });

  test("used", async () => {
    const link = await invited();
    await visitor({ app }).send(link, JOIN);
    const page = await seen(visitor({ app }), link);
    expect([page.status, page.text.includes("This invitation was used")]).toEqual([410, true]);
    expect((await visitor({ app }).send(link, JOIN)).status).toBe(409);
  });
});

describe("the company", () => {
  test("is handed over once the new owner has proved who they are", async () => {
    const grace = await browserOf({ email: EMAIL, first_name: "Grace", proved: false });
    const link = await invited({ role: "owner", hands_over: "on" });
    expect(await statusOf(amira, "/admin/users")).toBe(200);
    expect((await seen(grace, link)).text).toContain("Amira Office becomes manager when you accept");
    const asked = await grace.send(link, {});
    const proof = asked.headers.get("Location") ?? "";
    expect(proof).toBe(`/proof?${new URLSearchParams({ to: link })}`);
    expect(await statusOf(grace, "/admin")).toBe(303);
    expect((await grace.send(proof, { password: PASSWORD })).headers.get("Location")).toBe(link);
    expect((await grace.send(link, {})).headers.get("Location")).toBe("/admin");
    const roles = (await seen(grace, "/admin/users")).text;
    expect(roles).toMatch(/Amira Office.*Manager/s);
    const raised = await amira.send("/admin/users", { email: "eve@mail.example", role: "manager" });
    expect(raised.status).toBe(403);
  });

  test("can't be taken over with a session that proved nothing: the offer asks for a proof, too", async () => {
    const thief = await browserOf({ role: "owner", proved: false });
    await signedIn(site, { email: EMAIL });
    expect((await thief.send("/admin/users", { email: EMAIL, role: "owner" })).status).toBe(428);
    expect((await pool.query("select from invitations")).rowCount).toBe(0);
  });
});
