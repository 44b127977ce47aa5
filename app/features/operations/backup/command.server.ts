import path from "node:path";
import { hasSameSecret } from "~/features/operations/backup/file/dump.server";
import { backupPath } from "~/features/operations/backup/file/file.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { StartupError } from "~/platform/startup-error.server";
import { makeBackup } from "./create.server";
import { BrokenBackup, inspectBackup } from "./file/file.server";
import { isInUse, replaceSite } from "./file/replace.server";
import { NoScratchDatabase } from "./file/scratch.server";
import { readErasures } from "./restore/erasures.server";
import { type Tester, withTestedBackup } from "./restore/rehearse.server";

const USAGE = "Usage: npm run restore -- FILE [--replace]";

export type CommandCtx = Pick<Ctx, "db"> & Tester;

/** `npm run backup`. */
export async function backupCommand(world: CommandCtx, print: (line: string) => void): Promise<void> {
  const made = await makeBackup({ ...world, actor: { kind: "system" } }, "manual");
  if (!made.ok) throw new StartupError("The backup failed. See the log above.");
  print(`Backed up to ${backupPath(world.dataDir, made.file)}.`);
}

/**
 * `npm run restore`: restores a backup into an empty site. With `--replace`, replaces a site that is in use and backs it
 * up first.
 */
export async function restoreCommand(
  world: CommandCtx,
  args: string[],
  print: (line: string) => void,
): Promise<void> {
  const replace = args.includes("--replace");
  const [given, ...more] = args.filter((arg) => arg !== "--replace");
  if (!given || more.length > 0 || given.startsWith("-")) throw new StartupError(USAGE);
  const file = path.resolve(given);
  const ctx = { ...world, actor: { kind: "system" } as const };
  const { header, tables } = await inspectBackup(file).catch(explain);
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  print(`${file} is intact: made ${header.made_at}, ${rows} rows in ${Object.keys(tables).length} tables.`);

  const erasures = await readErasures({ dataDir: ctx.dataDir, file }).catch(explain);
  const inUse = await isInUse(ctx.db);
  if (inUse && !replace) {
    throw new StartupError(
      "This site is in use already. To replace everything in it, run: npm run restore -- FILE --replace",
    );
  }
  await withTestedBackup(ctx, file, async (current) => {
    if (current !== file) print("It was made by an earlier version and has been upgraded first.");
    if (inUse) {
      const made = await makeBackup(ctx, "before restore");
      if (!made.ok)
        throw new StartupError("The current site could not be backed up first, so nothing was changed.");
      print(`The previous site was saved to ${backupPath(ctx.dataDir, made.file)}.`);
    }
    await ctx.db.transaction(async (tx) => {
      await replaceSite(tx, ctx, { file: current, erasures });
      const details = { file: path.basename(file), made_at: header.made_at };
      await recordAudit(tx, ctx, { action: "site.restored", entity: "site", entity_id: "site", details });
    });
  }).catch(explain);
  print("Restored. Sign in with the accounts of the backup.");
  if (!hasSameSecret(ctx.vault, header)) {
    print(
      "It was made under another APP_SECRET: bring that along (DATA_DIR/secret, or the variable) so that two-factor sign-in and stored passwords of the settings work.",
    );
  }
}

function explain(error: unknown): never {
  if (error instanceof NoScratchDatabase)
    throw new StartupError(`An older backup must first be upgraded in a scratch database: ${error.message}`);
  throw error instanceof BrokenBackup ? new StartupError(error.message) : error;
}
