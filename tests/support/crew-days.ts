import type { Pool } from "pg";

/** A member of a crew with a phone. */
export async function aMember(pool: Pool, crew_id: string | null, name: string) {
  const { rows: members } = await pool.query(
    "insert into crew_members (crew_id, name) values ($1, $2) returning id",
    [crew_id, name],
  );
  const { rows: phones } = await pool.query(
    `insert into crew_phones (member_id, secret_hash, name, pin_hash, unlocked_until, last_seen_at)
     values ($1, gen_random_uuid()::text, 'Chrome on Android', 'x', $2, $2) returning id`,
    [members[0].id, "2026-06-10T11:50:00Z"],
  );
  return { member_id: members[0].id as string, phone_id: phones[0].id as string };
}

type Tap = { booking: string; member: string; at: string; item?: string };

/** What a member tapped, as stored. */
export async function tap(pool: Pool, kind: string, { booking, member, at, item }: Tap): Promise<void> {
  await pool.query(
    `insert into visit_events (id, booking_id, member_id, kind, members, item_id, happened_at, phone_at, received_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $6, $6)`,
    [booking, member, kind, item ? [] : [member], item ?? null, at],
  );
}

/** What a member reported from a visit, as stored; returns its id. */
export async function report(
  pool: Pool,
  kind: string,
  { booking, member, words }: { booking: string; member: string; words: string },
): Promise<string> {
  const { rows } = await pool.query(
    `insert into visit_reports (id, booking_id, member_id, kind, words, happened_at)
     values (gen_random_uuid(), $1, $2, $3, $4, '2026-06-10T13:10:00Z') returning id`,
    [booking, member, kind, words],
  );
  return rows[0].id;
}

/** An item of the checklist of regular cleaning; returns its id. */
export async function anItem(
  pool: Pool,
  text: string,
  need: "required" | "optional" = "required",
): Promise<string> {
  const { rows } = await pool.query(
    "insert into checklist_items (service_id, text, need) values ('regular-cleaning', $1, $2) returning id",
    [text, need],
  );
  return rows[0].id;
}

/** The customer of each order owes some money, for which there is a card. */
export async function oweByCard(pool: Pool): Promise<void> {
  await pool.query(
    `with payer as (insert into customers (first_name) values ('Ada') returning id),
       card as (insert into cards (customer_id, provider, provider_customer_id, method_id, brand, last4, exp_month,
         exp_year, created_at) select id, 'test-checkout', 'p', 'm', 'Visa', '4242', 12, 2030, now() from payer returning id)
     update orders set amount = amount + 5300, card_limit = 99900, card_id = card.id from card`,
  );
}
