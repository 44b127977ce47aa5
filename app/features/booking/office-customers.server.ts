import { asc, desc, eq } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { profiles, properties } from "~/db/schema/customers";
import { searchFor } from "~/features/customers/list.server";
import { isUuid } from "~/lib/ids";
import type { AdminCtx } from "~/platform/context.server";
import type { Caller, CallerAddress } from "./office-callers";

const MOST = 6;

/** The customers whose name, phone or email has this in it, a few of them. */
export async function findCallers({ db }: AdminCtx, q: string): Promise<Caller[]> {
  if (q.length < 2) return [];
  const { where, more } = await searchFor(db, q);
  const byName = [asc(profiles.first_name), asc(profiles.last_name), asc(profiles.id)];
  const found = await db
    .select(columns)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(where)
    .orderBy(...(more ? [desc(profiles.created_at), desc(profiles.id)] : byName)) // many are not sorted, but read as listed
    .limit(MOST);
  return found.map(callerOf);
}

/** One customer with their saved addresses, the default one first; null when there is none with this id. */
export async function readCaller(
  { db }: AdminCtx,
  id: string,
): Promise<(Caller & { addresses: CallerAddress[] }) | null> {
  if (!isUuid(id)) return null;
  const [found] = await db
    .select(columns)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, id));
  if (!found) return null;
  const addresses = await db
    .select()
    .from(properties)
    .where(eq(properties.user_id, id))
    .orderBy(desc(properties.is_default), asc(properties.created_at))
    .limit(10);
  return {
    ...callerOf(found),
    addresses: addresses.map((home) => ({
      id: home.id,
      label: [home.name, home.address_line1, home.city].filter(Boolean).join(", "),
      street: home.address_line1,
      apartment: home.address_line2 ?? "",
      city: home.city,
      state: home.state,
      zip: home.zip_code,
      bedrooms: home.bedrooms,
      bathrooms: home.bathrooms,
    })),
  };
}

const columns = {
  id: profiles.id,
  first_name: profiles.first_name,
  last_name: profiles.last_name,
  phone: profiles.phone,
  email: users.email,
};

type Found = { id: string; email: string } & Record<"first_name" | "last_name" | "phone", string | null>;

function callerOf({ id, first_name, last_name, phone, email }: Found): Caller {
  return { id, email, phone: phone ?? "", name: [first_name, last_name].filter(Boolean).join(" ") };
}
