import { expect, test } from "vitest";
import { withMutex } from "./mutex.server";

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

test("work with the same key goes on one by one, in the order in which it came, whatever becomes of it", async () => {
  const ctx = { db: {} };
  const seen: string[] = [];
  const work = (name: string) =>
    withMutex(ctx, "day", async () => {
      seen.push(`${name} begins`);
      await pause();
      seen.push(`${name} ends`);
      if (name === "two") throw new Error("no");
      return name;
    });
  const done = await Promise.allSettled([work("one"), work("two"), work("three")]);
  expect(done.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(seen).toEqual(["one", "two", "three"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test("other keys and other databases don't wait", async () => {
  const ctx = { db: {} };
  let begun = 0;
  const never = () => new Promise(() => (begun += 1));
  withMutex(ctx, "one day", never);
  withMutex(ctx, "another day", never);
  withMutex({ db: {} }, "one day", never);
  await pause();
  expect(begun).toBe(3);
});
