import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { officeVisitor } from "../support/office-visitor";
import { confirmedVisit } from "../support/visits";

// June 1; confirmedVisit is on June 10 for 3 hours at $53.
const site = await testApp();
const { pool, ctx, clock, clear } = site;
const { page, post, signIn } = officeVisitor(site);
const PRICES = "/admin/services/regular-cleaning/prices";

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await clear();
  await pool.query("delete from service_prices");
  await signIn();
});

const DRAFT = {
  ...{ intent: "save", seen: "", by: "flat", "base.price": "149.50", "base.minutes": "150" },
  begins_on: "2026-06-02",
};
const seenIn = (html: string) => /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "";

describe("the form of prices, without script", () => {
  test("gets a row with a press and keeps what was typed", async () => {
    const more = await post(PRICES, { ...DRAFT, intent: "add-extras", "base.price": "151" });
    expect(more.status).toBe(200);
    expect(more.html).toContain('name="extras.0.title"');
    expect(more.html).toContain('value="151"');
    const typed = { ...DRAFT, "extras.0.title": "Oven", "extras.1.title": "Fridge", "extras.1.price": "9" };
    const less = await post(PRICES, { ...typed, intent: "remove-extras-0" });
    expect(less.html).toMatch(
      /name="extras\.0\.title"[^>]*value="Fridge"|value="Fridge"[^>]*name="extras\.0\.title"/,
    );
    expect(less.html).not.toContain('name="extras.1.title"');
    expect((await pool.query("select 1 from service_prices")).rowCount).toBe(0);
  });

  test("shows what a sample home costs", async () => {
    const { text } = await post(PRICES, { ...DRAFT, intent: "preview", "sample.way": "once" });
    expect(text).toContain("$149.50");
    expect(text).toContain("2 h 30 min on site");
  });

  test("comes back with what was typed and the reason beside the field", async () => {
    const { status, text, html } = await post(PRICES, { ...DRAFT, "base.price": "-3", "bands.0.up_to": "x" });
    expect(status).toBe(400);
    expect(text).toContain("t be negative.");
    expect(html).toContain('value="-3"');
    const forged = await post(PRICES, { ...DRAFT, "extras.0.title": "Oven", "extras.0.picture": "../x" });
    expect(forged).toMatchObject({
      status: 400,
      text: expect.stringContaining("Choose one of the pictures."),
    });
  });

  test("refuses a second editor with what differs, and takes it when sent again", async () => {
    expect(await post(PRICES, DRAFT)).toMatchObject({ status: 303, to: PRICES });
    const refused = await post(PRICES, { ...DRAFT, "base.price": "160" });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Each visit: $149.50, 150 min there, $160.00, 150 min here");
    expect(refused.html).toContain('value="160"');
    const again = { ...DRAFT, "base.price": "160", seen: seenIn(refused.html) };
    expect((await post(PRICES, again)).status).toBe(303);
  });
});

test("prices are compared with what was sold, published, withdrawn, discarded and restored", async () => {
  const { number } = await confirmedVisit(ctx(), pool);
  clock.set("2026-06-11T12:00:00Z");
  await signIn();
  const draft = { ...DRAFT, begins_on: "2026-06-12" };
  expect(await post(PRICES, { ...draft, intent: "compare" })).toMatchObject({ to: `${PRICES}/publish` });
  const compared = await page(`${PRICES}/publish`);
  for (const phrase of [
    "$159.00",
    "$149.50",
    "−$9.50 (−6.0%)",
    "1 cost less",
    "$53.00",
    "$59.80",
    `#${number}`,
  ])
    expect(compared.text).toContain(phrase);

  expect(await post(`${PRICES}/publish`, { seen: "another" })).toMatchObject({ status: 409 });
  const published = await post(`${PRICES}/publish`, { seen: seenIn(compared.html) });
  expect(published).toMatchObject({ status: 303, to: PRICES });
  expect((await page(PRICES)).text).toContain("From Jun 12, 2026");
  expect((await page("/admin/services/regular-cleaning")).html).toContain('name="price"');

  const { rows } = await pool.query("select id from service_prices");
  expect(await post(PRICES, { intent: "withdraw", list: rows[0].id })).toMatchObject({ status: 303 });
  const { html, text } = await page(PRICES);
  expect(text).toContain("Draft, from Jun 12, 2026");
  expect(await post(PRICES, { intent: "discard", seen: seenIn(html) })).toMatchObject({ status: 303 });
  expect((await page(`${PRICES}/publish`)).status).toBe(404);
  expect(await post(PRICES, { intent: "restore", list: rows[0].id })).toMatchObject({ status: 303 });
  const activity = (await page("/admin/activity")).text;
  expect(activity).toContain("published prices of Regular Cleaning from Jun 12, 2026");
  expect(activity).toContain("restored the draft of prices of Regular Cleaning");
});

test("the form of a service with a price list says so and links to it", async () => {
  await pool.query(
    `insert into service_prices (service_id, begins_on, rules, published_at) values
     ('regular-cleaning', '2026-06-01', $1, now())`,
    [
      JSON.stringify({
        ...{
          by: "home",
          base: { cents: 12_900, minutes: 120 },
          minimum: 0,
          bands: [],
          extras: [],
          frequencies: {},
        },
        ...Object.fromEntries(
          ["bedroom", "bathroom", "half_bath", "first_visit"].map((name) => [name, { cents: 0, minutes: 0 }]),
        ),
      }),
    ],
  );
  const { text, html } = await page("/admin/services/regular-cleaning");
  expect(text).toContain("By its price list, shown on the site as from $129.");
  expect(html).toContain(`href="${PRICES}"`);
  expect((await page("/admin/services")).text).toContain("from $129");
});

test("the floor is refused beside its field with service, way and figure", async () => {
  const { status, text } = await post(PRICES, { intent: "floor", floor: "45", seen: "0" });
  expect(status).toBe(400);
  expect(text).toContain("Monthly Home Care: every two weeks, it comes to $44.46 per crew-hour");
  expect(await post(PRICES, { intent: "floor", floor: "40", seen: "0" })).toMatchObject({ status: 303 });
  const low = await post(PRICES, { ...DRAFT, "base.price": "99" });
  expect(low.text).toContain("Sold once, it comes to $39.60 per crew-hour, below the floor of $40.00.");
  expect((await page("/admin/activity")).text).toContain("changed the lowest price of a crew-hour");
});
