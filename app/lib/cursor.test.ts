import { describe, expect, test } from "vitest";
import { type ListQuery, parseListQuery } from "~/lib/list-query";
import { isCount, isMoment, withSafeCursor } from "./cursor";

const ID = "11111111-1111-4111-8111-111111111111";
const spec = { sorts: ["date"], descending: true, filters: {} } as const;
const asked = (after: string): ListQuery => parseListQuery(new URLSearchParams({ after }), spec);

describe("a cursor", () => {
  test("stays when it can be one of the list", () => {
    const query = asked(`${ID}~2026-06-10T12:00:00Z`);
    expect(withSafeCursor(query, isMoment)).toBe(query);
    expect(query.cursor).toMatchObject({ id: ID });
  });

  test.each([
    ["an id that is none", "abc~2026-06-10T12:00:00Z"],
    ["a value that is none", `${ID}~tomorrow`],
    ["no value", ID],
    ["a zone that the database doesn't know", `${ID}~2026-06-10T12:00:00Z[UTC]`],
    ["a calendar", `${ID}~2026-06-10T12:00:00Z[u-ca=iso8601]`],
    ["an offset to the second", `${ID}~2026-06-10T12:00:00+00:00:01`],
    ["a year before the database's first", `${ID}~-271821-04-20T00:00:00Z`],
    ["a year after four digits", `${ID}~+275760-09-13T00:00:00Z`],
    ["the year 0, which the database doesn't know", `${ID}~0000-01-01T00:00:00Z`],
  ])("goes with %s", (_, after) => {
    expect(withSafeCursor(asked(after), isMoment).cursor).toBeNull();
  });

  test("by amount is a whole number", () => {
    expect(["0", "15900", "", "-1", "1.5", "9999999999", "1e3"].filter(isCount)).toEqual(["0", "15900"]);
  });
});
