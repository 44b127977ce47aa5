import type { CsvColumns } from "~/lib/csv";
import type { ActivityExport } from "./list";

/** The columns of the file; the browser has no use for them. */
export const ACTIVITY_COLUMNS: CsvColumns<ActivityExport> = [
  ["Entry", ({ id }) => id],
  ["Time", ({ at }) => at.toString()],
  ["Who", ({ who }) => who],
  ["What", ({ what }) => what],
  ["Actor", ({ actor }) => actor],
  ["Action", ({ action }) => action],
  ["Entity", ({ entity }) => entity],
  ["Entity id", ({ entity_id }) => entity_id],
  ["Details", ({ details }) => details],
];
