// Rooms: a quote needs prices (catalog), a range of time (scheduling), taxes (operations) and when it is paid (payments).
import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import {
  checkRequest,
  NOT_OFFERED,
  refuseFirstVisit,
  refuseFrequency,
  refuseLittle,
} from "~/features/booking/booking";
import { NOT_WITH_PLANS, refuseRest } from "~/features/booking/coupons/coupon";
import { checkCoupon, type Redeemed } from "~/features/booking/coupons/redeem.server";
import { firstVisitOf } from "~/features/booking/first-visit.server";
import { type RequestRefusal, refuse } from "~/features/booking/rules";
import { decideFirstTip, NOT_WITH_A_PLAN } from "~/features/booking/tips/tip";
import { minimumCharge, type Price, priceBooking } from "~/features/catalog/pricing";
import { serviceColumns } from "~/features/catalog/queries.server";
import { frozenExtras } from "~/features/catalog/rules";
import { rulesOf, type Service } from "~/features/catalog/service";
import type { Terms } from "~/features/catalog/terms";
import { type FeePolicy, feePolicyOf } from "~/features/operations/settings/fee-policy";
import { settingsOf, storedSettings } from "~/features/operations/settings/queries.server";
import type { Settings } from "~/features/operations/settings/settings";
import { phoneWords } from "~/features/operations/settings/site/site";
import { type BookingTerms, bookingTerms, PAID_BEFORE } from "~/features/payments/orders/card";
import { closuresFrom, storedClosures } from "~/features/scheduling/availability/availability.server";
import { companyHours } from "~/features/scheduling/availability/opening-hours";
import {
  blockedRange,
  localEnd,
  parseSlotTime,
  type Range,
  type SlotTime,
  slotRange,
} from "~/features/scheduling/availability/slots";
import { type Area, areaOf, inArea, notInZip } from "~/features/scheduling/roads/area";
import { centroidOf } from "~/features/scheduling/roads/zips.server";
import { companyToday } from "~/lib/dates";
import type { Cents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import { oncePerDatabase } from "~/platform/database/database.server";
import type { CreatePayment } from "./forms";
import { SIGNED_OUT } from "./page";
import { readOwnProperty } from "./queries.server";

/** A checked and priced request with its time; it has no crew yet. */
export type BookingQuote = {
  request: CreatePayment;
  service: Service;
  date: string;
  slot: SlotTime;
  time: Temporal.PlainTime;
  minutes: number;
  bedrooms: number | null;
  bathrooms: number | null;
  half_baths: number | null;
  square_feet: number | null;
  /** As they were priced. */
  extras: ReturnType<typeof frozenExtras>;
  range: Range;
  /** Its end, company time. */
  ends: string;
  blocked: Range;
  price: Price;
  /** What the customer adds for the crew, in cents; it is no part of the price. */
  tip: Cents;
  /** When it is paid. */
  terms: BookingTerms;
  /** What lowers the price; it counts when the booking is stored. */
  coupon: Redeemed | null;
  /** The company's day. */
  today: string;
  /** Whether it comes by a referral that promises something. */
  is_referred: boolean;
  currency: string;
  policy: FeePolicy;
  /** Equal for equal requests. */
  fingerprint: string;
  address: Address;
  town: string;
  zip: string;
  customer: Customer;
};

type Address = {
  property_id: string | null;
  address_line1: string;
  address_line2: string | null;
  city: string;
  state: string;
  zip_code: string;
};

type Customer = Record<"user_id" | "customer_name" | "customer_email" | "customer_phone", string | null>;

type Quoted = { ok: true; quote: BookingQuote } | RequestRefusal;

type QuoteFor = {
  once?: boolean;
  override?: boolean;
  customer_id?: string | null;
  /** When it is paid, if not as its service says. */
  terms?: Terms;
  draft_id?: string | null;
};

/**
 * Checks a request against the catalog, the calendar and the policies, and prices it. `once`: for a single visit, without
 * a frequency. `override`: staff set aside when and where visits can be. `customer_id`: whom staff book for. `draft_id`: what holds it.
 */
export async function quoteBooking(
  ctx: Ctx,
  request: CreatePayment,
  { once = false, override = false, customer_id = null, draft_id = null, terms }: QuoteFor = {},
): Promise<Quoted> {
  const { date } = request.bookingDetails;
  const address = await addressOf(ctx, request);
  if (!address && ctx.actor.kind !== "user")
    return { ok: false, status: 409, field: "bookingDetails.propertyId", message: SIGNED_OUT };
  if (!address) {
    const message = "This saved address no longer exists. Choose another one.";
    return { ok: false, status: 404, field: "bookingDetails.propertyId", message };
  }
  const [found] = await bookable(ctx.db).execute({
    id: request.serviceId,
    date,
    town: address.city,
    now: ctx.now.toString(),
    user: ctx.actor.kind === "user" ? ctx.actor.id : null,
    customer: customer_id,
  });
  if (!found) return NOT_OFFERED;
  const settings = settingsOf(found.settings);
  const elsewhere = override ? null : refuseElsewhere(request, address, areaOf(settings));
  if (elsewhere) return elsewhere;
  const closures = closuresFrom(found.closures);
  const zone = settings["general.timezone"];
  const today = companyToday(ctx.now, zone);
  const calendar = { today, now: ctx.now, zone, hours: companyHours(settings), closures, override };
  const frequency = once ? null : (request.bookingDetails.frequency ?? null);
  const known = { frequency, first_visit: frequency === null && found.first_visit };
  const checked = checkRequest(found.service, request, calendar, known);
  if (!checked.ok) return checked;
  const refused =
    (once ? null : refuseFrequency(checked.service, request)) ??
    (frequency ? refuseFirstVisit(date, today) : null);
  if (refused) return refused;
  const { service, slot, minutes, choices } = checked;
  const { bedrooms, bathrooms, half_baths, square_feet } = choices;
  const range = slotRange(date, slot, minutes, zone);
  const currency = settings["payments.default_currency"];
  const tax = { collect: settings["payments.collect_tax"], rate: settings["payments.tax_rate"] };
  const customer = customerOf(ctx, request);
  const { user_id } = customer;
  const code = request.coupon;
  if (code && frequency) return refuse(422, "coupon", NOT_WITH_PLANS);
  const is_referred = found.first_visit && isReferred(settings, request.referral);
  const by = { user_id, customer_id, home: address, draft_id, is_referred };
  const redeemed = code ? await checkCoupon(ctx.db, { ...by, code, today, service_id: service.id }) : null;
  if (redeemed?.ok === false) return refuse(422, "coupon", redeemed.message);
  const coupon = redeemed?.coupon ?? null;
  const price = priceBooking(service, choices, tax, currency, coupon?.discount);
  const tip = decideFirstTip(request.tip, price.total_amount);
  if (!tip.ok) return refuse(422, "tip", tip.message);
  if (frequency && tip.tip > 0) return refuse(422, "tip", NOT_WITH_A_PLAN);
  const quote = {
    request,
    service,
    date,
    slot,
    time: parseSlotTime(slot),
    minutes,
    bedrooms,
    bathrooms,
    half_baths,
    square_feet,
    extras: frozenExtras(rulesOf(service), choices),
    range,
    ends: localEnd(range, zone),
    blocked: blockedRange(range, settings["booking.travel_buffer_minutes"]),
    price,
    tip: tip.tip,
    terms: frequency
      ? PAID_BEFORE
      : bookingTerms({
          ...{ terms: terms === undefined ? service.terms : terms, price: price.charge, currency },
          allowance: settings["payments.card_allowance"],
          company: settings["general.company_name"],
        }),
    coupon,
    today,
    is_referred,
    currency,
    policy: feePolicyOf(settings),
    address,
    town: address.city,
    zip: address.zip_code,
    customer,
    fingerprint: fingerprintOf(ctx, request, service.terms),
  };
  if (once) return { ok: true, quote };
  if (coupon && price.charge < minimumCharge(currency))
    return refuse(422, "coupon", refuseRest(coupon.discount.code, phoneWords(settings["general.phone"])));
  return refuseLittle(price, currency) ?? { ok: true, quote };
}

function isReferred(settings: Settings, referral: string | undefined): boolean {
  const { "referrals.referrer_amount": referrer, "referrals.friend_amount": friend } = settings;
  return Boolean(referral) && referrer + friend > 0;
}

/** What is wrong with an address outside the service area. */
export const ZIP_FIELD = "bookingDetails.address.zip";

/** Refuses an address outside the service area; the field is that of the ZIP code, or of the saved home. */
function refuseElsewhere(
  { bookingDetails }: CreatePayment,
  { zip_code }: Address,
  area: Area,
): RequestRefusal | null {
  if (inArea(area, zip_code, centroidOf)) return null;
  const field = bookingDetails.propertyId ? "bookingDetails.propertyId" : ZIP_FIELD;
  return { ok: false, status: 422, field, message: notInZip(zip_code) };
}

/** The service, the settings, the closures of the day and whether it is a first visit, in one statement. */
const bookable = oncePerDatabase((db) =>
  db
    .select({
      service: serviceColumns(sql.placeholder("now")),
      settings: storedSettings,
      closures: storedClosures(sql.placeholder("date"), sql.placeholder("date"), sql.placeholder("town")),
      first_visit: firstVisitOf(sql.placeholder("user"), sql.placeholder("customer")),
    })
    .from(services)
    .where(eq(services.id, sql.placeholder("id")))
    .prepare("bookable"),
);

/** The saved property's address if one is chosen, else the typed one; null when the property isn't the customer's. */
async function addressOf(ctx: Ctx, { bookingDetails }: CreatePayment): Promise<Address | null> {
  const { address, propertyId } = bookingDetails;
  if (!propertyId) {
    const { street, city, state, zip } = address;
    return { property_id: null, address_line1: street, address_line2: null, city, state, zip_code: zip };
  }
  const property = await readOwnProperty(ctx, propertyId);
  if (!property) return null;
  const { id, address_line1, address_line2, city, state, zip_code } = property;
  return { property_id: id, address_line1, address_line2, city, state, zip_code };
}

/** The signed-in customer; guests enter theirs at the checkout (reading of the spec: contradictions). */
function customerOf({ actor }: Ctx, { customerName, customerEmail }: CreatePayment): Customer {
  if (actor.kind === "user") {
    const name = [actor.first_name, actor.last_name].filter(Boolean).join(" ");
    return {
      user_id: actor.id,
      customer_name: name || null,
      customer_email: actor.email,
      customer_phone: actor.phone,
    };
  }
  return {
    user_id: null,
    customer_name: customerName ?? null,
    customer_email: customerEmail ?? null,
    customer_phone: null,
  };
}

/** Includes the user, so that signing in replaces an earlier hold. */
function fingerprintOf({ actor }: Ctx, request: CreatePayment, terms: Terms): string {
  const user = actor.kind === "user" ? actor.id : null;
  return createHash("sha256")
    .update(JSON.stringify(terms ? [user, request, terms] : [user, request]))
    .digest("base64url");
}
