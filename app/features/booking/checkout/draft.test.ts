import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  BATHROOM_OPTIONS,
  BEDROOM_OPTIONS,
  HALF_BATH_OPTIONS,
  HOUR_OPTIONS,
  LIMITS,
} from "~/features/booking/limits";
import { FREQUENCIES } from "~/features/catalog/frequency";
import { SLOT_TIMES } from "~/features/scheduling/availability/slots";
import { encodeJson } from "~/lib/base64url";
import { cleanBlock, cleanLine } from "~/lib/text";
import { clearedForType, type Draft, decodeDraft, EMPTY_DRAFT, encodeDraft, toDraft } from "./draft";

const filled: Draft = {
  id: "0b6a1f2e-6f0e-4c55-9d0a-3f6f5f0c9a11",
  service: "regular-cleaning",
  type: "residential",
  date: "2026-11-21",
  time: "8:00 AM",
  bedrooms: 3,
  bathrooms: 2,
  half_baths: 1,
  square_feet: 1450,
  extras: [
    { id: "oven", quantity: 1 },
    { id: "windows", quantity: 12 },
  ],
  hours: 4,
  notes: "Gate code 4711\nThe dog is friendly 🐕",
  address: { street: "12 Main Street", city: "Pittsfield", state: "NH", zip: "03263" },
  property: "7c1e9d34-1f0a-4f0b-8d3a-4f3f5f2f6b22",
  frequency: "biweekly",
  moves: [{ visit: 2, date: "2026-12-06", time: "10:00 AM" }],
  coupon: "SPRING20",
  tip: "other",
  tip_amount: "12.50",
  referral: "0a1b2c3d4e5f",
  partner: "5d0c3c52-8f59-4a37-9d3e-0a6c5c1a7b33",
};

/** Short enough to stay within `max` when normalisation makes it longer. */
const text = (max: number) => fc.string({ unit: "binary", maxLength: Math.floor(max / 6) });
const drafts: fc.Arbitrary<Draft> = fc.record({
  id: fc.oneof(fc.constant(""), fc.uuid({ version: 4 })),
  service: text(LIMITS.service),
  type: fc.constantFrom("residential", "commercial"),
  date: fc.constantFrom("", "2026-11-21", "2028-02-29"),
  time: fc.constantFrom("", ...SLOT_TIMES),
  bedrooms: fc.constantFrom(...BEDROOM_OPTIONS),
  bathrooms: fc.constantFrom(...BATHROOM_OPTIONS),
  half_baths: fc.constantFrom(...HALF_BATH_OPTIONS),
  square_feet: fc.integer({ min: 0, max: 99_999 }),
  extras: fc.uniqueArray(
    fc.record({ id: fc.stringMatching(/^[a-z0-9-]{1,12}$/), quantity: fc.integer({ min: 1, max: 99 }) }),
    { selector: ({ id }) => id, maxLength: LIMITS.extras },
  ),
  hours: fc.constantFrom(...HOUR_OPTIONS),
  notes: text(LIMITS.notes),
  address: fc.record({
    street: text(LIMITS.street),
    city: text(LIMITS.city),
    state: text(LIMITS.state),
    zip: text(LIMITS.zip),
  }),
  property: fc.oneof(fc.constant(""), fc.uuid({ version: 4 })),
  coupon: text(LIMITS.coupon),
  tip: fc.constantFrom("", "10", "20", "other"),
  tip_amount: text(LIMITS.tip),
  referral: fc.constantFrom("", "0a1b2c3d4e5f"),
  partner: fc.oneof(fc.constant(""), fc.uuid({ version: 4 })),
  frequency: fc.constantFrom("", ...FREQUENCIES),
  moves: fc.option(
    fc.array(
      fc.record({
        visit: fc.integer({ min: 1, max: 999 }),
        date: fc.constantFrom("2026-11-21", "2028-02-29"),
        time: fc.constantFrom(...SLOT_TIMES),
      }),
      { maxLength: LIMITS.moves },
    ),
  ),
});

/** What is kept of any draft: its texts as the forms tidy them. */
function tidied({ service, notes, address, coupon, tip_amount, ...draft }: Draft): Draft {
  const { street, city, state, zip } = address;
  const [short = "", ...lines] = [service, street, city, state, zip].map(cleanLine);
  const [a = "", b = "", c = "", d = ""] = lines;
  return {
    ...draft,
    service: short,
    coupon: cleanLine(coupon),
    tip_amount: cleanLine(tip_amount),
    notes: cleanBlock(notes),
    address: { street: a, city: b, state: c, zip: d },
  };
}

