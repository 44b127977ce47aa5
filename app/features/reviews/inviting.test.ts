import { expect, test } from "vitest";
import { invitationDueAt, isInvitationDue } from "./rules";

const NEW_YORK = "America/New_York";
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(NEW_YORK).toInstant();

test.each([
  ["a visit completed at its end", "2026-06-10T11:00", "2026-06-10T11:05", "2026-06-11T10:00"],
  ["one marked before its end", "2026-06-10T11:00", "2026-06-09T20:00", "2026-06-11T10:00"],
  ["one marked three days later", "2026-06-10T11:00", "2026-06-13T09:00", "2026-06-14T10:00"],
  ["one marked late in the evening", "2026-06-10T11:00", "2026-06-10T23:59", "2026-06-11T10:00"],
  ["the day before clocks go forward", "2027-03-13T11:00", "2027-03-13T12:00", "2027-03-14T10:00"],
  ["the day before clocks go back", "2026-10-31T11:00", "2026-10-31T12:00", "2026-11-01T10:00"],
])("is due for %s at 10 AM the next day", (_name, ends, completed, asked) => {
  expect(invitationDueAt({ ends_at: at(ends), completed_at: at(completed) }, NEW_YORK)).toEqual(at(asked));
});

test("is due for two weeks", () => {
  const visit = { ends_at: at("2026-06-10T11:00"), completed_at: at("2026-06-10T11:05") };
  const due = (local: string) => isInvitationDue(visit, NEW_YORK, at(local));
  expect(due("2026-06-11T09:59")).toBe(false);
  expect(due("2026-06-11T10:00")).toBe(true);
  expect(due("2026-06-25T09:59")).toBe(true);
  expect(due("2026-06-25T10:00")).toBe(false);
});
