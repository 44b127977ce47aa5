import { eq } from "drizzle-orm";
import { profiles } from "~/db/schema/customers";
import type { UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { Property } from "./property";
import { readProperties } from "./reads.server";

/** The customer's own properties for a change of them: the changes of one customer happen one by one. */
export async function lockProperties(tx: Database, { actor }: UserCtx): Promise<Property[]> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, actor.id)).for("update");
  return readProperties({ db: tx, actor });
}
