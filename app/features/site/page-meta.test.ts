import { expect, test } from "vitest";
import { pageMeta } from "./page-meta";

const root = { id: "root", loaderData: { company: { company_name: "White Birch Cleaning" } } };

test("a page is named after itself and the company", () => {
  expect(pageMeta([root], "Our Services", "Plain prices.")).toEqual([
    { title: "Our Services | White Birch Cleaning" },
    { name: "description", content: "Plain prices." },
  ]);
});

test.each([
  ["the root has no data", [{ id: "root" }]],
  ["there is no root", []],
])("only after itself when %s", (_, matches) => {
  expect(pageMeta(matches, "Our Services", "Plain prices.")[0]).toEqual({ title: "Our Services" });
});
