import { z } from "zod";
import { cleanLine } from "~/lib/text";
import type { CarriedFiles } from "./file/format";

export type Reason = "manual" | "nightly" | "before restore" | "before reset" | "uploaded";
export type Status = "running" | "made" | "checking" | "restoring" | "verified" | "corrupt" | "failed";

/** Statuses with a file that can be restored and tested. */
export const RESTORABLE = ["made", "checking", "verified"] as const satisfies Status[];

/** Statuses with work in progress. */
export const BUSY: Status[] = ["running", "checking", "restoring"];

/** Hour of the nightly backup, company time. */
const NIGHT_HOUR = 2;
const NIGHTS = 14;
/** Pause before a failed backup is tried again. */
const RETRY = { hours: 1 };
/** After this time, an unfinished backup counts as interrupted by a crash or shutdown. */
const TIMEOUT = { hours: 6 };

/** File name: "white-birch-2026-11-21-070000-nightly-0b8f3a52.jsonl.gz". The time is UTC. */
export function backupFileName(
  at: Temporal.Instant,
  reason: Reason,
  id: string,
  { encrypted = false }: { encrypted?: boolean } = {},
): string {
  const moment = at
    .toString({ fractionalSecondDigits: 0 })
    .replace("T", "-")
    .replaceAll(":", "")
    .replace("Z", "");
  return `white-birch-${moment}-${reason.replaceAll(" ", "-")}-${id.slice(0, 8)}.jsonl.gz${encrypted ? ENCRYPTED : ""}`;
}

const ENCRYPTED = ".age";

/** Whether a backup is encrypted, by the name of its file. */
export const isEncrypted = (file: string) => file.endsWith(ENCRYPTED);

type Night = { status: Status; created_at: Temporal.Instant };

/**
 * Whether tonight's backup must still be made: once after 2:00 AM company time, also across clock changes, or later if the
 * site was down. `newest` is the newest nightly backup.
 */
export function isNightlyDue(now: Temporal.Instant, zone: string, newest: Night | null): boolean {
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const tonight = today.toZonedDateTime({ timeZone: zone, plainTime: { hour: NIGHT_HOUR } }).toInstant();
  if (Temporal.Instant.compare(now, tonight) < 0) return false;
  if (!newest || Temporal.Instant.compare(newest.created_at, tonight) < 0) return true;
  if (newest.status !== "failed") return false;
  return Temporal.Instant.compare(now, newest.created_at.add(RETRY)) >= 0;
}

