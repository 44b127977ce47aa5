import { stat } from "node:fs/promises";
import path from "node:path";
import { desc, sql } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { RESTORABLE } from "~/features/operations/backup/backup";
import { readRecipient } from "~/features/operations/backup/recipient.server";
import type { Database } from "~/platform/database/database.server";
import { type BackupFacts, checkBackups, checkDisks, checkRecipient, type Disks } from "../backup";
import type { CheckKind, LimitedWorld } from "./define.server";

/** Checks of the backups. */
export function backupChecks({ db, dataDir, site, clock }: LimitedWorld): CheckKind[] {
  const group = "backups" as const;
  const folder = path.join(dataDir, "backups");
  return [
    {
      id: "backup",
      group,
      title: "Last backup",
      look: async () => checkBackups(await readFacts(db), clock()),
    },
    {
      id: "disk",
      group,
      title: "Another disk",
      look: async () => {
        const backupDisk = await deviceOf(folder).catch(() => deviceOf(dataDir));
        return checkDisks({
          backups: backupDisk,
          database: await databaseDisk(db, site.databaseHost, dataDir),
          folder,
        });
      },
    },
    {
      id: "recipient",
      group,
      title: "Encryption",
      look: async () => checkRecipient({ encrypted: (await readRecipient({ db })) !== null }),
    },
  ];
}

async function readFacts(db: Database): Promise<BackupFacts> {
  const rows = await db.select().from(backups).orderBy(desc(backups.created_at)).limit(50);
  const done = rows.filter(({ status }) => status !== "running");
  const isRestorable = (status: string) => RESTORABLE.some((one) => one === status);
  return {
    made: done.find(({ status }) => isRestorable(status))?.created_at ?? null,
    verified: done.find(({ status }) => status === "verified")?.verified_at ?? null,
    failed: ["failed", "corrupt"].includes(done[0]?.status ?? ""),
  };
}

const deviceOf = async (file: string) => (await stat(file)).dev;

/** Where the database's files are. A name without a dot may be a container on this machine. */
async function databaseDisk(db: Database, host: string | null, dataDir: string): Promise<Disks["database"]> {
  if (host === null) return deviceOf(path.join(dataDir, "postgres"));
  if (!["", "localhost", "127.0.0.1", "[::1]"].includes(host)) return host.includes(".") ? "elsewhere" : null;
  try {
    const { rows } = await db.execute<{ folder: string }>(
      sql`select current_setting('data_directory') as folder`,
    );
    return await deviceOf(rows[0]?.folder ?? "");
  } catch {
    return null; // only some users may read where it is, and only its owner may look into it
  }
}
