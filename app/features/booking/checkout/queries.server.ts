// Rooms: /book shows services (catalog), free days (scheduling), credit (payments), referrals (customers) and the company
// (operations).
import { and, desc, eq } from "drizzle-orm";
import { properties } from "~/db/schema/customers";
import { normalizeCode } from "~/features/booking/coupons/coupon";
import { checkCoupon } from "~/features/booking/coupons/redeem.server";
import { isFirstVisit } from "~/features/booking/first-visit.server";
import { REQUEST_FORM } from "~/features/booking/requests/rules";
import { readServices } from "~/features/catalog/queries.server";
import { SERVICE_TYPES, typesOffered, typeToBegin } from "~/features/catalog/service";
import { findReferrer, readOffer } from "~/features/customers/referrals/record.server";
import { offerToFriend } from "~/features/customers/referrals/referral";
import { companyOf, readSettings } from "~/features/operations/settings/queries.server";
import { readOwnCredit } from "~/features/payments/orders/spend-credit.server";
import { comesTo } from "~/features/scheduling/area/queries.server";
import { readMonth } from "~/features/scheduling/availability/availability.server";
import { companyHours, lastBookableDate } from "~/features/scheduling/availability/opening-hours";
import { bookableMonth, type Day } from "~/features/scheduling/availability/slots";
import { type Area, areaOf, zipOf } from "~/features/scheduling/roads/area";
import { companyToday } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import { formToken } from "~/platform/request/spam.server";
import { clearedForType, type Draft } from "./draft";
import {
  type BookingPage,
  type Choice,
  type PageCoupon,
  type RequestOffer,
  type SavedAddress,
  toChoice,
  withSavedAddress,
} from "./page";
import { minutesOf } from "./price";

type Wish = {
  draft: Draft;
  service: string | null;
  type: string | null;
  month: string | null;
  /** Whether the draft's code may be looked up: it is one more try. */
  mayTry?: boolean;
};

/** What the booking page shows for a draft and the query (?service, ?type, ?month). */
export async function readBookingPage(ctx: Ctx, wish: Wish): Promise<BookingPage> {
  const [all, settings, saved, way, firstVisit] = await Promise.all([
    readServices(ctx),
    readSettings(ctx),
    readSavedAddresses(ctx),
    ctx.payments.way(),
    isFirstVisit(ctx),
  ]);
  const company = companyOf(settings);
  const wished = all.find(({ id }) => id === wish.service);
  const type =
    SERVICE_TYPES.find((name) => name === wish.type) ??
    wished?.service_type ??
    typeToBegin(all, wish.draft.type);
  const choices = all
    .filter((service) => service.service_type === type)
    .map((service) => toChoice(service, company.default_currency));
  const today = companyToday(ctx.now, company.timezone);
  const lastDay = lastBookableDate(today, companyHours(settings));
  const kept = withSavedAddress(inTime(clearedForType(wish.draft, type), today, lastDay), saved);
  const chosen = chooseService(kept, choices, wished?.id);
  const firstMonth = today.slice(0, 7);
  const lastMonth = lastDay.slice(0, 7);
  const month = bookableMonth(wish.month ?? chosen.date.slice(0, 7), firstMonth, lastMonth);
  const { default_currency: currency, tax, policy, phone } = company;
  const asked = {
    month,
    minutes: lengthOf(chosen, choices, firstVisit),
    draft_id: chosen.id,
    service_id: chosen.service,
    zip: chosen.address.zip,
  };
  const days = await readMonth(ctx, asked);
  const draft = atStartTime(chosen, days);
  const pay = way === "none" ? WITHOUT_PROVIDER[settings["payments.without_provider"]] : "by card";
  const code = wish.mayTry ? draft.coupon : "";
  const referral = firstVisit ? await readReferral(ctx, draft.referral) : null;
  const known = { today, is_referred: referral !== null };
  const coupon = await readPageCoupon(ctx, { ...draft, coupon: code }, known);
  const area = requestOffer(ctx, areaOf(settings), draft.address.zip);
  return {
    draft,
    types: typesOffered(all, type),
    choices,
    month,
    days,
    firstMonth,
    lastMonth,
    today,
    currency,
    tax,
    pay,
    policy,
    phone,
    saved,
    area,
    firstVisit,
    coupon,
    referral,
    signedIn: ctx.actor.kind === "user",
    credit: await readOwnCredit(ctx, { currency, draft_id: draft.id }),
  };
}

