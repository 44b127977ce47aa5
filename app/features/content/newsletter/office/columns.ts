import type { CsvColumns } from "~/lib/csv";
import type { SubscriberExport } from "./list";

/** The columns of the file; the browser has no use for them. */
export const SUBSCRIBER_COLUMNS: CsvColumns<SubscriberExport> = [
  ["Email", ({ email }) => email],
  ["Status", ({ status }) => status],
  ["Requested", ({ created_at }) => created_at.toString()],
  ["Confirmed", ({ confirmed_at }) => confirmed_at?.toString() ?? null],
  ["Unsubscribed", ({ unsubscribed_at }) => unsubscribed_at?.toString() ?? null],
];
