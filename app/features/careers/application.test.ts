import { expect, test } from "vitest";
import { resumeLink, splitName } from "./application";

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
