import { describe, expect, test } from "vitest";
import { stateOf } from "~/features/reviews/office/list";
import { EXCERPT_LENGTH, excerptOf, invitationDueAt, isInvitationDue, signatureOf } from "./rules";

const NEW_YORK = "America/New_York";
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(NEW_YORK).toInstant();

test.each([
  ["a visit completed at its end", "2026-06-10T11:00", "2026-06-10T11:05", "2026-06-11T10:00"],
  ["a visit marked before its end", "2026-06-10T11:00", "2026-06-09T20:00", "2026-06-11T10:00"],
  ["a visit marked three days later", "2026-06-10T11:00", "2026-06-13T09:00", "2026-06-14T10:00"],
  ["a visit marked late in the evening", "2026-06-10T11:00", "2026-06-10T23:59", "2026-06-11T10:00"],
  ["a visit on the day before clocks go forward", "2027-03-13T11:00", "2027-03-13T12:00", "2027-03-14T10:00"],
  ["a visit on the day before clocks go back", "2026-10-31T11:00", "2026-10-31T12:00", "2026-11-01T10:00"],
])("the invitation for %s is due at 10 AM the next day", (_name, ends, completed, expected) => {
  expect(invitationDueAt({ ends_at: at(ends), completed_at: at(completed) }, NEW_YORK)).toEqual(at(expected));
});

test("an invitation is due for two weeks", () => {
  const visit = { ends_at: at("2026-06-10T11:00"), completed_at: at("2026-06-10T11:05") };
  const due = (local: string) => isInvitationDue(visit, NEW_YORK, at(local));
  expect(due("2026-06-11T09:59")).toBe(false);
  expect(due("2026-06-11T10:00")).toBe(true);
  expect(due("2026-06-25T09:59")).toBe(true);
  expect(due("2026-06-25T10:00")).toBe(false);
});

describe("the text of a review", () => {
  test("that fits is shown in full, on one line", () => {
    expect(excerptOf("Spotless.\n\nTwice.")).toBe("Spotless. Twice.");
    const full = "é".repeat(EXCERPT_LENGTH);
    expect(excerptOf(full)).toBe(full);
  });

  test("that is too long ends with a whole word", () => {
    const excerpt = excerptOf("birch, ".repeat(60));
    expect(excerpt).toMatch(/, birch …$/);
    expect(excerpt.length).toBeLessThanOrEqual(EXCERPT_LENGTH + 2);
  });

  test("without spaces is cut at the limit", () => {
    expect(excerptOf("x".repeat(500))).toBe(`${"x".repeat(EXCERPT_LENGTH)} …`);
  });
});

test("a review is signed with the first name only", () => {
  expect(signatureOf({ first_name: " Ada ", town: "Concord" })).toEqual({ name: "Ada", town: "Concord" });
  expect(signatureOf({ first_name: null, town: "" })).toEqual({ name: "A customer", town: "" });
});

test("a review without consent never fits the home page", () => {
  expect(stateOf({ may_publish: false, published_at: null })).toBe("private");
  expect(stateOf({ may_publish: true, published_at: null })).toBe("consented");
  expect(stateOf({ may_publish: true, published_at: {} })).toBe("published");
});
