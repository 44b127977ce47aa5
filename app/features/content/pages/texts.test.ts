import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { articleOf, sortById } from "~/features/content/blog/article";
import { feePolicyOf } from "~/features/operations/settings/fee-policy";
import { parseSettings } from "~/features/operations/settings/settings";
import { readMarkdown } from "~/lib/markdown";
import { plainText, type Section, sectionsOf } from "~/lib/text-tree";
import { blocksOf, filled, filledWords } from "./document";

const NOWHERE = { street: "", city: "", state: "", zip: "" };
const company = {
  ...{ company_name: "Snow & Birch", contact_email: "hi@snow.example", phone: "(603) 555-0142" },
  ...{ address: NOWHERE, policy: feePolicyOf(parseSettings([])), price_notice_days: 30, week: null },
  ...{ says: { insured: true, checked: true }, is_demo: true },
};
const read = new Map<string, ReturnType<typeof readMarkdown>>();
/** Parsed once: it takes half a second. */
const markdownOf = (file: string) =>
  read.getOrInsertComputed(file, () => readMarkdown(readFileSync(file, "utf8")));
const feesOf = (rows: Record<string, string> = {}) =>
  feePolicyOf(
    parseSettings(Object.entries(rows).map(([key, value]) => ({ category: "booking", key, value }))),
  );
const treeOf = (file: string, fees = feesOf()) => filled(markdownOf(file).text, { ...company, policy: fees });
const textOf = (name: string, fees = feesOf()) =>
  plainText(treeOf(`content/${name}.md`, fees).children).replace(/\s+/g, " ");
const within = ({ sections }: Section): Section[] => sections.flatMap((one) => [one, ...within(one)]);

const PAGES = ["about", "faq", "privacy", "terms"];

describe.each(PAGES)("content/%s.md", (name) => {
  test("has text in every section and a distinct anchor for each", () => {
    const sections = within(sectionsOf(treeOf(`content/${name}.md`)));
    const ids = sections.map(({ id }) => id);
    expect(ids.filter((id, index) => id === "" || ids.indexOf(id) !== index)).toEqual([]);
    expect(sections.filter((section) => blocksOf(section).length + section.sections.length === 0)).toEqual(
      [],
    );
  });
});

