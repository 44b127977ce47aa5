import { describe, expect, test } from "vitest";
import { PLAIN_RULES } from "~/features/catalog/rules";
import { aService } from "../../../../tests/support/services";
import { type Draft, EMPTY_DRAFT } from "./draft";
import { toChoice } from "./page";
import { lengthQuery, quote } from "./price";

const service = aService({
  prices: {
    ...PLAIN_RULES,
    by: "home",
    base: { cents: 9000, minutes: 60 },
    bedroom: { cents: 1500, minutes: 100 },
    half_bath: { cents: 900, minutes: 10 },
    extras: [{ id: "windows", title: "Windows", picture: null, most: 12, cents: 700, minutes: 30 }],
    first_visit: { cents: 4500, minutes: 45 },
  },
});
const choice = toChoice(service, "USD");
const draft = (changes: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, service: service.id, ...changes });
const windows = (quantity: number) => [{ id: "windows", quantity }];
const NO_TAX = { collect: false, rate: 0 };

describe("a visit that is too long", () => {
  test.each([
    ["with extras, by its extras", draft({ bedrooms: 2, extras: windows(12) }), false, "extras"],
    ["without extras, by its rooms", draft({ bedrooms: 5, bathrooms: 4, half_baths: 3 }), true, "bedrooms"],
    ["up to ten hours, not", draft({ bedrooms: 4, extras: windows(4) }), false, null],
    ["up to ten hours, but for the first visit", draft({ bedrooms: 4, extras: windows(4) }), true, "extras"],
  ])("%s", (_, chosen, firstVisit, field) => {
    expect(quote(choice, chosen, NO_TAX, "USD", firstVisit)?.tooLong).toBe(field);
  });

  test("asks for the free times of what can be booked of it", () => {
    const asked = (changes: Partial<Draft>, firstVisit = false) =>
      lengthQuery(draft(changes), choice, firstVisit);
    const rooms = { bedrooms: "4", bathrooms: "1", halfBaths: "0" };
    expect(asked({ bedrooms: 4, extras: windows(4) })).toEqual({ ...rooms, extras: "windows:4" });
    expect(asked({ bedrooms: 4, extras: windows(4) }, true)).toEqual(rooms);
    expect(asked({ bedrooms: 5, half_baths: 3 }, true)).toEqual({ ...rooms, bedrooms: "1" });
  });
});
