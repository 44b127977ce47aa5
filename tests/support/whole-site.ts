import type { Pool } from "pg";
import sharp from "sharp";
import { addPicture } from "~/features/content/pictures/save.server";
import { sealCode } from "~/features/customers/codes/save.server";
import { saveLook } from "~/features/operations/settings/brand/save.server";
import { openDigests } from "~/platform/auth/digests.server";
import type { StaffCtx } from "~/platform/context.server";
import { storePicture } from "~/platform/files/store-file.server";
import { seedClaims } from "../../db/seed/claims";
import { seedDemo } from "../../db/seed/demo";
import { seedFieldwork } from "../../db/seed/fieldwork";
import { seedHours } from "../../db/seed/hours";
import { seedMessages } from "../../db/seed/messages";
import { seedPlans } from "../../db/seed/plans";
import { seedVoices } from "../../db/seed/voices";
import type { testWorld } from "./ctx";
import { aCustomerOfEverything } from "./customers";

type World = Awaited<ReturnType<typeof testWorld>>;

/** A site that has a row in every table: the demo company, a customer of everything, and what these lack. */
export async function aWholeSite(world: World, owner: StaffCtx): Promise<void> {
  const { db, pool, clock } = world;
  await aCustomerOfEverything(world, "xqada");
  const before = clock.now.subtract({ hours: 24 * 60 }); // her visits come after those of the demo
  for (const seed of [seedDemo, seedMessages, seedPlans, seedFieldwork, seedClaims, seedHours, seedVoices])
    await seed(db, before);
  await addCodesAndPhotos(world);
  await addFace(owner);
  await openDigests(world.ctx(), "gift codes");
  for (const statement of THE_REST) await pool.query(statement).catch((error) => refuse(statement, error));
  await pool.query("update crews set name = 'O’Neill, \"Birch\"\r\n=1+1' where name = 'Birch crew'");
  await pool.query("update customers set source = '' where number = 1001");
}

function refuse(statement: string, error: Error): never {
  throw new Error(`${statement}: ${error.message}`);
}

async function addCodesAndPhotos({ pool, ctx }: World): Promise<void> {
  const { rows } = await pool.query("select id from properties order by id limit 3");
  for (const [place, { id: property_id }] of rows.entries()) {
    const id = `00000000-0000-4000-8000-00000000000${place}`;
    const sealed = sealCode(ctx().vault, { id, property_id }, `#${place}47*, "north" door`);
    await pool.query(
      "insert into entry_codes (id, property_id, kind, label, sealed) values ($1, $2, 'code', 'Side door', $3)",
      [id, property_id, sealed],
    );
  }
  await pool.query("delete from entry_codes where sealed = 'xqadasealed'"); // never was a code
  for (const background of ["green", "white"]) {
    const create = { width: 1200, height: 800, channels: 3, background } as const;
    const stored = await storePicture(ctx(), await sharp({ create }).jpeg().toBuffer());
    if (!stored.ok) throw new Error(stored.reason);
    const file = [stored.file.id];
    await pool.query(
      "insert into home_photos (property_id, file_id) select id, $1 from properties limit 1",
      file,
    );
    await pool.query(
      "insert into claim_pictures (claim_id, file_id, position) select id, $1, 9 from claims limit 1 on conflict do nothing",
      file,
    );
  }
}

/** A logo, and a picture for the texts. */
async function addFace(owner: StaffCtx): Promise<void> {
  const logo = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
  );
  const saved = await saveLook(owner, { fields: { accent: "#1d4ed8" }, logo, fault: null });
  if (!saved.ok) throw new Error(JSON.stringify(saved.errors));
  const create = { width: 1600, height: 900, channels: 3, background: "gray" } as const;
  const content = await sharp({ create }).png().toBuffer();
  const added = await addPicture(owner, {
    id: "00000000-0000-4000-8000-0000000000b1",
    alt: "=A hall",
    content,
  });
  if (!added.ok) throw new Error(added.reason);
}

