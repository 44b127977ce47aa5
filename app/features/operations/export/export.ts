import { FIGURES, type Figures } from "~/features/operations/export/file/figures";
import { formatCents } from "~/lib/money";
import { formatCount } from "~/lib/number";

export const EXPORT_PAGE = "/admin/settings/moving-out";

/** How long the file of an export, or of an upload, is kept. */
export const KEEP_DAYS = 7;
/** The setting that keeps emails from going out after an export was taken back, until an owner switches them on. */
export const EMAILS_SETTING = { category: "site", key: "emails" } as const;
/** Typed to take an export back. */
export const TAKE_BACK_WORD = "TAKE BACK";

export type Status = "running" | "made" | "checking" | "checked" | "loading" | "loaded" | "failed";
export const BUSY: Status[] = ["running", "checking", "loading"];

/** File name: "white-birch-export-2026-11-26-070000-0b8f3a52.zip". The time is UTC. */
export function exportFileName(at: Temporal.Instant, origin: "made" | "uploaded", id: string): string {
  const moment = at.toString({ smallestUnit: "second" }).replace("T", "-").replaceAll(/[:Z]/g, "");
  return `white-birch-${origin === "made" ? "export" : "upload"}-${moment}-${id.slice(0, 8)}.zip`;
}

/** Why an export can't be taken back on a site that has something of its own, such as "3 messages". */
export const inUse = (there: string) =>
  `This site already has ${there}, which an export would replace. Take the export back on an empty site.`;

/** Of the stored files that an export lacks, the page names so many; its manifest names all. */
export const MOST_NAMED = 50;

type Tone = "neutral" | "green" | "berry" | "glass";

export const STATES: Record<Status, { label: string; tone: Tone }> = {
  running: { label: "Collecting", tone: "glass" },
  made: { label: "Ready", tone: "green" },
  checking: { label: "Checking", tone: "glass" },
  checked: { label: "Checked", tone: "green" },
  loading: { label: "Taking back", tone: "glass" },
  loaded: { label: "Taken back", tone: "green" },
  failed: { label: "Failed", tone: "berry" },
};

/** A figure as text: what the export says, and what is here after it was taken back. */
export type FigureRow = { name: string; said: string; here: string | null };

export type ExportRow = {
  id: string;
  origin: "made" | "uploaded";
  status: Status;
  file: string;
  bytes: number | null;
  progress: number;
  /** Company time. */
  at: string;
  made: string | null;
  company: string | null;
  expires: string;
  missing_files: number;
  /** Names of these files, at most MOST_NAMED. */
  missing: string[];
  error: string | null;
  figures: FigureRow[];
};

/** The figures that an export tells, as text and in their order. */
export function figureRows(said: Figures, here: Figures | null): FigureRow[] {
  return FIGURES.filter(({ name }) => said[name]).map(({ name, sum }) => ({
    name,
    said: figureText(said[name] ?? {}, sum !== undefined),
    here: here && figureText(here[name] ?? {}, sum !== undefined),
  }));
}

function figureText(values: Record<string, number>, isMoney: boolean): string {
  if (!isMoney) return formatCount(values[""] ?? 0);
  const sums = Object.entries(values).filter(([, cents]) => cents !== 0);
  if (sums.length === 0) return "None";
  return sums.map(([currency, cents]) => formatCents(Math.abs(cents), currency)).join(", ");
}
