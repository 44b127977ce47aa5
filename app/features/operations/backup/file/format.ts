import { z } from "zod";

/**
 * Backup format (within age, if it is encrypted): gzipped text with one JSON value per line. First the header; then for each table a line with its name and
 * columns, followed by its rows as arrays of text; then identity values, waiting jobs, the content of stored files, what
 * of them is not in it, and the row counts and checksums of everything before. Version 1 had no files.
 */
export const FORMAT = "white-birch-backup";
export const FORMAT_VERSION = 2;

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
export const fileSchema = z.object({ file: z.object({ sha256: z.string(), content: z.base64() }) });
export const filesSchema = z.object({
  files: z.object({
    /** Of the store. */
    place: z.string(),
    carried: z.int(),
    /** Those that are only in the store, because they are many or it is not on this machine. */
    left_out: z.int(),
    /** Those that the store did not have. */
    missing: z.int(),
    /** Of some of the missing, as in the store: "ab/cdef…". */
    names: z.array(z.string()),
  }),
});
export const endSchema = z.object({
  end: z.object({ tables: z.record(z.string(), digest), sha256: z.string() }),
});

export type Header = z.output<typeof headerSchema>;
export type Sequences = z.output<typeof sequencesSchema>["sequences"];
export type WaitingJob = z.output<typeof jobSchema>["job"];
export type CarriedFiles = z.output<typeof filesSchema>["files"];
export type Manifest = z.output<typeof endSchema>["end"]["tables"];

export type Part =
  | { kind: "header"; header: Header }
  | { kind: "table"; name: string; columns: string[] }
  | { kind: "rows"; lines: string[] }
  | { kind: "sequences"; sequences: Sequences }
  | { kind: "job"; job: WaitingJob }
  | { kind: "file"; sha256: string; content: Buffer }
  | { kind: "files"; files: CarriedFiles }
  | { kind: "end"; tables: Manifest };
