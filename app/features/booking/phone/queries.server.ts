// Rooms: the phone booking offers services (catalog) at free times (scheduling), with the tax (operations).
import { asc, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { orders } from "~/db/schema/payments";
import { withExtras } from "~/features/booking/checkout/extras";
import { inputSchema, inputsOf } from "~/features/booking/checkout/forms";
import { normalizeCode } from "~/features/booking/coupons/coupon";
import { type CouponOutcome, checkCoupon } from "~/features/booking/coupons/redeem.server";
import { isFirstVisit } from "~/features/booking/first-visit.server";
import { formatLength } from "~/features/booking/length";
import { DEFAULTS, HOUR_OPTIONS, LIMITS } from "~/features/booking/limits";
import { checkInputs } from "~/features/booking/rules";
import type { Frequency } from "~/features/catalog/frequency";
import { priceBooking, visitMinutes } from "~/features/catalog/pricing";
import { readServices } from "~/features/catalog/queries.server";
import { type Choices, NO_CHOICES } from "~/features/catalog/rules";
import {
  frequenciesOf,
  halfBathsApply,
  hoursApply,
  isMonthly,
  needsEstimate,
  roomsApply,
  rulesOf,
  type Service,
  sizeApplies,
} from "~/features/catalog/service";
import { feePolicyOf, feeSentence } from "~/features/operations/settings/fee-policy";
import { readSettings } from "~/features/operations/settings/queries.server";
import type { Settings } from "~/features/operations/settings/settings";
import { readPlan } from "~/features/scheduling/availability/availability.server";
import {
  companyHours,
  lastBookableDate,
  MOST_DAYS_AHEAD,
} from "~/features/scheduling/availability/opening-hours";
import { availabilityOfDays, lastFirstVisit } from "~/features/scheduling/availability/slots";
import { addDays, companyToday, formatDay, formatTime, isCalendarDate, shortDay } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatCents } from "~/lib/money";
import { formatNumber, numberIn } from "~/lib/number";
import { cleanLine } from "~/lib/text";
import type { StaffCtx } from "~/platform/context.server";
import { findCallers, readCaller } from "./find.server";
import type { PhoneBooked, PhoneChoices, PhoneDay, PhonePay, PhonePrice, ServiceAsks } from "./view";

/** What the form for a booking by phone shows, as its address asks for it. */
export async function readPhonePage(ctx: StaffCtx, params: URLSearchParams, without?: readonly string[]) {
  const find = cleanLine(params.get("find") ?? "").slice(0, 100);
  const [caller, callers, offer, booked] = await Promise.all([
    readCaller(ctx, params.get("customer") ?? "", find),
    findCallers(ctx, find),
    readPhoneOffer(ctx, params, without),
    readBooked(ctx, params.get("booked") ?? ""),
  ]);
  return { find, caller, callers, booked, ...offer };
}

/**
 * Services, crews, free times and the price for what the form's fields say; what they don't say has its default. `without`: bookings
 * that are in nobody's way.
 */
