import { describe, expect, test } from "vitest";
import { answerSentence, claimableUntil, decideClaim, formatClock, formatRate, lengthsOf } from "./rules";

const at = (text: string) => Temporal.Instant.from(text);
const ends_at = at("2026-06-10T15:00:00Z");
const terms = { hours: 24, answer_hours: 48 };
const visit = { status: "completed", ends_at, completed_at: null } as const;

describe("a claim", () => {
  test("is taken until the last moment, and no longer", () => {
    expect(decideClaim(visit, terms, at("2026-06-11T15:00:00Z"))).toEqual({
      ok: true,
      due_at: at("2026-06-13T15:00:00Z"),
    });
    expect(decideClaim(visit, terms, at("2026-06-11T15:00:00.001Z"))).toEqual({
      ok: false,
      message: "Claims are taken until 24 hours after a visit.",
    });
  });

  test.each([
    ["2026-06-10T14:00:00Z", "2026-06-11T15:00:00Z"],
    ["2026-06-10T18:30:00Z", "2026-06-11T18:30:00Z"],
  ])("of a visit completed at %s is taken until %s: the later of its end and that counts", (done, until) => {
    expect(claimableUntil({ ends_at, completed_at: at(done) }, terms)).toEqual(at(until));
  });

  test.each([
    ["confirmed", "2026-06-10T14:59:59Z", false],
    ["confirmed", "2026-06-10T15:00:00Z", true],
    ["completed", "2026-06-10T14:00:00Z", true],
    ["pending", "2026-06-10T16:00:00Z", false],
    ["cancelled", "2026-06-10T16:00:00Z", false],
  ] as const)("about a %s visit at %s is taken: %s", (status, now, ok) => {
    expect(decideClaim({ ...visit, status }, terms, at(now)).ok).toBe(ok);
  });

  test("is never taken when the setting is 0", () => {
    expect(decideClaim(visit, { ...terms, hours: 0 }, ends_at).ok).toBe(false);
  });
});

test.each([
  ["2026-06-10T15:00:00Z", "0 min left"],
  ["2026-06-10T14:48:00Z", "12 min left"],
  ["2026-06-10T09:40:00Z", "5 h 20 min left"],
  ["2026-06-07T15:00:00Z", "3 days left"],
  ["2026-06-10T15:00:01Z", "0 min overdue"],
  ["2026-06-10T17:00:00Z", "2 h overdue"],
])("at %s the clock of a claim due at 3 PM says %s", (now, words) => {
  expect(formatClock(ends_at, at(now))).toBe(words);
});

test.each([
  [20, [30]],
  [90, [30, 60, 90]],
  [100, [30, 60, 90]],
])("a re-clean of a visit of %i minutes takes %j", (minutes, lengths) => {
  expect(lengthsOf(minutes)).toEqual(lengths);
});

test("the share of claims has at most one digit after the point", () => {
  expect([formatRate(1, 3), formatRate(1, 2), formatRate(2, 0)]).toEqual(["33.3%", "50%", "–"]);
});

test("the customer reads what was decided", () => {
  const none = { credit: null, currency: null, when: null };
  expect(answerSentence({ ...none, status: "credit", credit: 2500, currency: "USD" })).toBe(
    "We’ve given you $25.00 of credit. It pays for your next visits.",
  );
  expect(answerSentence({ ...none, status: "re-clean", when: "Friday, June 12, 2026, 10:00 AM" })).toBe(
    "We’re coming back on Friday, June 12, 2026, 10:00 AM to make it right, at no charge.",
  );
  expect(answerSentence({ ...none, status: "re-clean" })).toContain("That visit was cancelled");
  expect(answerSentence({ ...none, status: "refused" })).toContain("can’t accept");
});
