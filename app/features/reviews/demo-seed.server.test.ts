import { expect, test } from "vitest";
import { seedDemo } from "../../../db/seed/demo";
import { seedVoices } from "../../../db/seed/voices";
import { testDatabase } from "../../../tests/support/database";
import { readPublishedReviews } from "./queries.server";

const { db, pool } = await testDatabase();
const now = Temporal.Instant.from("2026-06-01T12:00:00Z");

test("the demo company has reviews with and without consent, and subscribers in every state, once", async () => {
  await seedDemo(db, now);
  expect([await seedVoices(db, now), await seedVoices(db, now)]).toEqual([true, false]);
  const { rows } = await pool.query(
    "select may_publish, published_at is not null as shown, count(*)::int from reviews group by 1, 2 order by 1, 2",
  );
  expect(rows).toEqual([
    { may_publish: false, shown: false, count: 3 },
    { may_publish: true, shown: false, count: 2 },
    { may_publish: true, shown: true, count: 2 },
  ]);
  const { rows: early } = await pool.query(
    "select 1 from reviews r join bookings b on b.id = r.booking_id where r.created_at < b.ends_at or r.created_at > $1",
    [now.toString()],
  );
  expect(early).toEqual([]);
  expect(await readPublishedReviews({ db })).toHaveLength(2);
  const { rows: readers } = await pool.query("select distinct status from newsletter_subscribers order by 1");
  expect(readers.map(({ status }) => status)).toEqual(["pending", "subscribed", "unsubscribed"]);
});
