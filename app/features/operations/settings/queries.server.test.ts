import { beforeEach, describe, expect, test } from "vitest";
import { setSetting } from "../../../../tests/support/bookings";
import { testDatabase } from "../../../../tests/support/database";
import { readCompany, readSettings } from "./queries.server";

const { db, pool } = await testDatabase();

beforeEach(() => pool.query("truncate admin_settings"));

test("settings without a stored value have the defaults of the specification", async () => {
  expect(await readSettings({ db })).toMatchObject({
    "general.company_name": "White Birch Cleaning",
    "general.timezone": "America/New_York",
    "payments.default_currency": "USD",
    "payments.tax_rate": 8.5,
    "payments.collect_tax": false,
    "booking.travel_buffer_minutes": 30,
  });
});

test("stored values override defaults, and unknown keys are ignored", async () => {
  await setSetting(pool, "general.company_name", "Snow & Birch");
  await setSetting(pool, "payments.collect_tax", "true");
  await setSetting(pool, "payments.tax_rate", "0");
  await setSetting(pool, "weather.forecast", "snow");
  expect(await readCompany({ db })).toMatchObject({
    company_name: "Snow & Birch",
    tax: { collect: true, rate: 0 },
  });
});

describe("an invalid stored value falls back to its default:", () => {
  test.each([
    ["general.timezone", "Mars/Olympus", "America/New_York"],
    ["general.timezone", "", "America/New_York"],
    ["general.company_name", "", "White Birch Cleaning"],
    ["payments.default_currency", "$$$", "USD"],
    ["payments.default_currency", "dollars", "USD"],
    ["payments.tax_rate", "101", 8.5],
    ["payments.tax_rate", "-1", 8.5],
    ["payments.tax_rate", "", 8.5],
    ["payments.tax_rate", "a lot", 8.5],
    ["payments.collect_tax", "yes", false],
    ["booking.travel_buffer_minutes", "-30", 30],
    ["booking.travel_buffer_minutes", "1.5", 30],
    ["booking.travel_buffer_minutes", "", 30],
    ["booking.travel_buffer_minutes", "1e9", 30],
  ] as const)("%s %j", async (name, value, fallback) => {
    await setSetting(pool, name, value);
    expect((await readSettings({ db }))[name]).toBe(fallback);
  });
});
