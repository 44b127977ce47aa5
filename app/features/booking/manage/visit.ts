// Rooms: a visit shows its service (catalog), its payment (payments) and its last day to move (scheduling).
import type { BookingStatus } from "~/features/booking/booking";
import type { RefundStatus } from "~/features/booking/cancellation";
import { flagToCustomer, type PaidFlag } from "~/features/booking/paid-flag";
import type { ServiceType } from "~/features/catalog/service";
import { isProcessing } from "~/features/payments/orders/rules";
import { lastBookableDate } from "~/features/scheduling/availability/opening-hours";
import { addMonths, isMonth } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";

/** A visit in its customer's profile: finished strings, company time. */
export type MyVisit = {
  id: string;
  service: string;
  /** "#1042". */
  number: string;
  service_id: string;
  service_type: ServiceType;
  date: string;
  date_in_words: string;
  time: string;
  duration: string;
  address: string;
  total: string;
  status: BookingStatus;
  order_status: "pending" | "completed" | "failed";
  /** It was paid for at the test checkout, or is to be. */
  is_test: boolean;
  /** Its plan, when it has one: then nothing is paid for it alone. */
  plan_id: string | null;
  /** Staff must look at it before it can be promised. */
  needs_attention: boolean;
  can_move: boolean;
  can_cancel: boolean;
  /** Where a visit that is held can still be paid for. */
  checkout_url: string | null;
  /** What its customer should know beyond its status. */
  note: string | null;
  review: { rating: number; review_text: string; may_publish: boolean } | null;
};

const LABELS: Record<BookingStatus, string> = {
  pending: "Pending",
  confirmed: "Confirmed",
  completed: "Completed",
  cancelled: "Cancelled",
};

/** The chip of a visit: confirmed is green, anything else amber (spec section 4). */
export function statusChip(status: BookingStatus): { tone: "green" | "amber"; label: string } {
  return { tone: status === "confirmed" ? "green" : "amber", label: LABELS[status] };
}

/** What the customer of a visit should know beyond its status; `hold` is what became of its time to pay. */
export function visitNote({
  status,
  order_status,
  processing = false,
  flag,
  paid_otherwise = null,
  hold,
  plan_id = null,
  storm = false,
  fee_due = null,
}: Pick<MyVisit, "status" | "order_status"> & {
  /** What staff must look into. */
  flag: PaidFlag | null;
  /** The formatted amount paid, if not the price. */
  paid_otherwise?: string | null;
  plan_id?: string | null;
  hold: "open" | "over" | null;
  /** Its checkout is done, but the money is still on its way. */
  processing?: boolean;
  storm?: boolean;
  /** The formatted fee that is due; null if none. */
  fee_due?: string | null;
}): string | null {
  if (storm) return "We can’t come at that time. Please open this visit and choose a new one.";
  if (flag) return flagToCustomer(flag).text;
  if (status === "cancelled" && fee_due) return `This visit was cancelled. A fee of ${fee_due} is due.`;
  if (status === "cancelled" && plan_id) return "You skipped this visit.";
  if (processing && status === "cancelled")
    return "This visit was cancelled. Your payment is still processing. Once it goes through, we’ll refund all of it.";
  if (status === "cancelled" && order_status === "failed" && !paid_otherwise)
    return "This visit was cancelled. You hadn’t paid for it.";
  if (status === "cancelled") return "This visit was cancelled. See its details for your refund.";
  if (status !== "pending") return null;
  if (processing)
    return "Your bank is confirming the payment, which can take a few days. We’re holding this time for you.";
  if (hold === "open") return "Not paid yet. We’re holding this time for you for 30 minutes.";
  if (hold === "over") return "The time to pay for this visit has run out.";
  return order_status === "completed" ? null : "Not paid yet. We’ll be in touch.";
}

/** Whether a calendar file is worth having: of a visit that will take place. */
export function isPromised({ status }: Pick<MyVisit, "status">): boolean {
  return status === "confirmed" || status === "completed";
}

/** Whether its customer may say how a visit was: it is past, took place and was paid for. */
export function isReviewable(
  { status, order_status, date }: Pick<MyVisit, "status" | "order_status" | "date">,
  today: string,
): boolean {
  return isPromised({ status }) && order_status === "completed" && date < today;
}

/** Upcoming visits listed for each plan; the plan's page has them all. */
const VISITS_OF_PLAN = 3;

/** The visits without the later ones of each plan, and of which plans there are more. */
export function withoutLater<Visit extends Pick<MyVisit, "plan_id">>(
  visits: readonly Visit[],
): { shown: Visit[]; more: { plan_id: string; first: Visit; count: number }[] } {
  const shown: Visit[] = [];
  const plans = new Map<string, Visit[]>();
  for (const visit of visits) {
    const of = visit.plan_id ? (plans.get(visit.plan_id) ?? []) : [];
    if (visit.plan_id) plans.set(visit.plan_id, [...of, visit]);
    if (of.length < VISITS_OF_PLAN) shown.push(visit);
  }
  const more = [...plans].flatMap(([plan_id, [first, ...rest]]) =>
    first && rest.length >= VISITS_OF_PLAN ? [{ plan_id, first, count: rest.length + 1 }] : [],
  );
  return { shown, more };
}

/** "Today" or "Tomorrow" for a day that is so near. */
export function nearDay(date: string, today: string): "Today" | "Tomorrow" | null {
  if (date === today) return "Today";
  const ahead = Date.parse(date) - Date.parse(today);
  return ahead === 86_400_000 ? "Tomorrow" : null;
}

