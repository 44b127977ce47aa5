import { beforeEach, describe, expect, test } from "vitest";
import { testWorld } from "../../../tests/support/ctx";
import { aUser, confirmedVisit } from "../../../tests/support/visits";
import { deleteReview } from "./delete.server";
import { submitReview } from "./submit.server";

const { pool, ctx, clock, clear } = await testWorld();

const REVIEW = { rating: 4, review_text: "Spotless.", may_publish: false };
const UNKNOWN = "0b0f5a63-54d8-4c7e-9b2e-0d6f3b7c1a11";
let ada: Awaited<ReturnType<typeof someone>>;
let eve: Awaited<ReturnType<typeof someone>>;
let visit: string;

async function someone(email: string) {
  const actor = await aUser(pool, email);
  return () => ({ ...ctx(), actor });
}

/** Ada's visit was on June 10. Now it is the next morning. */
beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  ada = await someone("ada@mail.example");
  eve = await someone("eve@mail.example");
  visit = (await confirmedVisit(ada(), pool)).id;
  await pool.query("update bookings set user_id = $2 where id = $1", [visit, ada().actor.id]);
  clock.set("2026-06-11T12:00:00Z");
});

async function stored() {
  const { rows } = await pool.query(
    "select booking_id, user_id, rating, review_text, may_publish from reviews",
  );
  return rows;
}

async function trail() {
  const { rows } = await pool.query(
    "select action, details from audit_log where entity = 'review' order by id",
  );
  return rows;
}

describe("a review", () => {
  test("of the customer's own past visit is stored, and its audit entry holds none of the text", async () => {
    expect(await submitReview(ada(), visit, REVIEW)).toEqual({ ok: true });
    expect(await stored()).toEqual([{ booking_id: visit, user_id: ada().actor.id, ...REVIEW }]);
    expect(await trail()).toEqual([
      { action: "review.submitted", details: { booking: visit, rating: 4, may_publish: false } },
    ]);
  });

  test("sent twice is stored once, and another is refused until it is deleted", async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => submitReview(ada(), visit, REVIEW)));
    expect(outcomes).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    const other = { rating: 1, review_text: "", may_publish: true };
    expect(await submitReview(ada(), visit, other)).toMatchObject({ ok: false, reason: "reviewed" });
    expect(await stored()).toMatchObject([REVIEW]);
    await deleteReview(ada(), visit);
    expect(await submitReview(ada(), visit, other)).toEqual({ ok: true });
    expect(await stored()).toMatchObject([other]);
  });

  test("can be written once the day is over in the company's time zone", async () => {
    clock.set("2026-06-11T03:59:59Z");
    expect(await submitReview(ada(), visit, REVIEW)).toMatchObject({ reason: "not reviewable" });
    clock.set("2026-06-11T04:00:00Z");
    expect(await submitReview(ada(), visit, REVIEW)).toEqual({ ok: true });
  });

  test.each([
    ["was cancelled", "update bookings set status = 'cancelled'"],
    ["is pending", "update bookings set status = 'pending'"],
    ["was not paid for", "update orders set status = 'pending'"],
  ])("is refused for a visit that %s", async (_what, change) => {
    await pool.query(change);
    expect(await submitReview(ada(), visit, REVIEW)).toEqual({
      ok: false,
      reason: "not reviewable",
      message: "You can only review past visits that were paid for.",
    });
    expect(await stored()).toEqual([]);
  });
});

describe("deleting a review", () => {
  test("removes it, and repeating has no effect", async () => {
    await submitReview(ada(), visit, REVIEW);
    expect(await deleteReview(ada(), visit)).toEqual({ ok: true });
    expect(await deleteReview(ada(), visit)).toEqual({ ok: true });
    expect(await stored()).toEqual([]);
    expect((await trail()).map(({ action }) => action)).toEqual(["review.submitted", "review.deleted"]);
  });
});

test("nobody reviews another customer's visit, or a missing one", async () => {
  await submitReview(ada(), visit, REVIEW);
  for (const id of [visit, UNKNOWN, "", "1", "' or true --"]) {
    expect(await submitReview(eve(), id, { rating: 1, review_text: "!", may_publish: true })).toEqual({
      ok: false,
      reason: "not found",
    });
    expect(await deleteReview(eve(), id)).toEqual({ ok: false, reason: "not found" });
  }
  expect(await stored()).toMatchObject([REVIEW]);
});
