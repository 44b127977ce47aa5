import { expect, test } from "vitest";
import { checkCustomerForm } from "./forms";

const ADA = { kind: "person", first_name: "Ada", last_name: "Lovelace" };

test("a customer has names, several phones and emails, a language, tags, and how they came", () => {
  const checked = checkCustomerForm({
    ...ADA,
    phone_0: "603.555.0142",
    phone_0_label: "mobile",
    phone_1: "+44 20 7946 0958",
    phone_2: "(603) 555-0142",
    email_0: "Ada@Mail.example",
    email_1: "",
    language: "es",
    tags: "VIP, two  cats,vip,",
    source: "referral",
  });
  expect(checked).toEqual({
    ok: true,
    value: {
      ...ADA,
      company_name: null,
      phones: ["+16035550142", "+442079460958"],
      emails: ["ada@mail.example"],
      labels: { "+16035550142": "mobile" },
      language: "es",
      tags: ["vip", "two cats"],
      source: "referral",
    },
  });
});

test("a company needs its name only", () => {
  const checked = checkCustomerForm({
    kind: "company",
    company_name: "Acme LLC",
    language: "tlh",
    source: "x",
  });
  expect(checked).toMatchObject({
    ok: true,
    value: { kind: "company", company_name: "Acme LLC", first_name: null, language: "en", source: null },
  });
});

test.each([
  [{ kind: "person" }, "first_name", "Enter a name."],
  [{ kind: "company", first_name: "Ada" }, "company_name", "Enter the name of the company."],
  [
    { ...ADA, phone_1: "555-0142" },
    "phone_1",
    "Enter the number with its area code, such as (603) 555-0142.",
  ],
  [{ ...ADA, email_4: "ada@" }, "email_4", "Enter an email address such as ada@mail.example."],
  [{ ...ADA, tags: "abcdefghijk".split("").join(",") }, "tags", "A customer can have at most 10 tags."],
  [{ ...ADA, tags: "x".repeat(31) }, "tags", "A tag can have at most 30 characters."],
  [{ ...ADA, first_name: "x".repeat(81) }, "first_name", "First name can have at most 80 characters."],
])("%j is refused beside %s", (fields, field, message) => {
  expect(checkCustomerForm(fields as Record<string, string>)).toEqual({
    ok: false,
    errors: { [field]: message },
  });
});
