import { BrokenBackup } from "~/features/operations/backup/file/file.server";
import type { Connection } from "~/platform/database.server";
import { StartupError } from "~/platform/startup-error.server";
import { moveSite } from "./move.server";

const USAGE = "Usage: npm run move-to postgres://user:password@host:5432/database";

/**
 * The database that `npm run move-to` is told to move to.
 * @throws StartupError
 */
export function moveTarget(args: string[]): Connection {
  const [url = "", ...more] = args;
  if (more.length > 0 || !/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new StartupError(USAGE);
  return { connectionString: url };
}

/**
 * `npm run move-to`: moves the site and says, table by table, that it is the same there.
 * @throws StartupError that says what to do
 */
export async function moveCommand(
  world: Parameters<typeof moveSite>[0] & { dataDir: string; ownSecret: boolean },
  target: Connection,
  print: (line: string) => void,
): Promise<void> {
  const tables = await moveSite(world, target).catch((error) => {
    throw error instanceof BrokenBackup
      ? new StartupError(`${error.message} The other database is as it was.`)
      : error;
  });
  const names = Object.keys(tables).sort();
  const width = Math.max(...names.map((name) => name.length));
  let total = 0;
  for (const name of names) {
    const { rows, sha256 } = tables[name] ?? { rows: 0, sha256: "" };
    total += rows;
    print(`${name.padEnd(width)} ${String(rows).padStart(9)} rows  sha256 ${sha256.slice(0, 16)}`);
  }
  print(
    `Moved: ${total} rows in ${names.length} tables are the same on both sides. The embedded database was not changed.`,
  );
  print("From now on start with DATABASE_URL set to that address, with the same DATA_DIR (backups, logs),");
  print(
    world.ownSecret
      ? `and with APP_SECRET set to what is in ${world.dataDir}/secret: it opens stored passwords and two-factor sign-in.`
      : "and with the same APP_SECRET.",
  );
}
