import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCount, isMoment, listSearch, parseListQuery, tabField } from "./list-query";

const anything = () => true;
const spec = {
  sorts: { date: anything, amount: anything },
  filters: { status: { values: ["pending", "confirmed"] } },
  isId: anything,
};
const read = (search: string) => parseListQuery(new URLSearchParams(search), spec);

describe("parseListQuery", () => {
  test("a bare address shows the list as it begins", () => {
    const begins = { q: "", sort: "date", descending: true, filters: {}, cursor: null };
    expect(read("")).toEqual({ ...begins, range: null, custom: null });
  });

  test.each([
    ["sort=amount", { sort: "amount", descending: false }],
    ["sort=-amount", { sort: "amount", descending: true }],
    ["sort=date", { sort: "date", descending: false }],
    ["sort=password", { sort: "date", descending: true }],
    ["status=pending", { filters: { status: "pending" } }],
    ["status=drop%20table", { filters: {} }],
    ["q=%20two%00%20%20words%0a", { q: "two words" }],
    [`q=${"x".repeat(300)}`, { q: "x".repeat(100) }],
    ["after=b1~2026-06-01", { cursor: { side: "after", id: "b1", value: "2026-06-01" } }],
    ["before=b1", { cursor: { side: "before", id: "b1", value: null } }],
    ["after=%27;--", { cursor: null }],
    ["range=week", { range: "week", custom: null }],
    ["range=year", { range: null, custom: null }],
    ["range=week&from=2026-06-01&to=", { range: { from: "2026-06-01", to: null } }],
    ["range=custom", { range: null, custom: { from: "", to: "", error: null } }],
    [
      "from=2026-06-31&status=pending",
      { range: null, custom: { error: { field: "from" } }, filters: { status: "pending" } },
    ],
    ["from=2026-06-02&to=2026-06-01", { range: null, custom: { error: { field: "to" } } }],
    ["from=&to=", { range: null, custom: { error: { field: "from" } } }],
  ])("%s", (search, expected) => {
    expect(read(search)).toMatchObject(expected);
  });
});

describe("a list with tabs", () => {
  const tabbed = { ...spec, filters: { ...spec.filters, when: { values: ["past", "today"] } }, tab: "when" };
  const readTabbed = (search: string) => parseListQuery(new URLSearchParams(search), tabbed);

  test.each([
    ["tab=past", { q: "", filters: { when: "past" } }],
    ["tab=past&q=oak&status=pending", { q: "oak", tab: "past", filters: { status: "pending" } }],
    ["tab=past&q=oak&when=today", { q: "oak", filters: { when: "today" } }],
    ["tab=never&q=oak", { q: "oak", filters: {} }],
    ["when=past&q=oak", { q: "oak", filters: { when: "past" } }],
  ])("looks in all tabs for what is typed on one: %s", (search, expected) => {
    const { q, tab, filters } = readTabbed(search);
    expect({ q, tab, filters }).toEqual(expected);
  });

  test("goes back to the tab on which a search was typed, and forgets it where a tab is chosen for the search", () => {
    const typed = readTabbed("tab=past&q=oak");
    expect(tabField(typed, "when")).toEqual({ name: "tab", value: "past" });
    expect(listSearch(typed, tabbed, { sort: "amount" })).toBe("?q=oak&sort=-amount&tab=past");
    expect(listSearch(typed, tabbed, { filters: { when: "today" } })).toBe("?q=oak&when=today");
    expect(tabField(readTabbed("q=oak&when=today"), "when")).toEqual({ name: "when", value: "today" });
    expect(tabField(readTabbed("when=today"), "when")).toEqual({ name: "tab", value: "today" });
    expect(tabField(readTabbed("q=oak"), "when")).toBeUndefined();
  });

  test("has no tab where it says none", () => {
    expect(read("tab=past")).toMatchObject({ q: "", filters: {} });
  });
});

describe("listSearch", () => {
  test.each([
    "",
    "?q=two+words",
    "?status=pending&range=month",
    "?from=2026-06-01&to=2026-06-02",
    "?status=pending&sort=-amount",
    "?sort=date&after=b1%7E2026-06-01",
  ])("%s comes back as it was", (search) => {
    const query = read(search);
    expect(listSearch(query, spec, { cursor: query.cursor })).toBe(search);
  });

  test("a change leads to the first page", () => {
    expect(listSearch(read("?q=oak&after=b1~2"), spec, { filters: { status: "pending" } })).toBe(
      "?q=oak&status=pending",
    );
  });
});

test("whatever an address says, it is read, and its own address reads the same", () => {
  const name = fc.constantFrom(
    "q",
    "sort",
    "status",
    "range",
    "from",
    "to",
    "after",
    "before",
    "cursor",
    "__proto__",
  );
  const value = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("-amount", "pending", "b1~2", "~", "-", "\0", "week", "2026-06-01", "2026-02-30"),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const query = read(new URLSearchParams(pairs).toString());
      const { cursor, range, custom } = query;
      // fields for two days are no part of the list while nothing is in them, or something wrong
      const own = { ...query, custom: range === null ? null : custom };
      expect(read(listSearch(query, spec, { cursor }))).toEqual(own);
    }),
  );
});

describe("a cursor", () => {
  const ID = "11111111-1111-4111-8111-111111111111";
  const asked = (after: string) =>
    parseListQuery(new URLSearchParams({ after }), { sorts: { date: isMoment }, filters: {} }).cursor;

  test("stays when it can be one of the list", () => {
    expect(asked(`${ID}~2026-06-10T12:00:00Z`)).toEqual({
      side: "after",
      id: ID,
      value: "2026-06-10T12:00:00Z",
    });
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
    expect(asked(after)).toBeNull();
  });

  test("by amount is a whole number", () => {
    expect(["0", "15900", "", "-1", "1.5", "9999999999", "1e3"].filter(isCount)).toEqual(["0", "15900"]);
  });
});
