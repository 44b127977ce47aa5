import { beforeEach, describe, expect, test } from "vitest";
import { FORGET_PENDING_DAYS } from "~/features/content/newsletter/rules";
import { TOKEN_FIELD, TRAP_FIELD } from "~/lib/spam-fields";
import type { OutgoingEmail } from "~/platform/outside/mail.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { writer } from "../support/public-forms";
import { fieldsOf, toastOf, visitor } from "../support/visitor";

const sent: OutgoingEmail[] = [];
const mailer = {
  async send(sentEmail: OutgoingEmail) {
    sent.push(sentEmail);
    return "sent" as const;
  },
  forget: async () => {},
};
const site = await testApp({ mailer });
const limited = await testApp({ rateLimitFactor: 1, mailer });
const { pool, clear, clock, app, get } = site;

const EMAIL = "ada@mail.example";
const ALMOST = {
  title: "Almost there!",
  description: "Please confirm the link in the email we just sent you.",
};
const INVALID = "Please enter a valid email address";

beforeEach(async () => {
  await clear();
  sent.length = 0;
  clock.set("2026-06-01T12:00:00Z");
});

const statuses = async () =>
  (await pool.query("select status from newsletter_subscribers order by email")).rows.map(
    ({ status }) => status,
  );

async function sentEmails(world: Pick<typeof site, "queues"> = site): Promise<OutgoingEmail[]> {
  await world.queues.run("newsletter-mail");
  return sent.splice(0);
}

const linkIn = (sentEmail: OutgoingEmail | undefined, path: string) =>
  (
    new RegExp(`https://site\\.example(/newsletter/${path}\\?[^\\s"\\]]+)`).exec(
      sentEmail?.text ?? "",
    )?.[1] ?? ""
  ).trim();

async function subscribe(email = EMAIL) {
  const ada = writer(site);
  await ada.fillIn("/newsletter", { email, from: "/blog" });
  const confirm = linkIn((await sentEmails())[0], "confirm");
  await ada.send(confirm, {});
  const [welcome] = await sentEmails();
  return { confirm, unsubscribe: linkIn(welcome, "unsubscribe") };
}

/** What a visitor can see of a response. */
async function answered(response: Response) {
  return [response.status, response.headers.get("Location"), toastOf(response), await response.text()];
}

describe("a request for the newsletter", () => {
  test("redirects back to the page with a toast, and stores the address as pending", async () => {
    const response = await writer(site).fillIn("/newsletter", { email: EMAIL, from: "/blog/3#newsletter" });
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/blog/3#newsletter");
    expect(toastOf(response)).toMatchObject(ALMOST);
    expect(await statuses()).toEqual(["pending"]);
  });

  test("has the same response for a new, pending, subscribed and unsubscribed address", async () => {
    const ask = async () =>
      answered(await writer(site).fillIn("/newsletter", { email: EMAIL, from: "/blog" }));
    const first = await ask();
    expect(await ask()).toEqual(first);
    await clear();
    const { unsubscribe } = await subscribe();
    expect(await ask()).toEqual(first);
    await visitor(site).send(unsubscribe, {});
    expect(await ask()).toEqual(first);
  });

  test.each([
    ["another site", "https://evil.example/", "/"],
    ["another site without scheme", "//evil.example/", "/"],
    ["a backslash", "/\\evil.example", "/"],
    ["a line break", "/blog\r\nSet-Cookie: a=b", "/"],
    ["a script", "javascript:alert(1)", "/"],
    ["nothing", "", "/newsletter?sent"],
  ])("redirects within this site only: %s", async (_name, from, to) => {
    const response = await writer(site).fillIn("/newsletter", { email: EMAIL, from });
    expect(response.headers.get("Location")).toBe(to);
  });

  test.each([
    ["none", ""],
    ["a missing address", "ada"],
    ["HTML", "<b>ada@mail.example</b>"],
    ["control characters", "ada\u0000\u0007@mail.example"],
    ["an overlong address", `${"a".repeat(300)}@mail.example`],
  ])("keeps an invalid address in the form with the error: %s", async (_name, email) => {
    const response = await visitor(site).send("/newsletter", { email, from: "/blog/3" });
    expect(response.status).toBe(400);
    const html = await response.text();
    const field = fieldsOf(html).email;
    expect(field?.error).toBe(INVALID);
    if (!email.includes("\u0000")) expect(field?.value).toBe(email);
    expect(html).toContain('name="from" value="/blog/3"');
    expect(await statuses()).toEqual([]);
  });

  test.each([
    ["JSON", "application/json", `{"email":"${EMAIL}"}`],
    ["nothing", "text/plain", ""],
    ["a broken form", "multipart/form-data; boundary=x", "--y"],
  ])("refuses %s", async (_name, type, body) => {
    const response = await app.request(
      new Request(`${ORIGIN}/newsletter`, { method: "POST", headers: { "Content-Type": type }, body }),
    );
    expect(response.status).toBe(400);
    expect(await statuses()).toEqual([]);
  });

  test("by a bot that fills in every field is thanked for and discarded", async () => {
    const fields = { email: EMAIL, from: "/blog", [TRAP_FIELD]: "Hi" };
    const response = await writer(site).fillIn("/newsletter", fields);
    expect(response.status).toBe(303);
    expect(toastOf(response)).toMatchObject(ALMOST);
    expect([await statuses(), await sentEmails()]).toEqual([[], []]);
  });

  test("sent twice is one address and one email", async () => {
    const ada = writer(site);
    const [one, other] = [await ada.open("/newsletter"), await ada.open("/newsletter")];
    const answers = await Promise.all(
      [
        { email: EMAIL, [TOKEN_FIELD]: one },
        { email: "ADA@mail.example", [TOKEN_FIELD]: one },
        { email: EMAIL, [TOKEN_FIELD]: other },
      ].map((fields) => ada.send("/newsletter", fields)),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await statuses()).toEqual(["pending"]);
    expect(await sentEmails()).toHaveLength(1);
  });

  test("from another site is refused", async () => {
    const response = await visitor(site).send(
      "/newsletter",
      { email: EMAIL },
      { Origin: "https://evil.example" },
    );
    expect(response.status).toBe(403);
  });

  test("for another person all day long sends them five emails and reveals nothing", async () => {
    for (let n = 0; n < 7; n += 1) {
      const response = await writer(limited).fillIn("/newsletter", { email: "victim@mail.example" });
      expect([response.status, toastOf(response)?.title]).toEqual([303, ALMOST.title]);
      limited.clock.advance({ minutes: 5 });
    }
    expect(await sentEmails(limited)).toHaveLength(5);
  });

  test("too often is refused, and the form keeps the address", async () => {
    const ask = (email: string) => writer(limited).fillIn("/newsletter", { email, from: "/blog" });
    for (let n = 0; n < 10; n += 1) await ask(`a${n}@mail.example`);
    const response = await ask("last@mail.example");
    expect(response.status).toBe(429);
    const html = await response.text();
    expect(visibleText(html)).toContain("Please wait a while");
    expect(fieldsOf(html).email?.value).toBe("last@mail.example");
    expect(html).toContain('name="from" value="/blog"');
  });
});

