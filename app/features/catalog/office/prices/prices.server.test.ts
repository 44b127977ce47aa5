import { beforeEach, describe, expect, test } from "vitest";
import { readService } from "~/features/catalog/queries.server";
import { setSetting } from "../../../../../tests/support/bookings";
import { testWorld } from "../../../../../tests/support/ctx";
import { readPlanRow, startPlan } from "../../../../../tests/support/plans";
import { staffCtx } from "../../../../../tests/support/staff";
import { confirmedVisit, visitRow } from "../../../../../tests/support/visits";
import { addService, deleteService, restoreService, updateService } from "../save.server";
import { saveFloor } from "./floor.server";
import { publishDraft, withdrawPrices } from "./publish.server";
import { readPricesPage } from "./queries.server";
import { discardDraft, restoreDraft, saveDraft } from "./save.server";
import type { PriceValues } from "./values";

// 8:00 AM of June 1 in New York.
const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;
const ID = "regular-cleaning";
const TOMORROW = "2026-06-02";

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await clear();
  await pool.query("delete from service_prices");
  office = await staffCtx(world);
});

/** $99 for every home, $20 a bedroom, two sizes and an extra. */
const LIST: PriceValues = {
  by: "home",
  "base.price": "99",
  "base.minutes": "60",
  "bedroom.price": "20",
  "bedroom.minutes": "30",
  "bands.0.up_to": "1500",
  "bands.1.up_to": "2500",
  "bands.1.price": "25.50",
  "bands.1.minutes": "30",
  "extras.0.title": "Inside oven",
  "extras.0.price": "35",
  "extras.0.minutes": "30",
  "extras.0.most": "2",
  "weekly.per": "visit",
  "weekly.price": "89",
  begins_on: TOMORROW,
};

const save = (values: PriceValues, seen = "", id = ID) => saveDraft(office(), { id, values, seen });
const seenNow = async (id = ID) => (await readPricesPage(office(), id))?.seen ?? "";
const publish = async (id = ID) => publishDraft(office(), { id, seen: await seenNow(id) });
const countLists = async () => (await pool.query("select count(*)::int as n from service_prices")).rows[0].n;

async function published(values: PriceValues = LIST, id = ID) {
  expect(await save(values, "", id)).toEqual({ ok: true });
  expect(await publish(id)).toMatchObject({ ok: true });
}

