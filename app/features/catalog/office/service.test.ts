import { describe, expect, test } from "vitest";
import { aService } from "../../../../tests/support/services";
import { serviceSchema, toServiceForm } from "./forms";
import {
  featuresOf,
  moveWithin,
  NEW_SERVICE,
  previewOf,
  type ServiceValues,
  slugOf,
  typedValues,
  valuesOf,
} from "./service";

const schema = serviceSchema((key) => key === "service-deep");
const parse = (changes: Partial<Record<string, string | boolean | number>>) =>
  schema.safeParse({
    title: "Window Shine",
    description: "Panes.",
    price: "53",
    subscription_type: "one_time",
    service_type: "residential",
    frequency: "biweekly",
    ...changes,
  });
const messageOf = (changes: Parameters<typeof parse>[0]) => parse(changes).error?.issues[0]?.message;

test.each([["0.01"], ["0.49"]])("refuses a price of %s, which no card can be charged", (price) => {
  expect(messageOf({ price })).toMatch(/^Price must be at least \$0\.50.* Enter 0 for 'Get Estimate'/);
});

test.each([
  ["0", 0],
  ["0.50", 50],
])("accepts a price of %s", (price, cents) => {
  expect(parse({ price }).data?.price).toBe(cents);
});

test("takes the minimum price from the currency", () => {
  const inKronor = serviceSchema(() => true, "SEK");
  const form = { ...parse({}).data, features: "" };
  expect(inKronor.safeParse({ ...form, price: "2.99" }).error?.issues[0]?.message).toMatch(
    /at least SEK\s3\.00/,
  );
  expect(inKronor.safeParse({ ...form, price: "3" }).success).toBe(true);
});

describe("a price in dollars becomes cents", () => {
  test.each([
    ["53", 5300],
    ["52.50", 5250],
    ["$52.5", 5250],
    ["1,234.00", 123400],
    ["0", 0],
    ["10000", 1000000],
  ])("%s", (text, cents) => {
    expect(parse({ price: text }).data?.price).toBe(cents);
  });

  test.each(["", "-1", "52.505", "a lot", "1e3", "10000.01", "99999999999"])("'%s' is refused", (text) => {
    expect(messageOf({ price: text })).toMatch(/^Price /);
  });
});

test.each([
  [{ title: " \u0000 " }, "Title is required."],
  [{ title: "x".repeat(81) }, "Title can have at most 80 characters."],
  [{ description: "" }, "Description is required."],
  [{ service_type: "industrial" }, "Choose a type."],
  [{ subscription_type: "weekly" }, "Choose how it's billed."],
  [{ frequency: "daily" }, "Choose how often it comes."],
  [{ image: "../secret" }, "Choose one of the pictures."],
  [{ visit_minutes: 5 }, "A visit must be at least 15 minutes long."],
  [{ visit_minutes: 601 }, "A visit can be at most 600 minutes long."],
  [{ features: Array.from({ length: 13 }, (_, n) => `Point ${n}`).join("\n") }, "At most 12 features."],
  [{ features: "x".repeat(121) }, "A feature can have at most 120 characters."],
])("%o is refused", (changes, message) => {
  expect(messageOf(changes)).toBe(message);
});

test("a service without picture, features and length has no picture, no features and three hours", () => {
  expect(parse({}).data).toMatchObject({ image: null, features: [], visit_minutes: 180, is_active: false });
});

test("a monthly service has the chosen frequencies", () => {
  const form = parse({ subscription_type: "monthly", frequency: "weekly" }).data;
  expect(form && toServiceForm(form).plan_frequencies).toEqual(["weekly"]);
});

test("each line of the features becomes one feature, without duplicates", () => {
  expect(featuresOf(" One \r\n\n  Two  words\u0000\nOne\n")).toEqual(["One", "Two words"]);
});

test("a service is unchanged when its own form is sent", () => {
  const service = aService({ price_per_hour: 123456, features: ["One", "Two"], image: "service-deep" });
  expect(previewOf(valuesOf(service), service.id)).toEqual(service);
});

test("the preview replaces missing and invalid fields by defaults", () => {
  const values: ServiceValues = { ...NEW_SERVICE, price: "5x" };
  expect(previewOf(values, "new")).toMatchObject({ title: "Title of the service", price_per_hour: 0 });
  expect(typedValues({ title: "A" })).toEqual({
    ...Object.fromEntries(Object.keys(NEW_SERVICE).map((name) => [name, ""])),
    title: "A",
  });
});

test.each([
  ["Move In/Out Cleaning", "move-in-out-cleaning"],
  ["  Café & Bar’s Élite ", "cafe-bars-elite"],
  ["清掃", "service"],
  ["New", "new-2"],
  ["Taken", "taken-3"],
  [`${"x".repeat(59)} yz`, "x".repeat(59)],
])("the id of '%s' is %s", (title, id) => {
  expect(slugOf(title, (slug) => slug === "taken" || slug === "taken-2")).toBe(id);
});

describe("placed", () => {
  const list = [
    { id: "a", is_popular: true },
    { id: "b", is_popular: true },
    { id: "c", is_popular: false },
    { id: "d", is_popular: false },
    { id: "e", is_popular: false },
  ];
  test.each([
    ["a", 1, "bacde"],
    ["e", 2, "abecd"],
    ["c", 9, "abdec"],
    ["e", 0, "abecd"],
    ["a", 4, "bacde"],
    ["a", -1, "abcde"],
    ["z", 0, "abcde"],
  ])("moves %s to place %i: %s", (id, place, expected) => {
    expect(
      moveWithin(list, id, place)
        .map((one) => one.id)
        .join(""),
    ).toBe(expected);
  });
});
