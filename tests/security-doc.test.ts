import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("docs/security.md", "utf8");

/** The requirements of levels 1 and 2 in ASVS 5.0.0: of each section the numbers, all from the first on. */
const REQUIREMENTS: Record<string, number> = {
  ...{ "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1 },
  ...{ "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4 },
  ...{ "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3 },
  ...{ "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1 },
  ...{ "8.4": 1, "9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2 },
  ...{ "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1, "12.1": 3, "12.2": 2 },
  ...{ "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3, "15.1": 3 },
  ...{ "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4 },
  ...{ "17.3": 2 },
};

const lines = [...text.matchAll(/^\| (\d+\.\d+)\.(\d+)(?:–\1\.(\d+))? \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, section = "", first, last = first, state = "", words = ""]) => ({
    section,
    first: Number(first),
    last: Number(last),
    state,
    words,
  }),
);
const filesIn = (words: string) =>
  [
    ...words.matchAll(
      /`((?:app|tests|docs|db|scripts)\/[^`]+|server\.ts|package(?:-lock)?\.json|tsconfig\.json)`/g,
    ),
  ].map(([, file = ""]) => file);

test("every requirement of ASVS 5.0.0, level 1 and 2, is answered once and in order", () => {
  const answered = lines.flatMap(({ section, first, last }) =>
    Array.from({ length: last - first + 1 }, (_, step) => `${section}.${first + step}`),
  );
  const wanted = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(wanted).toHaveLength(253);
  expect(answered).toEqual(wanted);
});

test("every answer is met, partly, not met or n/a, and what is met names a file or says where it stands", () => {
  const odd = lines.filter(({ state }) => !["met", "partly", "not met", "n/a"].includes(state));
  const bare = lines.filter(
    ({ state, words }) => state === "met" && filesIn(words).length === 0 && !words.startsWith("Above"),
  );
  expect([...odd, ...bare]).toEqual([]);
});

test("every file that is named is there", () => {
  const named = filesIn(text);
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
