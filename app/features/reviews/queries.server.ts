import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { profiles } from "~/db/schema/customers";
import { reviews } from "~/db/schema/reviews";
import type { Ctx } from "~/platform/context.server";
import { excerptOf, type PublishedReview, type ReviewSummary, signatureOf } from "./rules";

/** Number of reviews on the home page. */
const HOME_PAGE_REVIEWS = 3;

/** Published, and of a completed visit. */
const isPublic = and(isNotNull(reviews.published_at), eq(bookings.status, "completed"));

/** Average of all published reviews. Null if there are none. */
export async function readReviewSummary({ db }: Pick<Ctx, "db">): Promise<ReviewSummary | null> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int`, average: sql<number>`avg(${reviews.rating})::float8` })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.booking_id))
    .where(isPublic);
  return found && found.count > 0 ? found : null;
}

/** The latest published reviews, for the home page. */
export async function readPublishedReviews({ db }: Pick<Ctx, "db">): Promise<PublishedReview[]> {
  const found = await db
    .select({
      id: reviews.id,
      rating: reviews.rating,
      text: reviews.review_text,
      first_name: profiles.first_name,
      town: bookings.city,
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.booking_id))
    .innerJoin(profiles, eq(profiles.id, reviews.user_id))
    .where(isPublic)
    .orderBy(desc(reviews.published_at), desc(reviews.id))
    .limit(HOME_PAGE_REVIEWS);
  return found.map(({ id, rating, text, ...person }) => ({
    id,
    rating,
    text: excerptOf(text),
    ...signatureOf(person),
  }));
}
