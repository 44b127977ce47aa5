import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { customers, properties } from "~/db/schema/customers";
import { files } from "~/db/schema/files";
import { home_photos } from "~/db/schema/photos";
import { type By, homeOf } from "~/features/customers/codes/home.server";
import { nameOf } from "~/features/customers/records/contact";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import { may, type Permission } from "~/platform/auth/roles";
import type { Ctx, StaffCtx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { fileLink } from "~/platform/files/serve.server";
import type { HomePhoto } from "./photo";

/** The homes that the actor may see or change: a customer the own ones, the office all. */
export function homesOf({ actor }: Pick<UserCtx, "actor">, by: By, needs: Permission): SQL | undefined {
  if (by === "customer") return eq(properties.user_id, actor.id);
  return may(actor.role, needs) ? undefined : sql`false`;
}

/** A home with its customer and photos. Null if it is not the actor's to see. */
export async function readHome(ctx: UserCtx, { home, by }: { home: string; by: By }) {
  if (!isUuid(home)) return null;
  const [found] = await ctx.db
    .select({ property: properties, customer: customers })
    .from(properties)
    .leftJoin(customers, eq(customers.id, properties.customer_id))
    .where(and(eq(properties.id, home), homesOf(ctx, by, "customers.read")));
  if (!found) return null;
  const { property, customer } = found;
  return {
    home: property,
    customer: customer && { id: customer.id, name: nameOf(customer) ?? formatNumber(customer.number) },
    photos: (await readHomePhotos(ctx, [home])).get(home) ?? [],
  };
}

/** What crews know of the home of a booking, for the office. Null without a home, or for a role that sees no customers. */
export async function readVisitHome(ctx: StaffCtx, booking_id: string) {
  const [visit] = await ctx.db
    .select({ home: homeOf(bookings) })
    .from(bookings)
    .where(eq(bookings.id, booking_id));
  const found = visit?.home ? await readHome(ctx, { home: visit.home, by: "office" }) : null;
  if (!found) return null;
  const { id, pets, parking, special_instructions } = found.home;
  return { id, pets, parking, special_instructions, photos: found.photos };
}

/** The photos of homes, the oldest first. Ask first whether the reader may see the homes. */
export async function readHomePhotos(
  ctx: Pick<Ctx, "db" | "links" | "now">,
  homes: string[],
): Promise<Map<string, HomePhoto[]>> {
  if (homes.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(home_photos)
    .where(inArray(home_photos.property_id, homes))
    .orderBy(asc(home_photos.created_at), asc(home_photos.id));
  const views = rows.map(({ id, property_id, file_id, caption }) => ({
    ...{ id, property_id, caption },
    href: fileLink(ctx, file_id),
    small: fileLink(ctx, file_id, { size: "small" }),
  }));
  return Map.groupBy(views, ({ property_id }) => property_id);
}

/** The photos of homes for the customer's export, each with its file in the store. */
export function readHomePhotosToExport(tx: Database, homes: string[]) {
  const { id, property_id, caption, created_at } = home_photos;
  return tx
    .select({
      ...{ id, property_id, caption, created_at },
      ...{ file_id: files.id, sha256: files.sha256, bytes: files.bytes, media_type: files.media_type },
    })
    .from(home_photos)
    .innerJoin(files, eq(files.id, home_photos.file_id))
    .where(inArray(property_id, homes))
    .orderBy(asc(created_at), asc(id));
}
