import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const text = readFileSync("docs/security.md", "utf8");
const documents = globSync(["README.md", "bench/README.md", "docs/**/*.md"]).map((file) => ({
  file,
  text: readFileSync(file, "utf8"),
}));

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
/** The files, folders and patterns between backticks. Placeholders like <room> or NAME stand for any text. */
const filesIn = (words: string) =>
  [
    ...words.matchAll(
      /`((?:app|bench|content|db|deploy|docs|public|scripts|tests)\/[^`\s]*|(?:server|jobs|commands)\.ts|package(?:-lock)?\.json|tsconfig\.json)`/g,
    ),
  ].map(([, file = ""]) => file.replace(/<\w+>|\b[A-Z]{2,}\b/g, "*"));

test("security.md answers every requirement of ASVS 5.0.0, levels 1 and 2, once and in order", () => {
  const answered = lines.flatMap(({ section, first, last }) =>
    Array.from({ length: last - first + 1 }, (_, step) => `${section}.${first + step}`),
  );
  const wanted = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(wanted).toHaveLength(253);
  expect(answered).toEqual(wanted);
});

test("each answer in security.md is met, partly, not met or n/a, and a met one names a file or is answered above", () => {
  const odd = lines.filter(({ state }) => !["met", "partly", "not met", "n/a"].includes(state));
  const bare = lines.filter(
    ({ state, words }) => state === "met" && filesIn(words).length === 0 && !words.startsWith("Above"),
  );
  expect([...odd, ...bare]).toEqual([]);
});

describe.each(documents)("$file", ({ file, text }) => {
  test("names only files that exist", () => {
    expect(filesIn(text).filter((name) => globSync(name).length === 0)).toEqual([]);
  });

  test("names only commands that package.json has", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test("links only to documents and headings that exist", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const missing = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [name = "", heading] = link.split("#");
      const target = name === "" ? file : path.join(path.dirname(file), name);
      if (globSync(target).length === 0) return true;
      return heading !== undefined && !headingsOf(readFileSync(target, "utf8")).includes(heading);
    });
    expect(missing).toEqual([]);
  });
});

/** The anchors that a Markdown page gives its headings. */
function headingsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

test("the architecture tells each room", () => {
  const told = [...readFileSync("docs/architecture.md", "utf8").matchAll(/^\| `(\w+)` \| /gm)].map(
    ([, room]) => room,
  );
  expect(told).toEqual(
    globSync("app/features/*")
      .map((folder) => path.basename(folder))
      .sort(),
  );
});

test("the list of decisions has each record, with its number and title", () => {
  const records = globSync("docs/decisions/[0-9]*.md").sort();
  const lines = records.map((record) => {
    const [, number, title] = /^# (\d{3}): (.+)$/m.exec(readFileSync(record, "utf8")) ?? [];
    return `- [${number}](${path.basename(record)}): ${title}`;
  });
  const list = readFileSync("docs/decisions/README.md", "utf8");
  const listed = list
    .split("\n## ")
    .map((topic) => topic.split("\n").filter((line) => line.startsWith("- ")));
  expect(listed.flat().toSorted(), "List each record once, under its topic.").toEqual(lines);
  expect(listed, "Sort a topic's records by number.").toEqual(listed.map((topic) => topic.toSorted()));
});

test.each(globSync("docs/decisions/[0-9]*.md"))(
  "%s has a status, a date and the usual sections",
  (record) => {
    const page = readFileSync(record, "utf8");
    expect(page).toMatch(/^# \d{3}: .+\n\nStatus: (accepted|superseded by \d{3})\nDate: \d{4}-\d\d-\d\d\n/);
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(["Context", "Decision", "Consequences"]);
  },
);
