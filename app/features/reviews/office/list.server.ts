import { and, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { likePattern } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { reviews } from "~/db/schema/reviews";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { searchBookings } from "~/features/booking/office/list/search.server";
import { defineList } from "~/features/office/lists/define.server";
import { fewOrMany } from "~/features/office/lists/find.server";
import { formatDate, formatMoment } from "~/lib/dates";
import { formatNumber } from "~/lib/number";
import { countUpTo, readCount } from "~/platform/database/counts.server";
import { REVIEW_LIST, type ReviewState, stateOf } from "./list";

export const reviewList = defineList(REVIEW_LIST, {
  select: (db) =>
    db
      .select({
        ...getTableColumns(reviews),
        number: bookings.number,
        customer: bookings.customer_name,
        town: bookings.city,
        visit: bookings.scheduled_date,
        service: services.title,
        crew: crews.name,
      })
      .from(reviews)
      .innerJoin(bookings, eq(bookings.id, reviews.booking_id))
      .leftJoin(services, eq(services.id, bookings.service_id))
      .leftJoin(crews, eq(crews.id, bookings.crew_id)),
  from: sql`${reviews} join ${bookings} on ${eq(bookings.id, reviews.booking_id)}`,
  id: reviews.id,
  date: reviews.created_at,
  keys: { date: reviews.created_at },
  edge: ({ created_at }) => created_at,
  wanted: async ({ db }, { q, filters: { rating, state } }) => {
    const filter = and(rating ? eq(reviews.rating, Number(rating)) : undefined, ofState(state));
    if (!q) return { filter };
    const has = sql`lower(${reviews.review_text}) like ${likePattern(q)}`;
    const [ofVisits, ofText] = await Promise.all([
      searchBookings(db, q, { joined: true }),
      fewOrMany(db, reviews, reviews.id, has),
    ]);
    return { search: [...ofVisits, ...ofText], filter: filter ?? sql`true` };
  },
  count: async ({ db }, { filters }, { filter }) => {
    if (!filters.rating && !filters.state) return { total: await readCount(db, "reviews"), more: false };
    return countUpTo(db, db.select({ id: reviews.id }).from(reviews).where(filter));
  },
  rows: (found, { zone }) =>
    found.map(({ id, rating, review_text, ...review }) => ({
      ...{ id, rating, review_text },
      at: formatMoment(review.created_at, zone),
      customer: review.customer || UNKNOWN.customer,
      service: review.service ?? UNKNOWN.service,
      number: formatNumber(review.number),
      visit: formatDate(review.visit),
      state: stateOf(review),
    })),
  columns: [
    ["Booking", ({ number }) => formatNumber(number)],
    ["Written", ({ created_at }) => created_at.toString()],
    ["Visit", ({ visit }) => visit],
    ["Customer", ({ customer }) => customer || UNKNOWN.customer],
    ["Service", ({ service }) => service ?? UNKNOWN.service],
    ["Crew", ({ crew }) => crew],
    ["Town", ({ town }) => town],
    ["Stars", ({ rating }) => rating],
    ["Text", ({ review_text }) => review_text],
    ["Can be published", ({ may_publish }) => may_publish],
    ["Published", ({ published_at }) => published_at?.toString() ?? null],
  ],
});

function ofState(state: ReviewState | undefined): SQL | undefined {
  if (state === "published") return isNotNull(reviews.published_at);
  if (state === "consented") return and(eq(reviews.may_publish, true), isNull(reviews.published_at));
  return state === "private" ? eq(reviews.may_publish, false) : undefined;
}