export async function readPhoneOffer(
  ctx: StaffCtx,
  asked: URLSearchParams,
  without?: readonly string[],
): Promise<PhoneChoices> {
  const [settings, takesCards, offered, team] = await Promise.all([
    readSettings(ctx),
    ctx.payments.current(),
    readServices(ctx),
    ctx.db
      .select({ id: crews.id, name: crews.name })
      .from(crews)
      .where(eq(crews.is_active, true))
      .orderBy(asc(crews.sort_order), asc(crews.name)),
  ]);
  const services = offered.filter(
    (service) => !needsEstimate(service) && (takesCards || !isMonthly(service)),
  );
  const chosen =
    services.find(({ id }) => id === asked.get("service")) ??
    services.find((service) => !isMonthly(service)) ??
    services[0];
  const hours = HOUR_OPTIONS.find((option) => String(option) === asked.get("hours")) ?? DEFAULTS.hours;
  const today = companyToday(ctx.now, settings["general.timezone"]);
  const day = asked.get("date") ?? "";
  const isDay = isCalendarDate(day) && day >= today && day <= addDays(today, MOST_DAYS_AHEAD);
  const date = isDay ? day : "";
  const line = (name: string) => cleanLine(asked.get(name) ?? "").slice(0, LIMITS.city) || undefined;
  const crew = team.find(({ id }) => id === asked.get("crew_id"));
  const wish = {
    ...{ date, today, crew_id: crew?.id },
    ...{ town: line("city"), zip: line("zip"), without },
  };
  const sold = takesCards && chosen ? frequenciesOf(chosen) : [];
  const frequency = frequencyOf(sold, asked.get("frequency"), chosen);
  const choices = chosen ? await readChoices(ctx, chosen, { hours, frequency }, asked) : null;
  const coupon = chosen && !frequency ? await readCoupon(ctx, chosen.id, today, asked) : null;
  const last = lastBookableDate(today, companyHours(settings));
  return {
    services: services.map((service) => ({
      ...askedOf(service),
      pays: takesCards ? paysOf(service) : ["day"],
      frequencies: takesCards ? frequenciesOf(service) : [],
      once: !isMonthly(service),
    })),
    crews: team,
    service: chosen?.id ?? "",
    frequency,
    hours,
    date,
    today,
    last: frequency ? earlierDay(last, lastFirstVisit(today)) : last,
    days: chosen ? await readDays(ctx, chosen, minutesFor(chosen, choices, { hours, frequency }), wish) : [],
    policy: feeSentence(feePolicyOf(settings)),
    price: chosen && choices ? priceOf(chosen, choices, settings, coupon) : null,
    coupon_error: coupon?.ok === false ? coupon.message : null,
  };
}

/** What a service asks, beside when, where and how it is paid. */
export function askedOf(service: Service): ServiceAsks {
  return {
    id: service.id,
    title: service.title,
    hours: hoursApply(service),
    rooms: roomsApply(service),
    half_baths: halfBathsApply(service),
    sizes: sizeApplies(service) ? rulesOf(service).bands.map(({ up_to }) => up_to) : [],
    extras: rulesOf(service).extras.map(({ id, title, most }) => ({ id, title, most })),
  };
}

function paysOf({ terms }: Service): PhonePay[] {
  if (terms?.pay === "deposit") return ["deposit", "day", "full", "card"];
  return terms?.pay === "card" ? ["card", "day", "full"] : ["day", "full", "card"];
}

/** What the fields choose of what applies to the service; null while something is missing or not offered. */
async function readChoices(
  ctx: StaffCtx,
  service: Service,
  { hours, frequency }: { hours: number; frequency: Frequency | null },
  asked: URLSearchParams,
): Promise<Choices | null> {
  const fields = Object.fromEntries(asked);
  const inputs = inputSchema.safeParse(withExtras({ ...fields, hours: String(hours) }));
  if (!inputs.success) return null;
  const customer = customerIn(asked);
  const costs = rulesOf(service).first_visit;
  const may_cost = !frequency && costs.cents + costs.minutes > 0;
  const first_visit = may_cost && (await isFirstVisit(ctx, customer));
  const checked = checkInputs(service, inputsOf(inputs.data, service), { frequency, first_visit });
  return checked.ok ? checked.choices : null;
}

function customerIn(asked: URLSearchParams): string | null {
  const customer = asked.get("customer_id") ?? asked.get("customer") ?? "";
  return isUuid(customer) ? customer : null;
}

/** What the code of the form does; null without one. */
async function readCoupon(
  { db }: StaffCtx,
  service_id: string,
  today: string,
  asked: URLSearchParams,
): Promise<CouponOutcome | null> {
  const code = asked.get("coupon") ?? "";
  if (!normalizeCode(code) || code.length > LIMITS.coupon) return null;
  const [street = "", apartment = "", zip = ""] = ["street", "apartment", "zip"].map((name) =>
    cleanLine(asked.get(name) ?? ""),
  );
  const home = { address_line1: street, address_line2: apartment || null, zip_code: zip };
  const by = { user_id: null, customer_id: customerIn(asked), draft_id: null, is_referred: false };
  return checkCoupon(db, { code, today, service_id, home, ...by });
}

