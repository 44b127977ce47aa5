import { beforeEach, expect, test } from "vitest";
import { testWorld } from "../../../../tests/support/ctx";
import { aUser } from "../../../../tests/support/visits";
import { isSaved, readSaved, saveArticle } from "./bookmarks.server";

const { pool, ctx, clock, clear } = await testWorld();

let ada: Awaited<ReturnType<typeof reader>>;
let eve: Awaited<ReturnType<typeof reader>>;

async function reader(email: string) {
  const actor = await aUser(pool, email);
  return () => ({ ...ctx(), actor });
}

beforeEach(async () => {
  await clear();
  ada = await reader("ada@mail.example");
  eve = await reader("eve@mail.example");
});

async function save(who: typeof ada, article: number, keep = true) {
  clock.advance({ minutes: 1 });
  await saveArticle(who(), { article, keep });
}

test("the last saved article comes first, and saving it again keeps its place", async () => {
  for (const article of [2, 5, 1, 5]) await save(ada, article);
  expect(await readSaved(ada())).toEqual([1, 5, 2]);
});

test("saving twice at the same time stores one", async () => {
  await Promise.all([1, 2].map(() => saveArticle(ada(), { article: 4, keep: true })));
  expect(await readSaved(ada())).toEqual([4]);
});

test("removing an article twice has no further effect", async () => {
  await save(ada, 4);
  await save(ada, 4, false);
  await save(ada, 4, false);
  expect([await readSaved(ada()), await isSaved(ada(), 4)]).toEqual([[], false]);
});

test("readers neither see nor change what others saved", async () => {
  await save(ada, 4);
  expect([await readSaved(eve()), await isSaved(eve(), 4)]).toEqual([[], false]);
  await save(eve, 4, false);
  expect([await readSaved(ada()), await isSaved(ada(), 4)]).toEqual([[4], true]);
});
