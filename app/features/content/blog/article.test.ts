import { describe, expect, test } from "vitest";
import { readMarkdown } from "~/lib/markdown";
import {
  type Article,
  articleOf,
  findArticle,
  formatHelpful,
  listingPage,
  listingPath,
  postsOf,
  relatedPosts,
  sortById,
} from "./article";

const front = {
  id: "7",
  title: "Snow on the sill",
  excerpt: "What it does.",
  date: '"March 1, 2024"',
  author: "Ada Frost",
  read_time: "1 min read",
  category: "Seasonal",
};

function file(changes: Record<string, string | null> = {}, text = 220) {
  const lines = Object.entries({ ...front, ...changes }).flatMap(([key, value]) =>
    value === null ? [] : [`${key}: ${value}`],
  );
  return readMarkdown(`---\n${lines.join("\n")}\n---\n\n${"word ".repeat(text)}`);
}

describe("articleOf", () => {
  test("reads the front matter, and the date as yyyy-MM-dd", () => {
    expect(articleOf(file())).toMatchObject({ id: 7, title: "Snow on the sill", published: "2024-03-01" });
  });

  test.each([
    ["id", "0"],
    ["id", "seven"],
    ["title", null],
    ["date", '"March 32, 2024"'],
    ["date", '"2024-03-01"'],
    ["date", '"March 1, 12024"'],
    ["read_time", "soon"],
    ["subtitle", "unknown"],
  ])("refuses %s: the error names %s", (field, value) => {
    expect(() => articleOf(file({ [field]: value }))).toThrow(field);
  });

  test.each([
    [180, "0.8"],
    [260, "1.2"],
  ])("refuses a read time of one minute for %i words", (text, minutes) => {
    expect(() => articleOf(file({}, text))).toThrow(`${text} (${minutes} minutes)`);
  });

  test("counts each table cell and list item as separate words", () => {
    const source = `---\n${Object.entries(front)
      .map(([key, value]) => `${key}: ${value}`)
      .join(
        "\n",
      )}\n---\n\n| a | b |\n| - | - |\n${"| one | two |\n".repeat(50)}\n\n${"- three\n- **four**\n".repeat(59)}`;
    expect(articleOf(readMarkdown(source)).id).toBe(7);
  });
});

test("article ids are unique", () => {
  const article = articleOf(file());
  expect(() => sortById([article, { ...article }])).toThrow("7");
  expect(sortById([article, { ...article, id: 2 }]).map(({ id }) => id)).toEqual([2, 7]);
});

const article = (id: number, category = "Residential"): Article => ({
  id,
  slug: null,
  title: `Article ${id}`,
  excerpt: "…",
  date: "March 1, 2024",
  published: "2024-03-01",
  author: "Ada Frost",
  read_time: "5 min read",
  category,
  text: { type: "root", children: [] },
});
const articles = (count: number) => Array.from({ length: count }, (_, index) => article(index + 1));
const ids = (posts: readonly { id: number }[] | undefined) => posts?.map(({ id }) => id);

describe("the pages of the list", () => {
  test("are three, of which six articles fill one", () => {
    const page = listingPage(articles(6), null);
    expect(ids(page?.posts)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(page?.pages.map(({ hasArticles }) => hasArticles)).toEqual([true, false, false]);
  });

  test("are as many as the articles need", () => {
    const last = listingPage(articles(19), "4");
    expect(ids(last?.posts)).toEqual([19]);
    expect(last?.pages).toHaveLength(4);
    expect(ids(listingPage(articles(7), "2")?.posts)).toEqual([7]);
  });

  test.each(["0", "2", "-1", "01", "1.0", "1e0", " 1", "one", "", "9".repeat(40)])(
    "%j is none of them",
    (asked) => {
      expect(listingPage(articles(6), asked)).toBeNull();
    },
  );

  test("an empty blog has a first page", () => {
    expect(listingPage([], null)).toMatchObject({ number: 1, posts: [] });
  });

  test("hold what a card says, not the texts", () => {
    expect(listingPage(articles(1), "1")?.posts[0]).not.toHaveProperty("text");
  });

  test("have addresses, the first one the shortest", () => {
    expect([listingPath(1), listingPath(2)]).toEqual(["/blog", "/blog?page=2"]);
  });
});

test.each(["", "0", "7", "abc", "1abc", "1.5", "-1", "01", "1e0", "١", "9".repeat(30)])(
  "no article is found under %j",
  (id) => {
    expect(findArticle(articles(6), id)).toBeUndefined();
  },
);

test("an article is found by its number", () => {
  expect(findArticle(articles(6), "6")?.id).toBe(6);
});

test("three related ones: of the same kind first, never the article itself", () => {
  const all = [
    article(1),
    article(2, "Seasonal"),
    article(3, "Wellness"),
    article(4, "Wellness"),
    article(5),
  ];
  expect(ids(relatedPosts(all, article(5)))).toEqual([1, 2, 3]);
  expect(ids(relatedPosts(all, article(3, "Wellness")))).toEqual([4, 1, 2]);
  expect(ids(relatedPosts([article(1)], article(1)))).toEqual([]);
});

test("saved articles keep the order in which they are asked for; one that is gone is left out", () => {
  expect(ids(postsOf(articles(3), [3, 99, 1]))).toEqual([3, 1]);
});

test.each([
  [0, ""],
  [1, "1 person found this helpful"],
  [2, "2 people found this helpful"],
  [1234, "1,234 people found this helpful"],
])("%i votes in words", (votes, text) => {
  expect(formatHelpful(votes)).toBe(text);
});
