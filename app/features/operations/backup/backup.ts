import { z } from "zod";
import { passwordSchema } from "~/features/identity/sign-in/forms";
import { cleanLine } from "~/lib/text";

/** Why a backup was made. */
export type Reason = "manual" | "nightly" | "before restore" | "before reset" | "uploaded";
export type Status = "running" | "made" | "checking" | "restoring" | "verified" | "corrupt" | "failed";

/** Of these there is a file that may well be good: it can be restored and tried out. */
export const RESTORABLE = ["made", "checking", "verified"] as const satisfies Status[];

/** With these something goes on. */
export const BUSY: Status[] = ["running", "checking", "restoring"];

/** The hour of the company's night at which it backs itself up. */
const NIGHT_HOUR = 2;
/** How many nightly backups are kept. */
const KEPT_NIGHTS = 14;
/** After a failure it is tried again, but not all the time. */
const RETRY = { hours: 1 };
/** A backup that has not ended by then was cut off, by a crash or the end of the program. */
const PATIENCE = { hours: 6 };

/** "white-birch-2026-11-21-070000-nightly-0b8f3a52.jsonl.gz": its moment is UTC. */
export function backupFileName(at: Temporal.Instant, reason: Reason, id: string): string {
  const moment = at
    .toString({ fractionalSecondDigits: 0 })
    .replace("T", "-")
    .replaceAll(":", "")
    .replace("Z", "");
  return `white-birch-${moment}-${reason.replaceAll(" ", "-")}-${id.slice(0, 8)}.jsonl.gz`;
}

type Night = { status: Status; created_at: Temporal.Instant };

/**
 * Whether tonight's backup is still to be made: once after 2:00 AM company time, however the clocks change, and later when
 * nobody was there to do it. `newest` is the newest nightly one.
 */
export function isNightlyDue(now: Temporal.Instant, zone: string, newest: Night | null): boolean {
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const tonight = today.toZonedDateTime({ timeZone: zone, plainTime: { hour: NIGHT_HOUR } }).toInstant();
  if (Temporal.Instant.compare(now, tonight) < 0) return false;
  if (!newest || Temporal.Instant.compare(newest.created_at, tonight) < 0) return true;
  if (newest.status !== "failed") return false;
  return Temporal.Instant.compare(now, newest.created_at.add(RETRY)) >= 0;
}

/** Whether a backup that says it is being made, or tried out, can't be any more; `updated_at` is when that began. */
export function isCutOff(
  { status, updated_at }: { status: Status; updated_at: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  const busy = status === "running" || status === "checking";
  return busy && Temporal.Instant.compare(updated_at.add(PATIENCE), now) <= 0;
}

type Kept = { id: string; reason: Reason; status: Status };

/**
 * Which backups may go, given all of them, newest first: nightly ones beyond the last fourteen nights, yet never the newest
 * that is known to be good. What people asked for stays until they delete it.
 */
export function prunable(backups: readonly Kept[]): string[] {
  const good = backups.find(({ status }) => status === "verified")?.id;
  return backups
    .filter(({ reason }) => reason === "nightly")
    .slice(KEPT_NIGHTS)
    .filter(({ id, status }) => id !== good && !BUSY.includes(status))
    .map(({ id }) => id);
}

/** A backup as the panel lists it; moments are in words. */
export type BackupRow = {
  id: string;
  made: string;
  reason: Reason;
  status: Status;
  bytes: number | null;
  error: string | null;
  verified: string | null;
};

export type Health = {
  /** The newest backup that was restored and compared. */
  last_verified: BackupRow | null;
  /** What is wrong: damaged ones, and the newest when it failed. */
  troubles: BackupRow[];
  /** Whether one is being made or tried out. */
  running: boolean;
  /** The one that the site is being restored from. */
  restoring: BackupRow | null;
};

/** When the site was restored lately, and to when; in words. */
export type Restored = { at: string; made: string | null } | null;

/** How it stands with the backups, given newest first. */
export function healthOf(rows: readonly BackupRow[]): Health {
  const newest = rows.find(({ status }) => status !== "running");
  return {
    last_verified: rows.find(({ status }) => status === "verified") ?? null,
    troubles: rows.filter((row) => row.status === "corrupt" || (row.status === "failed" && row === newest)),
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

/** "640 KB", "1.2 MB": what a person would say of a file. */
export function fileSize(bytes: number): string {
  let size = Math.max(bytes, 1) / 1000;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 9.95 && unit > 0 ? size.toFixed(1) : Math.max(1, Math.round(size))} ${UNITS[unit]}`;
}

/** What somebody types to show that they mean it. */
export const RESTORE_WORD = "RESTORE";
export const RESET_WORD = "RESET";

/** What can't be taken back asks for a word, typed, and for the password. */
export function proofSchema(word: string) {
  const message = `Type ${word} to confirm`;
  return passwordSchema.extend({
    confirm: z
      .string(message)
      .overwrite(cleanLine)
      .refine((text) => text === word, message),
  });
}

export type ProofForm = { password: string; confirm: string };
