/**
 * A company's past as SQL, table by table, oldest first. :customers, :bookings and :days_back are replaced by numbers.
 * Random values are hashes of row numbers, so that every run has the same past.
 */
const CREWS = 100;
const SLOTS = 5;
const A_DAY = CREWS * SLOTS;

/** A number from 0 to below 1 from a row number; `salt` makes numbers independent. */
const chance = (n: string, salt: number) =>
  `((hashint8extended(${n}, ${salt}) & 1073741823) / 1073741824.0)::float8`;
const pick = (from: string[], share: string) =>
  `(array[${from.map((one) => `'${one}'`).join(",")}])[1 + floor(${share} * ${from.length})::int]`;
/** A UUID, as random and as valid as real ones. */
export const idOf = (kind: string, n: string) =>
  `overlay(overlay(md5('${kind}' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;

const FIRST = [
  ..."Ada Grace Mary Joan Adele Emily Olivia Hannah Sarah Laura Megan Karen Nancy Ruth Alice Julia".split(
    " ",
  ),
  ..."James Robert John Michael David William Peter Thomas Daniel Paul Mark Brian Kevin Eric Henry Noah".split(
    " ",
  ),
];
/** Most common first. With endings and middles there are four thousand surnames. */
const SURNAME_START =
  "Smith Brown Clark Baker White Adams Cole Dow Hill Page Lang Mor Thorn Wal Brad Sher Ash Fair Pem Kings".split(
    " ",
  );
const SURNAME_MIDDLE = ["", "en", "er", "ing", "el", "am", "in", "ar", "on", "is"];
const SURNAME_END = [
  "",
  ..."son ley ton field man berg well ford by wood dale ham ridge worth hurst more gate den land".split(" "),
];
const TOWNS = [
  ..."Concord Manchester Nashua Laconia Bedford Bow Hooksett Londonderry Merrimack Derry Salem".split(" "),
  ..."Goffstown Hopkinton Loudon Epsom Pembroke Weare Belmont Tilton Northfield Gilford Boscawen".split(" "),
];
/** Where the company worked in its first years only. */
const FORMER_TOWN = "Pittsfield";
const STREETS = "Main Maple Oak Birch Pleasant School Elm Church Pine Water High Center Spring River".split(
  " ",
);
const KINDS_OF_STREET = ["Street", "Road", "Avenue", "Lane", "Drive"];

const REVIEW_TEXTS = [
  "Spotless, and on time.",
  "Friendly crew. The kitchen shines.",
  "They even found my keys.",
  "Good work, a little late.",
  "We book them every month.",
  "Careful with the old floor.",
];
const SUBJECTS = [
  "Your booking is confirmed",
  "Your visit is tomorrow",
  "How was your visit",
  "Your receipt for the visit",
];
const QUESTIONS = [
  "Do you bring your own supplies?",
  "Can you come on a weekend?",
  "How long does a deep cleaning of four rooms take?",
  "We have two dogs and a cat. Is that all right?",
  "I would like an offer for our office.",
];
const POSITIONS = [
  "Cleaning Specialist",
  "Team Lead",
  "Customer Success Representative",
  "Operations Manager",
];

const digits = (n: string) => `lpad((hashint8extended(${n}, 8) & 1048575)::text, 7, '0')`;
/** How often a name occurs falls with its rank: few are common, most are rare. */
const rank = (n: string) => `floor(4000 * ${chance(n, 2)} ^ 2)::int`;
const surname = (n: string) => `case when ${n} % 50000 = 777 then 'Quackenbush' else
  (array[${quoted(SURNAME_START)}])[1 + ${rank(n)} % ${SURNAME_START.length}]
  || (array[${quoted(SURNAME_MIDDLE)}])[1 + ${rank(n)} / ${SURNAME_START.length * SURNAME_END.length}]
  || (array[${quoted(SURNAME_END)}])[1 + ${rank(n)} / ${SURNAME_START.length} % ${SURNAME_END.length}] end`;

function quoted(texts: string[]): string {
  return texts.map((text) => `'${text}'`).join(",");
}

/** All customers: those with an account and, a quarter as many, guests. */
const PEOPLE = `
  create temp table people as
  select n, n <= :customers as has_account, ${idOf("person", "n")} as id, ${pick(FIRST, chance("n", 1))} as first_name,
    ${surname("n")} as last_name, 'person-' || n || '@mail.example' as email, '(603) ' || ${digits("n")} as phone,
    (1 + floor(400 * ${chance("n", 3)}))::int || ' ' || ${pick(STREETS, chance("n", 4))} || ' '
      || ${pick(KINDS_OF_STREET, chance("n", 5))} as street,
    ${pick(TOWNS, `${chance("n", 6)} ^ 1.5`)} as town, now() - (1 - n / ((:customers)::float8 * 1.25)) * interval '1750 days' as since
  from generate_series(1, ((:customers)::int * 1.25)::int) n`;

/** Some of the oldest visits are the first visits of plans, so they have no order. */
const begins = (k: string) => `(${k} % 20 = 3 and ${k} < 100000)`;

/** Half of the visits belong to regulars, who are 5% of the customers. */
const VISITS = `
  create temp table visits as
  select k, day, clock, starts, crew, person, service, ${idOf("booking", "k")} as id,
    case when starts < now() then case when ${chance("k", 11)} < 0.1 then 'cancelled' else 'completed' end
      when ${chance("k", 11)} < 0.05 then 'cancelled' else 'confirmed' end as status,
    least(starts - (1 + 30 * ${chance("k", 12)}) * interval '1 day', now() - k % 1000 * interval '1 second') as made,
    (9000 + floor(24000 * ${chance("k", 13)}) * 1)::int as amount
  from (
    select k, day, clock, (day + clock) at time zone 'America/New_York' as starts, 1 + k / ${SLOTS} % ${CREWS} as crew,
      1 + floor(case when ${chance("k", 9)} < 0.5 then ${chance("k", 10)} * (:customers)::int / 20
        else ${chance("k", 10)} * (:customers)::int * 1.25 end)::int as person,
      (select array_agg(id order by sort_order, id) from services) as service
    from (
      select k, current_date - (:days_back)::int + k / ${A_DAY} as day,
        (array['08:00', '10:00', '12:00', '14:00', '16:00']::time[])[1 + k % ${SLOTS}] as clock
      from generate_series(0, (:bookings)::int - 1) k
    ) days
  ) places`;

const PLANS = `
  insert into plans (id, customer_id, user_id, service_id, crew_id, status, frequency, first_date, slot_time, visit_minutes, visits_laid, amount,
    price_lines, currency, policy, address_line1, city, state, zip_code, customer_name, customer_email, customer_phone, provider,
    subscription_id, needs_attention, period_start, period_end, created_at, updated_at)
  select ${idOf("plan", "k")}, p.id, case when has_account then p.id end, v.service[1 + k % cardinality(v.service)], c.id,
    ${pick(["active", "active", "active", "active", "active", "active", "paused", "past_due", "ended", "ended"], chance("k", 16))},
    ${pick(["weekly", "biweekly", "monthly"], chance("k", 17))}, v.day, v.clock, 60, 1, v.amount,
    jsonb_build_array(jsonb_build_object('label', 'Cleaning', 'amount', v.amount)), 'USD',
    '{"full_refund_hours": 24, "late_fee_percent": 50}', p.street, p.town, 'NH', '03301', p.first_name || ' ' || p.last_name,
    p.email, p.phone, 'test', 'test_sub_' || k, case when k % 10000 = 63 then 'No time was found' end, v.made,
    now() + ${chance("k", 18)} * interval '30 days', v.made, v.made
  from visits v join people p on p.n = v.person join crews c on c.name = 'Crew ' || v.crew where ${begins("k")} order by v.made`;

const BOOKINGS = `
  insert into bookings (id, customer_id, user_id, service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at,
    blocked, status, total_amount, price_lines, policy, bedrooms, bathrooms, address_line1, city, state, zip_code, customer_name,
    customer_email, customer_phone, needs_attention, plan_id, plan_visit, created_at, updated_at)
  select v.id, p.id, case when p.has_account then p.id end,
    v.service[1 + floor(${chance("v.k", 14)} ^ 2 * cardinality(v.service))::int],
    case when v.starts > now() and v.k % 97 = 5 and v.k < (:bookings) * 0.875 + 4000 then null else c.id end, v.day, v.clock, 1, v.starts, v.starts + interval '1 hour',
    tstzrange(v.starts, v.starts + interval '90 minutes'), v.status, v.amount,
    jsonb_build_array(jsonb_build_object('label', 'Cleaning', 'amount', v.amount)),
    '{"full_refund_hours": 24, "late_fee_percent": 50}', 3, 2, p.street,
    case when v.k < (:bookings) / 4 and v.k % 10 = 3 then '${FORMER_TOWN}' else p.town end, 'NH', '03301',
    p.first_name || ' ' || p.last_name, p.email, p.phone,
    case when v.k % 50000 = 13 then 'Paid without a slot' end,
    case when ${begins("v.k")} then ${idOf("plan", "v.k")} end, case when ${begins("v.k")} then 1 end, v.made, v.made
  from visits v join people p on p.n = v.person join crews c on c.name = 'Crew ' || v.crew
  order by v.made`;

/** All checkouts are closed: a million open ones would be asked about every minute while measuring. */
const ORDERS = `
  insert into orders (id, customer_id, booking_id, plan_id, amount, currency, status, provider, payment_session_id, completed_at,
    session_closed_at, created_at, updated_at)
  select ${idOf("order", "k")}, ${idOf("person", "person")}, case when not ${begins("k")} then id end, case when ${begins("k")} then ${idOf("plan", "k")} end,
    amount, 'USD', case when ${chance("k", 15)} < 0.03 then 'failed' else 'completed' end, 'test',
    'test_' || replace(id::text, '-', ''), made, made, made, made
  from visits order by made`;

const REFUNDS = `
  insert into refunds (order_id, amount, reason, status, idempotency_key, created_at)
  select ${idOf("order", "k")}, amount, 'Cancelled', case when k % 60000 = 7 then 'failed' else 'completed' end, 'bench ' || k,
    made + interval '1 day'
  from visits where status = 'cancelled' and ${chance("k", 15)} >= 0.03 order by made`;

/** Each booking is created by its customer and settled by the system. Staff have changed some. */
const TRAIL = `
  insert into audit_log (at, actor, action, entity, entity_id, details)
  select at, actor, action, entity, entity_id::text, details from (
    select made as at, case when has_account then 'user:' || people.id else 'guest' end as actor, 'booking.held' as action,
      'booking' as entity, visits.id as entity_id, jsonb_build_object('amount', amount) as details
    from visits join people on people.n = person
    union all select made + interval '2 minutes', 'system', 'order.completed', 'order', ${idOf("order", "k")},
      jsonb_build_object('amount', amount) from visits
    union all select made + interval '1 hour', 'admin:' || ${idOf("staff", "k % 3")}, 'booking.status_changed', 'booking', id,
      jsonb_build_object('before', jsonb_build_object('status', 'confirmed'), 'after', jsonb_build_object('status', status))
    from visits where k % 20 = 0
  ) lines order by at`;

const REVIEWS = `
  insert into reviews (booking_id, customer_id, user_id, rating, review_text, may_publish, published_at, created_at)
  select v.id, p.id, p.id, case when v.k % 4000 = 0 then 1 when v.k % 800 = 0 then 2 else 3 + v.k % 3 end,
    ${pick(REVIEW_TEXTS, chance("v.k", 19))} || case when v.k % 40000 = 0 then ' And a thimble was found!' else '' end,
    v.k % 16 = 0, case when v.k % 8000 = 0 then v.starts + interval '1 day' end, v.starts
  from visits v join people p on p.n = v.person
  where v.k % 8 = 0 and v.status = 'completed' and p.has_account order by v.starts`;

/** One email in ten. The site deletes the texts of old ones. */
const MAILS = `
  insert into mails (occasion, booking_id, user_id, recipient, subject, html, text, status, attempts, sent_at, created_at, updated_at)
  select 'booking-confirmed:' || v.id, v.id, case when has_account then p.id end, p.email,
    ${pick(SUBJECTS, chance("k", 20))} || ' on ' || to_char(v.day, 'FMMonth DD'), case when v.made > now() - interval '360 days' then repeat('<p>Thank you.</p>', 20) else '' end,
    case when v.made > now() - interval '360 days' then repeat('Thank you. ', 20) else '' end, case when k % 2000 = 0 then 'failed' when k % 500 = 0 then 'kept' else 'sent' end, 1, v.made, v.made, v.made
  from visits v join people p on p.n = v.person where k % 10 = 0 order by v.made`;

const MESSAGES = `
  insert into contact_messages (submission_id, customer_id, name, email, phone, message, status, read_at, created_at, updated_at)
  select ${idOf("message", "k")}, case when has_account then p.id end, p.first_name || ' ' || p.last_name, p.email, p.phone,
    ${pick(QUESTIONS, chance("k", 21))} || ' We live in ' || p.town || '.' || case when k % 100000 = 20 then ' It is a lighthouse.' else '' end,
    case when k > :bookings - 1000 and k % 60 = 0 then 'new' when ${chance("k", 22)} < 0.3 then 'archived' else 'replied' end,
    case when k > :bookings - 1000 and k % 60 = 0 then null else v.made end, v.made, v.made
  from visits v join people p on p.n = v.person where k % 20 = 0 order by v.made`;

const APPLICATIONS = `
  insert into job_applications (submission_id, position, location, first_name, last_name, email, phone, cover_letter, status,
    created_at, updated_at)
  select ${idOf("application", "k")}, ${pick(POSITIONS, chance("k", 23))}, 'Pittsfield, NH', p.first_name, p.last_name, p.email,
    p.phone, 'I like order.', case when k > :bookings - 1000 and k % 120 = 0 then 'new'
      else ${pick(["reviewed", "interviewed", "hired", "rejected", "rejected"], chance("k", 24))} end, v.made, v.made
  from visits v join people p on p.n = v.person where k % 40 = 0 order by v.made`;

const SUBSCRIBERS = `
  insert into newsletter_subscribers (email, status, confirmed_at, unsubscribed_at, created_at, updated_at)
  select email, state, case when state <> 'pending' then since end, case when state = 'unsubscribed' then since end, since, since
  from (select *, ${pick(["subscribed", "subscribed", "subscribed", "subscribed", "unsubscribed", "pending"], chance("n", 25))} as state
    from people where n % 2 = 0) readers order by since`;

const WEBHOOKS = `
  insert into webhooks (id, url, secret, events)
  select ${idOf("webhook", "n")}, 'https://hooks-' || n || '.example/white-birch', 'sealed', '["booking.confirmed"]'
  from generate_series(0, 2) n`;

/** All of the last weeks, because the site deletes old ones. */
const DELIVERIES = `
  insert into webhook_deliveries (webhook_id, event, event_key, payload, status, attempts, answer, sent_at, created_at, updated_at)
  select ${idOf("webhook", "k / 10 % 3")}, event, event || ':' || id, '{}',
    case when k % 2000 = 0 then 'failed' else 'sent' end, 1, 200, told_at, told_at, told_at
  from (select *, now() - (1 - k / (:bookings)::float8) * interval '80 days' as told_at, ${pick(["booking.confirmed", "booking.rescheduled", "booking.cancelled"], chance("k", 26))} as event from visits
    where k % 10 = 0) told order by told_at`;

/** The statements that fill the tables. Seven eighths of the days are in the past. */
export function pastOf({ customers, bookings }: { customers: number; bookings: number }): string[] {
  const daysBack = Math.floor((bookings / A_DAY) * 0.875);
  return PAST.map((sql) =>
    sql
      .replaceAll(":customers", String(customers))
      .replaceAll(":bookings", String(bookings))
      .replaceAll(":days_back", String(daysBack)),
  );
}

const PAST = [
  `insert into crews (name, sort_order) select 'Crew ' || n, 100 + n from generate_series(1, ${CREWS}) n
   on conflict do nothing`,
  PEOPLE,
  VISITS,
  `insert into users (id, name, email, email_verified, created_at)
   select id, first_name || ' ' || last_name, email, true, since from people where has_account order by n`,
  `insert into profiles (id, first_name, last_name, phone, created_at)
   select id, first_name, last_name, phone, since from people where has_account order by n`,
  `insert into customers (id, user_id, first_name, last_name, source, created_at)
   select id, case when has_account then id end, first_name, last_name, 'website', since from people order by n`,
  `insert into customer_contacts (customer_id, kind, value, is_primary, verified_at)
   select id, kind, value, true, case when kind = 'email' and has_account then since end
   from people, lateral (values ('email', email), ('phone', '+1' || regexp_replace(phone, '\\D', '', 'g'))) as contact (kind, value)
   order by n`,
  `insert into properties (customer_id, user_id, property_type, address_line1, city, state, zip_code, is_default, created_at)
   select id, case when has_account then id end, 'residential', street, town, 'NH', '03301', true, since from people order by n`,
  PLANS,
  BOOKINGS,
  ORDERS,
  REFUNDS,
  TRAIL,
  REVIEWS,
  MAILS,
  MESSAGES,
  APPLICATIONS,
  SUBSCRIBERS,
  WEBHOOKS,
  DELIVERIES,
];
