import { formatDate, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { isStatus, STATUS_LABELS } from "./list/list";

export type HistoryEntry = { action: string; details: Record<string, unknown> };

type Names = { crews: ReadonlyMap<string, string>; currency: string };

/** One line of a booking's history, in words for staff. What this doesn't know is shown by its name. */
export function formatHistory({ action, details }: HistoryEntry, names: Names): string {
  const [before, after] = [objectOf(details.before), objectOf(details.after)];
  const crew = (id: unknown) => (typeof id === "string" && names.crews.get(id)) || "no crew";
  const money = (amount: unknown) => formatCents(Number(amount) || 0, names.currency);
  switch (action) {
    case "booking.held":
      return "Slot held, waiting for payment";
    case "booking.booked":
      return "Booked by phone";
    case "booking.confirmed":
      return details.on_the_day
        ? `Booked online, ${money(details.amount)} due on the day`
        : `${money(details.amount)} paid, booking confirmed`;
    case "booking.payment_processing":
      return `Payment of ${money(details.amount)} processing at the bank`;
    case "booking.released":
      return `Slot released: ${details.reason}`;
    case "booking.flagged":
      return `Needs attention: ${details.reason}`;
    case "booking.joined":
      return "Added to the customer's account";
    case "booking.status_changed":
      return `Status changed from ${statusOf(before)} to ${statusOf(after)}`;
    case "booking.moved":
      return `Moved from ${whenOf(objectOf(details.from) ?? before)} to ${whenOf(objectOf(details.to) ?? after)}`;
    case "booking.assigned":
      return `Crew changed from ${crew(before?.crew_id)} to ${crew(after?.crew_id)}`;
    case "booking.edited":
      return `Details changed: ${fieldsOf(details.changed)}`;
    case "booking.noted":
      return "Note added";
    case "booking.kept_unpaid":
      return "Kept as unpaid";
    case "booking.settled":
      return "Marked as resolved";
    case "booking.cancelled":
      return Number(details.refund) > 0
        ? `Cancelled, ${money(details.refund)} to refund`
        : "Cancelled, nothing to refund";
    case "storm.offered":
      return after ? `Storm day: ${whenOf(after)} offered` : "Storm day: customer asked to choose a new time";
    case "storm.offer_accepted":
      return "Storm day: offered time accepted";
    case "storm.offer_moved":
      return "Storm day: customer chose another time";
    case "storm.offer_skipped":
      return "Storm day: visit skipped";
    case "storm.offer_settled":
      return "Storm day: resolved another way";
    case "storm.offer_sent_again":
      return "Storm day: customer asked again";
    case "booking.paid_when_cancelled":
      return `Paid after it was cancelled; refunding ${money(details.refund)}`;
    case "booking.paid_twice":
      return `Paid twice by the customer; refunding ${money(details.refund)}`;
    case "booking.refunded":
      return `${money(details.amount)} refunded`;
    case "booking.refund_failed":
      return `Refund of ${money(details.amount)} failed: ${details.reason}`;
    case "booking.refunded_elsewhere":
      return `${money(details.amount)} refunded at the payment provider`;
    case "order.disputed":
      return `Customer disputed ${money(details.amount)}`;
    case "order.inquiry_opened":
      return `Bank opened an inquiry about ${money(details.amount)}`;
    case "order.inquiry_closed":
      return `Bank closed its inquiry about ${money(details.amount)}`;
    case "order.dispute_won":
      return `Dispute over ${money(details.amount)} won`;
    case "order.dispute_lost":
      return `Dispute over ${money(details.amount)} lost; the money went back to the customer`;
    case "order.paid":
      return `Payment of ${money(details.amount)} recorded (${details.method})`;
    case "order.refund_started":
      return `Refund of ${money(details.amount)} started`;
    case "order.refund_retried":
      return `Refund of ${money(details.amount)} retried`;
    case "order.refunded_by_hand":
      return `${money(details.amount)} refunded by hand`;
    default:
      return action.replace(/^\w+\./, "").replaceAll("_", " ");
  }
}

/** Whom an audit row names: "admin:ID", "user:ID", "guest", "link" or "system". */
export function formatActor(actor: string, staff: ReadonlyMap<string, string>): string {
  const [kind, id = ""] = actor.split(":");
  if (kind === "admin") return staff.get(id) ?? "The office";
  return kind === "system" ? "Automatic" : "Customer";
}

type Details = Record<string, unknown> | null;

function objectOf(value: unknown): Details {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

function statusOf(details: Details): string {
  const status = String(details?.status ?? "");
  return isStatus(status) ? STATUS_LABELS[status] : status;
}

function whenOf(details: Details): string {
  const [date, time] = [String(details?.date ?? ""), String(details?.time ?? "")];
  const clock = /^\d{2}:\d{2}(:\d{2})?$/.test(time) ? formatTime(time) : time;
  return date ? `${formatDate(date)} ${clock}`.trim() : "another time";
}

/** The columns of a booking's details as staff would call them. */
export const DETAIL_FIELDS: Record<string, string> = {
  customer_name: "name",
  customer_email: "email",
  customer_phone: "phone",
  address_line1: "street",
  address_line2: "apartment",
  zip_code: "ZIP code",
};

function fieldsOf(changed: unknown): string {
  return Array.isArray(changed)
    ? changed.map((name) => DETAIL_FIELDS[String(name)] ?? String(name)).join(", ")
    : "";
}
