import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { batchesOf, keyset, likePattern, type Page, pageOf } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { reviews } from "~/db/schema/reviews";
import { UNKNOWN } from "~/features/booking/office/list/list";
import {
  fewOrMany,
  findIds,
  readFound,
  type Sought,
  searchBookings,
} from "~/features/booking/office/list/search.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatDate, formatMoment } from "~/lib/dates";
import type { AdminCtx } from "~/platform/context.server";
import { countUpTo, readCount } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import { type ReviewExport, type ReviewListQuery, type ReviewRow, stateOf } from "./list";

export type ReviewList = Page<ReviewRow> & { total: number; more: boolean };

/** One page of all reviews, with how many the search and the filters find in all. */
export async function readReviewList(ctx: AdminCtx, query: ReviewListQuery): Promise<ReviewList> {
  const wanted = await wantedOf(ctx.db, query);
  const [{ timezone }, { found, ...count }] = await Promise.all([
    readCompany(ctx),
    readFound(
      ctx.db,
      SOURCE,
      { query, ...wanted, filter: wanted.filter ?? sql`true` },
      {
        rows: (limit, ids) => readRows(ctx.db, query, wanted, limit, ids),
        count: () => countOf(ctx.db, query, wanted.filter),
      },
    ),
  ]);
  const page = pageOf(query, found, keyOf);
  return { ...page, rows: page.rows.map((row) => rowOf(row, timezone)), ...count };
}

/** Everything that the search and the filters find, in batches of the list's order. */
export async function* exportReviews({ db }: AdminCtx, asked: ReviewListQuery) {
  const wanted = await wantedOf(db, asked);
  const batches = batchesOf(asked, (query, limit) => readRows(db, query, wanted, limit), keyOf);
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
async function readRows(
  db: Database,
  query: ReviewListQuery,
  { search, filter }: Sought,
  limit: number,
  ids?: string[],
) {
  const { where: beyond, orderBy } = keyset(query, KEY);
  const which = search
    ? inArray(reviews.id, ids ?? (await findIds(db, SOURCE, { query, search, filter, limit })))
    : and(filter, beyond);
  return select(db)
    .where(which)
    .orderBy(...orderBy)
    .limit(limit);
}

const SOURCE = {
  from: sql`${reviews} join ${bookings} on ${eq(bookings.id, reviews.booking_id)}`,
  ...KEY,
};

type Found = Awaited<ReturnType<typeof select>>[number];

function keyOf({ review }: Found) {
  return { value: review.created_at.toString(), id: review.id };
}

/** What is searched, if anything is, and what of it is left. */
async function wantedOf(db: Database, { q, filters: { rating, state } }: ReviewListQuery): Promise<Sought> {
  const filter = and(rating ? eq(reviews.rating, Number(rating)) : undefined, ofState(state));
  if (!q) return { search: null, filter };
  const has = sql`lower(${reviews.review_text}) like ${likePattern(q)}`;
  const [ofVisits, ofText] = await Promise.all([
    searchBookings(db, q, { joined: true }),
    fewOrMany(db, reviews, reviews.id, has),
  ]);
  return { search: [...ofVisits, ...ofText], filter };
}

function ofState(state: string | undefined): SQL | undefined {
  if (state === "published") return isNotNull(reviews.published_at);
  if (state === "consented") return and(eq(reviews.may_publish, true), isNull(reviews.published_at));
  return state === "private" ? eq(reviews.may_publish, false) : undefined;
}

async function countOf(db: Database, { filters }: ReviewListQuery, filter: SQL | undefined) {
  if (!filters.rating && !filters.state) return { total: await readCount(db, "reviews"), more: false };
  return countUpTo(db, db.select({ id: reviews.id }).from(reviews).where(filter));
}

function rowOf({ review, customer, visit, service }: Found, zone: string): ReviewRow {
  return {
    id: review.id,
    at: formatMoment(review.created_at, zone),
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
