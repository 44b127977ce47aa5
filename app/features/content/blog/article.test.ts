import { describe, expect, test } from "vitest";
import { readMarkdown } from "../../../../scripts/markdown";
import { articleOf, sortById } from "./article";

const front = {
  id: "7",
  title: "Snow on the sill",
  excerpt: "What it does.",
  date: '"March 1, 2024"',
  author: "Ada Frost",
  read_time: "1 min read",
  category: "Seasonal",
};

function file(changes: Record<string, string | null> = {}, words = 220) {
  const lines = Object.entries({ ...front, ...changes }).flatMap(([key, value]) =>
    value === null ? [] : [`${key}: ${value}`],
  );
  return readMarkdown(`---\n${lines.join("\n")}\n---\n\n${"word ".repeat(words)}`);
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
    ["read_time", "soon"],
    ["subtitle", "unknown"],
  ])("refuses %s: the error names %s", (field, value) => {
    expect(() => articleOf(file({ [field]: value }))).toThrow(field);
  });

  test.each([
    [180, "0.8"],
    [260, "1.2"],
  ])("refuses a read time of one minute for %i words", (words, minutes) => {
    expect(() => articleOf(file({}, words))).toThrow(`${words} (${minutes} minutes)`);
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