describe("a newsletter form sent too fast", () => {
  test("comes back from a bare POST, is accepted with one more press, and redirects to the page before", async () => {
    const ada = writer(site);
    const bare = await ada.send("/newsletter", { email: EMAIL, from: "/blog/3#newsletter" });
    const html = await bare.text();
    expect([bare.status, bare.headers.get("Cache-Control")]).toEqual([400, "no-store"]);
    expect(visibleText(html)).toContain("Almost there. Please press Subscribe once more.");
    expect(fieldsOf(html).email).toEqual({ error: "", value: EMAIL });
    expect(html).toContain('name="from" value="/blog/3#newsletter"');
    expect(await statuses()).toEqual([]);
    const again = { email: EMAIL, from: "/blog/3#newsletter", [TOKEN_FIELD]: ada.tokenOf(html) };
    const quick = await ada.send("/newsletter", again);
    expect(quick.status).toBe(400);
    expect(visibleText(await quick.text())).toContain("That was quick! Please press Subscribe once more.");
    expect(await statuses()).toEqual([]);
    clock.advance({ seconds: 2 });
    const taken = await ada.send("/newsletter", again);
    expect([taken.status, taken.headers.get("Location")]).toEqual([303, "/blog/3#newsletter"]);
    expect(await statuses()).toEqual(["pending"]);
  });

  test("has no token on a cached page; script fetches one", async () => {
    for (const page of ["/blog", "/blog/3"]) {
      const html = await (await get(page)).text();
      const [field = ""] = new RegExp(`<input[^>]*name="${TOKEN_FIELD}"[^>]*>`).exec(html) ?? [];
      expect(field, page).toContain('value=""');
      expect(field, page).toContain('data-token-from="/newsletter/token"');
      expect(html, page).toMatch(/<script type="module" async="" src="\/assets\/newsletter-token-[^"]+\.js"/);
    }
    const answers = [await get("/newsletter/token"), await get("/newsletter/token")];
    for (const { status, headers } of answers) {
      expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
      expect(headers.get("Content-Type")).toContain("text/plain");
    }
    const [token = "", other] = await Promise.all(answers.map((answer) => answer.text()));
    expect(token).not.toBe(other);
    const send = () => visitor(site).send("/newsletter", { email: EMAIL, [TOKEN_FIELD]: token });
    expect((await send()).status).toBe(400);
    clock.advance({ seconds: 2 });
    expect((await send()).status).toBe(303);
    const elsewhere = { name: "Ada", email: EMAIL, message: "Do you do windows?", [TOKEN_FIELD]: token };
    expect((await visitor(site).send("/contact", elsewhere)).status).toBe(400);
  });
});

