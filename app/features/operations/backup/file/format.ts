import { z } from "zod";

/**
 * Backup format (within age, if it is encrypted): gzipped text with one JSON value per line. First the header; then for each table a line with its name and
 * columns, followed by its rows as arrays of text; then identity values, waiting jobs, and the row counts and checksums of
 * everything before.
 */
export const FORMAT = "white-birch-backup";
export const FORMAT_VERSION = 1;

const digest = z.object({ rows: z.int().min(0), sha256: z.string() });

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  made_at: z.string(),
  /** Migration level of the tables. */
  schema: z.int(),
  /** A known word encrypted with the site's APP_SECRET. Shows whether another site has the same secret. */
  seal: z.string(),
});
export const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
export const sequencesSchema = z.object({ sequences: z.record(z.string(), z.record(z.string(), z.int())) });
export const jobSchema = z.object({
  job: z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) }),
});
export const endSchema = z.object({
  end: z.object({ tables: z.record(z.string(), digest), sha256: z.string() }),
});

export type Header = z.output<typeof headerSchema>;
export type Sequences = z.output<typeof sequencesSchema>["sequences"];
export type WaitingJob = z.output<typeof jobSchema>["job"];
export type Manifest = z.output<typeof endSchema>["end"]["tables"];

export type Part =
  | { kind: "header"; header: Header }
  | { kind: "table"; name: string; columns: string[] }
  | { kind: "rows"; lines: string[] }
  | { kind: "sequences"; sequences: Sequences }
  | { kind: "job"; job: WaitingJob }
  | { kind: "end"; tables: Manifest };
