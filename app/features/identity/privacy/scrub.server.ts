import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { verifications } from "~/db/schema/accounts";
import { webhook_deliveries } from "~/db/schema/background";
import { bookings } from "~/db/schema/bookings";
import { mails } from "~/db/schema/mail";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { staff_notes } from "~/db/schema/office";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import { forgetPartnerReferences } from "~/features/integrations/partners/via.server";
import { forgetBounces } from "~/features/notifications/email/bounces.server";
import { forgetCheckouts } from "~/features/payments/test-checkout/sessions.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { forgetJobs } from "~/platform/jobs.server";
import { scrubEmails } from "./received.server";

export type Leaving = {
  id: string;
  email: string;
  email_verified: boolean;
  booking_ids: string[];
  plan_ids: string[];
};

/**
 * Takes a customer out of everything that outlives the account. What the company must keep stays: when the visits were,
 * what they cost, what was paid and given back.
 */
export async function scrub(tx: Database, ctx: Pick<Ctx, "jobs" | "now">, leaving: Leaving): Promise<void> {
  const addresses = await addressesOf(tx, leaving);
  await scrubBookings(tx, ctx, leaving.booking_ids);
  await forgetCheckouts(tx, await checkoutsOf(tx, leaving));
  await scrubPlans(tx, ctx, leaving.plan_ids);
  await tx.delete(verifications).where(names(leaving));
  // What waits for an address is theirs only when the address is shown to be.
  await forgetJobs(tx, leaving.email_verified ? [leaving.id, leaving.email] : [leaving.id]);
  await scrubNewsletter(tx, leaving);
  await scrubEmails(tx, ctx, leaving);
  const gone = await tx.delete(mails).where(mailsOf(leaving)).returning({ id: mails.id });
  if (gone.length > 0) await ctx.jobs.enqueue(tx, "forget-mail-files", { ids: gone.map(({ id }) => id) });
  // Of any address they gave, shown to be theirs or not: at worst one mail more goes there in vain.
  await forgetBounces(tx, [leaving.email, ...addresses]);
}

/** Where mails about their visits went. */
async function addressesOf(tx: Database, { booking_ids }: Leaving): Promise<string[]> {
  if (booking_ids.length === 0) return [];
  const found = await tx
    .selectDistinct({ email: bookings.customer_email })
    .from(bookings)
    .where(inArray(bookings.id, booking_ids));
  return found.flatMap(({ email }) => email ?? []);
}

/** Takes whoever booked out of visits, and what staff noted about them; when they were and what they cost stays. */
export async function scrubBookings(tx: Database, { now }: Pick<Ctx, "now">, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(staff_notes).where(inArray(staff_notes.booking_id, ids));
  await forgetPartnerReferences(tx, inArray(orders.booking_id, ids));
  await tx
    .update(webhook_deliveries)
    .set({ payload: sql`${webhook_deliveries.payload} - 'town'` })
    .where(inArray(sql`${webhook_deliveries.payload} ->> 'booking_id'`, ids));
  await tx
    .update(bookings)
    .set({
      user_id: null,
      property_id: null,
      draft_id: null,
      request_hash: null,
      client_hash: null,
      customer_name: null,
      customer_email: null,
      customer_phone: null,
      notes: null,
      address_line1: ERASED_STREET,
      address_line2: null,
      city: "",
      state: "",
      zip_code: "",
      updated_at: now,
    })
    .where(inArray(bookings.id, ids));
}

/** How often it came and what was charged stays, for the books. */
async function scrubPlans(tx: Database, { now }: Pick<Ctx, "now">, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await forgetPartnerReferences(tx, inArray(orders.plan_id, ids));
  await tx
    .update(plans)
    .set({
      user_id: null,
      property_id: null,
      draft_id: null,
      request_hash: null,
      client_hash: null,
      customer_name: null,
      customer_email: null,
      customer_phone: null,
      notes: null,
      invoice_url: null,
      address_line1: ERASED_STREET,
      address_line2: null,
      city: "",
      state: "",
      zip_code: "",
      updated_at: now,
    })
    .where(inArray(plans.id, ids));
}

async function checkoutsOf(
  tx: Database,
  { booking_ids, plan_ids }: Pick<Leaving, "booking_ids" | "plan_ids">,
): Promise<string[]> {
  if (booking_ids.length + plan_ids.length === 0) return [];
  const theirs = or(inArray(orders.booking_id, booking_ids), inArray(orders.plan_id, plan_ids));
  const found = await tx
    .select({ id: orders.payment_session_id })
    .from(orders)
    .where(and(theirs, isNotNull(orders.payment_session_id)));
  return found.flatMap(({ id }) => id ?? []);
}

/** Nothing stays: nobody is written to who is not on the list, so none needs to be remembered for having left it. */
async function scrubNewsletter(tx: Database, { email, email_verified }: Leaving): Promise<void> {
  if (!email_verified) return;
  await tx
    .delete(newsletter_subscribers)
    .where(eq(sql`lower(${newsletter_subscribers.email})`, email.toLowerCase()));
}

/** Mails of the account and of its bookings. Others to the address are theirs only when the address is shown to be. */
function mailsOf({ id, email, email_verified, booking_ids }: Leaving): SQL | undefined {
  return or(
    eq(mails.user_id, id),
    booking_ids.length > 0 ? inArray(mails.booking_id, booking_ids) : undefined,
    email_verified ? eq(sql`lower(${mails.recipient})`, email.toLowerCase()) : undefined,
  );
}

/** Single-use secrets hold the user's id as their value, or the address somewhere in it. */
function names({ id, email }: Leaving): SQL {
  const { identifier, value } = verifications;
  return sql`strpos(${value}, ${id}) > 0 or strpos(lower(${value}), ${email}) > 0 or lower(${identifier}) = ${email}`;
}
