import { expect, test } from "vitest";
import type { State } from "./check";
import { compareCheck, type Watched } from "./rules";

/** What owners are told when a check is found in these states, an hour apart. */
function told(...states: State[]): (string | null)[] {
  let kept: Watched | undefined;
  return states.map((state, hours) => {
    const now = Temporal.Instant.from("2026-06-01T12:00:00Z").add({ hours });
    const compared = compareCheck(kept, { state }, now);
    kept = compared?.after ?? kept;
    return compared?.news ?? null;
  });
}
const hours = (count: number, state: State) => Array<State>(count).fill(state);

test("owners are told once that a check broke, and once that it is mended", () => {
  expect(told("good", "broken", "broken", "broken", "good", "good")).toEqual([
    ...[null, "broken", null, null, "mended", null],
  ]);
});

test("what is broken from the first is no news, until it was right and breaks again", () => {
  expect(told("broken", "broken", "good", "broken")).toEqual([null, null, null, "broken"]);
});

test("what grows worse from to do to broken is told, what is only to do is not", () => {
  expect(told("good", "todo", "broken", "todo", "good")).toEqual([null, null, "broken", "mended", null]);
});

test("what could not be checked changes nothing", () => {
  expect(told("good", "unknown", "broken", "unknown", "broken", "unknown", "good")).toEqual([
    ...[null, null, "broken", null, null, null, "mended"],
  ]);
});

test("a check that breaks every other hour is told once a day", () => {
  const flapping = Array.from({ length: 26 }, (_, hour): State => (hour % 2 === 0 ? "good" : "broken"));
  const heard = told(...flapping);
  expect(heard.filter((news) => news === "broken")).toEqual(["broken", "broken"]);
  expect([heard[1], heard[25]]).toEqual(["broken", "broken"]);
});

test("what broke again within the day and stays broken is told when the day is over", () => {
  const heard = told("good", "broken", "good", ...hours(23, "broken"));
  expect(heard.lastIndexOf("broken")).toBe(25);
});

test("the time since a state is kept while it lasts", () => {
  const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
  const first = compareCheck(undefined, { state: "good" }, now)?.after;
  const later = compareCheck(first, { state: "good" }, now.add({ hours: 5 }))?.after;
  expect(later?.since).toEqual(now);
  expect(compareCheck(later, { state: "broken" }, now.add({ hours: 6 }))?.after.since).toEqual(
    now.add({ hours: 6 }),
  );
});
