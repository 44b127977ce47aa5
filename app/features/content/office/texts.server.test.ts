import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { findArticle } from "~/features/content/blog/article";
import { readArticles } from "~/features/content/blog/queries.server";
import { previewLink, readPreview } from "~/features/content/texts/preview.server";
import { findRedirect, readPageText } from "~/features/content/texts/queries.server";
import { NEW_TEXT, type Source, type TextKey } from "~/features/content/texts/text";
import { plainText } from "~/lib/text-tree";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { publishDue } from "./publish.server";
import { readEditor, readOfficeTexts, readVersions, shippedOf } from "./queries.server";
import { type Next, saveText, takeDown } from "./save.server";

const world = await testWorld();
const { pool, ctx, clear, clock } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;
const START = clock.now;

beforeEach(async () => {
  await clear();
  clock.now = START;
  office = await staffCtx(world);
});

const FAQ: TextKey = { kind: "faq", number: null };
const NEW: TextKey = { kind: "article", number: NEW_TEXT };
const question = (body: string): Source => ({ fields: {}, body: `## ${body}\n\nYes.` });
const article = (slug: string, title = "Snow"): Source => ({
  fields: {
    title,
    excerpt: "What it does.",
    category: "Seasonal",
    author: "{company}",
    date: "2026-05-30",
    slug,
    image: "",
  },
  body: "Some **words**.",
});

type Input = { key?: TextKey; source: Source; seen?: number; next?: Next; form_id?: string };

function save({ key = FAQ, source, seen = 0, next = { do: "publish" }, form_id = randomUUID() }: Input) {
  return saveText(office(), { ...key, source, seen, next, form_id });
}

async function saved(input: Input) {
  const outcome = await save(input);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome;
}

async function faq() {
  const { own } = await readPageText(ctx(), "faq");
  return own && plainText(own.text.children).replace(/\s+/g, " ");
}

async function trail() {
  const { rows } = await pool.query(
    "select action, entity_id, details from audit_log where entity = 'text' order by id",
  );
  return rows.map(({ action, entity_id, details }) => [action, entity_id, details]);
}

describe("a page", () => {
  test("says what ships until the company publishes its own text", async () => {
    expect(await faq()).toBeNull();
    await saved({ source: question("Snow?"), next: { do: "keep" } });
    expect(await faq()).toBeNull();
    await saved({ source: question("Snow?"), seen: 1 });
    expect(await faq()).toBe("Snow? Yes.");
    expect(await trail()).toEqual([
      ["text.saved", "faq", { version: 1 }],
      ["text.published", "faq", { version: 1 }],
    ]);
  });

  test("says what ships again once the own text is taken off, which is kept", async () => {
    await saved({ source: question("Snow?") });
    expect(await takeDown(office(), { ...FAQ, what: "unpublish" })).toEqual({ ok: true });
    expect(await faq()).toBeNull();
    expect(await readVersions(office(), FAQ)).toMatchObject([{ number: 1, state: null }]);
  });

  test("keeps each version as it was saved, also against the site's own user", async () => {
    await saved({ source: question("One?") });
    await saved({ source: question("Two?"), seen: 1 });
    expect(await readVersions(office(), FAQ)).toMatchObject([
      { number: 2, state: "On the site" },
      { number: 1 },
    ]);
    for (const change of ["update site_text_versions set body = 'x'", "delete from site_text_versions"])
      await expect(world.sitePool.query(change)).rejects.toThrow("permission denied");
  });
});

describe("two people edit one text:", () => {
  test("who has not seen the newest version is refused, and nothing is saved", async () => {
    await saved({ source: question("One?"), next: { do: "keep" } });
    expect(await save({ source: question("Two?") })).toEqual({ ok: false, reason: "changed", newest: 1 });
    expect(await faq()).toBeNull();
  });

  test("of two saves at once one is refused", async () => {
    const outcomes = await Promise.all(
      ["One?", "Two?", "Three?"].map((one) => save({ source: question(one) })),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((one) => !one.ok && one.reason === "changed")).toHaveLength(2);
  });

  test("a form that is sent twice saves once", async () => {
    const form_id = randomUUID();
    const outcomes = await Promise.all([1, 2].map(() => save({ key: NEW, source: article(""), form_id })));
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(await pool.query("select from site_text_versions")).toMatchObject({ rowCount: 1 });
  });
});

