import { expect, test } from "vitest";
import { treeOf } from "~/lib/markdown";
import {
  careers,
  findJob,
  jobOf,
  resumeLink,
  shippedWords,
  sourceOf,
  splitName,
  wordsOf,
} from "./application";

test.each([
  ["Noah Tremblay", "Noah", "Tremblay"],
  ["Mary Ann van der Berg", "Mary", "Ann van der Berg"],
  ["Cher", "Cher", ""],
])("splits the full name %s into first and last name", (name, first_name, last_name) => {
  expect(splitName(name)).toEqual({ first_name, last_name });
});

test.each([
  ["https://www.linkedin.com/in/noah", "https://www.linkedin.com/in/noah"],
  ["http://noah.example/cv.pdf?a=1", "http://noah.example/cv.pdf?a=1"],
  ["www.linkedin.com/in/noah", null],
  ["javascript:alert(1)", null],
  [" javascript:alert(1)", null],
  ["data:text/html,<script>alert(1)</script>", null],
  ["file:///etc/passwd", null],
  ["I will bring it along", null],
  ["", null],
  [null, null],
])("turns the résumé %j into the link %j", (resume, link) => {
  expect(resumeLink(resume)).toBe(link);
});

test("the words that ship are the same once they were fields of a text", () => {
  const { jobs: _, ...words } = careers;
  expect(wordsOf(shippedWords())).toEqual(words);
});

test("the four openings of the specification are in Portsmouth", () => {
  expect(careers.jobs.map(({ id, title, location, type }) => [id, title, location, type])).toEqual([
    [1, "Cleaning Specialist", "Portsmouth, NH", "Full-time"],
    [2, "Team Lead", "Portsmouth, NH", "Full-time"],
    [3, "Customer Success Representative", "Portsmouth, NH", "Part-time"],
    [4, "Operations Manager", "Portsmouth, NH", "Full-time"],
  ]);
});

const jobs = careers.jobs.map((job) => {
  const { fields, body } = sourceOf(job);
  return jobOf(job.id, { fields, text: treeOf(body) });
});

test.each(["0", "5", "01", "1.0", "one", "", null])("the id %j finds no opening", (id) => {
  expect(findJob(id, jobs)).toBeNull();
});

test("an opening is found by its id", () => {
  expect(findJob("3", jobs)?.title).toBe("Customer Success Representative");
});

test("an opening that ships is the same when it is made of the text that the office would edit", () => {
  const plain = (job: unknown) => JSON.parse(JSON.stringify(job).replaceAll("’", "'")) as object;
  for (const job of careers.jobs) expect(plain(jobs.find(({ id }) => id === job.id))).toMatchObject(job);
});

test("the last list of an opening's text is what it requires", () => {
  const text = treeOf("You **clean**.\n\n- Mornings\n- Evenings\n\nWith us.\n\n- A car\n- Patience");
  const job = jobOf(101, { fields: { title: "Cleaner", pay: "$20 an hour" }, text });
  expect(job).toMatchObject({ id: 101, title: "Cleaner", pay: "$20 an hour" });
  expect(job.requirements).toEqual(["A car", "Patience"]);
  expect(job.description).toMatch(/^You clean\. Mornings\s*Evenings With us\.$/);
});
