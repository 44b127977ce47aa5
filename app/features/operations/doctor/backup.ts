import { broken, command, type Finding, formatAgo, good, page, todo, unknown } from "./check";

const BACKUPS = page("Backups", "/admin/settings/advanced");
/** The nightly backup, and some hours for one that is late. */
const FRESH = { hours: 30 };

export type BackupFacts = {
  /** The newest backup that can be restored. */
  made: Temporal.Instant | null;
  verified: Temporal.Instant | null;
  /** Whether the newest one failed or is damaged. */
  failed: boolean;
};

/** Whether there is a fresh backup that was restored for a test. */
export function checkBackups({ made, verified, failed }: BackupFacts, now: Temporal.Instant): Finding {
  if (failed) return broken("The newest backup failed or is damaged.", BACKUPS);
  if (!made)
    return todo("There is no backup yet. Make one now; later the site makes one every night.", BACKUPS);
  if (Temporal.Instant.compare(made.add(FRESH), now) < 0)
    return broken(
      `The newest backup was made ${formatAgo(made, now)}. There should be one every night.`,
      BACKUPS,
    );
  if (!verified)
    return todo(
      "No backup was verified yet. If that stays so, let the database's user create databases: backups are verified in one of their own.",
      command("sudo -u postgres psql -c 'alter role whitebirch createdb'"),
    );
  return good(
    `The newest backup was made ${formatAgo(made, now)}, the last verified one ${formatAgo(verified, now)}.`,
  );
}

/** Device numbers of file systems. `database`: "elsewhere" on another machine, null if it can't be seen. */
export type Disks = { backups: number; database: number | "elsewhere" | null; folder: string };

/** Whether the backups survive the disk of the database. */
export function checkDisks({ backups, database, folder }: Disks): Finding {
  const copy = command(`rsync -a ${folder}/ backup@another-machine:white-birch/`);
  if (database === null)
    return unknown(
      "The database's folder can't be seen from here. If it is on this machine, copy the backups to another one every night.",
      copy,
    );
  if (database === backups)
    return todo(
      "Backups are on the disk of the database: when it dies, both are gone. Copy them to another machine every night.",
      copy,
    );
  return good(
    database === "elsewhere"
      ? "The database is on another machine than its backups."
      : "Backups are on another file system than the database.",
  );
}

/** Whether copies of backups can be read by others. */
export function checkRecipient({ encrypted }: { encrypted: boolean }): Finding {
  if (encrypted) return good("Backups are encrypted for a recipient.");
  return todo(
    "Whoever gets a copy of a backup can read every customer's data. Make a key pair on your own computer, and enter its public key.",
    { ...command("age-keygen -o identity.txt"), ...BACKUPS },
  );
}
