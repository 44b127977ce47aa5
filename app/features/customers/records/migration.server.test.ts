import { expect, test, vi } from "vitest";
import { migrateDatabase, migrationLevels } from "~/platform/migrations.server";
import { emptyDatabase } from "../../../../tests/support/database";

vi.setConfig({ testTimeout: 120_000 });

const SERVICE = `insert into services (id, title, description, price_per_hour, service_type)
  values ('old', 'Old service', 'Of long ago', 4000, 'residential')`;

type Given = { email?: string; name?: string; phone?: string; street?: string; user?: string; plan?: string };

const text = (value: string | undefined) => (value === undefined ? "null" : `'${value}'`);
let day = 0;

/** A visit on a day of its own, as version 22 stored it. */
const booking = ({ email, name, phone, street = "1 Main St", user, plan }: Given, status = "completed") => {
  day += 1;
  return `insert into bookings (service_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked,
      status, total_amount, price_lines, policy, address_line1, city, state, zip_code, customer_name, customer_email,
      customer_phone, user_id, plan_id, plan_visit)
    values ('old', date '2026-01-01' + ${day}, '09:00', 3, timestamptz '2026-01-01 14:00Z' + ${day} * interval '1 day',
      timestamptz '2026-01-01 17:00Z' + ${day} * interval '1 day',
      tstzrange(timestamptz '2026-01-01 14:00Z' + ${day} * interval '1 day', timestamptz '2026-01-01 17:00Z' + ${day} * interval '1 day'),
      '${status}', 12000, '[]', '{}', '${street}', 'Pittsfield', 'NH', '03263', ${text(name)}, ${text(email)},
      ${text(phone)}, ${text(user)}, ${text(plan)}, ${plan ? 1 : "null"})`;
};

const ADA = "00000000-0000-4000-8000-00000000000a";
const EVE = "00000000-0000-4000-8000-00000000000e";
const PLAN = "00000000-0000-4000-8000-0000000000f1";

const OLD_SITE = [
  SERVICE,
  `insert into users (id, name, email, email_verified) values
     ('${ADA}', 'Ada', 'ada@mail.example', true), ('${EVE}', 'Eve', 'eve@mail.example', false)`,
  `update profiles set first_name = 'Ada', last_name = 'Lovelace', phone = '(603) 555-0100' where id = '${ADA}'`,
  `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
     values ('${ADA}', 'residential', '5 Birch Lane', 'Epsom', 'NH', '03234')`,
  `insert into staff_notes (user_id, body) values ('${ADA}', 'Has a shy cat')`,
  booking({ user: ADA, email: "card@mail.example", name: "Ada" }),
  booking({ email: "ADA@mail.example", name: "Ada L" }), // a guest with her verified email
  booking({ email: "eve@mail.example", name: "Eve" }), // her email is not verified: another customer
  booking({ email: "pat@mail.example", name: "Pat Doe", phone: "603-555-0111" }),
  booking({ email: "Pat@mail.example", name: "pat doe", street: "2 Main St" }), // the same
  booking({ email: "pat@mail.example", name: "Sam Doe" }), // same email, other name: another
  booking({ name: "Joe Phone", phone: "603.555.0122" }), // phone only
  booking({ name: "Joe Phone", phone: "(603) 555-0122" }), // the same
  booking({ name: "Only Name" }),
  booking({ street: "" }), // erased
  booking({}, "cancelled"), // abandoned at the checkout
  `insert into plans (id, service_id, status, frequency, first_date, slot_time, visit_minutes, amount, price_lines, currency,
     policy, address_line1, city, state, zip_code, customer_name, customer_email, provider)
   values ('${PLAN}', 'old', 'active', 'weekly', '2026-01-05', '10:00', 180, 28900, '[]', 'USD', '{}', '3 Main St', 'Epsom',
     'NH', '03234', 'Kim Plan', 'kim@mail.example', 'test')`,
  booking({ plan: PLAN, email: "kim@mail.example", name: "Kim Plan" }, "confirmed"),
  `insert into orders (booking_id, amount, currency, status, provider) select id, 12000, 'USD', 'completed', 'test' from bookings
     where plan_id is null`,
  `insert into orders (plan_id, amount, currency, status, provider) values ('${PLAN}', 28900, 'USD', 'completed', 'test')`,
  `insert into reviews (booking_id, user_id, rating, review_text) select id, user_id, 5, 'Spotless' from bookings where user_id is not null`,
  `insert into contact_messages (submission_id, name, email, message) values
     (gen_random_uuid(), 'Ada', 'Ada@mail.example', 'Hello'), (gen_random_uuid(), 'Eve', 'eve@mail.example', 'Hello')`,
];

