import { expect, test } from "vitest";
import { summaryOf } from "./live";

test("a crew's day tells how much is done, and how late the next stop is", () => {
  const done = { state: "done", late: 0 } as const;
  const next = { state: "on the way", late: 25 } as const;
  expect(summaryOf([done, next])).toEqual({ done: "1 of 2 done", isOver: false, late: 25 });
  expect(summaryOf([done, done])).toEqual({ done: "2 of 2 done", isOver: true, late: 0 });
});
