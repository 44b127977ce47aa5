import { expect, test } from "vitest";
import { createLiveFeed } from "./live-feed.server";

test("a stream whose reader left before it began is not kept", () => {
  const feed = createLiveFeed();
  feed.stream("crew", AbortSignal.abort());
  expect(feed.size()).toBe(0);
});
