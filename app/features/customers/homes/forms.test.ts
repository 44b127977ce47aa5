import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { missingLines, propertySchema } from "./forms";

const HOME = {
  name: "Home",
  property_type: "residential",
  address_line1: "14 Barnstead Road",
  address_line2: "",
  city: "Pittsfield",
  state: "nh",
  zip_code: "03263",
  bedrooms: "3",
  bathrooms: "",
  half_baths: "1",
  square_footage: "1,800",
  special_instructions: "",
  pets: "",
  parking: "",
};

function submit(changes: Partial<Record<keyof typeof HOME, string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...HOME, ...changes })) form.set(name, value);
  return parseWithZod(form, { schema: propertySchema, disableAutoCoercion: true });
}

function saved(changes: Parameters<typeof submit>[0] = {}) {
  const submission = submit(changes);
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
  return submission.value;
}

describe("the property form", () => {
  test("reads whole numbers and stores empty fields as null", () => {
    expect(saved()).toEqual({
      name: "Home",
      property_type: "residential",
      address_line1: "14 Barnstead Road",
      address_line2: null,
      city: "Pittsfield",
      state: "NH",
      zip_code: "03263",
      bedrooms: 3,
      bathrooms: null,
      half_baths: 1,
      square_footage: 1800,
      special_instructions: null,
      pets: null,
      parking: null,
    });
  });

  test("ignores the rooms of a commercial property, even invalid ones", () => {
    expect(saved({ property_type: "commercial", bedrooms: "3", square_footage: "plenty" })).toMatchObject({
      bedrooms: null,
      bathrooms: null,
      square_footage: null,
    });
  });

  test("accepts a studio without bedrooms and instructions with several lines", () => {
    const { bedrooms, special_instructions } = saved({
      bedrooms: "0",
      special_instructions: " Key\r\nunder\u0000 the mat ",
    });
    expect([bedrooms, special_instructions]).toEqual([0, "Key\nunder the mat"]);
  });

  test.each([
    [{ address_line1: " " }, "address_line1", "Street is required."],
    [{ city: "" }, "city", "City is required."],
    [{ state: "XX" }, "state", "State must be a two-letter code or a name, like NH or New Hampshire."],
    [{ zip_code: "0326" }, "zip_code", "ZIP code must be 5 digits, like 03263 or 03263-1234."],
    [{ property_type: "castle" }, "property_type", "Type must be residential or commercial."],
    [{ bedrooms: "two" }, "bedrooms", "Bedrooms must be a whole number up to 50."],
    [{ bedrooms: "2.5" }, "bedrooms", "Bedrooms must be a whole number up to 50."],
    [{ bathrooms: "-1" }, "bathrooms", "Bathrooms must be a whole number up to 50."],
    [{ bathrooms: "51" }, "bathrooms", "Bathrooms must be a whole number up to 50."],
    [
      { square_footage: "9".repeat(40) },
      "square_footage",
      "Square footage must be a whole number up to 1,000,000.",
    ],
    [{ name: "n".repeat(81) }, "name", "Name can have at most 80 characters."],
    [
      { special_instructions: "s".repeat(1001) },
      "special_instructions",
      "Special instructions can have at most 1000 characters.",
    ],
    [{ pets: "p".repeat(301) }, "pets", "Pets can have at most 300 characters."],
    [{ parking: "p".repeat(301) }, "parking", "Parking can have at most 300 characters."],
  ] as const)("rejects %o", (changes, field, message) => {
    const submission = submit(changes);
    expect(submission.status).toBe("error");
    expect(submission.reply().error).toEqual({ [field]: [message] });
  });
});

test("missingLines names the required lines that are empty", () => {
  const typed: Record<string, string> = { address_line1: "1 Elm Street", state: "  " };
  expect(missingLines((name) => typed[name])).toEqual(["City", "State", "ZIP code"]);
});
