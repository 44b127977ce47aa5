import { z } from "zod";

/** What an export says of itself: manifest.json, the last file in it. Checksums are SHA-256. */
export const FORMAT = "white-birch-export";
export const FORMAT_VERSION = 1;
export const MANIFEST = "manifest.json";
/** Bytes. A file of the manifest is a line of about 150. */
export const MAX_MANIFEST = 200 * 1024 ** 2;

const count = z.int().min(0);
const figures = z.record(z.string(), z.record(z.string(), z.int()));

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  /** Migration level of the tables. */
  schema: z.int(),
  made_at: z.iso.datetime(),
  company: z.string(),
  /** The CSVs, by their names. */
  tables: z.record(z.string(), z.object({ rows: count, sha256: z.hash("sha256") })),
  /** The last number that was given, by table and column. */
  sequences: z.record(z.string(), z.record(z.string(), count)),
  /** Stored files: how many are in the ZIP, how many the store did not have, and which these are. */
  files: z.object({ count, missing: count, names: z.array(z.string().max(300)).default([]) }),
  figures,
});

export type Manifest = z.output<typeof manifestSchema>;

/** Where the content of a stored file is in the ZIP, and where its thumbnail. */
export function filePath({ id, media_type }: { id: string; media_type: string }): string {
  const ending = media_type.split("/")[1]?.replace(/[+].*|[^a-z0-9]/g, "") || "bin";
  return `files/${id}.${ending === "jpeg" ? "jpg" : ending}`;
}

export const smallPath = ({ id }: { id: string }) => `files/small/${id}.webp`;
