import { expect, test } from "vitest";
import { afterVisitValues, readAfterVisits } from "./after-visits";
import { parseSettings } from "./settings";

const GOOD = {
  ...{ hours: "24", answer_hours: "24", photos: "false" },
  google_url: "https://g.page/r/white-birch/review",
};
const row = (category: string, key: string, value: string) => ({ category, key, value });

test("by default claims are taken for 24 hours, answered within 24, and there is no Google link", () => {
  expect(afterVisitValues(parseSettings([]))).toEqual({ ...GOOD, google_url: "" });
});

test.each([{}, { hours: " 0 " }, { hours: "168", answer_hours: "1" }, { google_url: "" }])(
  "the form with %j is accepted",
  (more) => {
    expect(readAfterVisits({ ...GOOD, ...more })).toMatchObject({ ok: true });
  },
);

test.each([
  ["hours", "169"],
  ["hours", "-1"],
  ["hours", "soon"],
  ["answer_hours", "0"],
  ["answer_hours", ""],
  ["google_url", "http://g.page/r/white-birch"],
  ["google_url", "javascript:alert(1)"],
  ["google_url", "https://"],
  ["google_url", "https://g.page/a b"],
  ["google_url", `https://g.page/${"x".repeat(500)}`],
])("the form is refused at %s: %s", (name, value) => {
  const read = readAfterVisits({ ...GOOD, [name]: value });
  expect(read.ok ? null : Object.keys(read.errors)).toEqual([name]);
});

test("a stored link that is none is no link", () => {
  expect(parseSettings([row("reviews", "google_url", "javascript:alert(1)")])["reviews.google_url"]).toBe("");
  expect(parseSettings([row("reviews", "google_url", GOOD.google_url)])["reviews.google_url"]).toBe(
    GOOD.google_url,
  );
});
