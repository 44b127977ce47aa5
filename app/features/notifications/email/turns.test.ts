import { expect, test } from "vitest";
import { openTurns } from "./turns";

test("so many run at once, the others in their order, also after one that fails", async () => {
  const inTurn = openTurns(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const work = (n: number) => async () => {
    begun.push(n);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (n % 2) throw new Error("no");
    return n;
  };
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((n) => inTurn(work(n))));
  expect(results.map(({ status }) => status === "fulfilled")).toEqual([
    false,
    true,
    false,
    true,
    false,
    true,
  ]);
  expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(2);
});