const AN_ORDER = "(select id from orders order by number limit 1)";
const A_CUSTOMER = "(select id from customers order by number limit 1)";

const THE_REST = [
  `insert into series (customer_id, property_id, service_id, frequency, plan_id)
     select ${A_CUSTOMER}, (select id from properties limit 1), (select id from services order by id limit 1), 'weekly', (select id from plans order by number limit 1)`,
  "update bookings set series_id = sold.id, made_room_for = sold.plan_id from series sold where sold.plan_id is not null and number = (select min(number) from bookings)",
  `insert into customer_distinctions (one, other)
     select min(id::text)::uuid, max(id::text)::uuid from customers`,
  "insert into crew_hours (crew_id, weekday, starts, ends) select id, 1, '08:00', '17:00' from crews on conflict do nothing",
  "insert into crew_time_off (crew_id, first_day, last_day, reason) select id, '2026-08-01', '2026-08-14', 'Vacation' from crews",
  "insert into closures (date, reason) values ('2026-12-24', 'Christmas Eve')",
  "insert into holidays (date, rule, name) values ('2026-12-25', '12-25', 'Christmas')",
  "insert into storm_days (date, kind, towns) values ('2026-01-02', 'storm', '{pittsfield,\"a, b\"}')",
  `insert into storm_offers (storm_day_id, booking_id, status)
     select d.id, b.id, 'open' from storm_days d, bookings b order by b.number limit 1`,
  `insert into hour_edits (id, booking_id, member_id, reason, kind, starts_at, ends_at, created_at)
     select gen_random_uuid(), b.id, m.id, 'Forgot', 'job', b.starts_at, b.ends_at, now() from bookings b, crew_members m order by b.number limit 1`,
  "insert into pay_adjustments (id, monday, member_id, cents, reason, created_at) select gen_random_uuid(), '2026-05-04', id, -1250, '-5 minutes', now() from crew_members limit 1",
  "insert into pay_rates (member_id, from_day, kind, cents, created_at) select id, '2026-01-01', 'hour', 2250, now() from crew_members on conflict do nothing",
  "insert into pay_weeks (monday, approved_at) values ('2026-05-04', now()) on conflict do nothing",
  `insert into pay_lines (monday, member_id, name, job_minutes, drive_minutes, break_minutes, job_pay, tips, adjustments)
     select '2026-05-04', id, name, 600, 30, 0, 22500, 0, -1250 from crew_members limit 1`,
  `insert into plan_prices (plan_id, kind, status, starts_on, amount, tax_amount, price_lines, before_amount, before_lines)
     select id, 'change', 'applied', '2026-05-01', 12000, 0, '[]', 11000, '[]' from plans limit 1`,
  `insert into disputes (id, order_id, amount, currency, status, reason, opened_at)
     values ('dp_1', ${AN_ORDER}, 100, 'USD', 'open', 'fraudulent', now())`,
  "insert into coupons (code, percent) values ('SPRING', 10)",
  `insert into coupon_uses (order_id, coupon_id, created_at) select ${AN_ORDER}, id, now() from coupons limit 1`,
  `insert into referrals (customer_id, order_id, referrer_amount, friend_amount, currency, created_at)
     values (${A_CUSTOMER}, ${AN_ORDER}, 1000, 500, 'USD', now())`,
  "insert into book_comparisons (at, open) values (now(), 0)",
  "insert into payment_events (id, provider, type, object_id, received_at) values ('evt_1', 'stripe', 'charge', 'ch_1', now())",
  "insert into site_texts (id, kind, number, slug, published_version, published_at) values ('00000000-0000-4000-8000-0000000000a1', 'article', 101, 'spring', 1, now())",
  `insert into site_text_versions (text_id, number, fields, body, created_at)
     values ('00000000-0000-4000-8000-0000000000a1', 1, '{"title": "Spring"}', E'# Spring\\n\\nWash, "dry"\\n', now())`,
  "insert into site_redirects (slug, text_id, created_at) values ('old-spring', '00000000-0000-4000-8000-0000000000a1', now())",
  "insert into site_texts (id, kind, number) values ('00000000-0000-4000-8000-0000000000a2', 'opening', 101)",
  `insert into site_text_versions (text_id, number, fields, body, created_at)
     values ('00000000-0000-4000-8000-0000000000a2', 1, '{"title": "Cleaner"}', '- A car', now())`,
  `insert into import_runs (id, file_name, vendor, subject, encoding, headers, mapping, state)
     values ('00000000-0000-4000-8000-0000000000c1', 'cards.csv', 'jobber', 'gift_cards', 'utf-8', '["Code"]', '["code"]', 'committed')`,
  `insert into gift_cards (status, amount, currency, send_on, form_id, provider, checkout_expires_at, paid_at, code_hash, expires_on, import_id)
     values ('paid', 2500, 'USD', '2026-01-01', 'moved', 'moved', now(), now(), 'hash', '2026-12-31', '00000000-0000-4000-8000-0000000000c1')`,
  `insert into credit_transfers (at, from_account, to_account, to_customer, amount, currency, reason, key)
     values (now(), 'imported', 'customer', ${A_CUSTOMER}, 1500, 'USD', 'Moved in', 'moved')`,
  `insert into provider_customers (customer_id, provider, provider_customer_id, status, cards)
     values (${A_CUSTOMER}, 'stripe', 'cus_1', 'confirmed', '[{"brand": "visa", "last4": "4242", "exp_month": 1, "exp_year": 2030}]')`,
  "insert into article_votes (article_id, visitor_id) values (101, gen_random_uuid())",
  "insert into import_templates (key, vendor, mapping) values ('abc', 'jobber', '[\"name\", null]')",
  "insert into test_checkout_cards (id, number, exp_month, exp_year, created_at) values ('card_1', '4242', 1, 2030, now())",
  `insert into test_checkout_charges (id, idempotency_key, card_id, status, amount, currency, created_at)
     values ('charge_1', 'k1', 'card_1', 'paid', 100, 'USD', now())`,
  `insert into test_checkout_subscriptions (id, session_id, status, amount, currency, period_start, period_end, created_at)
     select 'sub_1', id, 'canceled', 100, 'USD', now(), now(), now() from test_checkout_sessions limit 1 on conflict do nothing`,
  `insert into test_checkout_invoices (id, subscription_id, status, amount, currency, period_start, period_end, created_at)
     values ('inv_1', 'sub_1', 'paid', 100, 'USD', now(), now(), now())`,
  "insert into test_checkout_refunds (id, payment_id, idempotency_key, amount, created_at) values ('re_1', 'pay_1', 'k2', 100, now())",
  "insert into admin_settings (category, key, value) values ('email', 'smtp_pass', 'sealed secret'), ('general', 'phone', '+1 (603) 555-0142')",
];

/** Columns of text that may hold anything: in no key, index or check. */
export async function freeColumns(
  pool: Pool,
  tables: string[],
): Promise<{ table: string; column: string }[]> {
  const { rows } = await pool.query(
    `select c.relname as table, a.attname as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relname = any ($1) and c.relnamespace = 'public'::regnamespace and a.atttypid = 'text'::regtype
       and a.attgenerated = ''
       and not exists (select from pg_constraint f where f.conrelid = c.oid and a.attnum = any (f.conkey))
       and not exists (select from pg_index i where i.indrelid = c.oid and a.attnum = any (i.indkey::int2[]))
       and not exists (select from pg_depend d join pg_attribute g on g.attrelid = c.oid and g.attnum = d.objsubid
         where d.refobjid = c.oid and d.refobjsubid = a.attnum and g.attgenerated <> '')
     order by 1, 2`,
    [tables],
  );
  return rows;
}
