import type { CsvColumns } from "~/lib/csv";
import type { DeliveryExport } from "./deliveries";

/** The columns of the file; the browser has no use for them. */
export const DELIVERY_COLUMNS: CsvColumns<DeliveryExport> = [
  ["Delivery", ({ id }) => id],
  ["Created", ({ created_at }) => created_at.toString()],
  ["Sent", ({ sent_at }) => sent_at?.toString() ?? null],
  ["Event", ({ event }) => event],
  ["What happened", ({ event_key }) => event_key],
  ["To", ({ host }) => host],
  ["Status", ({ status }) => status],
  ["Attempts", ({ attempts }) => attempts],
  ["Response", ({ answer }) => answer],
  ["Response body", ({ error }) => error],
];
