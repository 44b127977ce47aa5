import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { testWorld } from "../../../../tests/support/ctx";
import { readVotes, voteHelpful } from "./votes.server";

const { pool, ctx, clear } = await testWorld();
beforeEach(clear);

const vote = (voter: string, article = 3) => voteHelpful(ctx(), { article, voter });

test("a voter counts once per article, also when two requests race", async () => {
  const ada = randomUUID();
  const both = await Promise.all([vote(ada), vote(ada)]);
  expect(both.map((one) => one.new).sort()).toEqual([false, true]);
  expect(await vote(ada)).toEqual({ ok: true, new: false });
  expect(await readVotes(ctx(), 3, ada)).toEqual({ count: 1, voted: true });
});

test("a counted vote empties the page cache, and a repeated one doesn't", async () => {
  const listener = await pool.connect();
  const notifications: (string | undefined)[] = [];
  listener.on("notification", ({ payload }) => notifications.push(payload));
  await listener.query("listen public_content");
  const ada = randomUUID();
  for (const mark of ["first", "second"]) {
    await vote(ada);
    await pool.query(`notify public_content, '${mark}'`);
  }
  while (!notifications.includes("second")) await listener.query("select 1");
  listener.release(true);
  expect(notifications).toEqual(["", "first", "second"]);
});

test("everybody sees the count, and only the voter sees their own vote", async () => {
  await vote(randomUUID());
  const ada = randomUUID();
  await vote(ada);
  expect(await readVotes(ctx(), 3, null)).toEqual({ count: 2, voted: false });
  expect(await readVotes(ctx(), 3, randomUUID())).toEqual({ count: 2, voted: false });
  expect(await readVotes(ctx(), 3, ada)).toEqual({ count: 2, voted: true });
});

test("each article has its own votes", async () => {
  const ada = randomUUID();
  await vote(ada, 1);
  expect(await readVotes(ctx(), 3, ada)).toEqual({ count: 0, voted: false });
  expect(await vote(ada, 3)).toEqual({ ok: true, new: true });
});
