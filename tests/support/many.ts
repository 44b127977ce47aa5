import type { Pool } from "pg";
import { idOf } from "../../bench/office-past";

const PLACE = "address_line1, city, state, zip_code";
const HOME = (n: string) => `${n} || ' Main Street', 'Concord', 'NH', '03301'`;
const POLICY = `'{"full_refund_hours": 24, "late_fee_percent": 50}'`;
const LINES = `'[{"label": "Cleaning", "amount": 15900}]'`;
const NOON = "'2026-06-01T12:00Z'::timestamptz";

/** One visit for each `n`, each by a crew of its own. `day` and `clock` are SQL, in company time. */
const visits = (
  kind: string,
  day: string,
  clock: string,
  status: string,
  more: Record<string, string> = {},
) => `
  insert into bookings (id, user_id, service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked,
    status, total_amount, price_lines, policy, ${PLACE}, customer_name, customer_email, created_at, updated_at
    ${Object.keys(more)
      .map((column) => `, ${column}`)
      .join("")})
  select ${idOf(kind, "n")}, $3, 'regular-cleaning', ${idOf("crew", "n")}, ${day}, ${clock}, 1, starts, starts + interval '1 hour',
    tstzrange(starts, starts + interval '90 minutes'), '${status}', 15900, ${LINES}, ${POLICY}, ${HOME("n")}, 'Ada Lovelace',
    'owner@mail.example', ${NOON}, ${NOON} ${Object.values(more)
      .map((value) => `, ${value}`)
      .join("")}
  from (select n, (${day} + time ${clock}) at time zone 'America/New_York' as starts from generate_series($1::int, $2::int) n) x`;

const each = (table: string, columns: string, values: string) =>
  `insert into ${table} (${columns}) select ${values} from generate_series($1::int, $2::int) n`;

