import { and, eq } from "drizzle-orm";
import { admin_settings } from "../../app/db/schema/settings";
import { type SiteKind, UNNAMED } from "../../app/features/operations/settings/site/site";
import type { Database } from "../../app/platform/database/database.server";
import { seedOnce } from "./once";

type First = {
  /** What an empty database becomes. */
  kind: SiteKind;
  /** The owner's address, if it is known. */
  email: string | undefined;
  now: Temporal.Instant;
};

/** Decides at the first start what the site is, and returns what it is since. */
export async function seedSite(db: Database, { kind, email, now }: First): Promise<SiteKind> {
  await seedOnce(db, "site", async (tx) => {
    const settings = [{ category: "site", key: "kind", value: kind as string }];
    if (kind === "demo") {
      settings.push({ category: "general", key: "city", value: "Pittsfield" });
      settings.push({ category: "general", key: "state", value: "NH" });
      for (const key of ["insured", "background_checks"])
        settings.push({ category: "general", key, value: "true" });
    }
    if (kind === "own") {
      const general = { ...UNNAMED, ...(email && { contact_email: email }) };
      for (const [key, value] of Object.entries(general)) settings.push({ category: "general", key, value });
      settings.push({ category: "setup", key: "open", value: "true" });
      settings.push({ category: "brand", key: "mark", value: "letters" });
    }
    if (await readKind(tx)) return; // from before there were kinds, or out of a backup
    await tx
      .insert(admin_settings)
      .values(settings.map((setting) => ({ ...setting, created_at: now, updated_at: now })))
      .onConflictDoNothing();
  });
  return (await readKind(db)) === "demo" ? "demo" : "own";
}

/** What the site is; undefined before its first start. */
async function readKind(db: Database): Promise<string | undefined> {
  const [row] = await db
    .select({ kind: admin_settings.value })
    .from(admin_settings)
    .where(and(eq(admin_settings.category, "site"), eq(admin_settings.key, "kind")));
  return row?.kind;
}
