import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { customer_contacts, customers } from "~/db/schema/customers";
import { contact_messages } from "~/db/schema/messages";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { reviews } from "~/db/schema/reviews";
import { customerOfAccount } from "~/features/customers/records/link.server";
import { moveToCustomer, verifyEmail } from "~/features/customers/records/merge.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/**
 * Gives a user the bookings and plans made without an account under their address, and their customer what belongs to the
 * customer without account who has this address verified. Call it only for a verified address.
 */
export async function joinGuestBookings(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  user: { id: string; email: string },
): Promise<void> {
  // plans before their visits, as every verb about a plan takes them
  await tx
    .update(plans)
    .set({ user_id: user.id, customer_id: customerOfAccount(user.id), updated_at: ctx.now })
    .where(and(isNull(plans.user_id), eq(sql`lower(${plans.customer_email})`, user.email.toLowerCase())));
  const joined = await tx
    .update(bookings)
    .set({ user_id: user.id, customer_id: customerOfAccount(user.id), updated_at: ctx.now })
    .where(
      and(isNull(bookings.user_id), eq(sql`lower(${bookings.customer_email})`, user.email.toLowerCase())),
    )
    .returning({ id: bookings.id });
  await tell(tx, ctx, user.id, joined);
  await joinCustomers(tx, ctx, user);
}

/** Joins a guest's booking to the account with the same verified email, if any. */
export async function joinAccount(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  bookingId: string,
): Promise<void> {
  const [owner] = await tx // looked for first: most customers have no account, and an update of nothing costs more
    .select({ id: users.id })
    .from(bookings)
    .innerJoin(users, eq(users.email, sql`lower(${bookings.customer_email})`))
    .where(and(eq(bookings.id, bookingId), isNull(bookings.user_id), users.emailVerified));
  if (!owner) return;
  await tx
    .update(bookings)
    .set({ user_id: owner.id, customer_id: customerOfAccount(owner.id), updated_at: ctx.now })
    .where(eq(bookings.id, bookingId));
  await tell(tx, ctx, owner.id, [{ id: bookingId }]);
}

async function tell(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  user: string,
  joined: { id: string }[],
): Promise<void> {
  if (joined.length === 0) return;
  const ids = joined.map(({ id }) => id);
  await tx.execute(sql`
    with joined as (select id, plan_id, customer_id from ${bookings} where ${inArray(bookings.id, ids)}), reviewed as (
      update ${reviews} set customer_id = joined.customer_id from joined where booking_id = joined.id)
    update ${orders} set customer_id = joined.customer_id from joined
    where booking_id = joined.id or ${orders}.plan_id = joined.plan_id`);
  await recordAudit(
    tx,
    ctx,
    ...joined.map(({ id }) => ({
      action: "booking.joined",
      entity: "booking",
      entity_id: id,
      details: { user },
    })),
  );
}

/**
 * The account's customer takes over messages from its verified email, and the customers without account who have that email
 * verified, or who were guests with it and have no booking left.
 */
async function joinCustomers(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  user: { id: string; email: string },
): Promise<void> {
  const email = user.email.toLowerCase();
  const found = await tx
    .select({ id: customers.id, user_id: customers.user_id })
    .from(customers)
    .where(
      sql`${customers.user_id} = ${user.id} or (${customers.user_id} is null and ${customers.merged_into} is null
        and ${customers.id} = any (array(select contact.customer_id from ${customer_contacts} contact
          where contact.kind = 'email' and contact.value = ${email} and (contact.verified_at is not null
            or not exists (select from ${bookings} where ${bookings.customer_id} = contact.customer_id
              union all select from ${plans} where ${plans.customer_id} = contact.customer_id)))))`,
    )
    .orderBy(customers.id)
    .for("update");
  const own = found.find(({ user_id }) => user_id === user.id);
  if (!own) return;
  for (const { id } of found)
    if (id !== own.id) await moveToCustomer(tx, ctx, { kept: own.id, merged: id }, null);
  await verifyEmail(tx, own.id, email, ctx.now);
  await tx
    .update(contact_messages)
    .set({ customer_id: own.id })
    .where(and(isNull(contact_messages.customer_id), eq(sql`lower(${contact_messages.email})`, email)));
}
