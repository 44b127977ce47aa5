import { isUuid } from "~/lib/ids";
import { choice, isMoment, listSpec, type QueryOf } from "~/lib/list-query";

export type OrderStatus = "pending" | "completed" | "failed";

export const ORDER_LABELS: Record<OrderStatus, string> = {
  completed: "Completed",
  pending: "Pending",
  failed: "Failed",
};

/** The list of the office: the newest on top. */
export const ORDER_LIST = listSpec({
  name: "orders",
  path: "/admin/orders",
  title: "Orders",
  about: "Payments and refunds.",
  noun: ["order", "orders"],
  dated: "Created",
  placeholder: "Search orders",
  exporting: "Export Orders",
  empty: "Orders will show up here.",
  sorts: { date: isMoment },
  filters: { status: choice("Status", "All Statuses", ORDER_LABELS), customer: isUuid },
});

export type OrderListQuery = QueryOf<typeof ORDER_LIST>;

/** A search of orders: a checkout session, an id or how it begins, or a number, a customer or an address. */
export type OrderSearch =
  | { by: "id"; from: string; to: string; text: string | null }
  | { by: "session"; id: string }
  | { by: "text"; text: string };

const SESSION = /^(test|cs)_[\w-]+$/;
/** At least eight digits of a UUID as they begin, as receipts showed them before orders had numbers. */
const ID_START = /^[0-9a-f]{8}(?:-?[0-9a-f-]*)?$/i;

export function orderSearch(q: string): OrderSearch {
  if (SESSION.test(q)) return { by: "session", id: q };
  const digits = q.replaceAll("-", "").toLowerCase();
  if (ID_START.test(q) && digits.length <= 32 && /\d/.test(digits)) {
    const text = digits.length === 8 ? q : null;
    return { by: "id", from: uuidOf(digits.padEnd(32, "0")), to: uuidOf(digits.padEnd(32, "f")), text };
  }
  return { by: "text", text: q };
}

function uuidOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** An order as its card in the office shows it: finished strings, company time. */
export type OrderRow = {
  id: string;
  /** "#1042". */
  number: string;
  at: string;
  status: OrderStatus;
  /** Its checkout is done, but the bank is still confirming the payment. */
  processing: boolean;
  amount: string;
  /** Paid at the test checkout, or to be. */
  is_test: boolean;
  /** What went or is on its way back; null when nothing did. */
  refunded: string | null;
  due: string | null;
  customer: string;
  service: string;
  /** What it is for. */
  what: { kind: "Booking" | "Plan"; number: string };
  session_id: string | null;
};
