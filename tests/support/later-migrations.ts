import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { migrationLevels } from "~/platform/migrations.server";
import { temporaryFolder } from "./temporary-folder";

/** A folder with the existing migrations and later ones. */
export async function laterMigrations(...statements: string[]): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, "meta"));
  const newest = migrationLevels().at(-1) ?? 0;
  const entries = statements.map((_, index) => ({
    when: newest + 1 + index,
    tag: `later_${index}`,
    breakpoints: true,
  }));
  for (const [index, statement] of statements.entries())
    await writeFile(path.join(folder, `later_${index}.sql`), statement);
  await writeFile(path.join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
  return folder;
}
