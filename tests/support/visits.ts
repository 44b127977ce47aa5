import type { Pool } from "pg";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import type { Actor, Ctx, User } from "~/platform/context.server";
import { type aRequest, bookingOf, paySession } from "./bookings";

/** A booked, paid and confirmed visit, as stored. */
export async function confirmedVisit(ctx: Ctx, pool: Pool, details: Parameters<typeof aRequest>[0] = {}) {
  const session = await paySession(ctx, details);
  await closeCheckout(ctx, session);
  return { ...(await bookingOf(pool, session)), session };
}

/** A guest with the signed link of one booking. */
export function linkTo(booking_id: string): Actor {
  return { kind: "link", booking_id };
}

/** A customer with an account. */
export async function aUser(pool: Pool, email: string, { verified = true } = {}): Promise<User> {
  const { rows } = await pool.query(
    "insert into users (name, email, email_verified) values ('Ada Lovelace', $1, $2) returning id",
    [email, verified],
  );
  return {
    kind: "user",
    id: rows[0].id,
    email,
    email_verified: verified,
    first_name: "Ada",
    last_name: "Lovelace",
    phone: null,
    role: "user",
    session_id: "none",
    proved: false,
    owes_second_factor: false,
  };
}

/** A booking as stored now. */
export async function visitRow(pool: Pool, id: string) {
  const { rows } = await pool.query(
    `select *, starts_at::text as starts, scheduled_date::text as day, to_char(scheduled_time, 'HH24:MI') as clock
     from bookings where id = $1`,
    [id],
  );
  return rows[0];
}

/** A booking's refunds, in the company's tables and in the test checkout's. */
export async function refundsOf(pool: Pool, id: string) {
  const { rows: ours } = await pool.query(
    `select r.* from refunds r join orders o on o.id = r.order_id where o.booking_id = $1 order by r.created_at`,
    [id],
  );
  const { rows: theirs } = await pool.query(
    `select r.* from test_checkout_refunds r join orders o on o.payment_session_id = r.payment_id
     where o.booking_id = $1 order by r.created_at`,
    [id],
  );
  return { ours, theirs };
}
