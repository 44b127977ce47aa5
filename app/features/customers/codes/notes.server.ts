import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import { bookings } from "~/db/schema/bookings";
import { customers, properties } from "~/db/schema/customers";
import { entry_code_dismissals } from "~/db/schema/entry-codes";
import { plans } from "~/db/schema/plans";
import { subselect } from "~/db/subselect";
import { nameOf } from "~/features/customers/records/contact";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import type { StaffCtx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { findCodes, takeOut } from "./codes";
import { homeOf, isOfHome } from "./home.server";
import type { FoundNote, NoteSource } from "./rules";

/** Notes on a page of the office's list. */
const PAGE = 20;
/** Notes that are read at a time. */
const BATCH = 500;
/** What every code has that `findCodes` finds: the database looks for it first. */
const HINT = String.raw`\d.*\d.*\d|key|llave|password|pass.?phrase|safe.?word`;

/** What was said to be no code, for the notes of a home, a plan or a booking. */
const dismissed = (of: { home?: SQL; plan?: SQL; booking?: SQL }): SQL<string[]> => {
  const columns = [
    of.home && sql`said.property_id = ${of.home}`,
    of.plan && sql`said.plan_id = ${of.plan}`,
    of.booking && sql`said.booking_id = ${of.booking}`,
  ].filter((one) => one !== undefined);
  return subselect<string[]>(
    sql`array(select said.words from ${entry_code_dismissals} said where ${sql.join(columns, sql` or `)})`,
  );
};

/** What was said to be no code about a booking and its home, as a column. */
export const dismissedOfBooking = dismissed({
  home: homeOf(bookings),
  plan: sql`${bookings.plan_id}`,
  booking: sql`${bookings.id}`,
});

type Row = {
  source: NoteSource;
  id: string;
  at: Temporal.Instant;
  texts: (string | null)[];
  number: number | null;
  street: string;
  customer_id: string | null;
  dismissed: string[];
};
type Wheres = Record<NoteSource, SQL | undefined>;
type Cursor = { at: string; id: string };

/**
 * Notes of all customers with words that look like an entry code, the latest first: of homes, of plans and of bookings, as far as they don't repeat their plan's. `next`: where the following page begins; null at the end.
 */
export async function readFoundCodes(
  ctx: StaffCtx,
  after: string | null,
): Promise<{ notes: FoundNote[]; next: string | null }> {
  const everything = { home: undefined, plan: undefined, booking: undefined };
  const found: { row: Row; notes: FoundNote[] }[] = [];
  let cursor = parseCursor(after);
  for (;;) {
    const rows = await readRows(ctx.db, everything, { after: cursor, limit: BATCH });
    for (const row of rows) {
      const notes = notesOf(row);
      if (notes.length > 0) found.push({ row, notes });
      if (found.length > PAGE) break;
    }
    const last = rows.at(-1);
    if (found.length > PAGE || rows.length < BATCH || !last) break;
    cursor = { at: last.at.toString(), id: last.id };
  }
  const shown = found.slice(0, PAGE);
  const last = found.length > PAGE ? shown.at(-1)?.row : undefined;
  const notes = await named(ctx.db, once(shown.flatMap((one) => one.notes)));
  return { notes, next: last ? `${last.at}_${last.id}` : null };
}

/** The same for the notes about one home; for a customer, of those that they wrote. */
export async function readFoundAtHome(
  ctx: Pick<UserCtx, "db">,
  home: { id: string; customer_id: string | null },
  user_id: string | null,
): Promise<FoundNote[]> {
  const own = (table: typeof bookings | typeof plans) => (user_id ? eq(table.user_id, user_id) : undefined);
  const rows = await readRows(
    ctx.db,
    {
      home: eq(properties.id, home.id),
      plan: and(isOfHome(plans, home), own(plans)),
      booking: and(isOfHome(bookings, home), own(bookings)),
    },
    { after: null, limit: BATCH },
  );
  return once(rows.flatMap(notesOf)).slice(0, PAGE);
}

/** The ids of the customer's own homes whose notes look as if they held a code. */
export async function readHomesToMove({ db, actor }: Pick<UserCtx, "db" | "actor">): Promise<string[]> {
  const where = { home: eq(properties.user_id, actor.id), plan: sql`false`, booking: sql`false` };
  const rows = await readRows(db, where, { after: null, limit: BATCH });
  return rows.filter((row) => notesOf(row).length > 0).map(({ id }) => id);
}

async function readRows(
  db: Database,
  where: Wheres,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<Row[]> {
  const ofPlan = alias(plans, "of_plan");
  const fields = (
    source: NoteSource,
    table: typeof properties | typeof plans | typeof bookings,
    said: SQL<string[]>,
  ) => ({
    source: sql<NoteSource>`${source}`.as("source"),
    id: table.id,
    customer_id: table.customer_id,
    street: table.address_line1,
    dismissed: said.as("dismissed"),
  });
  const behind = (at: SQL, id: SQL) =>
    after ? sql`(${at}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)` : undefined;
  const homes = db
    .select({
      ...fields("home", properties, dismissed({ home: sql`${properties.id}` })),
      at: sql`${properties.updated_at}`.mapWith(properties.updated_at).as("at"),
      texts: textsIn(sql`${properties.special_instructions}, ${properties.pets}, ${properties.parking}`),
      number: sql<number | null>`null::int`.as("number"),
    })
    .from(properties)
    .where(
      and(
        where.home,
        sql`concat_ws(E'\\n', ${properties.special_instructions}, ${properties.pets}, ${properties.parking}) ~* ${HINT}`,
        behind(sql`${properties.updated_at}`, sql`${properties.id}`),
      ),
    );
  const ofPlans = db
    .select({
      ...fields("plan", plans, dismissed({ home: sql`${plans.property_id}`, plan: sql`${plans.id}` })),
      at: sql`${plans.updated_at}`.mapWith(plans.updated_at).as("at"),
      texts: textsIn(sql`${plans.notes}`),
      number: sql<number | null>`${plans.number}`.as("number"),
    })
    .from(plans)
    .where(
      and(where.plan, sql`${plans.notes} ~* ${HINT}`, behind(sql`${plans.updated_at}`, sql`${plans.id}`)),
    );
  const ofBookings = db
    .select({
      ...fields("booking", bookings, dismissedOfBooking),
      at: sql`${bookings.starts_at}`.mapWith(bookings.starts_at).as("at"),
      texts: textsIn(sql`${bookings.notes}`),
      number: sql<number | null>`${bookings.number}`.as("number"),
    })
    .from(bookings)
    .leftJoin(ofPlan, eq(ofPlan.id, bookings.plan_id))
    .where(
      and(
        where.booking,
        isNotNull(bookings.notes),
        sql`${bookings.notes} ~* ${HINT}`,
        or(sql`${ofPlan.notes} is null`, sql`${ofPlan.notes} <> ${bookings.notes}`),
        behind(sql`${bookings.starts_at}`, sql`${bookings.id}`),
      ),
    );
  return unionAll(homes, ofPlans, ofBookings).orderBy(desc(sql`at`), desc(sql`id`)).limit(limit);
}

const textsIn = (columns: SQL) => sql<(string | null)[]>`array[${columns}]`.as("texts");

/** Which of its texts a home's is. */
const HOME_TEXTS = ["Instructions", "Pets", "Parking"];

const WHERE: Record<NoteSource, (row: Row, place: number) => string> = {
  home: ({ street }, place) => `${HOME_TEXTS[place]} of ${street}`,
  plan: ({ number }) => `Notes of plan ${formatNumber(number ?? 0)}`,
  booking: ({ number }) => `Notes of booking ${formatNumber(number ?? 0)}`,
};

function notesOf(row: Row): FoundNote[] {
  const { source, id, customer_id } = row;
  return row.texts.flatMap((said, place) => {
    const text = said ?? "";
    return findCodes(text)
      .filter(({ words }) => !row.dismissed.includes(words))
      .map(({ words, kind, label }) => ({
        ...{ source, id, words, kind, label, text },
        where: WHERE[source](row, place),
        customer: customer_id ? { id: customer_id, name: "" } : null,
        rest: takeOut(text, words),
      }));
  });
}

/** Of plans or bookings of one customer that say the same, the first: what is done with it is done with all. */
function once(notes: FoundNote[]): FoundNote[] {
  const seen = new Set<string>();
  return notes.filter(({ source, id, customer, text, words }) => {
    const whose = source === "home" ? id : (customer?.id ?? id);
    const key = JSON.stringify([source, whose, text, words]);
    return !seen.has(key) && seen.add(key);
  });
}

/** Gives the notes the names of their customers. */
async function named(db: Database, notes: FoundNote[]): Promise<FoundNote[]> {
  const ids = notes.flatMap(({ customer }) => customer?.id ?? []);
  if (ids.length === 0) return notes;
  const rows = await db.select().from(customers).where(inArray(customers.id, ids));
  const names = new Map(rows.map((row) => [row.id, nameOf(row) ?? formatNumber(row.number)]));
  return notes.map(({ customer, ...note }) => ({
    ...note,
    customer: customer && { ...customer, name: names.get(customer.id) ?? "" },
  }));
}

function parseCursor(text: string | null): Cursor | null {
  const [at = "", id = ""] = (text ?? "").split("_");
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/.test(at);
  return isTime && isUuid(id) ? { at, id } : null;
}
