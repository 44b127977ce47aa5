import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  aService,
  autoDetailing,
  houseWashing,
  monthlyHomeCare,
  officeCleaning,
} from "../../../tests/support/services";
import { visitMinutes } from "./pricing";
import { PLAIN_RULES, type PriceRules } from "./rules";
import {
  bookLabel,
  hoursApply,
  needsEstimate,
  orderForHome,
  priceLabel,
  roomsApply,
  roomsCount,
} from "./service";

const titled = (title: string) => aService({ title });

describe("hoursApply (spec section 5)", () => {
  test.each([
    ["a one-time service with an hourly price", aService(), true],
    ["a commercial service", officeCleaning, true],
    ["monthly", monthlyHomeCare, false],
    ["a service with an estimate only", houseWashing, false],
    ["a title with 'auto' and 'detail'", autoDetailing, false],
    ["a title with both in any case and order", titled("DETAIL for your AUTOMOBILE"), false],
    ["only 'auto'", titled("Auto Wash"), true],
    ["only 'detail'", titled("Detailed Cleaning"), true],
  ])("applies to %s: %3$s", (_, service, expected) => {
    expect(hoursApply(service)).toBe(expected);
  });
});

describe("roomsApply and roomsCount (spec section 5)", () => {
  test.each(["Regular Cleaning", "Deep Scrub", "STANDARD visit", "Basic Visit", "Move In/Out", "Clean Home"])(
    "rooms count for %s",
    (title) => {
      expect(roomsCount(titled(title))).toBe(true);
    },
  );

  test.each([
    "Paw Print Cleaning",
    "Auto Cleaning",
    "Detailed Cleaning",
    "House Washing",
    "Mobile Auto Detailing",
  ])("rooms apply to %s but don't count", (title) => {
    expect(roomsApply(titled(title))).toBe(true);
    expect(roomsCount(titled(title))).toBe(false);
  });

  test("rooms don't apply to commercial services", () => {
    expect(roomsApply(officeCleaning)).toBe(false);
    expect(roomsCount(officeCleaning)).toBe(false);
  });
});

describe("priceLabel (spec section 9)", () => {
  test.each([
    [houseWashing, "Get Estimate"],
    [aService({ subscription_type: "monthly", price_per_hour: 0 }), "Get Estimate"],
    [aService(), "$53/hr"],
    [aService({ price_per_hour: 5250 }), "$52.50/hr"],
    [monthlyHomeCare, "$289/month"],
    [aService({ subscription_type: "monthly", price_per_hour: 28950 }), "$289.50/month"],
    [officeCleaning, "$65/hr"],
    [aService({ service_type: "commercial", price_per_hour: 6250 }), "$62.50/hr"],
    [autoDetailing, "$189"],
    [aService({ title: "Auto Detail", price_per_hour: 18950 }), "$189.50"],
  ])("labels %o", (service, expected) => {
    expect(priceLabel(service)).toBe(expected);
  });

  const byHome: PriceRules = {
    ...PLAIN_RULES,
    by: "home",
    base: { cents: 9900, minutes: 60 },
    bedroom: { cents: 2000, minutes: 30 },
    bathroom: { cents: 1550, minutes: 30 },
    bands: [
      { up_to: 1000, cents: 500, minutes: 0 },
      { up_to: 2000, cents: 0, minutes: 0 },
    ],
  };
  const plan = (frequencies: PriceRules["frequencies"], by: PriceRules = byHome) =>
    aService({ subscription_type: "monthly", prices: { ...by, frequencies } });

  test.each([
    ["the smallest home's price", aService({ prices: byHome }), "from $134.50"],
    ["at least the minimum", aService({ prices: { ...byHome, minimum: 15_900 } }), "from $159"],
    ["a flat price", aService({ prices: { ...PLAIN_RULES, base: { cents: 8900, minutes: 60 } } }), "$89"],
    [
      "the rate by the hour",
      aService({ prices: { ...PLAIN_RULES, by: "hour", base: { cents: 5900, minutes: 60 } } }),
      "$59/hr",
    ],
    [
      "the lowest visit of a plan",
      plan({ weekly: { cents: 7900, per: "visit" }, monthly: { cents: 9900, per: "visit" } }),
      "from $114.50/visit",
    ],
    [
      "the month, with what the home adds in a month",
      plan({ biweekly: { cents: 20_000, per: "month" } }),
      "from $276.91/month",
    ],
    ["one price of a plan", plan({ weekly: { cents: 7900, per: "visit" } }, PLAIN_RULES), "$79/visit"],
  ])("of a service with a price list is %s", (_, service, expected) => {
    expect(priceLabel(service)).toBe(expected);
  });

  test("uses the company's currency", () => {
    expect(priceLabel(aService(), "EUR")).toBe("€53/hr");
  });
});

test.each([
  [aService(), "Book Now"],
  [officeCleaning, "Book Now"],
  [autoDetailing, "Book Now"],
  [monthlyHomeCare, "Subscribe Now"],
  [houseWashing, "Get Estimate"],
])("bookLabel %#", (service, expected) => {
  expect(bookLabel(service)).toBe(expected);
});

test("needs an estimate only without a price", () => {
  expect(needsEstimate(houseWashing)).toBe(true);
  expect(needsEstimate(aService({ price_per_hour: 1 }))).toBe(false);
});

describe("orderForHome (spec section 9)", () => {
  test("puts Regular, Deep and Move In/Out Cleaning first", () => {
    const titles = [
      "Window Wash",
      "Move In/Out Cleaning",
      "Post Deep Cleaning",
      "Deep Cleaning",
      "Regular Cleaning",
    ];
    expect(orderForHome(titles.map(titled)).map(({ title }) => title)).toEqual([
      "Regular Cleaning",
      "Deep Cleaning",
      "Move In/Out Cleaning",
      "Window Wash",
      "Post Deep Cleaning",
    ]);
  });

  test("keeps the order of the others and doesn't change its input", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("Regular Cleaning", "Deep Cleaning", "Move In/Out", "A", "B")),
        (titles) => {
          const services = titles.map((title, index) => aService({ id: String(index), title }));
          const before = [...services];
          const ordered = orderForHome(services);
          expect(services).toEqual(before);
          for (const title of new Set(titles)) {
            const ids = (list: typeof services) =>
              list.filter((one) => one.title === title).map(({ id }) => id);
            expect(ids(ordered)).toEqual(ids(services));
          }
          const others = (list: typeof services) => list.filter(({ title }) => title.length === 1);
          expect(ordered.slice(ordered.length - others(services).length)).toEqual(others(services));
        },
      ),
    );
  });
});

test.each([
  ["hours chosen by the customer", aService(), 3, 180],
  ["a full day", aService(), 8, 480],
  [
    "the service's length when hours don't apply",
    aService({ ...autoDetailing, visit_minutes: 150 }),
    null,
    150,
  ],
  ["no hours that don't apply", monthlyHomeCare, 8, 180],
])("visitMinutes: %s", (_, service, hours, expected) => {
  expect(visitMinutes(service, { hours })).toBe(expected);
});
