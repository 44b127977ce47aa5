import { readFile } from "node:fs/promises";
import path from "node:path";
import { hasSameSecret } from "~/features/operations/backup/file/dump.server";
import { backupPath } from "~/features/operations/backup/file/file.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { StoreDown } from "~/platform/files/store.server";
import { StartupError } from "~/platform/startup-error.server";
import { filesInLines, missingInLines, WRONG_IDENTITY } from "./backup";
import { makeBackup } from "./create.server";
import { type BackupFile, identityIn, isEncryptedFile, unlock } from "./file/encrypt.server";
import { BrokenBackup, inspectBackup } from "./file/file.server";
import { isInUse, replaceSite } from "./file/replace.server";
import { NoScratchDatabase } from "./file/scratch.server";
import { putCarriedFiles, readMissingFiles } from "./file/stored-files.server";
import { readErasures } from "./restore/erasures.server";
import { type Tester, withTestedBackup } from "./restore/rehearse.server";

const USAGE = "Usage: npm run restore -- FILE [--replace] [--identity IDENTITY_FILE]";

export type CommandCtx = Pick<Ctx, "db" | "files"> & Tester;

/** `npm run backup`. */
export async function backupCommand(world: CommandCtx, print: (line: string) => void): Promise<void> {
  const made = await makeBackup({ ...world, actor: { kind: "system" } }, "manual");
  if (!made.ok) throw new StartupError("The backup failed. See the log above.");
  print(`Backed up to ${backupPath(world.dataDir, made.file)}.`);
  if (made.files) for (const line of filesInLines(made.files)) print(line);
}

/**
 * `npm run restore`: restores a backup into an empty site. With `--replace`, replaces a site that is in use and backs it
 * up first. An encrypted one is read with the identity in a file, or with the one that `readIdentity` gets from whoever
 * runs the command.
 */
export async function restoreCommand(
  world: CommandCtx,
  args: string[],
  print: (line: string) => void,
  readIdentity: () => Promise<string> = async () => "",
): Promise<void> {
  const { given, replace, identityFile } = parseArgs(args);
  const place = path.resolve(given);
  const file = (await isEncryptedFile(place).catch(() => false))
    ? await unlocked(
        place,
        await (identityFile ? readFile(identityFile, "utf8").catch(unreadable) : readIdentity()),
      )
    : place;
  const ctx = { ...world, actor: { kind: "system" } as const };
  const { header, tables, files } = await inspectBackup(file).catch(explain);
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  print(`${place} is intact: made ${header.made_at}, ${rows} rows in ${Object.keys(tables).length} tables.`);
  if (files) for (const line of filesInLines(files)) print(line);

  const erasures = await readErasures({ dataDir: ctx.dataDir, file: place }).catch(explain);
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
    const present = await putCarriedFiles(ctx, current);
    await ctx.db.transaction(async (tx) => {
      await replaceSite(tx, ctx, { file: current, erasures });
      const lost = await readMissingFiles(tx, present);
      for (const line of missingInLines(lost, ctx.files.place)) print(line);
      const details = { file: path.basename(place), made_at: header.made_at, missing_files: lost.missing };
      await recordAudit(tx, ctx, { action: "site.restored", entity: "site", entity_id: "site", details });
    });
  }).catch(explain);
  print("Restored. Sign in with the accounts of the backup.");
  if (!hasSameSecret(ctx.vault, header)) {
    print(
      "It was made under another APP_SECRET. Bring that one along: the file DATA_DIR/secret, or the variable. Without it, two-factor sign-in and the stored passwords of the settings don't work.",
    );
  }
}

function parseArgs(args: string[]): { given: string; replace: boolean; identityFile: string | undefined } {
  const rest = args.filter((arg) => arg !== "--replace");
  const at = rest.indexOf("--identity");
  const [, identityFile] = at < 0 ? [] : rest.splice(at, 2);
  const [given, ...more] = rest;
  const isWrong = !given || more.length > 0 || given.startsWith("-") || (at >= 0 && !identityFile);
  if (isWrong) throw new StartupError(USAGE);
  return { given, replace: args.includes("--replace"), identityFile };
}

function unreadable(): never {
  throw new StartupError("The file with the identity can't be read.");
}

async function unlocked(file: string, text: string): Promise<BackupFile> {
  const identity = identityIn(text);
  if (!identity)
    throw new StartupError(
      "This backup is encrypted. Enter its identity, which begins with AGE-SECRET-KEY-1.",
    );
  const key = await unlock(file, identity);
  if (!key) throw new StartupError(`${WRONG_IDENTITY}. Nothing was changed.`);
  return { file, key };
}

function explain(error: unknown): never {
  if (error instanceof NoScratchDatabase)
    throw new StartupError(`An older backup must first be upgraded in a scratch database: ${error.message}`);
  throw error instanceof BrokenBackup || error instanceof StoreDown ? new StartupError(error.message) : error;
}
