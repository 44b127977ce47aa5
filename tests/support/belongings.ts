import { settleSession } from "~/features/payments/settlement/settle.server";
import type { testApp } from "./app";
import { bookingOf, paySession, sessionState } from "./bookings";

type World = Pick<Awaited<ReturnType<typeof testApp>>, "pool" | "ctx">;

/** Words that only the owner may read. */
export const SECRETS = [
  "7 Secretwood Lane",
  "The key is under the third birch",
  "Marvellous birchwork",
  "Ottilie",
  "ottilie@mail.example",
];

/** Adds an address of somebody's own visits: user id, token. */
export const CALENDAR_ADDRESS = `insert into calendar_addresses (user_id, shows, token_hash)
  values ($1, 'own visits', encode(sha256(convert_to($2, 'UTF8')), 'hex'))`;

export type Belongings = Record<
  "upcoming" | "past" | "property" | "feed" | "key" | "plan" | "charge" | "plan_key" | "session" | "passkey",
  string
>;

/**
 * Gives a user one of everything that a customer can own: a home, a paid upcoming visit, a past one with a review, a
 * calendar feed, a plan with a charge.
 */
export async function giveBelongings({ pool, ctx }: World, userId: string): Promise<Belongings> {
  const one = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows[0];
  const visit = async (time: string) => {
    const session = await paySession(ctx(), { time });
    await settleSession(ctx(), await sessionState(ctx(), session));
    const { id } = await bookingOf(pool, session);
    await pool.query(
      `update bookings set user_id = $2, address_line1 = $3, notes = $4, customer_name = 'Ottilie Owner',
         customer_email = 'ottilie@mail.example' where id = $1`,
      [id, userId, SECRETS[0], SECRETS[1]],
    );
    return id as string;
  };
  const property = await one(
    `insert into properties (user_id, property_type, address_line1, city, state, zip_code, special_instructions)
     values ($1, 'residential', $2, 'Pittsfield', 'NH', '03263', $3) returning id`,
    userId,
    SECRETS[0],
    SECRETS[1],
  );
  const [upcoming, past] = [await visit("8:00 AM"), await visit("2:00 PM")];
  await pool.query(
    `update bookings set status = 'completed', scheduled_date = '2026-05-13', starts_at = '2026-05-13T18:00Z',
       ends_at = '2026-05-13T21:00Z', blocked = '[2026-05-13T18:00Z,2026-05-13T21:30Z)' where id = $1`,
    [past],
  );
  await pool.query(
    "insert into reviews (user_id, booking_id, rating, review_text) values ($1, $2, 5, 'Marvellous birchwork')",
    [userId, past],
  );
  const feed = "f".repeat(32);
  await pool.query(CALENDAR_ADDRESS, [userId, feed]);
  const plan = await one(
    `insert into plans (user_id, service_id, status, frequency, first_date, slot_time, visit_minutes, amount,
       price_lines, currency, policy, notes, address_line1, city, state, zip_code, customer_name, customer_email,
       provider, subscription_id, period_start, period_end)
     values ($1, 'monthly-home-care', 'active', 'weekly', '2026-06-09', '10:00', 180, 28900,
       '[{"label": "Monthly Home Care, monthly", "amount": 28900}]', 'USD',
       '{"full_refund_hours": 24, "late_fee_percent": 50}', $3, $2, 'Pittsfield', 'NH', '03263', 'Ottilie Owner',
       'ottilie@mail.example', 'test', 'test_sub_belongings', '2026-05-20T12:00Z', '2026-06-20T12:00Z')
     returning id`,
    userId,
    SECRETS[0],
    SECRETS[1],
  );
  const charge = await one(
    `insert into orders (plan_id, amount, currency, status, provider, completed_at)
     values ($1, 28900, 'USD', 'completed', 'test', '2026-05-20T12:00Z') returning id`,
    plan.id,
  );
  const session = await one("select id from sessions where user_id = $1", userId);
  const passkey = await one(
    `insert into passkeys (user_id, name, public_key, credential_id, counter, device_type, backed_up)
     values ($1, 'Marvellous birchwork', '', gen_random_uuid(), 0, 'singleDevice', false) returning id`,
    userId,
  );
  const key = ctx().links.sign(`booking:${upcoming}`);
  const plan_key = ctx().links.sign(`plan:${plan.id}`);
  return {
    upcoming,
    past,
    property: property.id,
    feed,
    key,
    plan: plan.id,
    charge: charge.id,
    plan_key,
    session: session.id,
    passkey: passkey.id,
  };
}

/** Everything stored about a user, as one text, to compare before and after. */
export async function storedOf({ pool }: Pick<World, "pool">, userId: string): Promise<string> {
  const tables = {
    users: "id",
    profiles: "id",
    accounts: "user_id",
    sessions: "user_id",
    properties: "user_id",
    bookings: "user_id",
    plans: "user_id",
    reviews: "user_id",
    calendar_addresses: "user_id",
    saved_articles: "user_id",
    user_roles: "user_id",
    two_factors: "user_id",
    passkeys: "user_id",
  };
  const parts = Object.entries(tables).map(async ([table, column]) => {
    const sql = `select to_jsonb(t) as row from ${table} t where ${column} = $1 order by to_jsonb(t)::text`;
    return [table, (await pool.query(sql, [userId])).rows];
  });
  const { rows } = await pool.query(
    "select r.* from refunds r join orders o on o.id = r.order_id join bookings b on b.id = o.booking_id where b.user_id = $1",
    [userId],
  );
  return JSON.stringify([...(await Promise.all(parts)), rows], null, 1);
}
