import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ListSpec, listSearch, parseListQuery } from "./list-query";

const spec: ListSpec<"date" | "amount", "status"> = {
  sorts: ["date", "amount"],
  descending: true,
  filters: { status: ["pending", "confirmed"] },
};
const read = (search: string) => parseListQuery(new URLSearchParams(search), spec);

describe("parseListQuery", () => {
  test("a bare address shows the list as it begins", () => {
    expect(read("")).toEqual({ q: "", sort: "date", descending: true, filters: {}, cursor: null });
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
  ])("%s", (search, expected) => {
    expect(read(search)).toMatchObject(expected);
  });
});

describe("listSearch", () => {
  test.each(["", "?q=two+words", "?status=pending&sort=-amount", "?sort=date&after=b1%7E2026-06-01"])(
    "%s comes back as it was",
    (search) => {
      const query = read(search);
      expect(listSearch(query, spec, { cursor: query.cursor })).toBe(search);
    },
  );

  test("a change leads to the first page", () => {
    expect(listSearch(read("?q=oak&after=b1~2"), spec, { filters: { status: "pending" } })).toBe(
      "?q=oak&status=pending",
    );
  });
});

test("whatever an address says, it is read, and its own address reads the same", () => {
  const name = fc.constantFrom("q", "sort", "status", "after", "before", "cursor", "__proto__");
  const value = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("-amount", "pending", "b1~2", "~", "-", "\0"),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const query = read(new URLSearchParams(pairs).toString());
      const { cursor } = query;
      expect(read(listSearch(query, spec, { cursor }))).toEqual(query);
    }),
  );
});
