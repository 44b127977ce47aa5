import { beforeEach, describe, expect, test } from "vitest";
import { seedSite } from "../../db/seed/site";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { testPasskey } from "../support/passkey";
import { PUBLIC_ADDRESSES } from "../support/public-addresses";
import { PASSWORD, signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";

const site = await testApp();
const { app, get, pool, db, clear, clock } = site;
const REGULAR = "5d0a7a0e-54c1-4f0e-9a55-0b6a5f5b0001";
let dana: Awaited<ReturnType<typeof signedIn>>;

/** The site of a new company. */
beforeEach(async () => {
  await clear();
  await pool.query("delete from seeds; delete from admin_settings; delete from services; delete from crews");
  await seedSite(db, { kind: "own", email: "dana@lakeside.example", now: clock.now });
  dana = await signedIn(site, { role: "owner", first_name: "Dana", email: "dana@lakeside.example" });
});

async function see(path: string, cookie = dana.cookie) {
  const response = await get(path, { Cookie: cookie });
  const html = await response.text();
  return {
    status: response.status,
    location: response.headers.get("Location"),
    html,
    text: visibleText(html),
  };
}

async function send(path: string, fields: Record<string, string>, cookie = dana.cookie) {
  const body = path.endsWith("/look") ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const request = new Request(ORIGIN + path, { method: "POST", headers: { Cookie: cookie }, body });
  const response = await app.request(request);
  const html = await response.text();
  return {
    status: response.status,
    location: response.headers.get("Location"),
    html,
    toast: toastOf(response),
    cookie: [cookie, ...response.headers.getSetCookie().map((one) => one.split(";")[0])].join("; "),
  };
}

const save = (step: string, fields: Record<string, string> = {}) =>
  send(`/admin/setup/${step}`, { intent: "save", ...fields });
const settings = async () =>
  Object.fromEntries(
    (await pool.query("select category || '.' || key as name, value from admin_settings")).rows.map(
      ({ name, value }) => [name, value],
    ),
  );

const COMPANY = {
  company_name: "Lakeside Home Care",
  phone: "(207) 555-0188",
  contact_email: "hi@lakeside.example",
  company_description: "We clean around the lake.",
  street: "9 Dock Road",
  city: "Oakland",
  state: "ME",
  zip: "04963",
};

/** What only the company itself can know, or is the demo's. */
const CLAIMS =
  /White ?Birch|Pittsfield|New Hampshire|, NH\b|Portsmouth|Seacoast|Lakes Region|State of California|in California|\(603\)|liability insurance|background.check|insured\b|[Ff]ounded|since (19|20)\d\d|guarantee|\d+ (years|homes|customers|families)|award-winning|[Ll]icensed|[Bb]onded|five start times|Monthly (Home|Janitorial)|(Residential|Commercial|Deep|Move In\/Out) Cleaning|facebook\.com|instagram\.com|out of 5|\{\w+\}/;

describe("the site of a company that has entered nothing yet", () => {
  test.each(PUBLIC_ADDRESSES)("claims nothing of it at %s", async (address) => {
    const { html, text } = await see(address, "");
    const described = /name="description" content="([^"]*)"/.exec(html)?.[1];
    expect(`${text} ${described}`).not.toMatch(CLAIMS);
    expect(html).not.toMatch(/White ?Birch|Pittsfield|Portsmouth|whitebirch|facebook\.com|instagram\.com/);
  });

  test("shows no phone number before there is one, and its sentences name none", async () => {
    for (const address of [...PUBLIC_ADDRESSES, "/none"])
      expect(await (await get(address)).text()).not.toMatch(/555.{0,3}0100|tel:/);
    expect(visibleText(await (await get("/faq")).text())).toContain(
      "at our phone number or dana@lakeside.example",
    );
    await save("company", COMPANY);
    const contact = await see("/contact");
    expect(contact.html).toContain('href="tel:2075550188"');
    expect(contact.text).toMatch(/Phone\s*\(207\) 555-0188/);
  });

  test("doesn't say that customers pay by card before it takes cards", async () => {
    const without = await testApp({ testCheckout: false });
    const text = visibleText(await (await without.get("/")).text());
    expect(text).toContain("You see the full amount before you book, and when you pay it.");
    expect(text).not.toContain("by card");
  });

  test("says that it is insured and checks its crews once the guide was told so", async () => {
    const saved = await save("texts", { insured: "on", background_checks: "on" });
    expect(saved.status).toBe(303);
    site.runtime.pages.clear();
    expect((await see("/faq", "")).text).toMatch(
      /agrees to a background check.*We carry liability insurance/s,
    );
    expect((await see("/terms", "")).text).toContain("We carry liability insurance");
    await save("texts");
    site.runtime.pages.clear();
    expect((await see("/faq", "")).text).not.toMatch(/liability insurance|background check/);
  });
});

