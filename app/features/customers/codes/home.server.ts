import { randomUUID } from "node:crypto";
import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { customers, properties } from "~/db/schema/customers";
import type { plans } from "~/db/schema/plans";
import { subselect } from "~/db/subselect";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import { may } from "~/platform/auth/roles";
import type { StaffCtx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/** Whose homes somebody acts on: a customer on own ones, the office on all. */
export type By = "customer" | "office";

/** What the office needs; customers may do both with the codes of own homes. */
type Needs = "codes.read" | "codes.edit";

/** The homes whose codes the actor may read or edit. */
export function homesOf({ actor }: Pick<UserCtx, "actor">, by: By, needs: Needs): SQL | undefined {
  if (by === "customer") return eq(properties.user_id, actor.id);
  return may(actor.role, needs) ? undefined : sql`false`;
}

/** Locks a home against other changes of its codes until the transaction ends; undefined if it is not the actor's to touch. */
export async function lockHome(
  tx: Database,
  ctx: UserCtx,
  { home, by, needs = "codes.edit" }: { home: string; by: By; needs?: Needs },
) {
  const [found] = await tx
    .select()
    .from(properties)
    .where(and(eq(properties.id, home), homesOf(ctx, by, needs)))
    .for("no key update");
  return found;
}

/** How two addresses are one: street and ZIP code, and the apartment if both say it. */
const isAt = (table: typeof bookings | typeof plans, home: SQL) => sql`
  lower(${home}.address_line1) = lower(${table.address_line1}) and ${home}.zip_code = ${table.zip_code}
  and lower(coalesce(${home}.address_line2, ${table.address_line2}, '')) =
    lower(coalesce(${table.address_line2}, ${home}.address_line2, ''))`;

/**
 * The home of a booking or plan, as a column: the one that was picked, else the customer's at its address. Guests and callers
 * pick none; theirs is found.
 */
export function homeOf(table: typeof bookings | typeof plans): SQL<string | null> {
  return subselect<string | null>(sql`coalesce(${table.property_id}, (select home.id from ${properties} home
    where home.customer_id = ${table.customer_id} and ${isAt(table, sql`home`)}
    order by (home.address_line2 is not distinct from ${table.address_line2}) desc, home.created_at desc limit 1))`);
}

type Home = Pick<typeof properties.$inferSelect, "id" | "customer_id">;

/** The bookings or plans at a home, as a condition. */
export function isOfHome(table: typeof bookings | typeof plans, { id, customer_id }: Home): SQL | undefined {
  const there = sql`exists (select from ${properties} home where home.id = ${id} and ${isAt(table, sql`home`)})`;
  const found = customer_id
    ? and(isNull(table.property_id), eq(table.customer_id, customer_id), there)
    : undefined;
  return or(eq(table.property_id, id), found);
}

/** The home of a booking for the office, made from its address if there is none yet; null for one that is nobody's. */
export function openHomeOfBooking(ctx: StaffCtx, id: string): Promise<string | null> {
  if (!isUuid(id)) return Promise.resolve(null);
  return ctx.db.transaction((tx) => openHome(tx, ctx, { table: bookings, id, by: "office" }));
}

/**
 * The home of a booking or plan, made from its address if there is none yet. Null for one that is nobody's, or whose home is
 * not the actor's to touch.
 */
export async function openHome(
  tx: Database,
  ctx: UserCtx,
  { table, id, by }: { table: typeof bookings | typeof plans; id: string; by: By },
): Promise<string | null> {
  const [row] = await tx
    .select({
      home: homeOf(table),
      customer_id: table.customer_id,
      user_id: customers.user_id,
      property_type: services.service_type,
      ...{ address_line1: table.address_line1, address_line2: table.address_line2 },
      ...{ city: table.city, state: table.state, zip_code: table.zip_code },
      ...{ bedrooms: table.bedrooms, bathrooms: table.bathrooms, half_baths: table.half_baths },
    })
    .from(table)
    .innerJoin(services, eq(services.id, table.service_id))
    .leftJoin(customers, eq(customers.id, table.customer_id))
    .where(eq(table.id, id));
  if (!row) return null;
  const { home, ...fields } = row;
  if (home) return (await lockHome(tx, ctx, { home, by })) ? home : null;
  if (!fields.customer_id || !fields.address_line1) return null;
  if (by === "office" ? !may(ctx.actor.role, "codes.edit") : fields.user_id !== ctx.actor.id) return null;
  // Two who do this at once must not make two homes.
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, fields.customer_id))
    .for("no key update");
  const [made] = await tx
    .select({ home: homeOf(table) })
    .from(table)
    .where(eq(table.id, id));
  if (made?.home) return made.home;
  const added = randomUUID();
  await tx.insert(properties).values({ ...fields, id: added, created_at: ctx.now, updated_at: ctx.now });
  await recordAudit(tx, ctx, { action: "property.added", entity: "property", entity_id: added });
  return added;
}
