// Rooms: a plan is sold in the form of a phone booking (booking), at a slot (scheduling) in company time (operations).
import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { series } from "~/db/schema/series";
import { ERASED_STREET } from "~/features/booking/booking";
import { extraField, withExtras } from "~/features/booking/checkout/extras";
import { inputSchema, inputsOf } from "~/features/booking/checkout/forms";
import { formatPlace } from "~/features/booking/checkout/plan-visits";
import { readPhoneOffer } from "~/features/booking/phone/queries.server";
import {
  type PhoneChoices,
  type PhoneOffer,
  type PhonePlan,
  slotValue,
  withSlot,
} from "~/features/booking/phone/view";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import type { PlanView, PlanVisit } from "~/features/plans/change/view";
import { readPlan } from "~/features/plans/queries.server";
import { timeOf } from "~/features/plans/schedule/extend.server";
import { readOffered } from "~/features/plans/series/sell.server";
import { previewPlan } from "~/features/plans/subscribe/preview.server";
import { isSlotTime, slotRange } from "~/features/scheduling/availability/slots";
import { formatMoment, shortDay } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatNumber, numberIn } from "~/lib/number";
import { cleanLine } from "~/lib/text";
import { may } from "~/platform/auth/roles";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { planPayUrl } from "./link.server";
import { phoneHoldExpiry, previewText, priceLine, saleState, TOO_SOON, visitLine } from "./rules";
import type { OfficeSale, PhoneSold, PlanPayPage } from "./view";

/** The choices of a phone booking with, for a plan whose first time is chosen, the visits that it would have. */
export async function readPhonePlanOffer(ctx: StaffCtx, asked: URLSearchParams): Promise<PhoneOffer> {
  const offer = await readPhoneOffer(ctx, asked, await readWithout(ctx, asked));
  return { ...offer, plan: await readPhonePlan(ctx, offer, asked) };
}

/** The visits of a series that are in nobody's way while it is sold as the plan that the form's fields ask for. */
export async function readWithout(ctx: StaffCtx, asked: URLSearchParams): Promise<string[]> {
  const read = await readOffered(ctx, offeredIn(asked, withSlot(Object.fromEntries(asked)).date ?? ""));
  return (read.ok && read.offered?.without) || [];
}

function offeredIn(asked: URLSearchParams, from: string) {
  const customer_id = asked.get("customer_id") ?? asked.get("customer") ?? undefined;
  return { id: asked.get("series") || undefined, customer_id, from: from || "0001-01-01" };
}

/** The plan that the form's fields ask for, as it would be held now; null for a single visit, or without a time. */
export async function readPhonePlan(
  ctx: StaffCtx,
  { service, frequency, hours, price, crews }: PhoneChoices,
  asked: URLSearchParams,
): Promise<PhonePlan | null> {
  const fields = withSlot(Object.fromEntries(asked));
  const { date = "", time = "", crew_id } = fields;
  if (!frequency || !date || !time) return null;
  const stop = (why: string): PhonePlan => ({ visits: [], why, price: "", until: null, seen: "" });
  const inputs = inputSchema.safeParse(withExtras({ ...fields, hours: String(hours) }));
  if (!inputs.success) return stop("Check what is said of the home.");
  const read = await readOffered(ctx, offeredIn(asked, date));
  if (!read.ok) return stop(read.message);
  const found = await previewPlan(ctx, {
    without: read.offered?.without,
    ...{ service, date, time, frequency, draft: null },
    crew_id: crews.find(({ id }) => id === crew_id)?.id,
    ...{ city: cleanLine(fields.city ?? ""), zip: cleanLine(fields.zip ?? "") },
    inputs: (chosen) => inputsOf(inputs.data, chosen),
  });
  if (!found.ok) return stop(found.message);
  if (!price || !isSlotTime(time)) return null;
  const { timezone } = await readCompany(ctx);
  const until = phoneHoldExpiry(ctx.now, slotRange(date, time, 0, timezone).start);
  if (!until) return stop(TOO_SOON);
  return {
    visits: found.visits.map((visit) => ({
      line: visitLine(visit),
      was: visit.clash && formatPlace(visit),
      now: visit.clash ? visit.clash.proposal && formatPlace(visit.clash.proposal) : formatPlace(visit),
      why: visit.clash?.why ?? null,
    })),
    why: null,
    price: priceLine(price.cents),
    until: formatMoment(until, timezone),
    seen: previewText(found.visits, price.cents),
  };
}