const TABLES = [
  "users",
  "profiles",
  "properties",
  "staff_notes",
  "bookings",
  "plans",
  "orders",
  "reviews",
  "contact_messages",
];

test("existing rows get their customers: none is lost, and whoever left a contact is one", async () => {
  const { pool } = await emptyDatabase();
  const levels = migrationLevels();
  await migrateDatabase(pool, { upTo: levels[22] ?? 0 });
  for (const statement of OLD_SITE) await pool.query(statement);
  const rowsOf = async (sql: string) => (await pool.query(sql)).rows;
  const counted = () =>
    rowsOf(`select ${TABLES.map((name) => `(select count(*)::int from ${name}) as ${name}`)}`);
  const money = () => rowsOf("select sum(amount)::int as sum, count(*)::int as orders from orders");
  const before = [await counted(), await money()];

  await migrateDatabase(pool);

  const [after] = await counted();
  // each customer without account has a home more: none is lost
  const homes = await rowsOf("select count(*)::int as made from properties where user_id is null");
  expect([[{ ...after, properties: after.properties - homes[0].made }], await money()]).toEqual(before);
  expect(
    await rowsOf(`select count(*)::int as lost from bookings where customer_id is null
      and coalesce(customer_name, customer_email, customer_phone, user_id::text) is not null`),
  ).toEqual([{ lost: 0 }]);
  expect(
    await rowsOf(`select coalesce(c.name, '') as name, c.user_id is not null as account, count(*)::int as bookings
      from bookings b left join customers c on c.id = b.customer_id group by 1, 2 order by 1, 2`),
  ).toEqual([
    { name: "", account: false, bookings: 2 }, // erased and abandoned: nobody's
    { name: "ada lovelace", account: true, bookings: 2 },
    { name: "eve", account: false, bookings: 1 },
    { name: "joe phone", account: false, bookings: 2 },
    { name: "kim plan", account: false, bookings: 1 },
    { name: "only name", account: false, bookings: 1 },
    { name: "pat doe", account: false, bookings: 2 },
    { name: "sam doe", account: false, bookings: 1 },
  ]);
  expect(
    await rowsOf(`select c.kind, value, verified_at is not null as verified from customer_contacts c
      join customers on customers.id = c.customer_id where name in ('ada lovelace', 'joe phone') order by 1, 2`),
  ).toEqual([
    { kind: "email", value: "ada@mail.example", verified: true },
    { kind: "phone", value: "+16035550100", verified: false },
    { kind: "phone", value: "+16035550122", verified: false },
  ]);
  expect(await rowsOf("select user_id, customer_id from properties where user_id is not null")).toEqual([
    { user_id: ADA, customer_id: ADA },
  ]);
  expect(
    await rowsOf(`select street from (select lower(address_line1) as street from properties p join customers c
      on c.id = p.customer_id where c.name = 'pat doe') s order by 1`),
  ).toEqual([{ street: "1 main st" }, { street: "2 main st" }]);
  const linked = "select count(*)::int as n from";
  expect(await rowsOf(`${linked} orders where customer_id is not null`)).toEqual([{ n: 10 }]);
  expect(await rowsOf(`${linked} reviews where customer_id = '${ADA}'`)).toEqual([{ n: 1 }]);
  expect(await rowsOf(`${linked} staff_notes where customer_id = '${ADA}'`)).toEqual([{ n: 1 }]);
  expect(await rowsOf("select email, customer_id from contact_messages order by 1")).toEqual([
    { email: "Ada@mail.example", customer_id: ADA },
    { email: "eve@mail.example", customer_id: null },
  ]);
  // a second pass, as after the restore of an older backup, changes nothing
  const all = () => rowsOf("select id, name from customers order by id");
  const customers = await all();
  await pool.query("select adopt_customers()");
  expect(await all()).toEqual(customers);
});