/** $1 to $2 are the numbers of the rows; $3 is the owner of everything. */
const STATEMENTS = [
  each("crews", "id, name, sort_order", `${idOf("crew", "n")}, 'Crew ' || n, 100 + n`),
  each("users", "id, name, email", `${idOf("user", "n")}, 'Person ' || n, 'many-' || n || '@mail.example'`),
  each("user_roles", "user_id, role, created_at", `${idOf("user", "n")}, 'admin', ${NOON}`),
  each(
    "sessions",
    "user_id, token, expires_at",
    `${idOf("user", "1")}, 'token ' || n, ${NOON} + interval '100 years'`,
  ),
  each("crew_members", "crew_id, name", `${idOf("crew", "1")}, 'Member ' || n`),
  each(
    "crew_time_off",
    "crew_id, first_day, last_day",
    `${idOf("crew", "1")}, date '2027-01-01' + n, date '2027-01-01' + n`,
  ),
  each(
    "properties",
    `user_id, property_type, pets, parking, ${PLACE}`,
    `$3, 'residential', 'A cat', 'Street', ${HOME("n")}`,
  ),
  `insert into plans (id, user_id, service_id, status, frequency, first_date, slot_time, visit_minutes, amount, price_lines, currency,
     policy, ${PLACE}, customer_name, customer_email, provider, subscription_id, needs_attention, period_start, period_end, created_at)
   select ${idOf("plan", "n")}, $3, 'monthly-home-care', 'active', 'weekly', '2026-06-09', '14:00', 60, 28900, ${LINES}, 'USD', ${POLICY},
     ${HOME("n")}, 'Ada Lovelace', 'owner@mail.example', 'test', 'test_sub_' || n, 'No time was found', ${NOON},
     ${NOON} + interval '1 month', ${NOON} from generate_series($1::int, $2::int) n`,
  visits("today", "date '2026-06-01'", "'10:00'", "confirmed"),
  visits("waiting", "date '2026-06-01'", "'16:00'", "confirmed", { needs_attention: "'Look at it'" }),
  visits("past", "date '2026-05-30' - n", "'10:00'", "completed"),
  visits("ahead", "date '2026-06-02' + n", "'10:00'", "confirmed"),
  visits("planned", "date '2026-06-02' + n", "'14:00'", "confirmed", {
    plan_id: idOf("plan", "1"),
    plan_visit: "n",
  }),
  ...["today", "past", "ahead"].map((kind) =>
    each(
      "orders",
      "id, booking_id, amount, currency, status, provider, payment_session_id, completed_at, created_at",
      `${idOf(`order of ${kind}`, "n")}, ${idOf(kind, "n")}, 15900, 'USD', 'completed', 'test', '${kind} ' || n, ${NOON}, ${NOON}`,
    ),
  ),
  each(
    "orders",
    "plan_id, amount, currency, status, provider, completed_at, created_at",
    `${idOf("plan", "1")}, 28900, 'USD', 'completed', 'test', ${NOON}, ${NOON}`,
  ),
  each(
    "refunds",
    "order_id, amount, reason, status, idempotency_key, created_at",
    `${idOf("order of today", "1")}, 1, 'Kindness', 'failed', 'many ' || n, ${NOON}`,
  ),
  each(
    "reviews",
    "id, booking_id, user_id, rating, review_text, may_publish, published_at, created_at",
    `${idOf("review", "n")}, ${idOf("past", "n")}, $3, 5, 'Spotless.', true, ${NOON}, ${NOON}`,
  ),
  each(
    "claims",
    "id, booking_id, room, words, status, answer, answered_at, due_at, created_at",
    `${idOf("claim", "n")}, ${idOf("today", "n")}, 'Kitchen', 'Dusty.', 'refused', 'Sorry.', ${NOON}, ${NOON}, ${NOON}`,
  ),
  each(
    "contact_messages",
    "id, submission_id, name, email, message, created_at",
    `${idOf("message", "n")}, ${idOf("sent", "n")}, 'Grace', 'owner@mail.example', 'Hello.', ${NOON}`,
  ),
  each(
    "message_replies",
    "message_id, author_id, body",
    `${idOf("message", "1")}, ${idOf("user", "n")}, 'Hi.'`,
  ),
  each("canned_replies", "title, body", "'Reply ' || n, 'Hi.'"),
  each(
    "job_applications",
    "id, submission_id, position, location, first_name, last_name, email, phone, cover_letter, created_at",
    `${idOf("application", "n")}, ${idOf("sent", "n")}, 'Team Lead', 'Portsmouth, NH', 'Grace', 'Hopper', 'grace@mail.example', '1', '',
     ${NOON}`,
  ),
  each(
    "application_mails",
    "application_id, author_id, subject, body",
    `${idOf("application", "1")}, ${idOf("user", "n")}, 'Hi', 'Hi.'`,
  ),
  ...["booking_id", "user_id", "application_id"].map((about) =>
    each(
      "staff_notes",
      `${about}, author_id, body`,
      `${{ booking_id: idOf("today", "1"), user_id: "$3", application_id: idOf("application", "1") }[about]},
       ${idOf("user", "n")}, 'Note ' || n`,
    ),
  ),
  each(
    "mails",
    "id, occasion, recipient, subject, html, text, status, error, created_at",
    `${idOf("mail", "n")}, 'many:' || n, 'owner@mail.example', 'Hello', '', '', 'failed', 'No such box', ${NOON}`,
  ),
  each("newsletter_subscribers", "email, created_at", `'reader-' || n || '@mail.example', ${NOON}`),
  each(
    "webhooks",
    "id, url, secret, events",
    `${idOf("webhook", "n")}, 'https://hooks.example/' || n, '', '["booking.confirmed"]'`,
  ),
  each(
    "webhook_deliveries",
    "id, webhook_id, event, event_key, payload, status, created_at",
    `${idOf("delivery", "n")}, ${idOf("webhook", "1")}, 'booking.confirmed', 'booking.confirmed:' || n, '{}', 'failed', ${NOON}`,
  ),
  each("closures", "date", "date '2026-06-01' + 2 * n"),
  each("storm_days", "id, date, towns", `${idOf("storm", "n")}, date '2026-06-02' + n, '{}'`),
  each("storm_offers", "storm_day_id, booking_id", `${idOf("storm", "1")}, ${idOf("ahead", "n")}`),
  each(
    "backups",
    "file, reason, status, created_at",
    `'backup-' || n, 'manual', 'failed', ${NOON} + n * interval '1 second'`,
  ),
  ...["booking", "order", "user", "crew"].map((entity) =>
    each(
      "audit_log",
      "at, actor, action, entity, entity_id, details",
      `${NOON}, 'admin:' || ${idOf("user", "n")}, '${entity}.changed', '${entity}',
       ${{ booking: idOf("today", "1"), order: idOf("order of today", "1"), user: "$3::text", crew: idOf("crew", "n") }[entity]}, '{}'`,
    ),
  ),
];

/**
 * Adds rows of everything that a page can list, with these numbers. The first row has as many parts as the others together.
 */
export async function addMany(
  pool: Pool,
  { from, to, owner }: { from: number; to: number; owner: string },
): Promise<void> {
  for (const sql of STATEMENTS) await pool.query(sql, sql.includes("$3") ? [from, to, owner] : [from, to]);
}