/** How long the visit takes; for a home of unknown size as long as the smallest. */
function minutesFor(
  service: Service,
  choices: Choices | null,
  asked: { hours: number; frequency: Frequency | null },
): number {
  const square_feet = rulesOf(service).bands[0]?.up_to ?? null;
  return visitMinutes(service, choices ?? { ...NO_CHOICES, ...asked, square_feet });
}

/** How often the service comes: as asked, else as it is sold. */
function frequencyOf(sold: readonly Frequency[], asked: string | null, service: Service | undefined) {
  const otherwise = service && isMonthly(service) ? (sold[0] ?? null) : null;
  return sold.find((one) => one === asked) ?? otherwise;
}

function earlierDay(one: string, other: string): string {
  return one < other ? one : other;
}

function priceOf(
  service: Service,
  choices: Choices,
  settings: Settings,
  coupon: CouponOutcome | null | undefined,
): PhonePrice {
  const currency = settings["payments.default_currency"];
  const tax = { collect: settings["payments.collect_tax"], rate: settings["payments.tax_rate"] };
  const discount = coupon?.ok ? coupon.coupon.discount : null;
  const price = priceBooking(service, choices, tax, currency, discount);
  return {
    lines: price.lines.map(({ label, amount }) => ({ label, amount: formatCents(amount, currency) })),
    total: formatCents(price.charge, currency),
    cents: price.charge,
    length: service.prices && formatLength(price.minutes),
  };
}

/** Days that are looked at, and days with a free time that are shown. */
const AHEAD = 21;
const SHOWN = 5;

type Wish = {
  /** The day that the caller asks for; empty: the next free one. */
  date: string;
  today: string;
  crew_id: string | undefined;
  town: string | undefined;
  zip: string | undefined;
  without: readonly string[] | undefined;
};

/** The asked day with all its times, then the next days with their free ones. */
async function readDays(ctx: StaffCtx, service: Service, minutes: number, wish: Wish): Promise<PhoneDay[]> {
  const { date, today, crew_id, town, zip, without } = wish;
  const first = date || today;
  const last = addDays(first, AHEAD - 1);
  const plan = await readPlan(ctx, { first, last, service_id: service.id, town, zip, without });
  const dates = Array.from({ length: AHEAD }, (_, index) => addDays(first, index));
  const crewIds = crew_id ? [crew_id] : plan.crewIds;
  return availabilityOfDays({
    ...plan,
    busy: plan.busy.filter((one) => crewIds.includes(one.crew_id)),
    crewIds,
    dates,
    minutes,
  })
    .map((day) => ({
      date: day.date,
      label: day.date === today ? "Today" : shortDay(day.date),
      slots: day.slots.filter(({ state }) => state === "free" || day.date === date),
    }))
    .filter(({ slots }) => slots.length > 0)
    .slice(0, SHOWN);
}

/** The visit with this number; null if there is none. */
async function readBooked({ db }: StaffCtx, text: string): Promise<PhoneBooked | null> {
  const number = numberIn(text);
  if (number === null) return null;
  const [found] = await db
    .select({ booking: bookings, title: services.title, crew: crews.name, currency: orders.currency })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(crews, eq(crews.id, bookings.crew_id))
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .where(eq(bookings.number, number));
  if (!found) return null;
  const { booking, title, crew, currency } = found;
  return {
    id: booking.id,
    number: formatNumber(number),
    name: booking.customer_name ?? "No name provided",
    phone: booking.customer_phone,
    email: booking.customer_email,
    service: title,
    when: `${formatDay(booking.scheduled_date)}, ${formatTime(booking.scheduled_time)}`,
    crew,
    address: [booking.address_line1, booking.address_line2, booking.city].filter(Boolean).join(", "),
    total: formatCents(booking.total_amount + booking.tax_amount, currency ?? undefined),
  };
}
