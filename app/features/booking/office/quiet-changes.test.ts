import { describe, expect, test } from "vitest";
import { HELD_SECONDS, isNotified, isOver, type StatusChange, UNDO_SECONDS } from "./rules";

const start = Temporal.Instant.from("2026-06-01T12:00:00Z");
/** Changes from one status to the next, each so many seconds after the first. */
const changes = (...steps: [before: StatusChange["before"], seconds: number][]): StatusChange[] =>
  steps.map(([before, seconds], index) => ({ sequence: index + 1, at: start.add({ seconds }), before }));

describe("of staff's changes the customer hears", () => {
  test("a single one", () => expect(isNotified(changes(["confirmed", 0]), 1, "completed")).toBe(true));

  test("only the last of two quick ones", () => {
    const two = changes(["confirmed", 0], ["pending", 5]);
    expect(isNotified(two, 1, "completed")).toBe(false);
    expect(isNotified(two, 2, "completed")).toBe(true);
  });

  test("nothing when quick ones led back to where they began", () => {
    const back = changes(["confirmed", 0], ["completed", 5]);
    expect(back.map(({ sequence }) => isNotified(back, sequence, "confirmed"))).toEqual([false, false]);
    const round = changes(["confirmed", 0], ["completed", 10], ["cancelled", 20]);
    expect(isNotified(round, 3, "confirmed")).toBe(false);
  });

  test("nothing when the way back came before the email about the way there", () => {
    const before = changes(["confirmed", 0], ["completed", HELD_SECONDS - 1]);
    expect(isNotified(before, 2, "confirmed")).toBe(false);
  });

  test("one that was taken back to a change which nobody has heard of yet", () => {
    const undone = changes(["confirmed", 0], ["pending", 14], ["completed", 20]);
    expect(isNotified(undone, 3, "pending")).toBe(true);
  });

  test("the way back too, once the way there may have been told", () => {
    const late = changes(["confirmed", 0], ["completed", HELD_SECONDS + 1]);
    expect(isNotified(late, 2, "confirmed")).toBe(true);
  });

  test("the way back too, once the way there was told, however quickly", () => {
    const two = changes(["confirmed", 0], ["completed", 5]);
    expect(isNotified(two, 2, "confirmed", [1])).toBe(true);
    const three = changes(["confirmed", 0], ["completed", 5], ["pending", 10]);
    expect(isNotified(three, 3, "completed", [1])).toBe(false);
  });

  test("what another verb tells, where staff changed no status", () => {
    expect(isNotified([], 3, "confirmed")).toBe(true);
  });
});

test("a change can be undone until its seconds are over", () => {
  expect(isOver(start, start.add({ seconds: UNDO_SECONDS }))).toBe(false);
  expect(isOver(start, start.add({ seconds: UNDO_SECONDS, milliseconds: 1 }))).toBe(true);
});
