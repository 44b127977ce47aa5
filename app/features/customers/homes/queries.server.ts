import { desc, eq } from "drizzle-orm";
import { properties } from "~/db/schema/customers";
import type { UserCtx } from "~/platform/context.server";
import type { Property } from "./property";

/** Lists the customer's own properties: the default first, then the newest. */
export async function readProperties({ db, actor }: Pick<UserCtx, "db" | "actor">): Promise<Property[]> {
  const rows = await db
    .select()
    .from(properties)
    .where(eq(properties.user_id, actor.id))
    .orderBy(desc(properties.is_default), desc(properties.created_at), desc(properties.id));
  return rows.map(({ user_id: _user, created_at: _created, updated_at, ...property }) => ({
    ...property,
    version: updated_at.toString(),
  }));
}