describe("the setup guide", () => {
  test("begins at the first step, goes on after each, and resumes where it was left", async () => {
    expect((await see("/admin/setup")).location).toBe("/admin/setup/company");
    const saved = await save("company", COMPANY);
    expect([saved.status, saved.location]).toEqual([303, "/admin/setup/look"]);
    expect(await settings()).toMatchObject({
      "general.company_name": "Lakeside Home Care",
      "general.phone": "(207) 555-0188",
      "general.street": "9 Dock Road",
      "general.zip": "04963",
      "setup.steps": "company=done",
    });
    await send("/admin/setup/look", { intent: "skip" });
    expect((await see("/admin/setup")).location).toBe("/admin/setup/region");
    expect((await see("/admin/setup/company")).html).toContain('value="Lakeside Home Care"');
  });

  test("doesn't offer its placeholders as the company's own words", async () => {
    const { html } = await see("/admin/setup/company");
    expect(html).not.toMatch(/value="(Your Company|\(555\) 555-0100)"/);
    expect(html).toContain('value="dana@lakeside.example"');
  });

  test("says what is wrong with a field, keeps what was typed and changes nothing", async () => {
    const wrong = await save("company", { ...COMPANY, phone: "no number" });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('value="Lakeside Home Care"');
    expect(wrong.html).toContain("Not saved yet");
    expect((await settings())["general.company_name"]).toBe("Your Company");
  });

  test.each([
    ["look", { accent: "red" }, "Choose a color."],
    ["look", { accent: "other", other: "#12" }, "Choose a color."],
    ["region", { timezone: "Mars/Olympus", tax_rate: "5" }, "Please choose a time zone"],
    ["region", { timezone: "America/Chicago", tax_rate: "much" }, "Tax rate"],
    ["area", { mode: "radius", base_zip: "1", radius_miles: "25" }, "Enter the ZIP code of your base"],
    ["hours", { opens_1: "08:00", finish_1: "17:00" }, "Choose at least one day"],
    ["services", { [`add_${REGULAR}`]: "on", [`price_${REGULAR}`]: "free" }, "Price must be an amount"],
    ["crews", { name: "Crew 1", members: " \n " }, "Add at least one member."],
    ["crews", { name: "", members: "Ana" }, "Name is required."],
    [
      "policy",
      { free_cancellation_hours: "24", late_fee_percent: "101", no_show_percent: "100" },
      "Late canc",
    ],
  ])("refuses a wrong %s step: %o", async (step, fields, message) => {
    const refused = await save(step, fields as Record<string, string>);
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining(message)]);
    expect(await settings()).not.toHaveProperty(["setup.steps"]);
    expect(await settings()).not.toHaveProperty(["general.timezone"]);
  });

  test("refuses an email step without a mail server, and never repeats its password", async () => {
    const form = { intent: "email", smtp_host: "", smtp_port: "587", smtp_pass: "secret of the mail" };
    const refused = await send("/admin/setup/email", form);
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining("Enter your mail server")]);
    expect(refused.html).not.toContain("secret of the mail");
  });

  test("adds each template once, at its price, however often it is sent", async () => {
    const form = { [`add_${REGULAR}`]: "on", [`price_${REGULAR}`]: "55.50" };
    await Promise.all([save("services", form), save("services", form)]);
    const { rows } = await pool.query("select id, title, price_per_hour, is_active from services");
    expect(rows).toEqual([
      { id: "regular-cleaning", title: "Regular Cleaning", price_per_hour: 5550, is_active: true },
    ]);
    expect((await see("/admin/setup/services")).html).not.toContain(`add_${REGULAR}`);
  });

  test("sets hours by weekday and adds a crew with its members", async () => {
    await save("hours", { works_1: "on", opens_1: "09:00", finish_1: "15:00" });
    const week = JSON.parse((await settings())["hours.week"]);
    expect(week).toEqual([null, { opens: "09:00", last_finish: "15:00" }, null, null, null, null, null]);
    await save("crews", { name: "Crew 1", members: "Ana\n\nBo", email: "" });
    const { rows } = await pool.query(
      "select c.name as crew, m.name from crew_members m join crews c on c.id = crew_id order by m.name",
    );
    expect(rows).toEqual([
      { crew: "Crew 1", name: "Ana" },
      { crew: "Crew 1", name: "Bo" },
    ]);
  });

  test("goes on from services and crews without a choice only once there are some", async () => {
    const none = await save("services");
    expect([none.status, none.html]).toEqual([400, expect.stringContaining("Choose at least one service")]);
    await save("services", { [`add_${REGULAR}`]: "on", [`price_${REGULAR}`]: "55" });
    expect((await save("services")).location).toBe("/admin/setup/crews");
    const empty = { name: "", members: "", email: "" };
    expect((await save("crews", empty)).status).toBe(400);
    await save("crews", { name: "Crew 1", members: "Ana", email: "" });
    expect((await save("crews", empty)).location).toBe("/admin/setup/email");
  });

  test("goes on from the mail server when it is saved, and saves what a test is made with", async () => {
    const form = { smtp_host: "mail.lakeside.example", smtp_port: "587" };
    const tested = await send("/admin/setup/email", { ...form, intent: "test-mail", smtp_port: "none" });
    expect([tested.status, tested.html]).toEqual([400, expect.stringContaining("Port must be")]);
    const failed = await send("/admin/setup/email", { ...form, intent: "test-mail" });
    expect(failed.html).not.toContain("Save an SMTP host first.");
    expect((await settings())["email.smtp_host"]).toBe("mail.lakeside.example");
    expect((await settings())["setup.steps"]).toBe("email=failed");
    expect((await see("/admin")).html).toMatch(/<a href="\/admin\/setup\/email"[^>]*>Connect a mail server/);
    expect((await send("/admin/setup/email", { ...form, intent: "email" })).location).toBe(
      "/admin/setup/payments",
    );
  });

  test("calls the owner's step skipped as long as a password alone protects the account", async () => {
    await save("owner");
    expect((await settings())["setup.steps"]).toBe("owner=skipped");
  });

  test("adds the owner's passkey on its own page, after the password", async () => {
    const begin = (password: string) => send("/admin/setup/owner", { intent: "begin-passkey", password });
    expect((await begin("")).html).toContain("Your password is required");
    const wrong = await begin("a guess");
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining("Incorrect password")]);
    expect(wrong.html).not.toContain("a guess");
    const begun = await begin(PASSWORD);
    const [, challenge = ""] = /challenge\\?",\\?"([\w-]{20,})/.exec(begun.html) ?? [];
    const response = testPasskey(ORIGIN).create(challenge);
    const broken = await send("/admin/setup/owner", { intent: "add-passkey", response: "{}" });
    expect([broken.status, broken.html]).toEqual([400, expect.stringContaining("could not be added")]);
    const added = await send(
      "/admin/setup/owner",
      { intent: "add-passkey", name: "My phone", response },
      begun.cookie,
    );
    expect(added.toast?.title).toBe("Passkey added");
    expect((await see("/admin/setup/owner")).text).toContain("Your account is protected by: A passkey");
    expect((await settings())["setup.steps"]).toBe("owner=done");
  });

  test("is closed to roles that may not see the settings, and to the demo", async () => {
    const diana = await signedIn(site, { role: "dispatcher", email: "diana@lakeside.example" });
    expect((await see("/admin/setup/company", diana.cookie)).status).toBe(403);
    expect((await see("/admin", diana.cookie)).text).not.toContain("Set up your company");
    await pool.query("update admin_settings set value = 'demo' where category = 'site'");
    expect((await see("/admin/setup/company")).location).toBe("/admin");
  });

  test("leads to its start from a step that doesn't exist", async () => {
    expect((await see("/admin/setup/moon")).location).toBe("/admin/setup");
    expect((await save("moon")).location).toBe("/admin/setup");
  });
});