describe("a draft", () => {
  test("changes no price, and comes back as it was typed", async () => {
    expect(await save(LIST)).toEqual({ ok: true });
    expect((await readService(ctx(), ID))?.prices).toBeNull();
    const page = await readPricesPage(office(), ID);
    expect(page?.draft).toEqual({ begins: "Jun 02, 2026" });
    expect(page?.values).toMatchObject({ "bands.1.price": "25.50", "extras.0.id": "inside-oven" });
    expect(page?.now.lines).toContainEqual({ label: "Each hour", value: "$53.00" });
  });

  test.each([
    ["a negative price", { "bedroom.price": "-5" }, "bedroom.price", "A price can't be negative."],
    ["sizes that overlap", { "bands.1.up_to": "1500" }, "bands.1.up_to", "Another size ends there."],
    ["a day in the past", { begins_on: "2026-05-31" }, "begins_on", /Choose today or a later day/],
    ["a day that isn't", { begins_on: "2026-06-31" }, "begins_on", /Choose the day/],
    ["a visit of no length", { "base.minutes": "0", "bedroom.minutes": "0" }, "base.minutes", /15 minutes/],
    ["a visit longer than a day's work", { "base.minutes": "600" }, "base.minutes", /more than 10 hours/],
    [
      "a price that no card is charged",
      { "base.price": "0.20", "bedroom.price": "" },
      "base.price",
      /\$0\.20; a card is charged \$0\.50/,
    ],
    [
      "an extra twice",
      { "extras.1.title": "inside OVEN", "extras.1.price": "1" },
      "extras.1.title",
      /this name/,
    ],
  ])("with %s is refused beside the field, and nothing is saved", async (_, change, field, message) => {
    const outcome = await save({ ...LIST, ...change });
    expect(outcome).toMatchObject({ ok: false, reason: "invalid" });
    expect("errors" in outcome && outcome.errors[field]).toMatch(message);
    expect(await countLists()).toBe(0);
  });

  test("below the floor is refused with the figure beside each price that is", async () => {
    await setSetting(pool, "booking.floor_per_crew_hour", "5000");
    // 5 bedrooms: $89 + $100 for 3 h 30 min is $54.00; $49 + $100 is $42.57, with 2 ovens for 4 h 30 min $48.66.
    const outcome = await save({ ...LIST, "weekly.price": "49" });
    expect(outcome).toEqual({
      ok: false,
      reason: "invalid",
      errors: {
        "weekly.price": expect.stringMatching(
          /^Every week, it comes to \$42\.57 per crew-hour \(.*5 bedrooms.*\), below the floor of \$50\.00\.$/,
        ),
      },
    });
  });

  test("of a second editor is refused with what differs, and replaces the first when sent again", async () => {
    await save(LIST);
    const seen = await seenNow();
    expect(await save({ ...LIST, "base.price": "109" }, seen)).toEqual({ ok: true });
    const mine = { ...LIST, "base.price": "119" };
    const refused = await save(mine, seen);
    expect(refused).toMatchObject({
      reason: "changed",
      differences: [{ label: "Every home", theirs: "$109.00, 60 min", yours: "$119.00, 60 min" }],
    });
    expect(await save(mine, "seen" in refused ? refused.seen : "")).toEqual({ ok: true });
    expect((await readPricesPage(office(), ID))?.values["base.price"]).toBe("119");
  });

  test("is one, when two editors begin it at the same moment", async () => {
    const both = await Promise.all([save(LIST), save({ ...LIST, "base.price": "120" })]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await countLists()).toBe(1);
  });

  test("can be discarded, and restored unless there is another", async () => {
    await save(LIST);
    expect(await discardDraft(office(), { id: ID, seen: "another" })).toBeNull();
    const { list = "" } = (await discardDraft(office(), { id: ID, seen: await seenNow() })) ?? {};
    expect(await countLists()).toBe(0);
    await save({ ...LIST, "base.price": "150" });
    expect(await restoreDraft(office(), { id: ID, list })).toEqual({ ok: false, reason: "another draft" });
    await discardDraft(office(), { id: ID, seen: await seenNow() });
    expect(await restoreDraft(office(), { id: ID, list })).toEqual({ ok: true });
    expect((await readPricesPage(office(), ID))?.values["base.price"]).toBe("99");
    expect(await restoreDraft(office(), { id: "deep-cleaning", list })).toMatchObject({
      reason: "not found",
    });
  });
});

describe("a published list", () => {
  test("is charged from its day on, in the company's time zone", async () => {
    await published();
    clock.set("2026-06-02T03:59:59Z");
    expect((await readService(ctx(), ID))?.prices).toBeNull();
    clock.set("2026-06-02T04:00:00Z");
    expect((await readService(ctx(), ID))?.prices).toMatchObject({ by: "home", base: { cents: 9900 } });
  });

  test("is not published twice, past its day, on another list's day, or when the draft changed", async () => {
    await save(LIST);
    const seen = await seenNow();
    await save({ ...LIST, "base.price": "109" }, seen);
    expect(await publishDraft(office(), { id: ID, seen })).toEqual({ ok: false, reason: "changed" });
    clock.set("2026-06-03T12:00:00Z");
    expect(await publish()).toMatchObject({ errors: { begins_on: expect.stringContaining("It is Jun 03") } });
    clock.set("2026-06-01T12:00:00Z");
    expect(await publish()).toMatchObject({ ok: true, begins_on: TOMORROW });
    expect(await publish()).toEqual({ ok: false, reason: "changed" });
    await save({ ...LIST, "base.price": "111" });
    expect(await publish()).toMatchObject({
      errors: { begins_on: "Another price list begins on this day." },
    });
  });

  test("can be withdrawn until it begins, and is the draft again", async () => {
    await published();
    const { rows } = await pool.query("select id from service_prices");
    const list = rows[0].id;
    await save({ ...LIST, begins_on: "2026-07-01" });
    expect(await withdrawPrices(office(), { id: ID, list })).toEqual({ ok: false, reason: "another draft" });
    await discardDraft(office(), { id: ID, seen: await seenNow() });
    expect(await withdrawPrices(office(), { id: ID, list })).toEqual({ ok: true });
    expect((await readPricesPage(office(), ID))?.draft).toEqual({ begins: "Jun 02, 2026" });
    expect(await publish()).toMatchObject({ ok: true });
    clock.set("2026-06-02T04:00:00Z");
    expect(await withdrawPrices(office(), { id: ID, list })).toEqual({ ok: false, reason: "begun" });
  });

  test("leaves bookings and running plans at the price that they were made with", async () => {
    const visit = await confirmedVisit(ctx(), pool);
    const plan = await startPlan(ctx(), pool);
    const frozen = async () => {
      const { total_amount, tax_amount, price_lines } = await visitRow(pool, visit.id);
      const { amount, tax_amount: tax, price_lines: lines, visit_minutes } = await readPlanRow(pool, plan);
      return { total_amount, tax_amount, price_lines, amount, tax, lines, visit_minutes };
    };
    const before = await frozen();
    await published({ ...LIST, begins_on: "2026-06-01" });
    await published(
      {
        by: "flat",
        "base.minutes": "240",
        "biweekly.per": "month",
        "biweekly.price": "399",
        begins_on: "2026-06-01",
      },
      "monthly-home-care",
    );
    expect((await readService(ctx(), "monthly-home-care"))?.prices).not.toBeNull();
    expect(await frozen()).toEqual(before);
  });

  test("of a deleted service comes back with it", async () => {
    const added = await addService(office(), {
      ...{ title: "Window Shine", description: "Panes.", price: 4550, subscription_type: "one_time" },
      ...{
        service_type: "residential",
        is_popular: false,
        is_active: true,
        features: [],
        visit_minutes: 120,
      },
      ...{ plan_frequencies: ["weekly"], terms: null, image: null },
    });
    const id = added.ok ? added.id : "";
    await published(LIST, id);
    await deleteService(office(), id);
    expect(await countLists()).toBe(0);
    await restoreService(office(), id);
    clock.set("2026-06-02T12:00:00Z");
    expect((await readService(ctx(), id))?.prices).toMatchObject({ base: { cents: 9900 } });
    await pool.query("delete from services where id = $1", [id]);
  });
});