/** What the visitor gets who comes by this referral; null without one, and by one's own. */
async function readReferral(ctx: Ctx, code: string): Promise<string | null> {
  const offer = code ? offerToFriend(await readOffer(ctx)) : null;
  return offer && (await findReferrer(ctx, code)) ? offer : null;
}

/** What a draft's code does for its service; null without a code. */
export async function readPageCoupon(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  { id, coupon, service, address }: Pick<Draft, "id" | "coupon" | "service" | "address">,
  known: { today: string; is_referred: boolean },
): Promise<PageCoupon | null> {
  const code = normalizeCode(coupon);
  if (!code) return null;
  const outcome = await checkCoupon(db, {
    ...{ code, ...known, service_id: service, customer_id: null, draft_id: id || null },
    user_id: actor.kind === "user" ? actor.id : null,
    home: { address_line1: address.street, address_line2: null, zip_code: address.zip },
  });
  if (!outcome.ok) return { code, service, discount: null, error: outcome.message };
  return { code, service, discount: outcome.coupon.discount };
}

/** The form for a request, filled in with what is known of the visitor. */
function requestOffer(ctx: Ctx, area: Area, zip: string): RequestOffer | null {
  if (area.mode === "anywhere") return null;
  const user = ctx.actor.kind === "user" ? ctx.actor : null;
  const code = zipOf(zip);
  return {
    outside: code && !comesTo(area, code) ? code : null,
    token: formToken(ctx, REQUEST_FORM),
    values: {
      request_name: [user?.first_name, user?.last_name].filter(Boolean).join(" "),
      request_email: user?.email ?? "",
      request_phone: user?.phone ?? "",
    },
  };
}

const WITHOUT_PROVIDER = { on_the_day: "on the day", no_bookings: "not online" } as const;

/** The wished service, else the draft's, else the first of the list (spec section 4) that can be booked. */
function chooseService(draft: Draft, choices: Choice[], wished: string | undefined): Draft {
  const bookable = choices.filter(({ estimateOnly }) => !estimateOnly).map(({ service }) => service.id);
  const service = [wished, draft.service].find((id) => id && bookable.includes(id)) ?? bookable[0] ?? "";
  return { ...draft, service, id: draft.id || crypto.randomUUID() };
}

/** Clears a date that has passed or is too far ahead. */
function inTime(draft: Draft, today: string, lastDay: string): Draft {
  const bookable = draft.date >= today && draft.date <= lastDay;
  return bookable || !draft.date ? draft : { ...draft, date: "", time: "" };
}

/** Clears a time at which visits of the service don't start. */
function atStartTime(draft: Draft, days: readonly Day[]): Draft {
  const slots = days.find(({ date }) => date === draft.date)?.slots;
  return !slots || slots.some(({ time }) => time === draft.time) ? draft : { ...draft, time: "" };
}

function lengthOf(draft: Draft, choices: Choice[], firstVisit: boolean): number {
  const choice = choices.find(({ service }) => service.id === draft.service);
  return choice ? minutesOf(draft, choice, firstVisit) : draft.hours * 60;
}

/** Reads the signed-in user's properties, the default first. */
export async function readSavedAddresses({ db, actor }: Ctx): Promise<SavedAddress[]> {
  if (actor.kind !== "user") return [];
  const rows = await db
    .select()
    .from(properties)
    .where(eq(properties.user_id, actor.id))
    .orderBy(desc(properties.is_default), desc(properties.created_at));
  return rows.map(({ id, name, address_line1, city, state, zip_code, ...home }) => ({
    id,
    name: name || address_line1,
    address: { street: address_line1, city, state, zip: zip_code },
    bedrooms: home.bedrooms,
    bathrooms: home.bathrooms,
    half_baths: home.half_baths,
    square_footage: home.square_footage,
  }));
}

/** The row of one of their own properties; null for anybody else's. */
export async function readOwnProperty({ db, actor }: Ctx, id: string) {
  if (actor.kind !== "user") return null;
  const own = and(eq(properties.id, id), eq(properties.user_id, actor.id));
  const [property] = await db.select().from(properties).where(own);
  return property ?? null;
}
