import { isStatus, STATUS_LABELS } from "~/features/booking/office/list/list";
import { formatDate, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";

export type HistoryEntry = { action: string; details: Record<string, unknown> };

type Names = { crews: ReadonlyMap<string, string>; currency: string };

/** Formats a line of a booking's history for staff. Unknown actions show their name. */
export function formatHistory({ action, details }: HistoryEntry, names: Names): string {
  const [before, after] = [objectOf(details.before), objectOf(details.after)];
  const crew = (id: unknown) => (typeof id === "string" && names.crews.get(id)) || "no crew";
  const money = (amount: unknown) => formatCents(Number(amount) || 0, names.currency);
  switch (action) {
    case "booking.held":
      return "Slot held, waiting for payment";
    case "booking.booked":
      return `Booked by phone${details.override ? `, outside the ${details.override === "area" ? "area" : "hours"}` : ""}`;
    case "booking.made_room":
      return "Made room for the plan that its series is sold as";
    case "booking.came_back":
      return "Back in the calendar: the plan was not paid";
    case "booking.laid":
      return "Added as the next visit of its series";
    case "booking.imported":
      return "Imported from another program";
    case "booking.import_changed":
      return "Changed by a newer file of another program";
    case "booking.confirmed":
      if (details.by_card) return `Booked online, ${money(details.amount)} charged after the visit`;
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
    case "booking.moved": {
      const [from, to] = [whenOf(objectOf(details.from) ?? before), whenOf(objectOf(details.to) ?? after)];
      return `Moved from ${from} to ${to}${details.override ? ", outside the hours" : ""}`;
    }
    case "booking.assigned":
      return `Crew changed from ${crew(before?.crew_id)} to ${crew(after?.crew_id)}`;
    case "booking.edited":
      return `Details changed: ${fieldsOf(details.changed)}`;
    case "booking.noted":
      return "Note added";
    case "booking.code_dismissed":
      return "Words in the notes are not an entry code";
    case "booking.kept_unpaid":
      return "Kept as unpaid";
    case "booking.kept_outside":
      return "Kept outside the hours";
    case "booking.claimed":
      return "Customer opened a claim";
    case "booking.claim_answered":
      if (details.answer === "credit") return `Claim answered with ${money(details.amount)} of credit`;
      return details.answer === "refused" ? "Claim refused" : "Claim answered with a re-clean";
    case "booking.re_clean_booked":
      return `Booked as a re-clean of #${details.of}`;
    case "booking.link_ended":
      return "Guest link ended";
    case "booking.settled":
      return "Marked as resolved";
    case "booking.cancelled":
      if (Number(details.fee) > 0) return `Cancelled, a fee of ${money(details.fee)} is due`;
      return Number(details.refund) > 0
        ? `Cancelled, ${money(details.refund)} to refund`
        : "Cancelled, nothing to refund";
    case "booking.no_show":
      return Number(details.fee) > 0
        ? `No-show, a fee of ${money(details.fee)} is due`
        : `No-show, ${Number(details.refund) > 0 ? `${money(details.refund)} to refund` : "nothing to refund"}`;
    case "storm.offered":
      return after ? `Another time offered: ${whenOf(after)}` : "Customer asked to choose another time";
    case "storm.offer_accepted":
      return "Offered time accepted";
    case "storm.offer_moved":
      return "Customer chose another time than offered";
    case "storm.offer_skipped":
      return "Visit skipped instead of moved";
    case "storm.offer_settled":
      return "Offer of another time resolved another way";
    case "storm.offer_sent_again":
      return "Customer asked again to choose another time";
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
      if (details.method === "saved_card") return `${money(details.amount)} charged to the saved card`;
      return details.method === "pay_link"
        ? `${money(details.amount)} paid by the pay link`
        : `Payment of ${money(details.amount)} recorded (${details.method})`;
    case "order.line_added":
      return Number(details.amount) < 0
        ? `${money(-Number(details.amount))} taken off`
        : `${money(details.amount)} added`;
    case "order.card_saved":
      return `Card ending in ${details.card} saved, charged after the visit`;
    case "order.card_asked":
      return "Link to save a card emailed";
    case "order.card_declined":
      return `Card declined for ${money(details.amount)}: ${details.reason}`;
    case "order.pay_link_sent":
      return `Pay link of ${money(details.amount)} emailed`;
    case "approval.asked":
      return `Approval of a ${details.kind} of ${money(details.amount)} asked for`;
    case "approval.approved":
      return `${money(details.amount)} approved`;
    case "approval.refused":
      return `${money(details.amount)} not approved`;
    case "approval.withdrawn":
      return `Request for ${money(details.amount)} withdrawn`;
    case "order.waived":
      return `Fee of ${money(details.amount)} waived`;
    case "booking.hours_edited":
      return "Hours were corrected";
    case "booking.reported":
      return "The crew reported something";
    case "booking.report_answered":
      return "Answered the crew’s report";
    case "booking.lengthened":
      return `Made ${Number(details.minutes)} minutes longer`;
    case "booking.items_waived":
      return "Crew may finish without the required items";
    case "order.refund_started":
      return `Refund of ${money(details.amount)} started`;
    case "order.refund_retried":
      return `Refund of ${money(details.amount)} retried`;
    case "order.refunded_to_credit":
      return `${money(details.amount)} kept as credit`;
    case "order.credit_used":
      return `${money(details.amount)} paid with credit`;
    case "order.refunded_by_hand":
      return `${money(details.amount)} refunded by hand`;
    default:
      return action.replace(/^\w+\./, "").replaceAll("_", " ");
  }
}

/** Whom an audit row names: "admin:ID", "crew:ID", "user:ID", "guest", "link" or "system". */
export function formatActor(actor: string, staff: ReadonlyMap<string, string>): string {
  const [kind, id = ""] = actor.split(":");
  if (kind === "admin") return staff.get(id) ?? "The office";
  if (kind === "crew") return staff.get(id) ?? "The crew";
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
