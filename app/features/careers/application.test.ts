import { expect, test } from "vitest";
import { careers, findJob, jobsOf, resumeLink, splitName } from "./application";

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

test("the four openings of the specification are in Portsmouth", () => {
  expect(careers.jobs.map(({ id, title, location, type }) => [id, title, location, type])).toEqual([
    [1, "Cleaning Specialist", "Portsmouth, NH", "Full-time"],
    [2, "Team Lead", "Portsmouth, NH", "Full-time"],
    [3, "Customer Success Representative", "Portsmouth, NH", "Part-time"],
    [4, "Operations Manager", "Portsmouth, NH", "Full-time"],
  ]);
});

test.each(["0", "5", "01", "1.0", "one", "", null])("the id %j finds no opening", (id) => {
  expect(findJob(id, { is_demo: true })).toBeNull();
});

test("an opening is found by its id", () => {
  expect(findJob("3", { is_demo: true })?.title).toBe("Customer Success Representative");
});

test("a company of one's own has none of the demo's openings", () => {
  expect(jobsOf({ is_demo: false })).toEqual([]);
  expect(findJob("3", { is_demo: false })).toBeNull();
});
