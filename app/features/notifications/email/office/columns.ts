import type { CsvColumns } from "~/lib/csv";
import type { MailExport } from "./list";

/** The columns of the file; the browser has no use for them. */
export const MAIL_COLUMNS: CsvColumns<MailExport> = [
  ["Email", ({ id }) => id],
  ["Created", ({ created_at }) => created_at.toString()],
  ["Sent", ({ sent_at }) => sent_at?.toString() ?? null],
  ["To", ({ recipient }) => recipient],
  ["Subject", ({ subject }) => subject],
  ["Status", ({ status }) => status],
  ["Attempts", ({ attempts }) => attempts],
  ["Server response", ({ error }) => error],
];
