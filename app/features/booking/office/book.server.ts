// Rooms: staff book a service (catalog) at a slot (scheduling) for a customer (customers), paid at the office (payments).
import { and, eq, isNull } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { customers } from "~/db/schema/customers";
import type { CreatePayment } from "~/features/booking/checkout/forms";
import { type BookingQuote, quoteBooking, ZIP_FIELD } from "~/features/booking/checkout/quote.server";
import { CouponRefused, couponRefusal, storeBooking } from "~/features/booking/checkout/store.server";
import { announceUnpaid } from "~/features/booking/emails/announce.server";
import type { PhonePay } from "~/features/booking/phone/view";
import { releaseExpiredHolds } from "~/features/booking/release.server";
import type { RequestRefusal } from "~/features/booking/rules";
import { lockDraft } from "~/features/booking/visit.server";
import { isMonthly, type Service } from "~/features/catalog/service";
import type { Terms } from "~/features/catalog/terms";
import { linkCustomer } from "~/features/customers/records/link.server";
import { OFFICE_PROVIDER } from "~/features/payments/orders/rules";
import { spendCredit } from "~/features/payments/orders/spend-credit.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { type Slot, slotTakenMessage } from "~/features/scheduling/availability/slots";
import { lockDay, pickCrew, whyNotCrew } from "~/features/scheduling/crews/pick.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";
import type { PhoneForm } from "./forms";

/** `token` is made with the form: sent twice, it is one booking. */
export type PhoneBooking = { token: string; request: CreatePayment; customer: PhoneForm };

export type PhoneOutcome =
  | { ok: true; booking_id: string; number: number }
  | (RequestRefusal & { slots?: Slot[] })
  | { ok: false; status: 409; field: "crew_id" | "customer_id"; message: string };

type Refusal = Exclude<PhoneOutcome, { ok: true }>;

/** Books a visit for a customer who called: confirmed at once, paid on the day. The server finds the crew and the price. */
export async function bookByPhone(ctx: StaffCtx, input: PhoneBooking): Promise<PhoneOutcome> {
  const { override_reason, customer_id, pay } = input.customer;
  if (pay !== "day" && !(await ctx.payments.current())) return NO_CARDS;
  const by = { customer_id, draft_id: draftOf(input) };
  const asked = { once: true, ...by, ...(pay !== "deposit" && { terms: TERMS[pay] }) };
  const inside = await quoteBooking(ctx, input.request, asked);
  const isOverridden = !inside.ok && override_reason !== "";
  const quoted = isOverridden ? await quoteBooking(ctx, input.request, { ...asked, override: true }) : inside;
  if (!quoted.ok) return quoted;
  if (isMonthly(quoted.quote.service)) return planByPhone(quoted.quote.service);
  if (pay === "deposit" && quoted.quote.terms.upfront === null) return noDeposit(quoted.quote.service);
  const known = await readKnown(ctx.db, input.customer.customer_id);
  const quote = { ...quoted.quote, ...withCustomer(quoted.quote, input.customer, known?.user_id ?? null) };
  const outcome = await ctx.db
    .transaction((tx) =>
      book(tx, ctx, quote, {
        ...input,
        ...(isOverridden ? overrideOf(inside, override_reason) : NO_OVERRIDE),
      }),
    )
    .catch((error) => {
      if (error instanceof CouponRefused) return couponRefusal(error);
      if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error;
      return "taken" as const;
    });
  return outcome === "taken" ? slotTaken(ctx, quote) : outcome;
}

/** The draft of a form: sent twice, it is one booking or plan. */
export function draftOf({ token }: Pick<PhoneBooking, "token">): string {
  return `office:${token}`;
}

/** What staff set aside, and why. */
type Override = { override_reason: string | null; override: "hours" | "area" | null };

const NO_OVERRIDE: Override = { override_reason: null, override: null };

function overrideOf({ field }: RequestRefusal, override_reason: string): Override {
  return { override_reason, override: field === ZIP_FIELD ? "area" : "hours" };
}

