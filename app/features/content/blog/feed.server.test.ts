import { expect, test } from "vitest";
import { readMarkdown } from "~/lib/markdown";
import type { Article } from "./article";
import { rssOf } from "./feed.server";
import { typeset } from "./typeset";

const company = {
  company_name: "Snow & Birch",
  contact_email: "hello@site.example",
  phone: "(603) 555-0142",
  timezone: "America/New_York",
  address: { street: "", city: "", state: "", zip: "" },
};

const article = (id: number, published: string, text: string): Article => ({
  id,
  slug: null,
  title: `Salt & "sand" <${id}>`,
  excerpt: "What & why.",
  date: "",
  published,
  author: "Ada Frost",
  read_time: "1 min read",
  category: "Seasonal",
  text: typeset(readMarkdown(text).text),
});

const rss = (...articles: Article[]) => rssOf(articles, { company, origin: "https://site.example" });

test("the newest article comes first, dated the morning of its day", () => {
  const feed = rss(article(1, "2024-03-01", "Old."), article(2, "2024-04-08", "New."));
  expect([...feed.matchAll(/<guid[^>]*>([^<]*)/g)].map(([, guid]) => guid)).toEqual([
    "https://site.example/blog/2",
    "https://site.example/blog/1",
  ]);
  expect([...feed.matchAll(/<pubDate>([^<]*)/g)].map(([, date]) => date)).toEqual([
    "Mon, 08 Apr 2024 12:00:00 GMT",
    "Fri, 01 Mar 2024 13:00:00 GMT",
  ]);
});

test("articles are complete, with absolute addresses and the company's name", () => {
  const feed = rss(
    article(1, "2024-03-01", "At **{company}**: [book](/book), [far](https://far.example/a)."),
  );
  expect(feed).toContain("<strong>Snow &amp; Birch</strong>");
  expect(feed).toContain('href="https://site.example/book"');
  expect(feed).toContain('href="https://far.example/a"');
});

test("text that could end an XML section early is escaped", () => {
  const feed = rss(article(1, "2024-03-01", "One ]]> two <script>alert(1)</script>"));
  expect(feed).not.toMatch(/\]\]>\s*two/);
  expect(feed).not.toContain("<script>");
});

test("a blog without articles has a valid feed", () => {
  expect(rss()).toContain("<channel>");
});
