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

test("what was saved last comes first; saving it again leaves it where it is", async () => {
  for (const article of [2, 5, 1, 5]) await save(ada, article);
  expect(await readSaved(ada())).toEqual([1, 5, 2]);
});

test("two presses at once save one", async () => {
  await Promise.all([1, 2].map(() => saveArticle(ada(), { article: 4, keep: true })));
  expect(await readSaved(ada())).toEqual([4]);
});

test("letting go of an article twice is no mistake", async () => {
  await save(ada, 4);
  await save(ada, 4, false);
  await save(ada, 4, false);
  expect([await readSaved(ada()), await isSaved(ada(), 4)]).toEqual([[], false]);
});

test("nobody sees or changes what another reader has saved", async () => {
  await save(ada, 4);
  expect([await readSaved(eve()), await isSaved(eve(), 4)]).toEqual([[], false]);
  await save(eve, 4, false);
  expect([await readSaved(ada()), await isSaved(ada(), 4)]).toEqual([[4], true]);
});