async function book(
  tx: Database,
  ctx: StaffCtx,
  quote: BookingQuote,
  { token, customer, override_reason, override }: PhoneBooking & Override,
): Promise<PhoneOutcome | "taken"> {
  const draft_id = draftOf({ token });
  await lockDraft(tx, draft_id);
  const [earlier] = await tx
    .select({ id: bookings.id, number: bookings.number })
    .from(bookings)
    .where(eq(bookings.draft_id, draft_id));
  if (earlier) return { ok: true, booking_id: earlier.id, number: earlier.number };
  const { customer_id = null } = customer;
  if (customer_id && !(await readKnown(tx, customer_id))) return GONE;
  await lockDay(tx, quote.date);
  await releaseExpiredHolds(tx, ctx, quote.blocked);
  const crew_id = await pickCrew(tx, quote, {
    only: customer.crew_id,
    closed_too: override_reason !== null,
  });
  if (!crew_id) return customer.crew_id ? crewRefusal(tx, customer.crew_id, quote) : "taken";
  const crew_requested = Boolean(customer.crew_id);
  const uses_credit = !quote.coupon?.discount.exclusive;
  const hold = { draft_id, provider: OFFICE_PROVIDER, hold_expires_at: null, uses_credit };
  const taken = { ...hold, crew_id, crew_requested, override_reason, override, terms: quote.terms };
  const { booking_id, order_id } = await storeBooking(tx, ctx, quote, {
    ...taken,
    customer_id,
    status: "confirmed",
  });
  await linkCustomer(tx, ctx, { booking_id }, "phone");
  const spent = await spendCredit(tx, ctx, order_id);
  await announceUnpaid(tx, ctx, { booking_id, crew_id, date: quote.date, time: quote.time.toString() });
  const mail = MAILS[customer.pay];
  if (mail && quote.price.charge > spent)
    await ctx.jobs.enqueue(tx, mail, { order_id, at: ctx.now.epochMilliseconds });
  const [stored] = await tx
    .select({ number: bookings.number })
    .from(bookings)
    .where(eq(bookings.id, booking_id));
  return { ok: true, booking_id, number: stored?.number ?? 0 };
}

/** A deposit is the service's. */
const TERMS: Record<Exclude<PhonePay, "deposit">, Terms> = { day: null, full: null, card: { pay: "card" } };

/** What the customer gets, beside the confirmation, to pay or to save a card. */
const MAILS: Record<PhonePay, string | null> = {
  ...{ day: null, full: "pay-link-mail", deposit: "pay-link-mail", card: "card-link-mail" },
};

const NO_CARDS = {
  ok: false,
  status: 422,
  field: "pay",
  message: "No payment provider is set up, so cards can't be taken. Choose 'On the day'.",
} as const;

function noDeposit({ title }: Service): Refusal {
  const message = `${title} has no deposit at this price. Choose another way to pay.`;
  return { ok: false, status: 422, field: "pay", message };
}

/** A monthly service has no single visits. */
function planByPhone({ title }: Service): Refusal {
  const message = `${title} is a plan: choose how often it comes.`;
  return { ok: false, status: 422, field: "bookingDetails.frequency", message };
}

export const GONE = {
  ok: false,
  status: 409,
  field: "customer_id",
  message: "This customer was erased or merged. Find them again, or enter the name and contact details.",
} as const;

/** The customer's account, if it has one; undefined if there is no such customer. Nobody erases the customer meanwhile. */
export async function readKnown(tx: Database, id: string | undefined) {
  if (!id) return undefined;
  const [found] = await tx
    .select({ user_id: customers.user_id })
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.merged_into)))
    .for("key share");
  return found;
}

export async function crewRefusal(tx: Database, crewId: string, quote: BookingQuote): Promise<Refusal> {
  const message = (await whyNotCrew(tx, crewId, quote)) ?? "This crew no longer exists. Choose another one.";
  return { ok: false, status: 409, field: "crew_id", message };
}

/** Puts the caller in the place of the staff member who books. */
export function withCustomer(
  { address }: BookingQuote,
  form: PhoneForm,
  user_id: string | null,
): Pick<BookingQuote, "customer" | "address"> {
  return {
    customer: {
      user_id,
      customer_name: form.customer_name,
      customer_email: form.customer_email || null,
      customer_phone: form.customer_phone || null,
    },
    address: { ...address, property_id: null, address_line2: form.apartment || null },
  };
}

export async function slotTaken(ctx: StaffCtx, quote: BookingQuote): Promise<Refusal> {
  const { date, minutes, town, zip, service } = quote;
  const slots = await readSlotsOfDay(ctx, { date, minutes, town, zip, service_id: service.id });
  const message = slotTakenMessage(slots);
  return { ok: false, status: 409, field: "bookingDetails.time", message, slots };
}
