import type { CsvColumns } from "~/lib/csv";
import { APPLICATION_LABELS, type ApplicationExport } from "./list";

/** The columns of the file; the browser has no use for them. */
export const APPLICATION_COLUMNS: CsvColumns<ApplicationExport> = [
  ["Received", ({ created_at }) => created_at.toString()],
  ["Status", ({ status }) => APPLICATION_LABELS[status]],
  ["First name", ({ first_name }) => first_name],
  ["Last name", ({ last_name }) => last_name],
  ["Email", ({ email }) => email],
  ["Phone", ({ phone }) => phone],
  ["Position", ({ position }) => position],
  ["Location", ({ location }) => location],
  ["Experience", ({ experience }) => experience],
  ["Availability", ({ availability }) => availability],
  ["Resume", ({ resume_url }) => resume_url],
  ["Cover letter", ({ cover_letter }) => cover_letter],
  ["Interview at", ({ interview_at }) => interview_at?.toString() ?? null],
  ["Id", ({ id }) => id],
];
