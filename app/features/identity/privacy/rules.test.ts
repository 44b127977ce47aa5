import { describe, expect, test } from "vitest";
import { isAbandoned, obstacleOf } from "./rules";

const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
type Account = Parameters<typeof obstacleOf>[0];
type Visit = Account["visits"][number];

const aVisit = (changes: Partial<Visit> = {}): Visit => ({
  status: "confirmed",
  starts_at: now.add({ hours: 1 }),
  ends_at: now.add({ hours: 4 }),
  hold_expires_at: null,
  needs_attention: null,
  paid: true,
  ...changes,
});
const past = { starts_at: now.subtract({ hours: 3 }), ends_at: now };
const held = { status: "pending" as const, paid: false, hold_expires_at: now.add({ minutes: 1 }) };

const say = (account: Partial<Account>) =>
  obstacleOf({ visits: [], pending_refunds: 0, last_admin: false, ...account }, now);

describe("an account", () => {
  test.each<[string, Partial<Account>, RegExp | null]>([
    ["without bookings goes", {}, null],
    [
      "with visits that have been goes",
      { visits: [aVisit({ ...past, status: "completed" }), aVisit(past)] },
      null,
    ],
    ["with a visit that has just begun stays", { visits: [aVisit({ starts_at: now })] }, /is underway/],
    [
      "with a visit that ends in a moment stays",
      { visits: [aVisit({ ...past, ends_at: now.add({ seconds: 1 }) })] },
      /is underway/,
    ],
    [
      "with a visit that staff ended early goes",
      { visits: [aVisit({ starts_at: now, status: "completed" })] },
      null,
    ],
    [
      "with a paid visit that staff set back stays",
      { visits: [aVisit({ status: "pending" })] },
      /still settling/,
    ],
    ["with a cancelled visit ahead goes", { visits: [aVisit({ status: "cancelled" })] }, null],
    ["with an expired hold goes", { visits: [aVisit({ ...held, hold_expires_at: now })] }, null],
    ["with a visit ahead stays", { visits: [aVisit()] }, /1 upcoming cleaning\. Cancel it first/],
    ["with two visits ahead stays", { visits: [aVisit(), aVisit()] }, /2 upcoming cleanings\. Cancel them/],
    ["with a hold stays", { visits: [aVisit(held)] }, /waiting for its payment/],
    [
      "with money that came for a lost slot stays",
      { visits: [aVisit({ ...past, status: "pending", needs_attention: "Paid late." })] },
      /still settling/,
    ],
    [
      "with a refund that failed stays",
      { visits: [aVisit({ status: "cancelled", needs_attention: "The refund failed." })] },
      /still settling/,
    ],
    [
      "with a payment on its way stays",
      { visits: [aVisit({ ...held, hold_expires_at: null, processing: true })] },
      /payments is still processing/,
    ],
    [
      "with a payment on its way for a cancelled visit stays",
      { visits: [aVisit({ status: "cancelled", paid: false, processing: true })] },
      /payments is still processing/,
    ],
    ["with a refund on its way stays", { pending_refunds: 1 }, /refund to you is on its way/],
    ["of the last administrator stays", { last_admin: true }, /only administrator/],
  ])("%s", (_title, account, message) => {
    const obstacle = say(account);
    if (message) expect(obstacle?.message).toMatch(message);
    else expect(obstacle).toBeNull();
  });

  test("with visits ahead is shown where to cancel them", () => {
    expect(say({ visits: [aVisit()] })?.link?.href).toBe("/profile?tab=upcoming-cleans");
  });
});

test("only a hold whose time is over counts as abandoned", () => {
  const abandoned = [aVisit(), aVisit(held), aVisit({ ...held, hold_expires_at: now })].map((visit) =>
    isAbandoned(visit, now),
  );
  expect(abandoned).toEqual([false, false, true]);
  const unpaid = { status: "pending" as const, paid: false };
  expect(isAbandoned(aVisit({ ...unpaid, needs_attention: "Paid late." }), now)).toBe(false);
  expect(isAbandoned(aVisit({ ...held, hold_expires_at: now, paid: true }), now)).toBe(false);
  expect(isAbandoned(aVisit({ ...unpaid, processing: true }), now)).toBe(false);
});
