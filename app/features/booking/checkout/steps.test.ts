import { describe, expect, test } from "vitest";
import { type Draft, EMPTY_DRAFT } from "./draft";
import { BOOKING_TABS, type BookingTab, missingFields, tabStates } from "./steps";

const filled: Draft = {
  ...EMPTY_DRAFT,
  service: "regular-cleaning",
  date: "2026-11-21",
  time: "8:00 AM",
  address: { street: "12 Main Street", city: "Pittsfield", state: "NH", zip: "03263" },
};

describe("missingFields", () => {
  test("of an empty draft are all seven, in the order of the page", () => {
    expect(missingFields(EMPTY_DRAFT)).toEqual([
      { field: "service", label: "Service", tab: "service" },
      { field: "date", label: "Date", tab: "when" },
      { field: "time", label: "Time", tab: "when" },
      { field: "street", label: "Street", tab: "location" },
      { field: "city", label: "City", tab: "location" },
      { field: "state", label: "State", tab: "location" },
      { field: "zip", label: "ZIP code", tab: "location" },
    ]);
  });

  test("spaces fill nothing in", () => {
    const draft = { ...filled, address: { ...filled.address, city: "  " } };
    expect(missingFields(draft).map(({ field }) => field)).toEqual(["city"]);
    expect(missingFields(filled)).toEqual([]);
  });

  test.each(["extras", "bedrooms", "hours"] as const)(
    "a visit too long by its %s must get shorter",
    (field) => {
      expect(missingFields(filled, { tooLong: field })).toEqual([
        { field, label: "Shorter visit", tab: "details" },
      ]);
    },
  );
});

describe("tabStates", () => {
  const inShort = (draft: Draft, current: BookingTab) =>
    tabStates(draft, current, missingFields(draft)).map(({ state }) => state);
  const chosen = {
    ...EMPTY_DRAFT,
    service: "regular-cleaning",
    date: "2026-11-21",
    time: "8:00 AM",
  } as const;

  test.each([
    ["at the start", EMPTY_DRAFT, "service", ["current", "todo", "todo", "todo"]],
    ["service chosen", { ...EMPTY_DRAFT, service: "x" }, "when", ["done", "current", "todo", "todo"]],
    ["a date without a time", { ...chosen, time: "" }, "service", ["current", "todo", "todo", "todo"]],
    ["on to the details", chosen, "details", ["done", "done", "current", "todo"]],
    ["details left behind", chosen, "location", ["done", "done", "done", "current"]],
    ["back at the service", chosen, "service", ["current", "done", "todo", "todo"]],
    ["all filled in", filled, "service", ["current", "done", "done", "done"]],
  ] satisfies [string, Draft, BookingTab, string[]][])("%s", (_, draft, current, expected) => {
    expect(inShort(draft, current)).toEqual(expected);
  });

  test("there is always exactly one current tab, and each tab appears once", () => {
    for (const draft of [EMPTY_DRAFT, chosen, filled]) {
      for (const current of BOOKING_TABS) {
        const states = tabStates(draft, current, missingFields(draft));
        expect(states.map(({ tab }) => tab)).toEqual([...BOOKING_TABS]);
        expect(states.filter(({ state }) => state === "current")).toEqual([
          { tab: current, state: "current" },
        ]);
      }
    }
  });

  test("details are not done while the size is missing, or while the visit is too long", () => {
    for (const missing of [
      missingFields(filled, { size: "missing" }),
      missingFields(filled, { tooLong: "extras" }),
    ]) {
      expect(tabStates(filled, "location", missing)[2]).toEqual({ tab: "details", state: "todo" });
    }
  });
});
