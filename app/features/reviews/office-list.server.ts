import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { batchesOf, keyset, likePattern, PAGE_SIZE, type Page, pageOf } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { reviews } from "~/db/schema/reviews";
import { UNKNOWN } from "~/features/booking/office-list";
import { bookingHas } from "~/features/booking/office-search.server";
import { countUpTo, readCount } from "~/features/office/counts.server";
import { readCompany } from "~/features/settings/reads.server";
import { formatDate, momentInWords } from "~/lib/dates";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { type ReviewExport, type ReviewListQuery, type ReviewRow, stateOf } from "./office-list";

export type ReviewList = Page<ReviewRow> & { total: number; more: boolean };

/** One page of all reviews, with how many the search and the filters find in all. */
export async function readReviewList(ctx: AdminCtx, query: ReviewListQuery): Promise<ReviewList> {
  const where = whereOf(ctx.db, query);
  const [{ timezone }, found, count] = await Promise.all([
    readCompany(ctx),
    readRows(ctx.db, query, where, PAGE_SIZE + 1),
    countOf(ctx.db, query, where),
  ]);
  const page = pageOf(query, found, keyOf);
  return { ...page, rows: page.rows.map((row) => rowOf(row, timezone)), ...count };
}

/** Everything that the search and the filters find, in batches of the list's order. */
export async function* exportReviews({ db }: AdminCtx, asked: ReviewListQuery) {
  const where = whereOf(db, asked);
  const batches = batchesOf(asked, (query, limit) => readRows(db, query, where, limit), keyOf);
  for await (const found of batches) {
    yield found.map(exportOf);
  }
}

const KEY = { column: reviews.created_at, id: reviews.id };

function select(db: Database) {
  return db
    .select({
      review: reviews,
      customer: bookings.customer_name,
      town: bookings.city,
      visit: bookings.scheduled_date,
      service: services.title,
      crew: crews.name,
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.booking_id))
    .leftJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(crews, eq(crews.id, bookings.crew_id));
}

/** The rows after (or before) the cursor. */
function readRows(db: Database, query: ReviewListQuery, where: SQL | undefined, limit: number) {
  const { where: beyond, orderBy } = keyset(query, KEY);
  return select(db)
    .where(and(where, beyond))
    .orderBy(...orderBy)
    .limit(limit);
}

type Found = Awaited<ReturnType<typeof select>>[number];

function keyOf({ review }: Found) {
  return { value: review.created_at.toString(), id: review.id };
}

function whereOf(db: Database, { q, filters: { rating, state } }: ReviewListQuery): SQL | undefined {
  return and(
    rating ? eq(reviews.rating, Number(rating)) : undefined,
    ofState(state),
    q ? inArray(reviews.id, foundBy(db, q)) : undefined,
  );
}

/** Of the text, and of the customer and the address of the visit: each through its own index. */
function foundBy(db: Database, q: string): SQL {
  const ofVisits = sql`select ${reviews.id} from ${reviews} join ${bookings} on ${bookings.id} = ${reviews.booking_id}
    where ${bookingHas(db, q)}`;
  return sql`(select ${reviews.id} from ${reviews} where lower(${reviews.review_text}) like ${likePattern(q)}
    union ${ofVisits})`;
}

function ofState(state: string | undefined): SQL | undefined {
  if (state === "published") return isNotNull(reviews.published_at);
  if (state === "consented") return and(eq(reviews.may_publish, true), isNull(reviews.published_at));
  return state === "private" ? eq(reviews.may_publish, false) : undefined;
}

async function countOf(db: Database, { q, filters }: ReviewListQuery, where: SQL | undefined) {
  if (!q && !filters.rating && !filters.state) return { total: await readCount(db, "reviews"), more: false };
  const found = db
    .select({ id: reviews.id })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.booking_id))
    .where(where);
  return countUpTo(db, found);
}

function rowOf({ review, customer, visit, service }: Found, zone: string): ReviewRow {
  return {
    id: review.id,
    at: momentInWords(review.created_at, zone),
    customer: customer || UNKNOWN.customer,
    service: service ?? UNKNOWN.service,
    visit: formatDate(visit),
    rating: review.rating,
    review_text: review.review_text,
    state: stateOf(review),
  };
}

function exportOf({ review, customer, service, ...found }: Found): ReviewExport {
  const { id, created_at, rating, review_text, may_publish, published_at } = review;
  return {
    ...{ id, created_at, rating, review_text, may_publish, published_at, ...found },
    customer: customer || UNKNOWN.customer,
    service: service ?? UNKNOWN.service,
  };
}