describe("the floor", () => {
  const raise = (typed: string, seen = "0") => saveFloor(office(), { typed, seen });

  test("is not raised above a published price, now or to come, and names it", async () => {
    // Monthly Home Care: $289 × 12 / 26 visits for 3 hours.
    expect(await raise("45")).toMatchObject({
      error:
        "Monthly Home Care: every two weeks, it comes to $44.46 per crew-hour, below the floor of $45.00.",
    });
    await published({ ...LIST, "weekly.price": "19" });
    expect(await raise("35")).toMatchObject({
      error: expect.stringMatching(
        /^Regular Cleaning from Jun 02, 2026 on: every week, it comes to \$26\.00 per crew-hour \(1 bedroom\)/,
      ),
    });
    expect(await raise("26")).toEqual({ ok: true, floor: 2600 });
    expect(await raise("30")).toMatchObject({
      ok: false,
      error: expect.stringContaining("$26.00 meanwhile"),
    });
    expect(await raise("", "2600")).toEqual({ ok: true, floor: 0 });
  });

  test.each(["-1", "abc", "1000.01"])("refuses %s", async (typed) => {
    expect(await raise(typed)).toMatchObject({ ok: false });
  });

  test("and a price below it, saved at the same moment, don't both succeed", async () => {
    await save({ ...LIST, "weekly.price": "19" });
    const both = await Promise.all([publish(), raise("35")]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test("keeps the price of a service without a price list, too", async () => {
    await raise("40");
    const { rows } = await pool.query(
      `select title, description, subscription_type, service_type, is_popular, is_active, features, visit_minutes,
         plan_frequencies, image from services where id = $1`,
      [ID],
    );
    expect(await updateService(office(), { id: ID, price: 3999, ...rows[0] })).toEqual({
      ok: false,
      reason: "wrong",
      field: "price",
      message: "Sold once, it comes to $39.99 per crew-hour (1 hour), below the floor of $40.00.",
    });
  });
});

test("a service whose list has no frequencies can't become a plan", async () => {
  await published({ ...LIST, "weekly.per": "" });
  const { rows } = await pool.query(
    `select title, description, price_per_hour as price, service_type, is_popular, is_active, features, visit_minutes,
       plan_frequencies, image from services where id = $1`,
    [ID],
  );
  const changed = { id: ID, ...rows[0], subscription_type: "monthly" };
  expect(await updateService(office(), changed)).toMatchObject({ field: "subscription_type" });
  expect((await readService(ctx(), ID))?.subscription_type).toBe("one_time");
});
