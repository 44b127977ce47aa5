import { expect, test } from "vitest";
import { createSemaphore } from "./turns";

test("a semaphore runs the given number at once and the others in order, also after a failure", async () => {
  const inTurn = createSemaphore(2);
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
