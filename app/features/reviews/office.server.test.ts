import { Client } from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { removeReview } from "~/features/reviews/office/publish.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { aUser, confirmedVisit } from "../../../tests/support/visits";
import { reviewList } from "./office/list.server";
import { publishReview } from "./office/publish.server";
import { readOfficeReview } from "./office/queries.server";
import { readPublishedReviews, readReviewSummary } from "./queries.server";

const world = await testWorld();
const { db, pool, connection, ctx, clock, clear } = world;
const UNKNOWN = "0b0f5a63-54d8-4c7e-9b2e-0d6f3b7c1a11";
let staff: () => StaffCtx;
let ada: string;

const listener = new Client(connection);
const refreshes = { count: 0 };
listener.on("notification", () => {
  refreshes.count += 1;
});
await listener.connect();
await listener.query("listen public_content");
afterAll(() => listener.end());

/** Number of times the page cache was told to refresh during the change. */
async function countRefreshes(change: () => Promise<unknown>): Promise<number> {
  await listener.query("select 1");
  refreshes.count = 0;
  await change();
  await listener.query("select 1"); // notifications sent before this answer have arrived with it
  return refreshes.count;
}

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  ada = (await aUser(pool, "ada@mail.example")).id;
  await pool.query("update profiles set first_name = 'Ada', last_name = 'Lovelace' where id = $1", [ada]);
});

type Written = { rating?: number; review_text?: string; may_publish?: boolean; time?: string };

async function written({ rating = 5, review_text = "Spotless.", may_publish = true, time }: Written = {}) {
  const visit = await confirmedVisit(ctx(), pool, time ? { time } : {});
  await pool.query("update bookings set user_id = $2, city = 'Concord', status = 'completed' where id = $1", [
    visit.id,
    ada,
  ]);
  const { rows } = await pool.query(
    `insert into reviews (booking_id, user_id, rating, review_text, may_publish, created_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [visit.id, ada, rating, review_text, may_publish, clock.now.toString()],
  );
  return { id: rows[0].id as string, booking_id: visit.id as string, number: visit.number as number };
}

const trail = async () =>
  (await pool.query("select action, details from audit_log where entity = 'review' order by id")).rows;

describe("publishing a review", () => {
  test("shows it with first name and town, and can be undone", async () => {
    const { id, number } = await written({ review_text: "Spotless.\nReally." });
    expect(await readPublishedReviews({ db })).toEqual([]);
    expect(await publishReview(staff(), { id, publish: true })).toEqual({ ok: true });
    expect(await readPublishedReviews({ db })).toEqual([
      { id, name: "Ada", town: "Concord", rating: 5, text: "Spotless. Really." },
    ]);
    expect(await readOfficeReview(staff(), id)).toMatchObject({
      state: "published",
      number: `#${number}`,
      signature: "Ada, Concord",
      published_at: "Jun 01, 2026, 8:00 AM",
    });
    expect(await publishReview(staff(), { id, publish: false })).toEqual({ ok: true });
    expect(await readPublishedReviews({ db })).toEqual([]);
    expect(await trail()).toEqual([
      {
        action: "review.published",
        details: { before: { state: "consented" }, after: { state: "published" } },
      },
      {
        action: "review.unpublished",
        details: { before: { state: "published" }, after: { state: "consented" } },
      },
    ]);
  });

  test("twice has no further effect", async () => {
    const { id } = await written();
    await Promise.all([1, 2, 3].map(() => publishReview(staff(), { id, publish: true })));
    expect(await trail()).toHaveLength(1);
  });

  test("needs consent, also in the database, and a text", async () => {
    const silent = await written({ may_publish: false });
    const stars = await written({ review_text: "", time: "2:00 PM" });
    expect(await publishReview(staff(), { id: silent.id, publish: true })).toMatchObject({
      reason: "no consent",
    });
    expect(await publishReview(staff(), { id: stars.id, publish: true })).toMatchObject({
      reason: "no text",
    });
    await expect(
      pool.query("update reviews set published_at = now() where id = $1", [silent.id]),
    ).rejects.toThrow("reviews_published_with_consent");
    expect(await readPublishedReviews({ db })).toEqual([]);
    expect(await trail()).toEqual([]);
  });

  test("reports a missing review", async () => {
    for (const id of ["", "1", UNKNOWN]) {
      expect(await publishReview(staff(), { id, publish: true })).toEqual({ ok: false, reason: "not found" });
      expect(await removeReview(staff(), { id, reason: "spam" })).toEqual({ ok: false, reason: "not found" });
      expect(await readOfficeReview(staff(), id)).toBeNull();
    }
  });
});

