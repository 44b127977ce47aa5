import { expect, test } from "vitest";
import type { ListQuery } from "~/lib/list-query";
import { batchesOf } from "./keyset";

const asked: ListQuery = {
  q: "",
  sort: "date",
  descending: true,
  filters: {},
  range: null,
  custom: null,
  cursor: { side: "before", value: "7", id: "7" },
};

test.each([0, 1, 500, 501, 1201])("%d rows are read in batches, in order, each once", async (count) => {
  const all = Array.from({ length: count }, (_, row) => row);
  const read = async ({ cursor }: ListQuery, limit: number) => {
    const from = cursor ? Number(cursor.value) + 1 : 0;
    return all.slice(from, from + limit);
  };
  const batches: number[][] = [];
  const keyOf = (row: number) => ({ value: String(row), id: String(row) });
  for await (const batch of batchesOf(asked, read, keyOf)) batches.push(batch);
  expect(batches.flat()).toEqual(all);
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(500);
});