describe("the dashboard's checklist", () => {
  test("ticks what is there, also what was set up elsewhere, and can be dismissed", async () => {
    await save("company", COMPANY);
    await pool.query("insert into crews (name) values ('Crew 9')");
    const { text } = await see("/admin");
    expect(text).toContain("Set up your company: 3 of 11 done");
    expect(text).toMatch(/Name your company \(done\)/);
    expect(text, "a crew without a member is none").not.toContain("Add a crew with a member (done)");
    await send("/admin/setup", { intent: "close" });
    expect((await see("/admin")).text).not.toContain("Set up your company");
  });
});

describe("a company's look", () => {
  test("shows on every page at once, and the address of its style says what it is", async () => {
    expect((await see("/", "")).html).toContain('href="/brand/YC-1f4d3a.svg"');
    await save("company", COMPANY);
    await save("look", { accent: "other", other: "#B45309" });
    const { html } = await see("/", "");
    expect(html).toContain('rel="stylesheet" href="/brand/b45309.css"');
    expect(html).toContain('href="/brand/LH-b45309.svg"');
    const style = await get("/brand/b45309.css");
    expect(style.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
    expect(style.headers.get("Cache-Control")).toContain("immutable");
    expect(await style.text()).toMatch(/^:root\{--color-evergreen-50:#/);
    const mark = await get("/brand/LH-b45309.svg");
    expect(mark.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(await mark.text()).toContain(">LH</text>");
    const manifest = await (await get("/site.webmanifest")).json();
    expect(manifest.icons.map(({ src }: { src: string }) => src)).toEqual([
      ...["192", "512", "maskable"].map((size) => `/brand/LH-b45309-${size}.png`),
      "/brand/LH-b45309.svg",
    ]);
  });
});