/** A plan that staff sold by phone, as its link needs it; null if it is none, or its customer was erased. */
export async function readSale({ db, now }: Pick<Ctx, "db" | "now">, id: string) {
  if (!isUuid(id)) return null;
  const [sale] = await db
    .select({
      plan: plans,
      order: { id: orders.id, provider: orders.provider, session: orders.payment_session_id },
    })
    .from(plans)
    .innerJoin(orders, eq(orders.plan_id, plans.id))
    .where(and(eq(plans.id, id), isNotNull(plans.held_until), ne(plans.address_line1, ERASED_STREET)))
    .orderBy(asc(orders.created_at))
    .limit(1);
  return sale ? { ...sale, state: saleState(sale.plan, now) } : null;
}

/** The sale of a plan for its panel; null if it was bought on the booking page. */
export async function readOfficeSale(ctx: StaffCtx, id: string): Promise<OfficeSale | null> {
  const sale = await readSale(ctx, id);
  if (!sale) return null;
  const { plan, state } = sale;
  const { timezone } = await readCompany(ctx);
  return {
    ...{ state, until: formatMoment(plan.held_until ?? ctx.now, timezone), email: plan.customer_email },
    url: state === "waiting" && may(ctx.actor.role, "plans.edit") ? planPayUrl(ctx, id) : null,
  };
}

/** The visits that are held until the plan is paid. */
export function heldOf({ upcoming }: Pick<PlanView, "upcoming">): PlanVisit[] {
  return upcoming.filter(({ status }) => status === "pending");
}

/** What the holder of the link sees; null if there is no such plan. */
export async function readPlanPayPage(ctx: Ctx, id: string): Promise<PlanPayPage | null> {
  const sale = await readSale(ctx, id);
  const view = sale && (await readPlan({ ...ctx, ...OFFICE_ACTOR }, id));
  if (!view) return null;
  const { timezone } = await readCompany(ctx);
  const { number, service, duration, lines, price, is_test } = view;
  return {
    ...{ state: sale.state, number, service, duration, lines, price, is_test },
    when: `${view.rhythm} at ${view.time}`,
    until: formatMoment(sale.plan.hold_expires_at ?? sale.plan.held_until ?? ctx.now, timezone),
    visits: heldOf(view).map(({ date, time }) => `${shortDay(date)}, ${time}`),
    takes_cards: (await ctx.payments.current()) !== null,
  };
}

/** The plan with this number that was just sold; null if there is none. */
export async function readSold(ctx: StaffCtx, text: string): Promise<PhoneSold | null> {
  const number = numberIn(text);
  if (number === null) return null;
  const [found] = await ctx.db.select({ id: plans.id }).from(plans).where(eq(plans.number, number));
  const [sale, view] = found
    ? [await readOfficeSale(ctx, found.id), await readPlan({ ...ctx, ...OFFICE_ACTOR }, found.id)]
    : [];
  if (!sale || !view) return null;
  const { id, service, price, customer_name } = view;
  return {
    ...{ id, number: view.number, name: customer_name ?? "No name provided", service, price, sale },
    ...{ when: `${view.rhythm} at ${view.time}`, first: shortDay(view.first_date) },
  };
}

/**
 * What the form starts with to offer a plan again that nobody paid, with the token of its draft: so it never stands beside the
 * earlier one. Null if it can't be offered again.
 */
export async function readAgain(
  ctx: StaffCtx,
  id: string,
): Promise<{ token: string; number: string; values: Record<string, string> } | null> {
  const sale = await readSale(ctx, id);
  const [, token] = /^office:(.+)$/.exec(sale?.plan.draft_id ?? "") ?? [];
  if (!sale || !token || (sale.state !== "expired" && sale.state !== "withdrawn")) return null;
  const { plan } = sale;
  const [sold] = await ctx.db.select({ id: series.id }).from(series).where(eq(series.plan_id, plan.id));
  const text = (value: string | number | null) => (value === null ? "" : String(value));
  return {
    token,
    number: formatNumber(plan.number),
    values: {
      ...{ customer_name: text(plan.customer_name), customer_email: text(plan.customer_email) },
      ...{ customer_phone: text(plan.customer_phone), customer_id: text(plan.customer_id) },
      ...(sold && { series: sold.id }),
      ...{ street: plan.address_line1, apartment: text(plan.address_line2) },
      ...{ city: plan.city, state: plan.state, zip: plan.zip_code, notes: text(plan.notes) },
      ...{ service: plan.service_id, frequency: plan.frequency, date: plan.first_date, time: timeOf(plan) },
      slot: slotValue(plan.first_date, timeOf(plan)),
      ...{ bedrooms: text(plan.bedrooms), bathrooms: text(plan.bathrooms) },
      ...{ half_baths: text(plan.half_baths), square_feet: text(plan.square_feet) },
      ...Object.fromEntries(plan.extras.map(({ id, quantity }) => [extraField(id), String(quantity)])),
    },
  };
}
