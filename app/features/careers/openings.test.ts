import { expect, test } from "vitest";
import { careers, findJob } from "./application";

test("the four openings of the specification are in Portsmouth", () => {
  expect(careers.jobs.map(({ id, title, location, type }) => [id, title, location, type])).toEqual([
    [1, "Cleaning Specialist", "Portsmouth, NH", "Full-time"],
    [2, "Team Lead", "Portsmouth, NH", "Full-time"],
    [3, "Customer Success Representative", "Portsmouth, NH", "Part-time"],
    [4, "Operations Manager", "Portsmouth, NH", "Full-time"],
  ]);
});

test.each(["0", "5", "01", "1.0", "one", "", null])("the id %j finds no opening", (id) => {
  expect(findJob(id)).toBeNull();
});

test("an opening is found by its id", () => {
  expect(findJob("3")?.title).toBe("Customer Success Representative");
});
