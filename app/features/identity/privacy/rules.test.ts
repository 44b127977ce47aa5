import { describe, expect, test } from "vitest";
import { fitting, isAbandoned, obstacleOf } from "./rules";

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
const hold = { status: "pending" as const, paid: false, hold_expires_at: now.add({ minutes: 1 }) };

const obstacle = (account: Partial<Account>) =>
  obstacleOf({ visits: [], pending_refunds: 0, card_charges: 0, last_admin: false, ...account }, now);

describe("an account", () => {
  test.each<[string, Partial<Account>, RegExp | null]>([
    ["without bookings can be deleted", {}, null],
    [
      "with past visits can be deleted",
      { visits: [aVisit({ ...past, status: "completed" }), aVisit(past)] },
      null,
    ],
    [
      "with a visit that has just begun can't be deleted",
      { visits: [aVisit({ starts_at: now })] },
      /is underway/,
    ],
    [
      "with a visit that ends in a second can't be deleted",
      { visits: [aVisit({ ...past, ends_at: now.add({ seconds: 1 }) })] },
      /is underway/,
    ],
    [
      "with a visit that staff completed early can be deleted",
      { visits: [aVisit({ starts_at: now, status: "completed" })] },
      null,
    ],
    [
      "with a paid visit that staff set back to pending can't be deleted",
      { visits: [aVisit({ status: "pending" })] },
      /still settling/,
    ],
    ["with a cancelled upcoming visit can be deleted", { visits: [aVisit({ status: "cancelled" })] }, null],
    ["with an expired hold can be deleted", { visits: [aVisit({ ...hold, hold_expires_at: now })] }, null],
    [
      "with an upcoming visit can't be deleted",
      { visits: [aVisit()] },
      /1 upcoming cleaning\. Cancel it first/,
    ],
    [
      "with two upcoming visits can't be deleted",
      { visits: [aVisit(), aVisit()] },
      /2 upcoming cleanings\. Cancel them/,
    ],
    ["with a hold can't be deleted", { visits: [aVisit(hold)] }, /waiting for its payment/],
    [
      "with a payment for a lost slot can't be deleted",
      { visits: [aVisit({ ...past, status: "pending", needs_attention: "Paid late." })] },
      /still settling/,
    ],
    [
      "with a failed refund can't be deleted",
      { visits: [aVisit({ status: "cancelled", needs_attention: "The refund failed." })] },
      /still settling/,
    ],
    [
      "with a processing payment can't be deleted",
      { visits: [aVisit({ ...hold, hold_expires_at: null, processing: true })] },
      /payments is still processing/,
    ],
    [
      "with a processing payment for a cancelled visit can't be deleted",
      { visits: [aVisit({ status: "cancelled", paid: false, processing: true })] },
      /payments is still processing/,
    ],
    ["with a pending refund can't be deleted", { pending_refunds: 1 }, /refund to you isn't settled yet/],
    ["of the last administrator can't be deleted", { last_admin: true }, /only administrator/],
  ])("%s", (_title, account, message) => {
    const found = obstacle(account);
    if (message) expect(found?.message).toMatch(message);
    else expect(found).toBeNull();
  });

  test("with upcoming visits links to the page that cancels them", () => {
    expect(obstacle({ visits: [aVisit()] })?.link?.href).toBe("/profile?tab=upcoming-cleans");
  });
});

test("a visit counts as abandoned if it is an unpaid hold that has expired", () => {
  const abandoned = [aVisit(), aVisit(hold), aVisit({ ...hold, hold_expires_at: now })].map((visit) =>
    isAbandoned(visit, now),
  );
  expect(abandoned).toEqual([false, false, true]);
  const unpaid = { status: "pending" as const, paid: false };
  expect(isAbandoned(aVisit({ ...unpaid, needs_attention: "Paid late." }), now)).toBe(false);
  expect(isAbandoned(aVisit({ ...hold, hold_expires_at: now, paid: true }), now)).toBe(false);
  expect(isAbandoned(aVisit({ ...unpaid, processing: true }), now)).toBe(false);
});

test.each([
  [{ seconds: 30 }, "within 1 minute."],
  [{ minutes: 30 }, "within 30 minutes."],
  [{ minutes: 61 }, "within 2 hours."],
  [{ hours: 48 }, "within 48 hours."],
])("an account with a hold for %j can be deleted %s", (lasts, words) => {
  const held = (hold_expires_at: Temporal.Instant) => aVisit({ ...hold, hold_expires_at });
  const visits = [held(now.add(lasts)), held(now.add({ seconds: 1 }))];
  expect(obstacle({ visits })?.message).toMatch(new RegExp(`otherwise it expires ${words}`));
});

test("photos fit as long as their bytes do, the first ones first", () => {
  const photos = [4, 7, 5, 1].map((bytes) => ({ bytes }));
  expect(fitting(photos, 10).map(({ bytes }) => bytes)).toEqual([4, 5, 1]);
  expect(fitting(photos, 3)).toEqual([{ bytes: 1 }]);
});
