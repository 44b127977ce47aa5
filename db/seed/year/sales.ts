import { services } from "../../../app/db/schema/catalog";
import { type PriceLine, priceBooking, visitMinutes } from "../../../app/features/catalog/pricing";
import type { Choices } from "../../../app/features/catalog/rules";
import { hoursApply, roomsApply, type Service } from "../../../app/features/catalog/service";
import type { Database } from "../../../app/platform/database/database.server";
import { choicesOf, HOME_CLEANING, seedHomeCleaning } from "../home-cleaning";
import type { Customer } from "./customers";
import type { Random } from "./random";
import { ZONE } from "./roster";

export type Catalogue = Map<string, Service>;

/** What is sold, as the demo company sells it now. */
export async function readCatalogue(tx: Database, now: Temporal.Instant): Promise<Catalogue> {
  const sold = await tx.select().from(services);
  const homeCleaning = await seedHomeCleaning(tx, now, ZONE);
  return new Map<string, Service>(
    sold.map((service) => [service.id, { ...service, prices: null } satisfies Service]),
  ).set(HOME_CLEANING, homeCleaning);
}

/** A visit as it is sold. `minutes` is its length, `price` in cents. */
export type Sale = {
  service_id: string;
  minutes: number;
  lines: PriceLine[];
  price: number;
  /** The coupon that it was sold with. */
  code: string | null;
  columns: Partial<Pick<Choices, "bedrooms" | "bathrooms" | "half_baths" | "square_feet">>;
  extras: ReturnType<typeof choicesOf>["extras"];
};

/** Coupons of the year, by code; days from today. */
export const COUPONS = [
  { code: "SPRING15", percent: 15, amount: null, from: -240, to: -165, first_visit: false, most_uses: 100 },
  { code: "WELCOME10", percent: 10, amount: null, from: -300, to: null, first_visit: true, most_uses: null },
  { code: "LAKE25", percent: null, amount: 2500, from: -150, to: -60, first_visit: false, most_uses: null },
] as const;

type Wish = { customer: Customer; month: number; is_first: boolean; room: number; away: number };

/** What a customer books this time, if it fits into the room (minutes) that the crew has. */
export function sell(random: Random, catalogue: Catalogue, wish: Wish): Sale | null {
  const { service_id, hours } = wantedBy(random, wish);
  const service = catalogue.get(service_id);
  if (!service) return null;
  const longest = hoursApply(service) ? Math.min(hours, Math.floor(wish.room / 60)) : null;
  if (longest !== null && longest < 2) return null;
  const rooms = service.prices ? choicesOf(wish.customer.home) : null;
  const choices = { hours: longest, ...rooms };
  const minutes = visitMinutes(service, choices);
  if (minutes > wish.room) return null;
  const coupon = couponFor(random, wish);
  const discount = coupon && discountOf(coupon);
  const { lines, charge } = priceBooking(service, choices, { collect: false, rate: 0 }, "USD", discount);
  const { bedrooms, bathrooms } = wish.customer.home;
  return {
    ...{ service_id, minutes, lines, price: charge, code: coupon?.code ?? null },
    columns: rooms ? sizeOf(rooms) : roomsApply(service) ? { bedrooms, bathrooms } : {},
    extras: rooms?.extras ?? [],
  };
}

export function sizeOf({ bedrooms, bathrooms, half_baths, square_feet }: ReturnType<typeof choicesOf>) {
  return { bedrooms, bathrooms, half_baths, square_feet };
}

function discountOf({ code, percent, amount }: (typeof COUPONS)[number]) {
  return percent === null ? { code, percent, amount } : { code, percent, amount: null };
}

function couponFor(random: Random, { customer, is_first, away }: Wish) {
  if (customer.company_name || !random.chance(0.12)) return null;
  const may = COUPONS.filter(
    ({ from, to, first_visit }) => from <= away && away <= (to ?? away) && (!first_visit || is_first),
  );
  return may[0] ?? null;
}

function wantedBy(
  random: Random,
  { customer, month, is_first }: Wish,
): { service_id: string; hours: number } {
  const { kind, wants } = customer;
  if (wants) return { service_id: wants.service, hours: wants.hours };
  const isSpring = month === 4 || month === 5;
  if (kind === "once" && random.chance(0.3))
    return { service_id: "move-in-out-cleaning", hours: random.between(4, 6) };
  if (random.chance(0.04)) return { service_id: "mobile-auto-detailing", hours: 3 };
  const deep = isSpring ? 0.5 : is_first ? 0.4 : kind === "once" ? 0.55 : 0.07;
  if (random.chance(deep)) return { service_id: "deep-cleaning", hours: random.between(3, 5) };
  if (random.chance(0.3)) return { service_id: HOME_CLEANING, hours: 0 };
  if (random.chance(0.06)) return { service_id: "paw-print-patrol", hours: 2 };
  return { service_id: "regular-cleaning", hours: random.pick([2, 3, 3, 3, 4]) };
}
