import { expect, test } from "vitest";
import { movesText, parseMoves } from "./draft";
import { acceptedMoves, planVisits, waiting, withClashes } from "./plan-visits";

const at = (date: string) => ({ date, time: "10:00 AM" as const });
const preview = [
  { visit: 1, ...at("2026-12-01"), clash: null },
  { visit: 2, ...at("2026-12-08"), clash: { why: "The crew is busy.", proposal: at("2026-12-09") } },
  { visit: 3, ...at("2026-12-15"), clash: { why: "We are closed.", proposal: null } },
];

test("a clash waits for the customer until there is a move for it", () => {
  const before = planVisits(preview, null);
  expect(before.map(({ date, state }) => `${date} ${state}`)).toEqual([
    "2026-12-01 free",
    "2026-12-09 proposed",
    "2026-12-15 open",
  ]);
  expect(waiting(before, null).map(({ visit }) => visit)).toEqual([2, 3]);
  const left = { visit: 3, date: null, time: null };
  expect(acceptedMoves(before)).toEqual([{ visit: 2, ...at("2026-12-09") }, left]);
  expect(parseMoves(movesText(acceptedMoves(before)))).toEqual(acceptedMoves(before));
  const only = [{ visit: 2, ...at("2026-12-10") }];
  expect(waiting(planVisits(preview, only), only).map(({ visit }) => visit)).toEqual([3]);
  const moves = [...only, left];
  const after = planVisits(preview, moves);
  expect(after[1]).toMatchObject({ state: "moved", ...at("2026-12-10"), asked: at("2026-12-08") });
  expect(waiting(after, moves)).toEqual([]);
});

test("what has come in between takes the place of what was known", () => {
  const clash = { visit: 1, ...at("2026-12-01"), why: "The crew is busy.", proposal: at("2026-12-02") };
  expect(withClashes(preview, [clash])[0]?.clash?.proposal).toEqual(at("2026-12-02"));
  expect(withClashes([], [clash])).toHaveLength(1);
});
