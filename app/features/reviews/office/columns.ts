import type { CsvColumns } from "~/lib/csv";
import type { ReviewExport } from "./list";

/** The columns of the file; the browser has no use for them. */
export const REVIEW_COLUMNS: CsvColumns<ReviewExport> = [
  ["Review", ({ id }) => id],
  ["Written", ({ created_at }) => created_at.toString()],
  ["Visit", ({ visit }) => visit],
  ["Customer", ({ customer }) => customer],
  ["Service", ({ service }) => service],
  ["Crew", ({ crew }) => crew],
  ["Town", ({ town }) => town],
  ["Stars", ({ rating }) => rating],
  ["Text", ({ review_text }) => review_text],
  ["Can be published", ({ may_publish }) => may_publish],
  ["Published", ({ published_at }) => published_at?.toString() ?? null],
];
