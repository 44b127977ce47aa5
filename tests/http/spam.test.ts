import { beforeEach, describe, expect, test } from "vitest";
import { TOKEN_FIELD, TRAP_FIELD } from "~/lib/spam-fields";
import { testApp, visibleText } from "../support/app";
import { setSetting } from "../support/bookings";
import { writer } from "../support/public-forms";
import { toastOf } from "../support/visitor";

const site = await testApp();
const { pool, clear, clock } = site;

beforeEach(async () => {
  await clear();
  await setSetting(pool, "site.kind", "demo");
});

const message = { name: "Ada Lovelace", email: "ada@mail.example", message: "Do you do windows?" };
const application = {
  name: "Noah Tremblay",
  email: "noah@mail.example",
  phone: "6035550177",
  coverLetter: "I have cleaned a hotel for two years.",
};

describe.each([
  ["/contact", message, "contact_messages", "Message sent successfully! We'll be in touch soon."],
  ["/careers?apply=1", application, "job_applications", "Application submitted successfully!"],
])("the form of %s", (path, fields, table, success) => {
  const stored = async () => (await pool.query(`select 1 from ${table}`)).rows.length;

  test("thanks a bot that fills in the hidden field, and stores nothing", async () => {
    const response = await writer(site).fillIn(path, { ...fields, [TRAP_FIELD]: "https://spam.example" });
    expect([response.status, toastOf(response)?.title]).toEqual([303, success]);
    expect(await stored()).toBe(0);
  });

  test("comes back filled in when sent within two seconds, and can then be sent", async () => {
    const person = writer(site);
    const token = await person.open(path, { seconds: 1 });
    const quick = await person.send(path, { ...fields, [TOKEN_FIELD]: token });
    const html = await quick.text();
    expect(quick.status).toBe(400);
    expect(visibleText(html)).toMatch(
      /That was quick! Please press (Send Message|Submit Application) once more\./,
    );
    expect(html).toContain(`value="${fields.email}"`);
    expect(await stored()).toBe(0);
    clock.advance({ seconds: 1 });
    const again = await person.send(path, { ...fields, [TOKEN_FIELD]: person.tokenOf(html) });
    expect(again.status).toBe(303);
    expect(await stored()).toBe(1);
  });

  test.each([
    ["no token", () => ""],
    ["an unsigned token", () => "00000000-0000-4000-8000-000000000000.1.x"],
    [
      "a token of another form",
      () => writer(site).open(path === "/contact" ? "/careers?apply=1" : "/contact"),
    ],
  ])("%s: comes back with a valid one, and can then be sent", async (_what, badToken) => {
    const person = writer(site);
    const first = await person.send(path, { ...fields, [TOKEN_FIELD]: await badToken() });
    expect(first.status).toBe(400);
    const token = person.tokenOf(await first.text());
    clock.advance({ seconds: 3 });
    expect((await person.send(path, { ...fields, [TOKEN_FIELD]: token })).status).toBe(303);
    expect(await stored()).toBe(1);
  });

  test("needs one more press after being open for more than a day", async () => {
    const person = writer(site);
    const token = await person.open(path, { seconds: 25 * 60 * 60 });
    const late = await person.send(path, { ...fields, [TOKEN_FIELD]: token });
    expect(late.status).toBe(400);
    const again = await person.send(path, { ...fields, [TOKEN_FIELD]: person.tokenOf(await late.text()) });
    expect(again.status).toBe(303);
  });
});

test("can't be used for any number of messages once opened", async () => {
  const limited = await testApp({ rateLimitFactor: 1 });
  const person = writer(limited);
  const token = await person.open("/contact");
  const send = (index: number, form_token: string) =>
    person.send("/contact", { ...message, message: `Message number ${index}`, [TOKEN_FIELD]: form_token });
  for (let index = 0; index < 5; index += 1) expect((await send(index, token)).status).toBe(303);
  const sixth = await send(6, token);
  const html = await sixth.text();
  expect([sixth.status, visibleText(html)]).toEqual([429, expect.stringContaining("send it once more")]);
  limited.clock.advance({ seconds: 3 });
  expect((await send(6, person.tokenOf(html))).status).toBe(303);
});

test("has limits far above normal use, and keeps what was typed", async () => {
  const limited = await testApp({ rateLimitFactor: 1 });
  const statuses: number[] = [];
  let last = "";
  for (let index = 0; index < 21; index += 1) {
    const response = await writer(limited).fillIn("/contact", {
      ...message,
      message: `Message number ${index}`,
    });
    statuses.push(response.status);
    last = await response.text();
  }
  expect(statuses).toEqual([...Array<number>(20).fill(303), 429]);
  expect(last).toContain("Message number 20");
  expect(visibleText(last)).toContain("Please wait a while");
});
