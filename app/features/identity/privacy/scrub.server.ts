// Rooms: an erasure reaches bookings (booking), their photos (fieldwork) and claims (claims), photos of homes (customers), checkouts
// (payments), bounces (notifications) and partners (integrations).
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { invitations, verifications } from "~/db/schema/accounts";
import { approvals } from "~/db/schema/approvals";
import { webhook_deliveries } from "~/db/schema/background";
import { bookings } from "~/db/schema/bookings";
import { book_differences } from "~/db/schema/books";
import { customers, properties } from "~/db/schema/customers";
import { entry_code_dismissals } from "~/db/schema/entry-codes";
import { visit_reports } from "~/db/schema/fieldwork";
import { import_rows } from "~/db/schema/imports";
import { mails } from "~/db/schema/mail";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { staff_notes } from "~/db/schema/office";
import { order_lines, orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import { eraseClaims } from "~/features/claims/erase.server";
import { eraseHomePhotos } from "~/features/customers/photos/save.server";
import { keepErased } from "~/features/customers/records/erasures.server";
import { erasePhotos } from "~/features/fieldwork/photos/save.server";
import { forgetPartnerReferences } from "~/features/integrations/partners/attribution.server";
import { forgetBounces } from "~/features/notifications/email/bounces.server";
import { eraseCards } from "~/features/payments/cards/erase.server";
import { forfeitCredit } from "~/features/payments/credit/store.server";
import { forgetGiftCards } from "~/features/payments/gift-cards/forget.server";
import { forgetCheckouts } from "~/features/payments/test-checkout/sessions.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { forgetJobs } from "~/platform/jobs/jobs.server";
import { deleteReceived } from "./correspondence.server";

/** What is left of a person and their home in a booking or a plan. */
const NOBODY = {
  user_id: null,
  customer_id: null,
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
} as const;

/** Who is erased: an account, or a customer without one. */
export type ErasedAccount = {
  /** Of the account and its customer, which are the same. */
  id: string;
  email: string;
  email_verified: boolean;
  booking_ids: string[];
  plan_ids: string[];
};

/** Removes a customer from everything that outlives the account. Times and prices of visits, payments and refunds are kept. */
export async function scrub(
  tx: Database,
  ctx: Pick<Ctx, "jobs" | "now" | "vault">,
  account: ErasedAccount,
): Promise<void> {
  const addresses = await addressesOf(tx, account);
  const customer_ids = await customersOf(tx, account);
  await keepErased(tx, ctx, { customer_ids, emails: account.email_verified ? [account.email] : [] });
  await eraseCards(tx, ctx, { customer_ids, booking_ids: account.booking_ids });
  await scrubBookings(tx, ctx, account.booking_ids);
  await forgetCheckouts(tx, await checkoutsOf(tx, account));
  await scrubPlans(tx, ctx, account.plan_ids);
  await scrubApprovals(tx, ctx, account);
  await tx.delete(verifications).where(mentions(account));
  // Jobs for an email are theirs only if it is verified.
  await forgetJobs(tx, account.email_verified ? [account.id, account.email] : [account.id]);
  await forgetEmail(tx, account);
  await deleteReceived(tx, ctx, account);
  const gone = await tx.delete(mails).where(emailsOf(account)).returning({ id: mails.id });
  if (gone.length > 0) await ctx.jobs.enqueue(tx, "forget-mail-files", { ids: gone.map(({ id }) => id) });
  // Every email they gave, verified or not. At worst one more email to it bounces.
  await forgetBounces(tx, [account.email, ...addresses]);
  if (account.email_verified) await forgetGiftCards(tx, account.email.toLowerCase());
  await forgetImported(tx, account);
  await eraseHomePhotos(tx, ctx, await homesOf(tx, account.id, customer_ids));
  for (const customer of customer_ids) await forfeitCredit(tx, ctx, customer);
  if (customer_ids.length > 0) await tx.delete(customers).where(inArray(customers.id, customer_ids));
}

/** The account's customer, and those without account who made its bookings. */
async function customersOf(tx: Database, { id, booking_ids }: ErasedAccount): Promise<string[]> {
  const guests = tx
    .select({ id: bookings.customer_id })
    .from(bookings)
    .where(inArray(bookings.id, booking_ids));
  const asGuest = and(isNull(customers.user_id), inArray(customers.id, guests));
  const found = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(or(eq(customers.id, id), asGuest));
  return found.map((customer) => customer.id);
}

/** The homes that go with the account and these customers. */
async function homesOf(tx: Database, id: string, customer_ids: string[]): Promise<string[]> {
  const found = await tx
    .select({ id: properties.id })
    .from(properties)
    .where(or(eq(properties.user_id, id), inArray(properties.customer_id, customer_ids)));
  return found.map((home) => home.id);
}

/** Emails of the customer's bookings. */
async function addressesOf(tx: Database, { booking_ids }: ErasedAccount): Promise<string[]> {
  if (booking_ids.length === 0) return [];
  const found = await tx
    .selectDistinct({ email: bookings.customer_email })
    .from(bookings)
    .where(inArray(bookings.id, booking_ids));
  return found.flatMap(({ email }) => email ?? []);
}

/** Removes the customer, staff notes and what crews wrote from visits. Times and prices are kept, and what was reported. */
export async function scrubBookings(
  tx: Database,
  ctx: Pick<Ctx, "jobs" | "now">,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await erasePhotos(tx, ctx, ids);
  await eraseClaims(tx, ctx, ids);
  await tx.delete(staff_notes).where(inArray(staff_notes.booking_id, ids));
  await tx.delete(entry_code_dismissals).where(inArray(entry_code_dismissals.booking_id, ids));
  await tx
    .update(visit_reports)
    .set({ words: "", answer: null, updated_at: ctx.now })
    .where(inArray(visit_reports.booking_id, ids));
  await forgetPartnerReferences(tx, inArray(orders.booking_id, ids));
  await tx
    .update(webhook_deliveries)
    .set({ payload: sql`${webhook_deliveries.payload} - 'town'` })
    .where(inArray(sql`${webhook_deliveries.payload} ->> 'booking_id'`, ids));
  await tx
    .update(bookings)
    .set({
      ...NOBODY,
      override_reason: null,
      items_waived_why: null,
      updated_at: ctx.now,
    })
    .where(inArray(bookings.id, ids));
}

/** Frequency and charges are kept for accounting. */
async function scrubPlans(tx: Database, { now }: Pick<Ctx, "now">, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(entry_code_dismissals).where(inArray(entry_code_dismissals.plan_id, ids));
  await forgetPartnerReferences(tx, inArray(orders.plan_id, ids));
  await tx
    .update(plans)
    .set({
      ...NOBODY,
      invoice_url: null,
      updated_at: now,
    })
    .where(inArray(plans.id, ids));
}

/**
 * What staff wrote about lines of an order, about refunds that needed an approval, and about differences of the books. Open approvals,
 * which a restore may have brought back, are withdrawn: nobody is left to get the money.
 */
async function scrubApprovals(
  tx: Database,
  { now }: Pick<Ctx, "now">,
  { booking_ids, plan_ids }: ErasedAccount,
) {
  if (booking_ids.length + plan_ids.length === 0) return;
  const own = tx
    .select({ id: orders.id })
    .from(orders)
    .where(or(inArray(orders.booking_id, booking_ids), inArray(orders.plan_id, plan_ids)));
  const open = and(inArray(approvals.order_id, own), eq(approvals.status, "open"));
  await tx.update(approvals).set({ status: "withdrawn", decided_at: now }).where(open);
  await tx.update(approvals).set({ reason: "" }).where(inArray(approvals.order_id, own));
  await tx.update(order_lines).set({ reason: null }).where(inArray(order_lines.order_id, own));
  const noted = and(inArray(book_differences.order_id, own), isNotNull(book_differences.note));
  await tx.update(book_differences).set({ note: "" }).where(noted);
}

async function checkoutsOf(
  tx: Database,
  { booking_ids, plan_ids }: Pick<ErasedAccount, "booking_ids" | "plan_ids">,
): Promise<string[]> {
  if (booking_ids.length + plan_ids.length === 0) return [];
  const ofAccount = or(inArray(orders.booking_id, booking_ids), inArray(orders.plan_id, plan_ids));
  const found = await tx
    .select({ id: orders.payment_session_id })
    .from(orders)
    .where(and(ofAccount, isNotNull(orders.payment_session_id)));
  return found.flatMap(({ id }) => id ?? []);
}

/**
 * Invitations to the team, and the newsletter. Nothing is kept: only subscribers get the newsletter, so nobody must be remembered
 * as unsubscribed.
 */
async function forgetEmail(tx: Database, { email, email_verified }: ErasedAccount): Promise<void> {
  if (!email_verified) return;
  await tx.delete(invitations).where(eq(invitations.email, email.toLowerCase()));
  await tx
    .delete(newsletter_subscribers)
    .where(eq(sql`lower(${newsletter_subscribers.email})`, email.toLowerCase()));
}

/** Lines of imports that were about no customer, such as those of gift cards. An undo needs only what they made. */
async function forgetImported(tx: Database, { email, email_verified }: ErasedAccount): Promise<void> {
  if (!email_verified) return;
  const who = { name: null, email: null, phone: null, address: null };
  await tx
    .update(import_rows)
    .set({ ...who, facts: null, differences: null, sealed: "" })
    .where(
      and(
        isNull(import_rows.customer_id),
        isNotNull(import_rows.done_at),
        eq(sql`lower(${import_rows.email})`, email.toLowerCase()),
      ),
    );
}

/** Emails of the account and its bookings, and other emails to its address if it is verified. */
function emailsOf({ id, email, email_verified, booking_ids }: ErasedAccount): SQL | undefined {
  return or(
    eq(mails.user_id, id),
    booking_ids.length > 0 ? inArray(mails.booking_id, booking_ids) : undefined,
    email_verified ? eq(sql`lower(${mails.recipient})`, email.toLowerCase()) : undefined,
  );
}

/** A single-use secret has the user id as its value, or the email anywhere in it. */
function mentions({ id, email }: ErasedAccount): SQL {
  const { identifier, value } = verifications;
  return sql`strpos(${value}, ${id}) > 0 or strpos(lower(${value}), ${email}) > 0 or lower(${identifier}) = ${email}`;
}
