// Rooms: a claim is about a visit (booking) of a crew (scheduling), and is answered in company time (operations).
import { and, asc, desc, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { claim_pictures, claims } from "~/db/schema/claims";
import { crews } from "~/db/schema/crews";
import { manageUrl } from "~/features/booking/manage/link.server";
import { minutesOf } from "~/features/booking/manage/reschedule";
import { visitPath } from "~/features/booking/manage/visit";
import { ownBooking } from "~/features/booking/visit.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import {
  addDays,
  companyToday,
  formatDate,
  formatLongDate,
  formatMoment,
  formatTime,
  isCalendarDate,
} from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { fileLink } from "~/platform/files/serve.server";
import type { ClaimPicture, OfficeClaim, ReCleanOffer, VisitClaims } from "./claim";
import { again, rowOf, selectClaims } from "./list.server";
import { readCompletedAt } from "./open.server";
import { answerSentence, claimableUntil, decideClaim, lengthsOf, termsOf } from "./rules";

/** What a visit's page says of claims; nothing of a visit that is not the actor's. */
export async function readVisitClaims(ctx: Ctx, booking_id: string): Promise<VisitClaims> {
  const none = { claim: null, until: null };
  if (!isUuid(booking_id)) return none;
  const [visit] = await ctx.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.id, booking_id), ownBooking(ctx.actor)));
  if (!visit) return none;
  const until = await readClaimableUntil(ctx, booking_id);
  const zone = (await readSettings(ctx))["general.timezone"];
  const [found] = await ctx.db
    .select({ claim: claims, again })
    .from(claims)
    .leftJoin(again, eq(again.id, claims.re_clean_id))
    .where(eq(claims.booking_id, booking_id))
    .orderBy(desc(claims.created_at), desc(claims.id))
    .limit(1);
  if (!found) return { claim: null, until };
  const { claim } = found;
  return {
    until,
    claim: {
      ...{ id: claim.id, status: claim.status, room: claim.room, words: claim.words },
      pictures: await readPictures(ctx, claim.id),
      at: formatMoment(claim.created_at, zone),
      due: formatMoment(claim.due_at, zone),
      decision: decisionOf(claim, found.again),
      answer: claim.answer,
      re_clean: found.again && isComing(found.again) ? pathOf(ctx, found.again) : null,
    },
  };
}

/** Until when a claim about a visit can be opened, in company time; null when none can, or one is open. */
export async function readClaimableUntil(
  { db, now }: Pick<Ctx, "db" | "now">,
  booking_id: string,
): Promise<string | null> {
  const { status, ends_at } = bookings;
  const [visit] = await db
    .select({ status, ends_at, open: claims.id })
    .from(bookings)
    .leftJoin(claims, and(eq(claims.booking_id, bookings.id), eq(claims.status, "open")))
    .where(eq(bookings.id, booking_id));
  if (!visit || visit.open) return null;
  const settings = await readSettings({ db });
  const terms = termsOf(settings);
  const completed = { ...visit, completed_at: await readCompletedAt(db, booking_id) };
  if (!decideClaim(completed, terms, now).ok) return null;
  return formatMoment(claimableUntil(completed, terms), settings["general.timezone"]);
}

type Claim = typeof claims.$inferSelect;
type Booking = typeof bookings.$inferSelect;

const isComing = ({ status }: Booking) => status !== "cancelled";

/** Another visit of the same customer's, for whoever may see the first one. */
function pathOf(ctx: Ctx, visit: Booking): string {
  return ctx.actor.kind === "user" ? visitPath({ id: visit.id, key: null }) : manageUrl(ctx, visit);
}

function decisionOf({ status, credit, currency }: Claim, visit: Booking | null): string | null {
  if (status === "open") return null;
  return answerSentence({ status, credit, currency, when: visit && isComing(visit) ? whenOf(visit) : null });
}

/** "Friday, June 12, 2026, 10:00 AM". */
function whenOf({ scheduled_date, scheduled_time }: Booking): string {
  return `${formatLongDate(scheduled_date)}, ${formatTime(scheduled_time)}`;
}

async function readPictures(
  ctx: Pick<Ctx, "db" | "links" | "now">,
  claim_id: string,
): Promise<ClaimPicture[]> {
  const found = await ctx.db
    .select({ id: claim_pictures.file_id })
    .from(claim_pictures)
    .where(eq(claim_pictures.claim_id, claim_id))
    .orderBy(asc(claim_pictures.position));
  return found.map(({ id }) => ({
    id,
    whole: fileLink(ctx, id),
    small: fileLink(ctx, id, { size: "small" }),
  }));
}

/** A claim for the office; null if there is none. */
export async function readOfficeClaim(ctx: StaffCtx, id: string): Promise<OfficeClaim | null> {
  const [found] = isUuid(id) ? await selectClaims(ctx.db).where(eq(claims.id, id)) : [];
  if (!found) return null;
  const zone = (await readSettings(ctx))["general.timezone"];
  const { claim, booking, author } = found;
  return {
    ...rowOf(found, ctx.now, zone),
    ...{ words: claim.words, answer: claim.answer, booking_id: booking.id, customer_id: booking.customer_id },
    pictures: await readPictures(ctx, id),
    due: formatMoment(claim.due_at, zone),
    decision: decisionOf(claim, found.again),
    visit: `${formatDate(booking.scheduled_date)}, ${formatTime(booking.scheduled_time)}`,
    address: [booking.address_line1, booking.address_line2, booking.city].filter(Boolean).join(", "),
    re_clean_id: found.again?.id ?? null,
    answered: claim.answered_at && {
      at: formatMoment(claim.answered_at, zone),
      by: author ?? "The office",
    },
  };
}

/** The claims about a visit, the newest first: whose page leads to them. */
export async function readClaimsOf({ db }: StaffCtx, booking_id: string) {
  return db
    .select({ id: claims.id, status: claims.status })
    .from(claims)
    .where(eq(claims.booking_id, booking_id))
    .orderBy(desc(claims.created_at));
}

/** When and by whom a re-clean could be, on the day that is asked for, else tomorrow. */
export async function readReCleanOffer(
  ctx: StaffCtx,
  booking_id: string,
  asked: string,
): Promise<ReCleanOffer> {
  const today = companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);
  const date = isCalendarDate(asked) && asked >= today ? asked : addDays(today, 1);
  const [visit] = await ctx.db.select().from(bookings).where(eq(bookings.id, booking_id));
  const minutes = visit ? minutesOf(visit) : 60;
  const lengths = lengthsOf(minutes);
  const place = { town: visit?.city, zip: visit?.zip_code, service_id: visit?.service_id };
  const team = await ctx.db
    .select({ id: crews.id, name: crews.name })
    .from(crews)
    .where(eq(crews.is_active, true))
    .orderBy(asc(crews.sort_order), asc(crews.name));
  const slots = await readSlotsOfDay(ctx, { date, minutes: Math.min(60, minutes), ...place });
  return { day: { date, slots }, today, lengths, crews: team, crew: visit?.crew_id ?? null };
}
