import { describe, expect, test } from "vitest";
import { shippedWords, wordsOf } from "~/features/careers/application";
import { MAX_BODY, readMoment, readSource } from "./forms";

const careers = shippedWords();
const isPicture = (key: string) => key === "team";
const article = {
  title: "Snow  on the\nsill",
  excerpt: "What it does.",
  category: "Seasonal",
  author: "{company}",
  date: "2026-11-25",
  slug: "snow-on-the-sill",
  image: "team",
  body: "Some **words**.\r\n",
};

test("an article is read with its fields cleaned", () => {
  expect(readSource("article", article, isPicture)).toEqual({
    ok: true,
    source: {
      fields: { ...article, title: "Snow on the sill", body: undefined },
      body: "Some **words**.",
    },
  });
});

test("the careers page may have fewer benefits and steps: both parts of one are left empty", () => {
  const typed = { ...careers, benefit_3: "", benefit_3_text: "", step_4: "", step_4_text: " " };
  const read = readSource("careers", typed, isPicture);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const { benefits, steps } = wordsOf(read.source.fields);
  expect([benefits.length, steps.length]).toEqual([2, 3]);
});

test("the text of a service needs no title, as its page has the service's", () => {
  const read = (body: string) => readSource("service-deep-cleaning", { body }, isPicture);
  expect(read("Ovens, too.")).toEqual({ ok: true, source: { fields: {}, body: "Ovens, too." } });
  expect(read(" ")).toEqual({ ok: false, errors: { body: "The text is empty." } });
});

test("the careers page's words that ship can be saved as they are", () => {
  expect(readSource("careers", careers, isPicture)).toEqual({
    ok: true,
    source: { fields: careers, body: "" },
  });
});

describe("a wrong field gets a message that names it:", () => {
  test.each([
    ["article", { title: " " }, "title", "Title is required."],
    ["article", { title: "x".repeat(121) }, "title", "Title can have at most 120 characters."],
    ["article", { date: "2026-02-30" }, "date", "Date must be a day."],
    ["article", { slug: "Snow" }, "slug", /lower-case/],
    ["article", { slug: "7-tips" }, "slug", /begin with a letter/],
    ["article", { slug: "snow--sill" }, "slug", /single hyphens/],
    ["article", { slug: "saved" }, "slug", "The blog uses this address itself. Choose another one."],
    ["article", { image: "nobody" }, "image", "Choose one of the pictures."],
    ["article", { body: "" }, "body", "The text is empty."],
    ["article", { body: "x".repeat(MAX_BODY + 1) }, "body", "The text can have at most 100,000 characters."],
    ["article", { body: "[x](javascript:alert(1))" }, "body", /^The link in line 1/],
    ["about", { body: "No title" }, "body", /needs a title/],
    ["faq", { body: "No question" }, "body", /needs a question/],
    ["faq", { body: "Hello.\n\n## Why?\n\nYes." }, "body", /before the first question/],
    ["opening", { title: "Cleaner", type: "Sometimes" }, "type", "Choose one of the kinds."],
    ["careers", { ...careers, benefit_1: "" }, "benefit_1", "Benefit 1 is required."],
    ["careers", { ...careers, step_4: "" }, "step_4", "Step of hiring 4 is required."],
    [
      "careers",
      { ...careers, benefit_3_text: " " },
      "benefit_3_text",
      "Benefit 3, in a few words is required.",
    ],
    ["home", { headline: "", lead: "x", closing: "x" }, "headline", "Headline is required."],
  ] as const)("%s %j", (kind, changes, field, message) => {
    const read = readSource(
      kind,
      kind === "article" ? { ...article, ...changes } : { ...changes },
      isPicture,
    );
    expect(read).toMatchObject({ ok: false, errors: { [field]: expect.stringMatching(message) } });
  });
});

describe("when a text goes live", () => {
  const world = { now: Temporal.Instant.from("2026-06-01T12:00:00Z"), zone: "America/New_York" };

  test("is read in the company's time zone", () => {
    const moment = readMoment({ publish_date: "2026-06-02", publish_time: "08:30" }, world);
    expect(moment).toEqual({ ok: true, at: Temporal.Instant.from("2026-06-02T12:30:00Z") });
  });

  test.each([
    [{}, "publish_date"],
    [{ publish_date: "2026-02-30", publish_time: "08:30" }, "publish_date"],
    [{ publish_date: "2026-06-02", publish_time: "25:00" }, "publish_time"],
    [{ publish_date: "2026-06-01", publish_time: "08:00" }, "publish_date"],
  ])("is asked for again: %j", (typed, field) => {
    expect(readMoment(typed, world)).toMatchObject({ ok: false, errors: { [field]: expect.any(String) } });
  });
});