test("refreshes pages exactly when what they show changes", async () => {
  const { id, booking_id } = await written();
  const say = (sql: string) => countRefreshes(() => pool.query(sql));
  expect(await say(`update reviews set review_text = 'Clean.' where id = '${id}'`)).toBe(0);
  expect(await say(`update profiles set first_name = 'Augusta' where id = '${ada}'`)).toBe(0);
  expect(await countRefreshes(() => publishReview(staff(), { id, publish: true }))).toBe(1);
  expect(await say(`update reviews set updated_at = now() where id = '${id}'`)).toBe(0);
  expect(await say(`update reviews set review_text = 'Very clean.' where id = '${id}'`)).toBe(1);
  expect(await say(`update profiles set last_name = 'King' where id = '${ada}'`)).toBe(0);
  expect(await say(`update profiles set first_name = 'Ada' where id = '${ada}'`)).toBe(1);
  expect(await say(`update bookings set notes = 'x' where id = '${booking_id}'`)).toBe(0);
  expect(await say(`update bookings set city = 'Epsom' where id = '${booking_id}'`)).toBe(1);
  expect(await countRefreshes(() => publishReview(staff(), { id, publish: false }))).toBe(1);
  expect(await countRefreshes(() => removeReview(staff(), { id, reason: "asked" }))).toBe(0);
});

test("the average counts published reviews of completed visits, and is null without any", async () => {
  expect(await readReviewSummary({ db })).toBeNull();
  const five = await written({ rating: 5 });
  const two = await written({ rating: 2, time: "12:00 PM" });
  await written({ rating: 1, time: "4:00 PM" }); // not published
  expect(await readReviewSummary({ db })).toBeNull();
  for (const { id } of [five, two]) await publishReview(staff(), { id, publish: true });
  expect(await readReviewSummary({ db })).toEqual({ count: 2, average: 3.5 });
  const cancel = () => pool.query("update bookings set status = 'cancelled' where id = $1", [two.booking_id]);
  expect(await countRefreshes(cancel)).toBe(1);
  expect(await readReviewSummary({ db })).toEqual({ count: 1, average: 5 });
  expect((await readPublishedReviews({ db })).map(({ id }) => id)).toEqual([five.id]);
});

test("deleting an account unpublishes its reviews", async () => {
  const { id } = await written();
  await publishReview(staff(), { id, publish: true });
  expect(await countRefreshes(() => pool.query("delete from users where id = $1", [ada]))).toBe(1);
  expect(await readPublishedReviews({ db })).toEqual([]);
});

test("deleting keeps the reason and the rating, and none of the text", async () => {
  const { id, booking_id } = await written({ rating: 1, review_text: "A secret." });
  await publishReview(staff(), { id, publish: true });
  expect(await removeReview(staff(), { id, reason: "personal" })).toEqual({ ok: true });
  expect(await removeReview(staff(), { id, reason: "personal" })).toEqual({ ok: false, reason: "not found" });
  expect((await trail()).at(-1)).toEqual({
    action: "review.removed",
    details: {
      before: { rating: 1, state: "published" },
      after: null,
      booking: booking_id,
      reason: "personal",
    },
  });
});

test("the list is filtered by rating and consent, searched by text and visit, and the CSV file has the same rows", async () => {
  const one = await written({ rating: 5 });
  clock.advance({ minutes: 1 });
  const other = await written({ rating: 2, review_text: "50% dusty", may_publish: false, time: "2:00 PM" });
  await pool.query("update bookings set customer_name = 'Grace Hopper' where id = $1", [other.booking_id]);
  await publishReview(staff(), { id: one.id, publish: true });
  for (const [search, found] of [
    ["", [other.id, one.id]],
    ["rating=5", [one.id]],
    ["rating=3", []],
    ["state=published", [one.id]],
    ["state=private", [other.id]],
    ["state=consented", []],
    ["q=DUSTY", [other.id]],
    ["q=%25", [other.id]],
    ["q=hopper", [other.id]],
    ["q=concord", [other.id, one.id]],
    ["q=concord&rating=2", [other.id]],
  ] as const) {
    const query = reviewList.parse(new URLSearchParams(search));
    const { rows, total } = await reviewList.read(staff(), query);
    expect([rows.map(({ id }) => id), total], search).toEqual([found, found.length]);
    const file = [];
    for await (const batch of reviewList.lines(staff(), query)) file.push(...batch.map(({ id }) => id));
    expect(file, search).toEqual(found);
  }
});
