import { beforeEach, describe, expect, test } from "vitest";
import { TOKEN_FIELD } from "~/lib/spam-fields";
import { testApp, visibleText } from "../support/app";
import { setSetting } from "../support/bookings";
import { writer } from "../support/public-forms";
import { signedIn } from "../support/sign-in";
import { fieldsOf, toastOf } from "../support/visitor";

const site = await testApp();
const { pool, clear, get, app, queues } = site;

beforeEach(clear);

const valid = { name: "Ada Lovelace", email: "ada@mail.example", phone: "", message: "Do you do windows?" };
const stored = async () => (await pool.query("select * from contact_messages order by created_at")).rows;
const textOf = (html: string) => /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1];

describe("the contact page", () => {
  test("has the company's details from the settings, and a form", async () => {
    await setSetting(pool, "general.phone", "(603) 555-0199");
    await setSetting(pool, "general.contact_email", "birch@mail.example");
    await setSetting(pool, "general.street", "9 Dock Road");
    await setSetting(pool, "general.city", "Oakland");
    await setSetting(pool, "general.state", "ME");
    const html = await (await get("/contact")).text();
    const page = visibleText(html);
    for (const text of [
      "(603) 555-0199",
      "birch@mail.example",
      "9 Dock RoadOakland, ME",
      "Monday to Saturday",
      "8am to 6pm",
    ])
      expect(page).toContain(text);
    expect(page).toContain("Sunday 9am to 4pm");
    expect(html).toContain('href="tel:6035550199"');
    expect(Object.keys(fieldsOf(html))).toEqual(["name", "email", "phone"]);
  });

  test("is rendered for each visitor, since every form has its own token", async () => {
    const one = await get("/contact");
    expect(one.headers.get("ETag")).toBeNull();
    const { tokenOf } = writer(site);
    const [first, second] = [tokenOf(await one.text()), tokenOf(await (await get("/contact")).text())];
    expect(first).not.toBe("");
    expect(first).not.toBe(second);
  });

  test("is prefilled for a signed-in visitor", async () => {
    const { cookie } = await signedIn(site, { first_name: "Ottilie", email: "ottilie@mail.example" });
    const fields = fieldsOf(await (await get("/contact", { Cookie: cookie })).text());
    expect(fields.name?.value).toMatch(/^Ottilie/);
    expect(fields.email?.value).toBe("ottilie@mail.example");
  });
});

describe("a message", () => {
  test("is stored and answered with the specification's toast", async () => {
    const response = await writer(site).fillIn("/contact", valid);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/contact"]);
    expect(toastOf(response)).toEqual({ title: "Message sent successfully! We'll be in touch soon." });
    expect(await stored()).toMatchObject([{ ...valid, phone: null, status: "new" }]);
    expect(await queues.waiting("message-acknowledged-mail")).toHaveLength(1);
    expect(await queues.waiting("message-notice-mail")).toHaveLength(1);
  });

  test("comes back with errors and what was typed in their fields", async () => {
    const typed = { name: "A", email: "ada<b>@", phone: "\u0000 603", message: "<i>short" };
    const response = await writer(site).fillIn("/contact", typed);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(fieldsOf(html)).toMatchObject({
      name: { error: "Name must be at least 2 characters", value: "A" },
      email: { error: "Please enter a valid email address", value: "ada<b>@" },
    });
    expect(visibleText(html)).toContain("Message must be at least 10 characters");
    expect(textOf(html)).toContain("&lt;i&gt;short");
    expect(await stored()).toEqual([]);
  });

  test("is corrected and sent at once: the token counts from its first use", async () => {
    const person = writer(site);
    const token = await person.open("/contact");
    const invalid = await person.send("/contact", { ...valid, name: "", [TOKEN_FIELD]: token });
    expect(person.tokenOf(await invalid.text())).toBe(token);
    const response = await person.send("/contact", { ...valid, [TOKEN_FIELD]: token });
    expect(response.status).toBe(303);
  });

  test("of 5,000 characters of any script is accepted as multipart", async () => {
    const person = writer(site);
    const body = new FormData();
    const message = "木".repeat(5000);
    for (const [name, value] of Object.entries({
      ...valid,
      message,
      [TOKEN_FIELD]: await person.open("/contact"),
    }))
      body.append(name, value);
    const response = await app.request(
      new Request("https://site.example/contact", {
        method: "POST",
        headers: { Origin: "https://site.example" },
        body,
      }),
    );
    expect(response.status).toBe(303);
    expect((await stored())[0].message).toBe(message);
  });

  test("keeps its markup as text and loses control characters", async () => {
    const person = writer(site);
    await person.fillIn("/contact", {
      ...valid,
      name: "Bobby <script>\u0000\u202E'); drop table",
      message: "a\u0000b\u0007 & <img src=x> \u{1F9F9}",
    });
    expect(await stored()).toMatchObject([
      { name: "Bobby <script> '); drop table", message: "ab & <img src=x> \u{1F9F9}" },
    ]);
  });

  test("sent twice is stored once", async () => {
    const person = writer(site);
    const fields = { ...valid, [TOKEN_FIELD]: await person.open("/contact") };
    const answers = await Promise.all([1, 2, 3].map(() => person.send("/contact", fields)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await stored()).toHaveLength(1);
  });

  test("that can't be stored stays in the form, with a way to try again", async () => {
    const person = writer(site);
    const token = await person.open("/contact");
    await pool.query("alter table contact_messages rename to away");
    try {
      const response = await person.send("/contact", { ...valid, [TOKEN_FIELD]: token });
      const html = await response.text();
      expect(response.status).toBe(503);
      expect(/<dialog data-failed="contact-form"[^>]*>/.exec(html)?.[0]).not.toContain(' hidden=""');
      expect(visibleText(html)).toContain("We couldn’t send your message.");
      expect(textOf(html)).toContain(valid.message);
    } finally {
      await pool.query("alter table away rename to contact_messages");
    }
  });
});

test("is always stored, but an address that got many acknowledgements gets no more", async () => {
  const limited = await testApp({ rateLimitFactor: 1 });
  for (let index = 0; index < 7; index += 1)
    await writer(limited).fillIn("/contact", { ...valid, message: `Message number ${index}` });
  const { rows } = await limited.pool.query("select 1 from contact_messages");
  expect(rows).toHaveLength(7);
  expect(await limited.queues.waiting("message-acknowledged-mail")).toHaveLength(5);
});

describe("a text that is far too long", () => {
  test("comes back with an error, uncached", async () => {
    const response = await writer(site).fillIn("/contact", { ...valid, message: "é".repeat(30_000) });
    const html = await response.text();
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([400, "no-store"]);
    expect(visibleText(html)).toContain("Message can have at most 5,000 characters");
    expect(textOf(html)).toHaveLength(30_000);
  });

  test("and beyond the limit returns a page that says so and leads back", async () => {
    const response = await writer(site).fillIn("/contact", { ...valid, message: "x".repeat(600 * 1024) });
    const html = await response.text();
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      413,
      "text/html; charset=UTF-8",
    ]);
    expect(visibleText(html)).toContain("What was sent is larger than 512 KB.");
    expect(html).toContain('href="/contact"');
  });
});
