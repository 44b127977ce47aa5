import { BUSY, type Reason, type Status } from "./backup";

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