test("a form that saved a draft and is sent again to publish it publishes it, once", async () => {
  const form = { source: question("One?"), form_id: randomUUID() };
  await saved({ ...form, next: { do: "keep" } });
  expect(await faq()).toBeNull();
  expect(await saved(form)).toEqual({ ok: true, key: FAQ, version: 1 });
  await saved(form);
  expect(await faq()).toBe("One? Yes.");
  expect((await trail()).map(([action]) => action)).toEqual(["text.saved", "text.published"]);
});

test("words that were changed after going back in the browser are not lost", async () => {
  const form_id = randomUUID();
  await saved({ source: question("One?"), next: { do: "keep" }, form_id });
  expect(await save({ source: question("Two?"), form_id })).toEqual({
    ok: false,
    reason: "changed",
    newest: 1,
  });
  await saved({ source: question("Two?"), seen: 1, form_id });
  expect(await faq()).toBe("Two? Yes.");
});

describe("a text that is planned", () => {
  const at = START.add({ hours: 3 });

  test("goes live when it is due, once, also when the site was down then", async () => {
    await saved({ source: question("Snow?"), next: { do: "plan", at } });
    expect(await publishDue(ctx())).toBe(0);
    expect(await readEditor(office(), FAQ)).toMatchObject({
      status: { shown: "as shipped", planned: "Jun 01, 2026, 11:00 AM" },
    });
    clock.now = at.add({ hours: 40 });
    const system = () => ctx({ actor: { kind: "system" } });
    expect((await Promise.all([publishDue(system()), publishDue(system())])).sort()).toEqual([0, 1]);
    expect(await faq()).toBe("Snow? Yes.");
    expect(await trail()).toContainEqual(["text.published", "faq", { version: 1 }]);
  });

  test("stays a draft if the plan is dropped", async () => {
    await saved({ source: question("Snow?"), next: { do: "plan", at } });
    await takeDown(office(), { ...FAQ, what: "unplan" });
    clock.now = at;
    expect(await publishDue(ctx())).toBe(0);
    expect(await faq()).toBeNull();
  });

  test.each([
    ["hide", { kind: "article", number: 3 }],
    ["unpublish", { kind: "article", number: 101 }],
  ] as const)("does not come back by itself once it is taken off the site (%s)", async (what, key) => {
    const first = key.number === 3 ? key : NEW;
    await saved({ key: first, source: article("", "Snow") });
    await saved({ key, source: article("", "Sleet"), seen: 1, next: { do: "plan", at } });
    expect(await takeDown(office(), { ...key, what })).toEqual({ ok: true });
    expect(await readEditor(office(), key)).toMatchObject({
      status: { shown: "not on the site", planned: null, draft: true },
    });
    clock.now = at;
    expect(await publishDue(ctx())).toBe(0);
    expect((await readArticles(ctx())).articles.some(({ id }) => id === key.number)).toBe(false);
  });

  test("keeps its address if another article has taken the planned one meanwhile", async () => {
    const { key } = await saved({ key: NEW, source: article("old") });
    await saved({ key, source: article("wanted", "Later"), seen: 1, next: { do: "plan", at } });
    await saved({ key: NEW, source: article("wanted", "Faster") });
    clock.now = at;
    expect(await publishDue(ctx())).toBe(1);
    const { articles } = await readArticles(ctx());
    expect(findArticle(articles, "old")?.title).toBe("Later");
    expect(findArticle(articles, "wanted")?.title).toBe("Faster");
  });
});

