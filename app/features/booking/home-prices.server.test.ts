import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { aRequest, DAY } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { readService } from "../catalog/queries.server";
import { PLAIN_RULES, type PriceRules } from "../catalog/rules";
import { EMPTY_DRAFT } from "./checkout/draft";
import { holdBooking } from "./checkout/hold.server";
import { requestOf, toChoice } from "./checkout/page";
import { quote } from "./checkout/price";

const { pool, ctx, clear } = await testWorld({ now: "2026-06-01T12:00:00Z" });

beforeEach(clear);

const RULES: PriceRules = {
  ...PLAIN_RULES,
  by: "home",
  base: { cents: 9000, minutes: 60 },
  bedroom: { cents: 1500, minutes: 20 },
  bathroom: { cents: 2500, minutes: 25 },
  half_bath: { cents: 1000, minutes: 10 },
  bands: [
    { up_to: 1000, cents: 0, minutes: 0 },
    { up_to: 2500, cents: 4000, minutes: 40 },
  ],
  extras: [
    { id: "oven", title: "Inside oven", picture: null, most: 2, cents: 3000, minutes: 30 },
    { id: "windows", title: "Interior windows", picture: null, most: 20, cents: 800, minutes: 40 },
  ],
  first_visit: { cents: 5000, minutes: 45 },
  frequencies: { weekly: { cents: 7000, per: "visit" } },
};

async function sell(rules: PriceRules = RULES) {
  await pool.query("delete from service_prices");
  await pool.query(
    "insert into service_prices (service_id, begins_on, rules, published_at) values ('regular-cleaning', '2026-01-01', $1, now())",
    [JSON.stringify(rules)],
  );
}

const home = { hours: undefined, bedrooms: 3, bathrooms: 2, halfBaths: 1, squareFeet: 1800 };

const hold = (details: Parameters<typeof aRequest>[0], draft_id: string | null = null) =>
  holdBooking(ctx(), { request: aRequest(details), draft_id, provider: "test-checkout" });

async function stored() {
  const { rows } = await pool.query(
    `select half_baths, square_feet, extras, price_lines, total_amount, tax_amount, duration_hours, orders.amount
     from bookings join orders on orders.booking_id = bookings.id order by bookings.created_at desc limit 1`,
  );
  return rows[0];
}

describe("a visit by the home", () => {
  test("is stored with its choices, lines and length; a guest's is a first visit", async () => {
    await sell();
    expect(await hold({ ...home, extras: [{ id: "oven", quantity: 2 }] })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({
      half_baths: 1,
      square_feet: 1800,
      extras: [{ id: "oven", title: "Inside oven", quantity: 2, cents: 3000, minutes: 30 }],
      duration_hours: "5.50",
      total_amount: 34500,
      amount: 34500,
    });
    const labels = (await stored()).price_lines.map(({ label }: { label: string }) => label);
    expect(labels).toEqual([
      "Regular Cleaning",
      "3 bedrooms",
      "2 bathrooms",
      "1 half bath",
      "Up to 2,500 sq ft",
      "Inside oven × 2",
      "First visit",
    ]);
  });

  test.each([
    [{ squareFeet: undefined }, "squareFeet", /up to 1,000.*up to 2,500/],
    [{ squareFeet: 2501 }, "squareFeet", /need to see your home first/],
    [{ halfBaths: 4 }, "halfBaths", /Half baths must be/],
    [{ extras: [{ id: "moat", quantity: 1 }] }, "extras.0.id", /oven.*windows/],
    [{ extras: [{ id: "oven", quantity: 3 }] }, "extras.0.quantity", /up to 2 times/],
    [{ extras: Array(2).fill({ id: "oven", quantity: 1 }) }, "extras.1.id", /listed twice/],
    [{ extras: [{ id: "windows", quantity: 20 }] }, "extras", /need to see your home first/],
    [{ frequency: "monthly" as const }, "frequency", /weekly/],
    [{ hours: 3 }, "hours", /don't apply/],
  ])("is refused with %j", async (wrong, field, message) => {
    await sell();
    const outcome = await hold({ ...home, ...wrong });
    expect(outcome).toMatchObject({ ok: false, field: `bookingDetails.${field}` });
    expect(outcome).toHaveProperty("message", expect.stringMatching(message));
  });

  test("costs what the booking page says, whatever the rules and choices", async () => {
    const rate = fc.record({
      cents: fc.integer({ min: 0, max: 9000 }),
      minutes: fc.integer({ min: 0, max: 30 }),
    });
    const rules = fc.record({
      base: fc.record({
        cents: fc.integer({ min: 100, max: 30_000 }),
        minutes: fc.integer({ min: 30, max: 90 }),
      }),
      bedroom: rate,
      bathroom: rate,
      half_bath: rate,
      first_visit: rate,
      minimum: fc.integer({ min: 0, max: 40_000 }),
    });
    const choices = fc.record({
      bedrooms: fc.integer({ min: 1, max: 5 }),
      bathrooms: fc.integer({ min: 1, max: 4 }),
      half_baths: fc.integer({ min: 0, max: 3 }),
      square_feet: fc.integer({ min: 1, max: 2500 }),
      extras: fc.constantFrom(0, 1, 2).map((quantity) => (quantity === 0 ? [] : [{ id: "oven", quantity }])),
    });
    await fc.assert(
      fc.asyncProperty(rules, choices, async (some, chosen) => {
        await clear();
        await sell({ ...RULES, ...some });
        const service = await readService(ctx(), "regular-cleaning");
        if (!service) throw new Error("no service");
        const choice = toChoice(service, "USD");
        const address = { street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263" };
        const draft = {
          ...EMPTY_DRAFT,
          ...chosen,
          address,
          service: service.id,
          date: DAY,
          time: "8:00 AM" as const,
        };
        const shown = quote(choice, draft, { collect: false, rate: 0 }, "USD", true);
        if (!shown || shown.tooLong) return;
        const request = requestOf(draft, choice);
        expect(
          await holdBooking(ctx(), { request, draft_id: null, provider: "test-checkout" }),
        ).toMatchObject({ ok: true });
        const booking = await stored();
        expect(booking.duration_hours * 60).toBe(shown.minutes);
        expect(`$${(booking.amount / 100).toFixed(2)}`).toBe(shown.total.replace(",", ""));
        const sum = booking.price_lines.reduce(
          (total: number, { amount }: { amount: number }) => total + amount,
          0,
        );
        expect(sum).toBe(booking.amount);
      }),
      { numRuns: 15 },
    );
  });
});
