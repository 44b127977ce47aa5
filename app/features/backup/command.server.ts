import path from "node:path";
import { recordAudit } from "~/features/audit/record.server";
import type { Ctx } from "~/platform/context.server";
import { StartupError } from "~/platform/startup-error.server";
import { BrokenBackup, inspectBackup } from "./file.server";
import { makeBackup } from "./make.server";
import { becomeBackup, isUsed } from "./replace.server";
import { hasOurSecret } from "./seal.server";

const USAGE = "Usage: npm run restore -- FILE [--replace]";

type World = Pick<Ctx, "db" | "now" | "vault" | "log" | "dataDir">;

/**
 * `npm run restore`: puts a backup into a site that is empty, or in the place of one, of which a backup is made first.
 * @throws StartupError that says what to do
 */
export async function restoreCommand(
  world: World,
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
  print(`${file} is whole: made ${header.made_at}, ${rows} rows in ${Object.keys(tables).length} tables.`);

  if (await isUsed(ctx.db)) {
    if (!replace) {
      throw new StartupError(
        "This site is in use already. To replace everything in it, run: npm run restore -- FILE --replace",
      );
    }
    const made = await makeBackup(ctx, "before restore");
    if (!made.ok)
      throw new StartupError("The site as it is could not be backed up first, so nothing was touched.");
    print(`The site as it was is in ${path.join(ctx.dataDir, "backups", made.file)}.`);
  }
  await ctx.db
    .transaction(async (tx) => {
      await becomeBackup(tx, file);
      const details = { file: path.basename(file), made_at: header.made_at };
      await recordAudit(tx, ctx, { action: "site.restored", entity: "site", entity_id: "site", details });
    })
    .catch(explain);
  print("Restored. Sign in with the accounts of the backup.");
  if (!hasOurSecret(ctx.vault, header)) {
    print(
      "It was made under another APP_SECRET: bring that along (DATA_DIR/secret, or the variable) so that two-factor sign-in and stored passwords of the settings work.",
    );
  }
}

function explain(error: unknown): never {
  throw error instanceof BrokenBackup ? new StartupError(error.message) : error;
}
