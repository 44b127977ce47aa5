import { and, desc, eq } from "drizzle-orm";
import { properties } from "~/db/schema/customers";
import type { Ctx } from "~/platform/context.server";
import type { SavedAddress } from "./saved-address";

/** The properties of whoever has signed in, the default one first; nobody else has any. */
export async function readSavedAddresses({ db, actor }: Ctx): Promise<SavedAddress[]> {
  if (actor.kind !== "user") return [];
  const rows = await db
    .select()
    .from(properties)
    .where(eq(properties.user_id, actor.id))
    .orderBy(desc(properties.is_default), desc(properties.created_at));
  return rows.map(({ id, name, address_line1, city, state, zip_code, bedrooms, bathrooms }) => ({
    id,
    name: name || address_line1,
    address: { street: address_line1, city, state, zip: zip_code },
    bedrooms,
    bathrooms,
  }));
}

/** The row of one of their own properties; null for anybody else's. */
export async function readOwnProperty({ db, actor }: Ctx, id: string) {
  if (actor.kind !== "user") return null;
  const own = and(eq(properties.id, id), eq(properties.user_id, actor.id));
  const [property] = await db.select().from(properties).where(own);
  return property ?? null;
}
