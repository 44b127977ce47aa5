import { beforeEach, describe, expect, test } from "vitest";
import { expireHolds } from "~/features/payments/checkout/sync.server";
import { openSession } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { placesOf } from "../../../../tests/support/everywhere";
import { aUser, confirmedVisit } from "../../../../tests/support/visits";
import { forgetOld, RETENTION_DAYS, type Retained, retentionStart } from "./forget-old.server";

const { pool, ctx, clock, queues, clear } = await testWorld();
const START = "2026-06-01T12:00:00Z";

beforeEach(async () => {
  await clear();
  clock.set(START);
});

/** Counts what is left one hour before and one hour after the retention period of data created at START. */
async function around(what: Retained, count: () => Promise<number>) {
  clock.set(START);
  clock.advance({ hours: 24 * (RETENTION_DAYS[what] - 1) + 23 });
  await forgetOld(ctx());
  const before = await count();
  clock.advance({ hours: 2 });
  await forgetOld(ctx());
  return [before, await count()];
}

const rowsOf = (sql: string) => async () =>
  Number((await pool.query(`select count(*) from ${sql}`)).rows[0].count);

describe("the retention sweep deletes, when the retention period ends and not before,", () => {
  test("ended sessions and single-use secrets", async () => {
    const { id } = await aUser(pool, "ada@mail.example");
    await pool.query("insert into sessions (user_id, token, expires_at) values ($1, 't', $2)", [id, START]);
    await pool.query("insert into verifications (identifier, value, expires_at) values ('x', 'y', $1)", [
      START,
    ]);
    expect(await around("ended", rowsOf("sessions"))).toEqual([1, 0]);
    expect(await rowsOf("verifications")()).toBe(0);
  });

  test("rate limit counters", async () => {
    const expire = Temporal.Instant.from(START).epochMilliseconds;
    await pool.query("insert into rate_limits (key, points, expire) values ('x', 1, $1)", [expire]);
    expect(await around("ended", rowsOf("rate_limits"))).toEqual([1, 0]);
  });

  test("payment events", async () => {
    await pool.query(
      "insert into payment_events (id, provider, type, object_id, received_at) values ('e', 'stripe', 't', 'o', $1)",
      [START],
    );
    expect(await around("payment_events", rowsOf("payment_events"))).toEqual([1, 0]);
  });

  test("requests from outside the service area", async () => {
    await pool.query(
      `insert into area_requests (submission_id, zip_code, name, email, created_at)
       values (gen_random_uuid(), '03801', 'Ada', 'ada@mail.example', $1)`,
      [START],
    );
    expect(await around("requests", rowsOf("area_requests"))).toEqual([1, 0]);
  });

  test("invitations to the team", async () => {
    const { id } = await aUser(pool, "ada@mail.example");
    await pool.query(
      `insert into invitations (email, role, invited_by, created_at, expires_at)
       values ('grace@mail.example', 'dispatcher', $1, $2, $2)`,
      [id, START],
    );
    expect(await around("invitations", rowsOf("invitations"))).toEqual([1, 0]);
  });

  test("webhook deliveries", async () => {
    await pool.query("insert into webhooks (url, secret, events) values ('https://x.example', 's', '[]')");
    await pool.query(
      `insert into webhook_deliveries (webhook_id, event, event_key, payload, status, created_at)
       select id, 'e', 'k', '{}', 'sent', $1 from webhooks`,
      [START],
    );
    expect(await around("webhook_deliveries", rowsOf("webhook_deliveries"))).toEqual([1, 0]);
    await pool.query("delete from webhooks");
  });

  test("known devices that were not seen again, except the last one", async () => {
    const { id } = await aUser(pool, "ada@mail.example");
    const seen = (device: string, at: string) =>
      pool.query("insert into known_devices (user_id, device, created_at, seen_at) values ($1, $2, $3, $3)", [
        id,
        device,
        at,
      ]);
    await seen("old", START);
    await seen("last", "2026-06-02T12:00:00Z");
    expect(await around("devices", rowsOf("known_devices"))).toEqual([2, 1]);
    clock.advance({ hours: 48 });
    await forgetOld(ctx());
    expect((await pool.query("select device from known_devices")).rows).toEqual([{ device: "last" }]);
  });

  test("the content of an email, but not the record that it was sent", async () => {
    await pool.query(
      `insert into mails (occasion, recipient, subject, html, text, status, created_at)
       values ('a', 'ada@mail.example', 'S', '<p>', 'words', 'sent', $1), ('b', 'ada@mail.example', 'S', '<p>', 'words', 'queued', $1)`,
      [START],
    );
    expect(await around("mail_texts", rowsOf("mails where text <> ''"))).toEqual([2, 1]);
    const { rows } = await pool.query("select occasion, recipient, text from mails order by occasion");
    expect(rows).toMatchObject([
      { occasion: "a", recipient: "ada@mail.example", text: "" },
      { text: "words" },
    ]);
    expect(await queues.waiting("forget-mail-files")).toHaveLength(1);
  });

  test("the customer of an unpaid hold, but not of visits that took place or were cancelled", async () => {
    const details = {
      notes: "xqheld",
      address: { street: "xqheld", city: "xqheld", state: "NH", zip: "03263" },
    };
    await openSession(ctx(), details, "xqheld");
    const paid = await confirmedVisit(ctx(), pool, { time: "12:00 PM", notes: "xqpaid" });
    const cancelled = await confirmedVisit(ctx(), pool, { time: "2:00 PM", notes: "xqcancelled" });
    await pool.query("update bookings set status = 'cancelled', cancelled_at = $2 where id = $1", [
      cancelled.id,
      START,
    ]);
    clock.advance({ hours: 1 });
    await expireHolds(ctx());
    await pool.query("update bookings set updated_at = $1 where status = 'cancelled'", [START]);
    await pool.query("delete from pgboss.job");
    expect(await around("unpaid", rowsOf("bookings where notes = 'xqheld'"))).toEqual([1, 0]);
    expect(await placesOf(pool, "xqheld")).toEqual([]);
    const { rows } = await pool.query(
      "select id from bookings where notes in ('xqpaid', 'xqcancelled') order by notes",
    );
    expect(rows).toEqual([{ id: cancelled.id }, { id: paid.id }]);
  });
});

test("retention periods count days of 24 hours", () => {
  const now = Temporal.Instant.from("2026-11-10T12:00:00Z");
  expect(retentionStart("unpaid", now).toString()).toBe("2026-10-11T12:00:00Z");
});