describe("the draft's cookies", () => {
  test("bring a draft back as it was", () => {
    expect(decodeDraft(encodeDraft(filled))).toEqual(filled);
    expect(decodeDraft(encodeDraft(EMPTY_DRAFT))).toEqual(EMPTY_DRAFT);
  });

  test("bring any draft back, tidied", () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        expect(decodeDraft(encodeDraft(draft))).toEqual(tidied(draft));
      }),
    );
  });

  test.each(["界", "🐕", "\n", '"', "\u0001", "\uD800"])(
    "fit into 3800 bytes each when full of %j",
    (letter) => {
      const long = letter.repeat(5000);
      const address = { street: long, city: long, state: long, zip: long };
      const { draft, notes } = encodeDraft({ ...filled, service: long, notes: long, address });
      expect(draft.length).toBeLessThanOrEqual(3800);
      expect(notes.length).toBeLessThanOrEqual(3800);
      expect(draft + notes).toMatch(/^[\w-]+$/);
    },
  );

  test("cut a text that is too long without leaving half a letter or a space at its end", () => {
    const { notes, address } = decodeDraft({
      draft: encodeJson({ address: { zip: "03263 123 567" } }),
      notes: encodeJson(`${"x".repeat(LIMITS.notes - 1)}🐕`),
    });
    expect(address.zip).toBe("03263 123");
    expect(notes).toHaveLength(LIMITS.notes);
    expect(notes.isWellFormed()).toBe(true);
  });

  test("that are missing or garbled give the empty draft", () => {
    for (const value of [
      undefined,
      null,
      "",
      "%",
      "a",
      "e30",
      "bnVsbA",
      "WzFd",
      encodeDraft(filled).draft.slice(5),
    ]) {
      expect(decodeDraft({ draft: value, notes: value && `${value}!` })).toEqual(EMPTY_DRAFT);
    }
  });

  test("are believed field by field", () => {
    const foreign = {
      ...filled,
      id: "'; drop table bookings; --",
      type: "industrial",
      date: "2026-02-30",
      time: "03:00",
      bedrooms: "3",
      bathrooms: 99,
      half_baths: -1,
      square_feet: "1450",
      extras: ["oven", { id: "a b", quantity: 1 }, { id: "oven", quantity: 0 }],
      hours: 5,
      property: "14 Main Street",
      coupon: ["SPRING20"],
      tip: "99",
      tip_amount: 1250,
      referral: "0A1B2C3D4E5F",
      partner: 7,
      frequency: "daily",
      moves: { visit: 1 },
      address: { street: { toString: "x" }, city: "Pittsfield", state: 12, zip: null },
    };
    expect(decodeDraft({ draft: encodeJson(foreign), notes: encodeJson(["x"]) })).toEqual({
      ...EMPTY_DRAFT,
      service: "regular-cleaning",
      address: { ...EMPTY_DRAFT.address, city: "Pittsfield" },
    });
  });

  test("give a draft that can be kept again, whatever they hold", () => {
    const anything = fc.oneof(
      fc.string(),
      fc.jsonValue().map(encodeJson),
      drafts.map(encodeJson),
      fc.constant(null),
    );
    fc.assert(
      fc.property(anything, anything, (draft, notes) => {
        const decoded = decodeDraft({ draft, notes });
        expect(Object.keys(decoded)).toEqual(Object.keys(EMPTY_DRAFT));
        expect(decodeDraft(encodeDraft(decoded))).toEqual(decoded);
      }),
      { numRuns: 300 },
    );
  });
});

test("toDraft takes nothing for granted", () => {
  expect(toDraft(filled)).toEqual(filled);
  for (const value of [null, 7, "x", [], { address: 1, notes: {}, hours: Number.NaN }]) {
    expect(toDraft(value)).toEqual(EMPTY_DRAFT);
  }
});

describe("clearedForType", () => {
  test("another type clears the service and nothing else", () => {
    expect(clearedForType(filled, "commercial")).toEqual({ ...filled, type: "commercial", service: "" });
  });

  test("the same type changes nothing", () => {
    expect(clearedForType(filled, "residential")).toBe(filled);
  });
});
