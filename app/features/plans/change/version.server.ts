import { eq, sql } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import type { Database } from "~/platform/database.server";

/** Another one after every change of a plan. What was read elsewhere under one version is stale under another. */
export const planVersion = sql<string>`${plans}.xmin::text`;

/** The version of a plan that is locked. */
export async function readVersion(tx: Database, id: string): Promise<string | undefined> {
  const [plan] = await tx.select({ version: planVersion }).from(plans).where(eq(plans.id, id));
  return plan?.version;
}
