import { describe, expect, test } from "vitest";
import { formatTown, formatTowns, mergeTowns, parseTowns } from "./storm-day";

describe("towns", () => {
  test.each<[string[], string[]]>([
    [[], []],
    [["", " , "], []],
    [
      ["Concord", " concord ", "Pitts\0field,  New   Castle"],
      ["concord", "new castle", "pitts field"],
    ],
    [["x".repeat(61)], []],
    [[Array.from({ length: 60 }, (_, n) => `town ${n}`).join(",")], expect.objectContaining({ length: 40 })],
  ])("%j are read as %j", (typed, towns) => {
    expect(parseTowns(typed)).toEqual(towns);
  });

  test("none are every town, also when two storms meet", () => {
    expect(formatTowns([])).toBe("Every town");
    expect(formatTowns(["new castle", "rye"])).toBe("New Castle and Rye");
    expect(formatTown("o'neill-upon-sea")).toBe("O'Neill-Upon-Sea");
    expect(mergeTowns(["rye"], ["concord", "rye"])).toEqual(["concord", "rye"]);
    expect(mergeTowns(["rye"], [])).toEqual([]);
    expect(mergeTowns([], ["rye"])).toEqual([]);
  });
});
