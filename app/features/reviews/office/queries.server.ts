import { eq } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { profiles } from "~/db/schema/customers";
import { reviews } from "~/db/schema/reviews";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { readCompany } from "~/features/operations/settings/queries.server";
import { signatureOf } from "~/features/reviews/rules";
import { formatLongDate, formatMoment, formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import { type OfficeReview, stateOf } from "./list";

/** One review. Null if there is none with this id. */
export async function readOfficeReview(ctx: StaffCtx, id: string): Promise<OfficeReview | null> {
  if (!isUuid(id)) return null;
  const [[found], { timezone }] = await Promise.all([
    ctx.db
      .select({
        review: reviews,
        first_name: profiles.first_name,
        last_name: profiles.last_name,
        email: users.email,
        number: bookings.number,
        town: bookings.city,
        date: bookings.scheduled_date,
        time: bookings.scheduled_time,
        service: services.title,
        crew: crews.name,
      })
      .from(reviews)
      .innerJoin(profiles, eq(profiles.id, reviews.user_id))
      .innerJoin(users, eq(users.id, reviews.user_id))
      .innerJoin(bookings, eq(bookings.id, reviews.booking_id))
      .leftJoin(services, eq(services.id, bookings.service_id))
      .leftJoin(crews, eq(crews.id, bookings.crew_id))
      .where(eq(reviews.id, id)),
    readCompany(ctx),
  ]);
  if (!found) return null;
  const { review, number, email, town, crew, service, ...rest } = found;
  const { name, town: place } = signatureOf({ first_name: rest.first_name, town });
  return {
    id,
    at: formatMoment(review.created_at, timezone),
    customer: [rest.first_name, rest.last_name].filter(Boolean).join(" ") || UNKNOWN.customer,
    service: service ?? UNKNOWN.service,
    number: formatNumber(number),
    visit: `${formatLongDate(rest.date)}, ${formatTime(rest.time)}`,
    rating: review.rating,
    review_text: review.review_text,
    state: stateOf(review),
    user_id: review.user_id,
    booking_id: review.booking_id,
    published_at: review.published_at && formatMoment(review.published_at, timezone),
    signature: [name, place].filter(Boolean).join(", "),
    ...{ email, town, crew },
  };
}
