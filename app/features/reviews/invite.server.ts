import { and, eq, gt, isNull, like, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { audit_log } from "~/db/schema/audit";
import { mail_choices } from "~/db/schema/background";
import { bookings } from "~/db/schema/bookings";
import { mails } from "~/db/schema/mail";
import { orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { reviews } from "~/db/schema/reviews";
import { isReviewable } from "~/features/booking/manage/visit";
import { completedAt, completions } from "~/features/booking/office/status-changes.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { companyToday } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { INVITE_WITHIN_DAYS, invitationOccasion, isInvitationDue, PLAN_INTERVAL_DAYS } from "./rules";

type InviteCtx = Pick<Ctx, "db" | "now">;

/** Queues an invitation for each visit that is due for one. */
export async function inviteReviews(ctx: InviteCtx & Pick<Ctx, "jobs">): Promise<void> {
  const { timezone } = await readCompany(ctx);
  for (const id of await readDue(ctx.db, ctx.now, timezone, recentlyCompleted(ctx.db, ctx.now))) {
    await ctx.jobs.enqueue(ctx.db, "review-invitation-mail", { booking_id: id });
  }
}

/** Whether an invitation is still wanted. Locks the visit until the transaction ends, and serializes the visits of a plan. */
export async function isInvitationWanted(tx: Database, now: Temporal.Instant, id: string): Promise<boolean> {
  const { timezone } = await readCompany({ db: tx });
  const where = eq(bookings.id, id);
  const [visit] = await tx.select({ plan_id: bookings.plan_id }).from(bookings).where(where).for("share");
  if (visit?.plan_id) {
    await tx.select({ id: plans.id }).from(plans).where(eq(plans.id, visit.plan_id)).for("no key update");
  }
  return (await readDue(tx, now, timezone, where)).length > 0;
}

/** Visits completed lately that have no invitation yet. */
function recentlyCompleted(db: Database, now: Temporal.Instant): SQL | undefined {
  const recent = gt(audit_log.at, now.subtract({ hours: 24 * (INVITE_WITHIN_DAYS * 2) }));
  const completed = db
    .select({ id: sql`${audit_log.entity_id}::uuid` })
    .from(audit_log)
    .where(and(completions, recent));
  const invited = db
    .select({ id: mails.id })
    .from(mails)
    .where(eq(mails.occasion, sql`${invitationOccasion("")} || ${bookings.id}`));
  return and(sql`${bookings.id} in (${completed})`, notExists(invited));
}

/** Amount refunded of the visit's own order. */
const refundedAmount = sql<number>`(select coalesce(sum(${refunds.amount}), 0)::int from ${refunds}
  where ${refunds.order_id} = ${orders.id} and ${refunds.status} in ('pending', 'completed'))`;

async function readDue(db: Database, now: Temporal.Instant, timezone: string, where: SQL | undefined) {
  const reviewed = db.select({ id: reviews.id }).from(reviews).where(eq(reviews.booking_id, bookings.id));
  const found = await db
    .select({
      id: bookings.id,
      status: bookings.status,
      date: bookings.scheduled_date,
      ends_at: bookings.ends_at,
      completed_at: completedAt,
      order_status: sql<"pending" | "completed" | "failed">`coalesce(${orders.status}, 'completed')`,
      amount: orders.charged,
      given_back: refundedAmount,
    })
    .from(bookings)
    .innerJoin(users, eq(users.id, bookings.user_id))
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .leftJoin(mail_choices, eq(mail_choices.user_id, bookings.user_id))
    .where(
      and(
        where,
        eq(bookings.status, "completed"),
        isNull(bookings.re_clean_of), // its customer was asked about the first one
        notExists(reviewed),
        or(isNull(mail_choices.user_id), mail_choices.reviews),
        or(isNull(bookings.plan_id), notExists(recentPlanInvitation(db, now))),
      ),
    );
  const today = companyToday(now, timezone);
  return found.flatMap(({ id, completed_at, amount, given_back, ...visit }) => {
    if (completed_at === null || !isReviewable(visit, today)) return [];
    if (amount !== null && given_back >= amount) return [];
    const times = { ends_at: visit.ends_at, completed_at: Temporal.Instant.from(completed_at) };
    return isInvitationDue(times, timezone, now) ? [id] : [];
  });
}

/** A recent invitation for another visit of the same plan. */
function recentPlanInvitation(db: Database, now: Temporal.Instant) {
  const others = sql`select o.id from ${bookings} o where o.plan_id = ${bookings.plan_id}`;
  return db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        like(mails.occasion, `${invitationOccasion("")}%`),
        sql`${mails.booking_id} in (${others})`,
        ne(mails.booking_id, bookings.id),
        gt(mails.created_at, now.subtract({ hours: 24 * PLAN_INTERVAL_DAYS })),
      ),
    );
}
