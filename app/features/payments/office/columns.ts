import { type CsvColumns, inUnits } from "~/lib/csv";
import type { OrderExport } from "./list";

/** The columns of the file; the browser has no use for them. */
export const ORDER_COLUMNS: CsvColumns<OrderExport> = [
  ["Order", ({ id }) => id],
  ["Date", ({ created_at }) => created_at.toString()],
  ["Paid at", ({ completed_at }) => completed_at?.toString() ?? null],
  ["Status", ({ status }) => status],
  ["Amount", ({ amount }) => inUnits(amount)],
  ["Refunded", ({ refunded }) => inUnits(refunded)],
  ["Currency", ({ currency }) => currency],
  ["Customer", ({ customer }) => customer],
  ["Email", ({ email }) => email],
  ["Service", ({ service }) => service],
  ["Booking", ({ booking_id }) => booking_id],
  ["Plan", ({ plan_id }) => plan_id],
  ["Paid through", ({ provider }) => provider],
  ["Test payment", ({ is_test }) => is_test],
  ["Payment session", ({ session_id }) => session_id],
];