/** Whether a running backup or test was interrupted; `updated_at` is its start. */
export function isInterrupted(
  { status, updated_at }: { status: Status; updated_at: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  const busy = status === "running" || status === "checking";
  return busy && Temporal.Instant.compare(updated_at.add(TIMEOUT), now) <= 0;
}

type Stored = { id: string; reason: Reason; status: Status };

/**
 * Ids of backups to delete, given all of them newest first: nightly ones beyond the newest fourteen, except the newest
 * verified one. Backups made by request are kept.
 */
export function prunable(backups: readonly Stored[]): string[] {
  const good = backups.find(({ status }) => status === "verified")?.id;
  return backups
    .filter(({ reason }) => reason === "nightly")
    .slice(NIGHTS)
    .filter(({ id, status }) => id !== good && !BUSY.includes(status))
    .map(({ id }) => id);
}

/** A backup as formatted text. Times are company time. */
export type BackupRow = {
  id: string;
  made: string;
  reason: Reason;
  status: Status;
  /** Whether reading it takes the identity. */
  encrypted: boolean;
  bytes: number | null;
  /** How many stored files it carries, and what is to know about those that it doesn't; null if there are none. */
  files: { carried: number; note: string | null } | null;
  error: string | null;
  verified: string | null;
};

export type Health = {
  /** Newest backup that was restored and compared. */
  last_verified: BackupRow | null;
  /** Damaged backups, and the newest if it failed. */
  problems: BackupRow[];
  /** Whether a backup is being made or tested. */
  running: boolean;
  /** Backup that the site is being restored from. */
  restoring: BackupRow | null;
};

/** Time of the last recent restore and of its backup, as text, and how many stored files were missing after it. */
export type Restored = { at: string; made: string | null; missing_files: number } | null;

/** All stored files; bytes with their thumbnails. A backup carries at most `carried_bytes` of them. */
export type StoredFiles = { count: number; bytes: number; place: string; carried_bytes: number };

/** Health of the backups, given newest first. */
export function healthOf(rows: readonly BackupRow[]): Health {
  const newest = rows.find(({ status }) => status !== "running");
  return {
    last_verified: rows.find(({ status }) => status === "verified") ?? null,
    problems: rows.filter((row) => row.status === "corrupt" || (row.status === "failed" && row === newest)),
    running: rows.some(({ status }) => BUSY.includes(status)),
    restoring: rows.find(({ status }) => status === "restoring") ?? null,
  };
}

export const REASONS: Record<Reason, string> = {
  manual: "Manual",
  nightly: "Nightly",
  "before restore": "Before a restore",
  "before reset": "Before a reset",
  uploaded: "Uploaded",
};

type Tone = "neutral" | "green" | "berry" | "glass";

export const STATES: Record<Status, { label: string; tone: Tone }> = {
  running: { label: "Creating", tone: "glass" },
  made: { label: "Not verified", tone: "neutral" },
  checking: { label: "Verifying", tone: "glass" },
  restoring: { label: "Restoring", tone: "glass" },
  verified: { label: "Verified", tone: "green" },
  corrupt: { label: "Damaged", tone: "berry" },
  failed: { label: "Failed", tone: "berry" },
};

const UNITS = ["KB", "MB", "GB", "TB"];

/** Formats a file size: "640 KB", "1.2 MB". */
export function fileSize(bytes: number): string {
  let size = Math.max(bytes, 1) / 1000;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 9.95 && unit > 0 ? size.toFixed(1) : Math.max(1, Math.round(size))} ${UNITS[unit]}`;
}

type FilesOfBackup = Pick<CarriedFiles, "carried" | "left_out" | "missing">;

const storedFiles = (count: number) => `${count} stored ${count === 1 ? "file" : "files"}`;
const isOrAre = (count: number) => (count === 1 ? "is" : "are");

/** What is to know about stored files that are not in a backup; null if all are. */
export function filesNotIn({ left_out, missing }: FilesOfBackup, place: string): string | null {
  const only =
    left_out > 0 && `${storedFiles(left_out)} ${isOrAre(left_out)} only in ${place}: copy it, too.`;
  const lost = missing > 0 && `${storedFiles(missing)} ${isOrAre(missing)} missing in ${place}.`;
  return [only, lost].filter(Boolean).join(" ") || null;
}

/** What of the stored files is in a backup and what isn't, for the terminal: a line each. */
export function filesInLines(files: CarriedFiles): string[] {
  const rest = filesNotIn(files, files.place);
  return [
    `With ${storedFiles(files.carried)}.${rest ? ` ${rest}` : ""}`,
    ...files.names.map((name) => `  ${name}`),
  ];
}

/** Which files the store lacks after a restore, for the terminal: a line each. */
export function missingInLines(
  { missing, names }: Pick<CarriedFiles, "missing" | "names">,
  place: string,
): string[] {
  if (missing === 0) return [];
  const first = `${storedFiles(missing)} ${isOrAre(missing)} missing in ${place}. Copy what was there before the restore:`;
  return [first, ...names.map((name) => `  ${name}`)];
}

/** Words typed to confirm. */
export const RESTORE_WORD = "RESTORE";
/** What a reset makes of the site, by the word that is typed. */
export const RESET_WORDS = { EMPTY: "own", DEMO: "demo" } as const;
export type ResetWord = keyof typeof RESET_WORDS;

/** The kind of reset that a link or a form names; undefined for anything else. */
export function resetWord(asked: string | null | undefined): ResetWord | undefined {
  return asked === "EMPTY" || asked === "DEMO" ? asked : undefined;
}

/** The longest identity: a post-quantum one with the comments of age-keygen. */
export const MAX_IDENTITY = 10_000;

export const WRONG_IDENTITY = "This identity doesn't open the backup";

/** What can't be taken back requires a typed word. */
export function wordSchema(word: string) {
  const message = `Type ${word} to confirm`;
  return z.object({
    identity_key: z.string().max(MAX_IDENTITY).optional(),
    confirm: z
      .string(message)
      .overwrite(cleanLine)
      .refine((text) => text === word, message),
  });
}

/** With the identity if the backup is encrypted. It has no other name, so that no kept form repeats it. */
export type WordForm = { confirm: string; identity_key?: string };
