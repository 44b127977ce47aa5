import { and, asc, desc, eq, getTableColumns, inArray, type SQL } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { customers, properties } from "~/db/schema/customers";
import { entry_code_reveals, entry_codes } from "~/db/schema/entry-codes";
import { crew_members } from "~/db/schema/office";
import { nameOf } from "~/features/customers/records/contact";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import { firstNameOf } from "~/lib/text";
import type { Ctx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type By, homeOf, homesOf } from "./home.server";
import type { CodeView, RevealView } from "./rules";

/** The most reveals that a page shows. */
const REVEALS_SHOWN = 50;

/** A home with its codes, without their values, and who saw them. Null if it is not the actor's to see. */
export async function readHomeCodes(ctx: UserCtx, { home, by }: { home: string; by: By }) {
  if (!isUuid(home)) return null;
  const [found] = await ctx.db
    .select({ property: properties, customer: customers })
    .from(properties)
    .leftJoin(customers, eq(customers.id, properties.customer_id))
    .where(and(eq(properties.id, home), homesOf(ctx, by, "codes.read")));
  if (!found) return null;
  const { timezone } = await readCompany(ctx);
  const [codes, reveals] = await Promise.all([
    ctx.db
      .select()
      .from(entry_codes)
      .where(eq(entry_codes.property_id, home))
      .orderBy(asc(entry_codes.created_at), asc(entry_codes.id)),
    readReveals(ctx.db, eq(entry_code_reveals.property_id, home), { by, timezone }),
  ]);
  const { property, customer } = found;
  return {
    home: property,
    customer: customer && { id: customer.id, name: nameOf(customer) ?? formatNumber(customer.number) },
    codes: codes.map(({ id, kind, label, author_id, updated_at }): CodeView => {
      const author = author_id === null ? null : author_id === property.user_id ? "customer" : "office";
      return {
        id,
        kind,
        label,
        saved: `${formatMoment(updated_at, timezone)}${AUTHORS[by][author ?? "unknown"]}`,
      };
    }),
    reveals,
  };
}

const AUTHORS = {
  customer: { customer: " by you", office: " by our office", unknown: "" },
  office: { customer: " by the customer", office: " by the office", unknown: "" },
};

/** The home of a booking with the number of its codes, and who saw them for this visit; for the office. Null without a booking. */
export async function readVisitCodes(ctx: Pick<Ctx, "db">, booking_id: string) {
  if (!isUuid(booking_id)) return null;
  const [visit] = await ctx.db
    .select({ home: homeOf(bookings) })
    .from(bookings)
    .where(eq(bookings.id, booking_id));
  if (!visit) return null;
  const { timezone } = await readCompany(ctx);
  const { home } = visit;
  const [codes, reveals] = await Promise.all([
    home ? ctx.db.$count(entry_codes, eq(entry_codes.property_id, home)) : 0,
    readReveals(ctx.db, eq(entry_code_reveals.booking_id, booking_id), { by: "office", timezone }),
  ]);
  return { home, codes, reveals: reveals.map(({ booking: _same, ...reveal }) => reveal) };
}

/** Which codes these homes have, and who saw them, without the codes themselves: for a customer's export of their data. */
export async function readOwnCodes(tx: Database, homes: string[]) {
  const { sealed: _sealed, author_id: _author, ...ofCode } = getTableColumns(entry_codes);
  const { property_id, kind, label, booking_id, revealed_at } = entry_code_reveals;
  return {
    entry_codes: await tx
      .select(ofCode)
      .from(entry_codes)
      .where(inArray(entry_codes.property_id, homes))
      .orderBy(asc(entry_codes.created_at), asc(entry_codes.id)),
    entry_code_reveals: await tx
      .select({ property_id, kind, label, booking_id, revealed_at })
      .from(entry_code_reveals)
      .where(inArray(property_id, homes))
      .orderBy(asc(revealed_at), asc(entry_code_reveals.id)),
  };
}

/** The newest first. Customers read first names only, and of the office none. */
async function readReveals(
  db: Database,
  where: SQL,
  { by, timezone }: { by: By; timezone: string },
): Promise<RevealView[]> {
  const rows = await db
    .select({
      reveal: entry_code_reveals,
      member: crew_members.name,
      staff: users.name,
      number: bookings.number,
    })
    .from(entry_code_reveals)
    .leftJoin(crew_members, eq(crew_members.id, entry_code_reveals.member_id))
    .leftJoin(users, eq(users.id, entry_code_reveals.user_id))
    .leftJoin(bookings, eq(bookings.id, entry_code_reveals.booking_id))
    .where(where)
    .orderBy(desc(entry_code_reveals.revealed_at), desc(entry_code_reveals.id))
    .limit(REVEALS_SHOWN);
  return rows.map(({ reveal, member, staff, number }) => {
    const crew = by === "customer" ? firstNameOf(member) : member;
    const office = (by === "office" && staff) || "Our office";
    return {
      id: reveal.id,
      who: reveal.booking_id ? (crew ?? "A former member") : office,
      when: formatMoment(reveal.revealed_at, timezone),
      what: reveal.label,
      booking: number === null ? null : `booking ${formatNumber(number)}`,
      phone: reveal.phone_name,
    };
  });
}