export type VisitMonth = { month: string; previous: string | null; next: string | null };

/**
 * The month that the overview shows: the one asked for if it lies between today and the last visit (or the last day
 * that can be booked), else that of the next visit.
 */
export function visitMonth(
  visits: readonly { date: string }[],
  today: string,
  asked: string | null,
): VisitMonth {
  const months = visits.map(({ date }) => date.slice(0, 7));
  const first = today.slice(0, 7);
  const last = [lastBookableDate(today).slice(0, 7), ...months].sort().at(-1) ?? first;
  const month =
    asked !== null && isMonth(asked) && asked >= first && asked <= last ? asked : (months[0] ?? first);
  return {
    month,
    previous: month > first ? addMonths(month, -1) : null,
    next: month < last ? addMonths(month, 1) : null,
  };
}

const HISTORY_PAGE = 10;

/** Returns the path of the history with a number of visits shown and one open. */
export function historyPath({ show, visit }: { show: number; visit: string | null }): string {
  const query = new URLSearchParams({ tab: "cleaning-history" });
  if (show > HISTORY_PAGE) query.set("show", String(show));
  if (visit) query.set("visit", visit);
  return `/profile?${query}${visit ? `#visit-${visit}` : ""}`;
}

/** How many past visits show: what was asked for, a page at least, and the open one in any case; `more` is the next step. */
export function shownVisits(
  visits: readonly { id: string }[],
  asked: string | null,
  open: string | null,
): { shown: number; more: number | null } {
  const wanted = /^\d{1,4}$/.test(asked ?? "") ? Number(asked) : HISTORY_PAGE;
  const place = visits.findIndex(({ id }) => id === open) + 1;
  const shown = Math.max(HISTORY_PAGE, wanted, place);
  return { shown, more: shown < visits.length ? shown + HISTORY_PAGE : null };
}

/** What every page of a visit says of it. */
export type ShownVisit = {
  /** "#1042". */
  number: string;
  status: BookingStatus;
  service: string;
  date_in_words: string;
  time: string;
  duration: string;
  address: string;
};

export type PriceLine = { label: string; amount: string };
export type GivenBack = { amount: string; status: RefundStatus; date: string };

/** "2 bedrooms, 1 bathroom", the highest ones with a plus (spec section 9); null when rooms don't apply. */
export function formatRooms(
  bedrooms: number | null,
  bathrooms: number | null,
  {
    half_baths = null,
    square_feet = null,
  }: Partial<Record<"half_baths" | "square_feet", number | null>> = {},
): string | null {
  const words = [
    count(bedrooms, "bedroom", 5),
    count(bathrooms, "bathroom", 4),
    half_baths ? count(half_baths, "half bath", 3) : null,
    square_feet ? `up to ${square_feet.toLocaleString("en-US")} sq ft` : null,
  ].filter(Boolean);
  return words.length > 0 ? words.join(", ") : null;
}

/** "Inside oven, Interior windows × 4"; null without any. */
export function formatExtras(extras: readonly { title: string; quantity: number }[]): string | null {
  const words = extras.map(({ title, quantity }) => (quantity > 1 ? `${title} × ${quantity}` : title));
  return words.length > 0 ? words.join(", ") : null;
}

function count(rooms: number | null, word: string, most: number): string | null {
  if (rooms === null) return null;
  return `${rooms === most ? `${rooms}+` : rooms} ${rooms === 1 ? word : `${word}s`}`;
}

/** A refund in the words of a bill. */
export function formatRefund({ status, date }: Pick<GivenBack, "status" | "date">): string {
  if (status === "completed") return `Refunded on ${date}`;
  return status === "pending" ? "Refund on its way" : "Not refunded yet";
}

/** A visit and, for guests, the key of the signed link, which all its pages pass on. */
export type VisitLink = { id: string; key: string | null };

export type VisitPage = "reschedule" | "cancel" | "receipt" | "calendar.ics" | "storm" | "claim";

/** The address of a visit, or of one of its pages. Empty parts of the query are left out. */
export function visitPath(
  { id, key }: VisitLink,
  page?: VisitPage,
  query: Record<string, string | null> = {},
): string {
  const path = page ? `/bookings/${id}/${page}` : `/bookings/${id}`;
  const filled = Object.entries({ key, ...query }).filter((part): part is [string, string] => !!part[1]);
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path;
}

type Order = Parameters<typeof isProcessing>[0] & {
  amount: Cents;
  charged: Cents;
  due: Cents;
  currency: string;
};

/** In words; null when there is none. */
export type VisitMoney = { kept: string | null; due: string | null };

/**
 * What a visit has brought in and what it still has to: `refunded` is what went or is on its way back. Money that the bank
 * is still confirming is neither, and nothing is due of what was paid and then given back.
 */
export function visitMoney(order: Order | null, refunded: Cents): VisitMoney {
  if (!order) return { kept: null, due: null };
  const { charged, amount } = order;
  const formatAmount = (cents: Cents) => formatCents(cents, order.currency);
  const due = order.due > 0 ? order.due : charged === 0 && !isProcessing(order) ? amount : 0;
  return {
    kept: charged > refunded ? formatAmount(charged - refunded) : null,
    due: due > 0 ? formatAmount(due) : null,
  };
}