describe("an article", () => {
  test("stands first in the list when it is the newest, under the company's name", async () => {
    const { key } = await saved({ key: NEW, source: article("snow") });
    expect(key).toEqual({ kind: "article", number: 101 });
    const { articles } = await readArticles(ctx());
    expect(articles[0]).toMatchObject({
      ...{
        id: 101,
        slug: "snow",
        author: "White Birch Cleaning",
        date: "May 30, 2026",
        read_time: "1 min read",
      },
    });
  });

  test("that ships can be rewritten, and be taken off the site and put back", async () => {
    const key: TextKey = { kind: "article", number: 3 };
    expect(shippedOf(key, { is_demo: false })?.body).toMatch(/\w/);
    await saved({ key, source: article("", "Rewritten") });
    const titles = async () => (await readArticles(ctx())).articles.map(({ id, title }) => `${id} ${title}`);
    expect(await titles()).toContain("3 Rewritten");
    await takeDown(office(), { ...key, what: "hide" });
    expect((await titles()).some((one) => one.startsWith("3 "))).toBe(false);
    await takeDown(office(), { ...key, what: "show" });
    expect(await titles()).toContain("3 Rewritten");
  });

  test("can't take the address of another one", async () => {
    await saved({ key: NEW, source: article("snow") });
    expect(await save({ key: NEW, source: article("snow") })).toEqual({ ok: false, reason: "taken" });
    expect(await pool.query("select from site_texts")).toMatchObject({ rowCount: 1 });
  });

  test("that ships again keeps the address that its own text had", async () => {
    await saved({ key: { kind: "article", number: 1 }, source: article("own-words") });
    await takeDown(office(), { kind: "article", number: 1, what: "unpublish" });
    const { articles } = await readArticles(ctx());
    expect(findArticle(articles, "own-words")).toMatchObject({ id: 1, slug: "own-words" });
    expect(findArticle(articles, "own-words")?.title).not.toBe("Snow");
  });

  test("is found by each address that it had, and no address leads in a circle", async () => {
    const { key } = await saved({ key: NEW, source: article("one") });
    await saved({ key, source: article("two"), seen: 1 });
    expect(await findRedirect(ctx(), "one")).toBe(101);
    await saved({ key, source: article("one"), seen: 2 });
    expect(await findRedirect(ctx(), "one")).toBeNull();
    expect(await findRedirect(ctx(), "two")).toBe(101);
    const { key: other } = await saved({ key: NEW, source: article("two", "Other") });
    expect(await findRedirect(ctx(), "two")).toBeNull();
    const { articles } = await readArticles(ctx());
    expect(findArticle(articles, "two")?.id).toBe(other.number);
  });

  test.each([7, 100, 5000])("number %i does not exist before the office makes it", async (number) => {
    const key: TextKey = { kind: "article", number };
    expect(await save({ key, source: article("") })).toEqual({ ok: false, reason: "not found" });
    expect(await takeDown(office(), { ...key, what: "hide" })).toEqual({ ok: false });
    expect(await readEditor(office(), key)).toBeNull();
  });
});

describe("a preview link", () => {
  const queryOf = (link: string) => new URL(link).searchParams;

  test("opens its version for seven days, and nothing else", async () => {
    await saved({ source: question("Draft?"), next: { do: "keep" } });
    const query = queryOf(previewLink(ctx(), FAQ, 1));
    expect(await readPreview(ctx(), "faq", query)).toMatchObject({ ok: true, source: question("Draft?") });
    expect(await readPreview(ctx(), "terms", query)).toEqual({ ok: false, status: 404 });
    const other = new URLSearchParams(
      [...query, ["version", "2"]].map(([name, value]) => [
        name ?? "",
        name === "version" ? "2" : (value ?? ""),
      ]),
    );
    expect(await readPreview(ctx(), "faq", other)).toEqual({ ok: false, status: 404 });
    clock.now = START.add({ hours: 7 * 24 + 1 });
    expect(await readPreview(ctx(), "faq", query)).toEqual({ ok: false, status: 410 });
  });
});

test("the office sees where each text stands", async () => {
  await saved({ source: question("Snow?") });
  await saved({ source: question("More snow?"), seen: 1, next: { do: "keep" } });
  await saved({ key: NEW, source: article("snow"), next: { do: "keep" } });
  const { pages, articles } = await readOfficeTexts(office());
  expect(pages.find(({ name }) => name === "faq")?.status).toMatchObject({ shown: "own text", draft: true });
  expect(pages.find(({ name }) => name === "terms")?.status).toMatchObject({
    shown: "as shipped",
    draft: false,
  });
  expect(articles[0]).toMatchObject({
    name: "article-101",
    path: null,
    status: { shown: "not on the site", draft: true },
  });
});
