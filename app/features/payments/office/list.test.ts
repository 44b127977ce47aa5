import { describe, expect, test } from "vitest";
import { parseListQuery } from "~/lib/list-query";
import { ORDER_LIST, orderSearch } from "./list";

const ID = "3f2a9c10-1111-4111-8111-111111111111";

describe("a search of the orders", () => {
  test("by an id finds that one", () => {
    expect(orderSearch(ID)).toEqual({ by: "id", from: ID, to: ID, text: null });
    expect(orderSearch(ID.toUpperCase())).toEqual({ by: "id", from: ID, to: ID, text: null });
  });

  test("by how an id begins finds all that begin so", () => {
    expect(orderSearch("3F2A9C10")).toEqual({
      by: "id",
      from: "3f2a9c10-0000-0000-0000-000000000000",
      to: "3f2a9c10-ffff-ffff-ffff-ffffffffffff",
      text: "3F2A9C10",
    });
    expect(orderSearch("3f2a9c10-11")).toMatchObject({ from: "3f2a9c10-1100-0000-0000-000000000000" });
  });

  test("by eight digits also looks for a number", () => {
    expect(orderSearch("14001400")).toMatchObject({ by: "id", text: "14001400" });
    expect(orderSearch("3f2a9c10-11")).toMatchObject({ by: "id", text: null });
  });

  test("by a session finds that one", () => {
    expect(orderSearch("test_9aB-c")).toEqual({ by: "session", id: "test_9aB-c" });
    expect(orderSearch("test_9aBc")).toEqual({ by: "session", id: "test_9aBc" });
    expect(orderSearch("cs_live_9aBc")).toEqual({ by: "session", id: "cs_live_9aBc" });
  });

  test.each(["1042", "#1042", "Ada", "Abe", "beef", "Ada Frost", "3f2", "14 Barnstead Road", `${ID}00`])(
    "by %s looks for a number, a customer or an address",
    (q) => {
      expect(orderSearch(q)).toEqual({ by: "text", text: q });
    },
  );
});

test("a list's address that can't be is read as its beginning", () => {
  const query = parseListQuery(
    new URLSearchParams({ status: "paid", sort: "amount", after: `${ID}~soon` }),
    ORDER_LIST,
  );
  expect(query).toMatchObject({ filters: {}, sort: "date", descending: true, cursor: null });
});