describe("the newsletter's descriptions", () => {
  test("promise no more than is done", async () => {
    const { confirm } = await subscribe("bob@mail.example");
    const fresh = writer(site);
    await fresh.fillIn("/newsletter", { email: EMAIL });
    const waiting = linkIn((await sentEmails())[0], "confirm");
    for (const page of ["/blog", "/blog/3", "/newsletter", "/privacy", confirm, waiting]) {
      const html = await (await get(page)).text();
      expect(visibleText(html), page).not.toMatch(/one click/i);
      expect(html, page).not.toMatch(/content="[^"]*one click/i);
    }
    expect(visibleText(await (await get(waiting)).text())).toContain("Unsubscribe at any time.");
    expect(visibleText(await (await get("/blog")).text())).toContain("Unsubscribe at any time.");
  });

  test("match in the privacy policy what is stored: before confirmation, for 30 days, and after unsubscribing", async () => {
    const policy = visibleText(await (await get("/privacy")).text());
    expect(policy).toContain("Newsletter. Your email address, as soon as you enter it");
    expect(policy).toContain(`if you do not confirm it, ${FORGET_PENDING_DAYS} days`);
    expect(policy).toContain(
      "until you unsubscribe: the newsletter’s emails to you then go, and we keep the address",
    );
  });
});

describe("the confirmation link", () => {
  test("asks first, subscribes with a press, and says so whenever it is opened again", async () => {
    const ada = writer(site);
    await ada.fillIn("/newsletter", { email: EMAIL });
    const [sentEmail] = await sentEmails();
    const link = linkIn(sentEmail, "confirm");
    const page = await ada.get(link);
    expect(page.status).toBe(200);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(await page.text()).toContain('<meta name="robots" content="noindex"');
    expect(await statuses()).toEqual(["pending"]);
    const pressed = await ada.send(link, {});
    expect([pressed.status, pressed.headers.get("Location")]).toEqual([303, link]);
    expect(await statuses()).toEqual(["subscribed"]);
    expect(visibleText(await (await ada.get(link)).text())).toContain("Welcome to the newsletter");
    expect((await ada.send(link, {})).status).toBe(303);
    expect((await sentEmails()).map(({ subject }) => subject)).toEqual([
      "Welcome to the White Birch Cleaning newsletter",
    ]);
  });

  test("used by somebody who has unsubscribed since says so", async () => {
    const { confirm, unsubscribe } = await subscribe();
    await visitor(site).send(unsubscribe, {});
    const page = await get(confirm);
    expect(page.status).toBe(410);
    expect(visibleText(await page.text())).toContain("or already used");
  });

  test.each([
    "",
    "?id=7&until=x&key=x",
    "?id=6f1c2f7e-0f7a-4d1f-9a55-1d2c3b4a5e6f&until=9999999999&key=x",
    "?id=%F0%9F&key=%ED%A0%80",
  ])("that is invalid ('%s') shows as expired", async (query) => {
    for (const response of [
      await visitor(site).get(`/newsletter/confirm${query}`),
      await visitor(site).send(`/newsletter/confirm${query}`, {}),
    ]) {
      expect(response.status).toBe(410);
      expect(visibleText(await response.text())).toContain("This link no longer works");
    }
  });
});

describe("the unsubscribe link", () => {
  test("asks first and unsubscribes with a press", async () => {
    const { unsubscribe } = await subscribe();
    const ada = visitor(site);
    expect(visibleText(await (await ada.get(unsubscribe)).text())).toContain(
      "Unsubscribe from the newsletter?",
    );
    expect(await statuses()).toEqual(["subscribed"]);
    expect((await ada.send(unsubscribe, {})).headers.get("Location")).toBe(unsubscribe);
    expect(await statuses()).toEqual(["unsubscribed"]);
    expect(visibleText(await (await ada.get(unsubscribe)).text())).toContain("You are unsubscribed");
  });

  test("works from email programs: without cookies, Origin or redirect, any number of times", async () => {
    const { unsubscribe } = await subscribe();
    const press = (body: BodyInit) =>
      app.request(new Request(ORIGIN + unsubscribe, { method: "POST", body }));
    const parts = new FormData();
    parts.set("List-Unsubscribe", "One-Click");
    const bodies = [new URLSearchParams("List-Unsubscribe=One-Click"), parts];
    for (const body of bodies) {
      const response = await press(body);
      expect(response.status).toBe(200);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await statuses()).toEqual(["unsubscribed"]);
    }
  });

  test("works years later, also when the address was deleted", async () => {
    const { unsubscribe } = await subscribe();
    clock.advance({ hours: 24 * 3650 });
    await pool.query("delete from newsletter_subscribers");
    const response = await app.request(
      new Request(ORIGIN + unsubscribe, {
        method: "POST",
        body: new URLSearchParams("List-Unsubscribe=One-Click"),
      }),
    );
    expect(response.status).toBe(200);
  });

  test("with another key does nothing", async () => {
    const { unsubscribe } = await subscribe();
    const forged = unsubscribe.replace(/key=.{4}/, "key=AAAA");
    expect((await visitor(site).get(forged)).status).toBe(404);
    expect((await visitor(site).send(forged, { "List-Unsubscribe": "One-Click" })).status).toBe(404);
    expect(await statuses()).toEqual(["subscribed"]);
  });
});
