import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import { COUNT_LIMIT, likePattern } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { search_texts } from "~/db/schema/office";
import type { Search } from "~/features/office/lists/find.server";
import type { Database } from "~/platform/database/database.server";

/** So many names and addresses are looked up one by one; of more, a page is soon full when it is read in its order. */
const FEW_TEXTS = COUNT_LIMIT;
/** Up to this many towns, or services, are searched one by one. */
const FEW_PLACES = 5;

/**
 * Searches bookings by the customer's name, street or town, and optionally by the service's name. With `joined`, the list
 * is ordered by a joined table: many matches are then read in its order.
 */
export async function searchBookings(
  db: Database,
  q: string,
  { services: ofServices = false, joined = false } = {},
): Promise<Search> {
  const pattern = likePattern(q);
  const [towns, offered] = await Promise.all([
    townsLike(db, pattern),
    ofServices ? servicesLike(db, pattern) : [],
  ]);
  const places: Search = [
    ...(towns.length <= FEW_PLACES
      ? towns.map((town) => ({ where: eq(bookings.city, town), finds: "place" as const }))
      : []),
    ...(offered.length <= FEW_PLACES
      ? offered.map((id) => ({ where: eq(bookings.service_id, id), finds: "place" as const }))
      : [{ where: inArray(bookings.service_id, offered), finds: "place" as const }]),
  ];
  const listed = towns.length <= FEW_PLACES ? towns.map((town) => town.toLowerCase()) : [];
  const elsewhere = and(
    textHas(q, { towns: towns.length > FEW_PLACES }),
    listed.length > 0 ? notInArray(search_texts.town, listed) : undefined,
  );
  const found = await db
    .select({ key: search_texts.key })
    .from(search_texts)
    .where(elsewhere)
    .limit(FEW_TEXTS + 1);
  if (found.length === 0) return places;
  if (found.length > FEW_TEXTS && joined) {
    const has = sql`(select ${elsewhere} from ${search_texts} where ${eq(search_texts.key, bookings.search_key)})`;
    return [...places, { where: has, finds: "many" }];
  }
  if (found.length > FEW_TEXTS) {
    const texts = db.select({ key: search_texts.key }).from(search_texts).where(elsewhere);
    return [...places, { where: inArray(bookings.search_key, texts), finds: "many" }];
  }
  const keys = `{${found.map(({ key }) => key).join(",")}}`;
  return [...places, { where: sql`${bookings.search_key} = any(${keys}::uuid[])`, finds: "few" }];
}

/**
 * Matches name and street; with `towns` or a space in the text, also the town ("Elm St Nashua"). One or two letters match
 * the beginning of a word only.
 */
function textHas(q: string, { towns }: { towns: boolean }): SQL {
  const { who, town } = search_texts;
  const text = towns || q.includes(" ") ? sql`(${who} || ' ' || ${town})` : sql`${who}`;
  if (/^[\p{L}\p{N}]{1,2}$/u.test(q)) {
    const begins = likePattern(q).slice(1);
    return sql`(${text} like ${begins} or ${text} like ${`% ${begins}`})`;
  }
  return sql`${text} like ${likePattern(q)}`;
}

/** The towns of all bookings, found by leaping from one to the next. */
async function townsLike(db: Database, pattern: string): Promise<string[]> {
  const { rows } = await db.execute<{ city: string }>(sql`
    with recursive towns (city) as (
      (select city from ${bookings} order by city limit 1)
      union all
      select (select city from ${bookings} where city > towns.city order by city limit 1)
      from towns where towns.city is not null
    )
    select city from towns where lower(city) like ${pattern} limit ${FEW_PLACES + 1}`);
  return rows.map(({ city }) => city);
}

async function servicesLike(db: Database, pattern: string): Promise<string[]> {
  const found = await db
    .select({ id: services.id })
    .from(services)
    .where(sql`lower(${services.title}) like ${pattern}`);
  return found.map(({ id }) => id);
}
