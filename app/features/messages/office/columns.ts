import type { CsvColumns } from "~/lib/csv";
import { MESSAGE_LABELS, type MessageExport } from "./list";

/** The columns of the file; the browser has no use for them. */
export const MESSAGE_COLUMNS: CsvColumns<MessageExport> = [
  ["Received", ({ created_at }) => created_at.toString()],
  ["Status", ({ status }) => MESSAGE_LABELS[status]],
  ["Read at", ({ read_at }) => read_at?.toString() ?? null],
  ["Name", ({ name }) => name],
  ["Email", ({ email }) => email],
  ["Phone", ({ phone }) => phone],
  ["Message", ({ message }) => message],
  ["Replies", ({ replies }) => replies],
  ["Id", ({ id }) => id],
];
