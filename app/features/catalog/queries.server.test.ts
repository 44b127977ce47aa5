import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../tests/support/database";
import { readService, readServices } from "./queries.server";

const { db, pool } = await testDatabase();
const now = Temporal.Instant.from("2026-06-01T12:00:00Z");

beforeEach(() => pool.query("update services set is_active = id <> 'carpet-steam-cleaning'"));

test("reading by type returns its active services, popular ones first", async () => {
  const residential = await readServices({ db, now }, "residential");
  expect(residential.map(({ id }) => id)).toEqual([
    "regular-cleaning",
    "deep-cleaning",
    "move-in-out-cleaning",
    "monthly-home-care",
    "house-washing",
    "mobile-auto-detailing",
    "paw-print-patrol",
  ]);
  const commercial = await readServices({ db, now }, "commercial");
  expect(commercial.map(({ id }) => id)).toEqual([
    "office-cleaning",
    "retail-showroom",
    "post-construction",
    "monthly-janitorial",
  ]);
});

test("popular services come first even when they were added last", async () => {
  await pool.query(`insert into services (id, title, description, price_per_hour, service_type, is_popular, sort_order)
    values ('window-shine', 'Window Shine', 'Panes.', 4000, 'residential', true, 99)`);
  const services = await readServices({ db, now }, "residential");
  await pool.query("delete from services where id = 'window-shine'");
  expect(services.map(({ id }) => id).slice(0, 3)).toEqual([
    "regular-cleaning",
    "window-shine",
    "deep-cleaning",
  ]);
});

test("reading without a type returns active services of both types", async () => {
  await pool.query("update services set is_active = false where id = 'deep-cleaning'");
  const services = await readServices({ db, now });
  expect(services).toHaveLength(10);
  expect(services.every(({ is_active }) => is_active)).toBe(true);
});

test("a single service is found whether active or not, and is null if there is none", async () => {
  expect(await readService({ db, now }, "carpet-steam-cleaning")).toMatchObject({ is_active: false });
  expect(await readService({ db, now }, "regular-cleaning")).toMatchObject({
    title: "Regular Cleaning",
    price_per_hour: 5300,
  });
  expect(await readService({ db, now }, "' or 1=1 --")).toBeNull();
});