describe.each(globSync("content/**/*.md"))("%s", (file) => {
  test("has no unreplaced mark or placeholder", () => {
    expect(plainText(treeOf(file).children)).not.toMatch(/\*\*|\{\w+\}|\]\(|^#|^- /m);
  });

  test("takes the company's name, email and phone from the settings", () => {
    expect(readFileSync(file, "utf8")).not.toMatch(/White Birch Cleaning|@whitebirch|555-\d{4}/);
  });
});

test("/about has its story and three values, and names nobody", () => {
  const story = sectionsOf(treeOf("content/about.md"));
  expect(story.sections.map(({ title, sections }) => [title, sections.length])).toEqual([["Our Values", 3]]);
});

/** Policies (spec section 9). Every page must word them alike. */
const POLICIES: [string, RegExp, string[]][] = [
  [
    "cancelling free of charge",
    /24 hours or more before the start,?:? you get a full refund/,
    ["faq", "terms"],
  ],
  ["cancelling late", /[Ll]ess than 24 hours before the start,?:? we keep a fee of 50%/, ["faq", "terms"]],
  ["complaints", /[Ww]ithin 24 hours of the visit/, ["faq", "terms"]],
  ["refund requests", /[Ww]ithin 72 hours of the service/, ["faq", "terms"]],
  ["age", /18 or older/, ["faq", "privacy", "terms"]],
  ["reminder", /reminder (?:follows )?24 hours before the appointment/, ["faq", "privacy", "terms"]],
  ["support", /Monday to Friday, 8:00 AM to 6:00 PM/, ["faq", "privacy", "terms"]],
  ["recurring visits", /Recurring visits come weekly, bi-weekly or monthly/, ["faq", "terms"]],
  ["dates", /^Effective 4\/11\/25 Last updated 4\/10\/25/, ["privacy", "terms"]],
  ["law", /governed by the law of the State of California/, ["privacy", "terms"]],
];

test.each(POLICIES)('policy "%s" is the same on every page', (_, text, pages) => {
  for (const page of pages)
    expect(textOf(page).replace(/^(Privacy Policy|Terms of Service) /, "")).toMatch(text);
});

test("no page promises hours or percentages other than those of the policies", () => {
  const promises = PAGES.flatMap((page) => textOf(page).match(/\b\d+(?: hours?\b|%)/g) ?? []);
  expect(new Set(promises)).toEqual(new Set(["24 hours", "72 hours", "50%"]));
});

test("the questions and the terms say the fees that the office sets", () => {
  const fees = feesOf({ free_cancellation_hours: "48", late_fee_percent: "30", no_show_percent: "75" });
  for (const page of ["faq", "terms"]) {
    const text = textOf(page, fees);
    expect(text).toMatch(/48 hours or more before the start,?:? you get a full refund/);
    expect(text).toMatch(/[Ll]ess than 48 hours before the start,?:? we keep a fee of 30%/);
    expect(text).toContain("we keep 75% of the price");
    expect(text).not.toContain("50%");
  }
});

test("the articles that ship are by the company, whatever its name", () => {
  const articles = globSync("content/blog/*.md").map((file) => articleOf(markdownOf(file)));
  expect(sortById(articles).map(({ author }) => author)).toEqual(Array(6).fill("{company}"));
});

test("the texts name the company's address as far as it was entered", () => {
  const read = (address: typeof NOWHERE) =>
    plainText(filled(markdownOf("content/terms.md").text, { ...company, address }).children);
  const nowhere = read(NOWHERE);
  expect(nowhere).toContain("residential and commercial cleaning company. By creating");
  expect(nowhere).toContain("Snow & Birch. Email hi@snow.example");
  const somewhere = read({ street: "9 Dock Road", city: "Oakland", state: "ME", zip: "04963" });
  expect(somewhere).toContain("cleaning company in Oakland, ME. By creating");
  expect(somewhere).toContain("Snow & Birch, 9 Dock Road, Oakland, ME 04963. Email");
});

test("the texts name the hours and the law of the company that they are for", () => {
  const monday = { opens: "07:30", last_finish: "15:00" };
  const of = (name: string, state: string) =>
    plainText(
      filled(markdownOf(`content/${name}.md`).text, {
        ...{ ...company, is_demo: false, address: { ...NOWHERE, state } },
        week: [null, monday, monday, monday, null, { ...monday, opens: "09:00" }, monday],
      }).children,
    );
  for (const name of ["faq", "terms", "privacy"]) {
    expect(of(name, "ME")).toContain("Monday to Wednesday, 7:30 AM to 3:00 PM; Friday, 9:00 AM to 3:00 PM");
    expect(of(name, "ME")).not.toMatch(/California|8:00 AM to 6:00 PM/);
  }
  for (const name of ["terms", "privacy"]) {
    expect(of(name, "ME")).toContain("the law of the State of Maine");
    expect(of(name, "")).toContain("the law of the state in which we are based");
  }
  expect(of("terms", "Vermont")).toContain("courts in Vermont have jurisdiction");
});

test("the texts say only that of insurance and background checks which the company says", () => {
  const of = (name: string, says: typeof company.says) =>
    plainText(filled(markdownOf(`content/${name}.md`).text, { ...company, says }).children);
  const nothing = { insured: false, checked: false };
  for (const name of ["faq", "terms"]) {
    expect(of(name, { ...nothing, insured: true })).toContain("We carry liability insurance for our work");
    expect(of(name, nothing)).not.toMatch(/liability insurance|certificate/);
  }
  expect(of("faq", { ...nothing, checked: true })).toContain("agrees to a background check");
  expect(of("faq", nothing)).not.toMatch(/background check/);
  expect(readFileSync("content/careers.json", "utf8").replace(/"jobs"[\s\S]*?"steps"/, "")).not.toMatch(
    /background|insur|paid/i,
  );
});

test("words of the home page are filled in", () => {
  const words = filledWords({ note: "{company}{in_place}, {hours}" }, company);
  expect(words.note).toBe("Snow & Birch, Monday to Friday, 8:00 AM to 6:00 PM");
});

test("no text that ships names a place, except the demo's openings", () => {
  for (const file of globSync("content/**/*.{md,json}").filter((name) => name !== "content/careers.json"))
    expect(readFileSync(file, "utf8"), file).not.toMatch(
      /Pittsfield|New Hampshire|\bNH\b|Concord|Manchester|Portsmouth|Seacoast|Lakes Region/,
    );
});

test("no text that ships names a founder, a colleague, or the year in which the company began", () => {
  for (const file of globSync("content/**/*.{md,json}"))
    expect(readFileSync(file, "utf8"), file).not.toMatch(
      /founder|Lavallee|Dunning|Cabral|Tremblay|Merrill|since (19|20)\d\d|White Birch/i,
    );
});
