import { expect, test } from "vitest";
import { fieldsOf } from "./fields";

test("fields have their path, their type and whether they are required", () => {
  const rows = fieldsOf({
    type: "object",
    properties: {
      days: {
        type: "array",
        description: "The days.",
        items: {
          type: "object",
          properties: { date: { type: "string", format: "date" }, state: { enum: ["free", "full"] } },
          required: ["date"],
        },
      },
      proposal: {
        anyOf: [{ type: "object", properties: { time: { type: ["string", "null"] } } }, { type: "null" }],
      },
      note: { type: "string", maxLength: 80 },
      names: { type: "array", items: { type: "string" } },
    },
    required: ["days"],
  });
  expect(rows.map(({ name, type, required }) => [name, type, required])).toEqual([
    ["days", "list of objects", true],
    ["days[].date", "day, yyyy-MM-dd", true],
    ["days[].state", '"free", "full"', false],
    ["proposal", "object or null", false],
    ["proposal.time", "text or null", false],
    ["note", "text, at most 80", false],
    ["names", "list of text", false],
  ]);
  expect(rows[0]?.description).toBe("The days.");
});
