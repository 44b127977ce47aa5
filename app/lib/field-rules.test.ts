import { expect, test } from "vitest";
import { z } from "zod";
import { fieldRules } from "./field-rules";

const line = (max: number) =>
  z
    .string("too short")
    .overwrite((text) => text.trim())
    .max(max, { error: "too long", abort: true });

test("a control has its schema's rules and messages", () => {
  const schema = z.object({
    name: line(100).min(2, "too short"),
    email: line(254).refine((text) => text.includes("@"), "no address"),
    phone: line(40).optional(),
    anything: z.string().optional(),
    code: z.string().min(1, "nothing").regex(/^\d+$/, "no digits"),
    password: z.string().min(1, { error: "nothing", abort: true }).min(8, "too short"),
    terms: z.literal("on", "please accept"),
  });
  expect(fieldRules(schema)).toEqual({
    name: {
      required: true,
      minLength: 2,
      "data-message": "too short",
      "data-max": 100,
      "data-too-long": "too long",
    },
    email: { required: true, "data-message": "no address", "data-max": 254, "data-too-long": "too long" },
    phone: { "data-message": "too long", "data-max": 40, "data-too-long": "too long" },
    anything: { "data-message": undefined },
    code: { required: true, "data-message": "nothing", "data-wrong": "no digits" },
    password: { required: true, minLength: 8, "data-message": "nothing", "data-wrong": "too short" },
    terms: { required: true, "data-message": "please accept" },
  });
});
