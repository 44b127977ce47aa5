export const MAKE_BACKUP = "make-backup";
export const VERIFY_BACKUP = "verify-backup";
export const RESTORE_BACKUP = "restore-backup";
export const NIGHTLY_BACKUP = "nightly-backup";
export const KEEP_ERASURES = "keep-erasures";
export const TAKE_UP_JOBS = "take-up-restored-jobs";

/** Jobs about backups themselves. */
export const BACKUP_JOBS = [
  MAKE_BACKUP,
  VERIFY_BACKUP,
  RESTORE_BACKUP,
  NIGHTLY_BACKUP,
  KEEP_ERASURES,
  TAKE_UP_JOBS,
] as const;
