import { beforeAll, expect, test } from "vitest";
import { idOf } from "../../bench/office-past";
import { testApp } from "../support/app";
import { setSetting } from "../support/bookings";
import { aPhone } from "../support/crew";
import { anImport } from "../support/imports";
import { addMany } from "../support/many";
import { PUBLIC_ADDRESSES } from "../support/public-addresses";
import { routeAddress, siteRoutes } from "../support/route-table";
import { signedIn } from "../support/sign-in";
import { staffCtx } from "../support/staff";

const site = await testApp();
const { pool, get } = site;

/** Text that only the program writes and that is not shown. All other text in the database is made hostile. */
const PROGRAM_TEXT = [
  /_(id|hash|type|kind|key|token)$/,
  /\.(id|token|secret|role|status|kind|provider|currency|occasion|event|archived_from|failure_told|history_of)$/,
  /^(sessions|accounts|two_factors|seeds|figures|row_counts|search_texts)\./,
  /^(backups\.(file|reason)|exports\.file|services\.image|users\.image|plans\.invoice_url|orders\.checkout_url)$/,
  /^customers\.referral_code$/, // random, in the customer's link
  /^(entry_codes|import_rows)\.sealed$/,
  /^files\./, // where their content is
  /^site_picture(s\.key|_files\.name)$/, // parts of addresses
  /^import_(runs\.(state|vendor|subject|encoding)|rows\.(verdict|answer|clash))$/,
  /^import_(links|templates)\./, // digests, never shown
  /^import_rows\.phone$/, // shown as the number that it is
  /^entry_code_dismissals\./, // compared with notes, never shown
  /^entry_code_reveals\./, // can't be changed: added hostile
  /^audit_log\./, // can't be changed; holds no personal data
  /^mails\.(html|text)$/, // a sent email: shown in a frame that runs no script
];
const CHECK_VIOLATION = "23514";

/** Closes any surrounding markup and starts an unexpected element, which names the column. */
const hostileText = (place: string) => `"'></script></title></textarea><wb-${nameOf(place)}>`;
const nameOf = (place: string) => place.replace(/\W/g, "-");

/** Every address of the site, and further views of the office and of customers. */
const ADDRESSES = new Set([
  ...siteRoutes().map(({ pattern }) => pattern),
  ...PUBLIC_ADDRESSES,
  "/admin/applications?view=board",
  "/admin/content/article-101",
  "/admin/content/service-regular-cleaning",
  "/admin/messages/:id?canned=list",
  "/admin/schedule?view=day&date=2026-06-01",
  "/admin/schedule?view=day&date=2026-06-03&close=2026-06-03",
  "/blog/101",
  "/crew?stop=:booking",
  "/profile?tab=property-details",
  "/profile?tab=upcoming-cleans",
  "/profile?tab=cleaning-history",
]);

/** One example per kind, by the path before its id. */
const EXAMPLES = {
  bookings: "today",
  orders: "order of today",
  messages: "message",
  claims: "claim",
  applications: "application",
  plans: "plan",
  reviews: "review",
  mail: "mail",
  crews: "crew",
  users: "user",
  storm: "storm",
  webhooks: "webhook",
  deliveries: "delivery",
  visit: "ahead",
};

const places = [
  ...["bookings.price_lines", "services.features", "storm_days.towns"],
  ...["settings.company_name", "settings.street", "settings.city"],
];
const cookies = { guest: "", owner: "", office: "", crew: "", "Spanish crew": "" };
const ids: Record<string, string> = { services: "regular-cleaning" };

beforeAll(async () => {
  const owner = await signedIn(site, { email: "owner@mail.example" });
  cookies.owner = owner.cookie;
  cookies.office = (await signedIn(site, { role: "admin" })).cookie;
  await addMany(pool, { from: 1, to: 1, owner: owner.id });
  for (const [name, kind] of Object.entries(EXAMPLES)) {
    ids[name] = (await pool.query(`select ${idOf(kind, "1")} as id`)).rows[0].id;
  }
  ids.customers = owner.id;
  const home = await pool.query("select id from properties where user_id = $1 limit 1", [owner.id]);
  ids.homes = home.rows[0].id;
  ids.imports = await anImport(pool, owner.id);
  await pool.query(
    "insert into entry_codes (property_id, kind, label, sealed) values ($1, 'code', 'Lockbox', 'v1')",
    [ids.homes],
  );
  await pool.query(
    `insert into entry_code_reveals (property_id, kind, label, phone_name, revealed_at)
     values ($1, 'code', $2, $3, now())`,
    [ids.homes, hostileText("entry_code_reveals.label"), hostileText("entry_code_reveals.phone_name")],
  );
  places.push("entry_code_reveals.label", "entry_code_reveals.phone_name");
  await pool.query(
    `insert into exports (origin, status, file, company, made_at, error, expires_at)
     values ('uploaded', 'failed', 'some.zip', 'Lakeside', now(), 'Broken', now() + interval '1 day')`,
  );
  await addHomePhoto();
  await addFieldwork();
  await addTexts();
  await makeHostile();
}, 60_000);

async function addHomePhoto() {
  await pool.query(
    `with file as (insert into files (kind, status, media_type, sha256, bytes)
       values ('photo', 'stored', 'image/webp', repeat('0', 64), 1) returning id)
     insert into home_photos (property_id, file_id, caption) select $1, id, 'The drive' from file`,
    [ids.homes],
  );
}

/** Two phones of the crew of today's booking, an item of its service, and an answered report. */
async function addFieldwork() {
  const { rows } = await pool.query("select crew_id, service_id from bookings where id = $1", [ids.bookings]);
  const [{ crew_id, service_id }] = rows;
  const staff = await staffCtx(site);
  const phone = await aPhone(site, staff(), { crew_id, name: "Maria" });
  const spanish = await aPhone(site, staff(), { crew_id, name: "Noor", language: "es" });
  cookies.crew = phone.cookie;
  cookies["Spanish crew"] = spanish.cookie;
  ids.member = phone.member_id;
  ids.booking = ids.bookings ?? "";
  await pool.query("update bookings set items_waived = true where id = $1", [ids.bookings]);
  await pool.query("insert into checklist_items (service_id, text, text_es) values ($1, 'Dust', 'Polvo')", [
    service_id,
  ]);
  await pool.query(
    `insert into visit_reports (id, booking_id, member_id, kind, words, happened_at, answer, answered_at)
     values (gen_random_uuid(), $1, $2, 'damage', 'A vase', now(), 'Thank you', now())`,
    [ids.bookings, phone.member_id],
  );
}

/** Words of the office: a page in two versions, of which the first is published, and an article. */
async function addTexts() {
  ids.text = "faq";
  ids.content = "faq";
  const fields = {
    title: hostileText("texts.title"),
    excerpt: hostileText("texts.excerpt"),
    date: "2026-05-30",
    location: hostileText("texts.location"),
    type: hostileText("texts.type"),
    pay: hostileText("texts.pay"),
    posted: "2026-05-30",
    headline: hostileText("texts.headline"),
    lead: hostileText("texts.lead"),
    ...{ benefit_1: hostileText("texts.benefit"), benefit_1_text: hostileText("texts.benefit_text") },
    ...{ step_1: hostileText("texts.step"), step_1_text: hostileText("texts.step_text") },
  };
  await pool.query(
    `with texts as (insert into site_texts (kind, number, published_version, published_at)
       values ('faq', null, 1, now()), ('careers', null, 1, now()), ('service-regular-cleaning', null, 1, now()),
         ('article', 101, 1, now()), ('opening', 102, 1, now()) returning id, kind)
     insert into site_text_versions (text_id, number, fields, body, created_at)
     select id, version, case when kind = 'faq' then '{}' else $1::jsonb end, '## Snow?' || version, now()
     from texts, generate_series(1, 2) version where kind = 'faq' or version = 1`,
    [JSON.stringify(fields)],
  );
  const picture = { id: "5d0a7a0e-54c1-4f0e-9a55-0b6a5f5b0077", alt: "A sill", key: "0123456789ab" };
  await pool.query(
    "insert into site_pictures (id, alt, key, width, height) values ($1, $2, $3, 480, 320)",
    Object.values(picture),
  );
  places.push("texts.title", "texts.excerpt", "texts.location", "texts.type", "texts.pay");
  places.push(
    "texts.headline",
    "texts.lead",
    "texts.benefit",
    "texts.benefit_text",
    "texts.step",
    "texts.step_text",
  );
}

async function makeHostile() {
  const { rows: columns } = await pool.query(
    `select table_name || '.' || column_name as place, table_name, column_name from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and is_updatable = 'YES' and is_generated = 'NEVER'`,
  );
  for (const { place, table_name, column_name } of columns) {
    if (PROGRAM_TEXT.some((name) => name.test(place))) continue;
    const change = `update ${table_name} set ${column_name} = coalesce(${column_name}, '') || $1`;
    const changed = await pool.query(change, [hostileText(place)]).catch((error) => {
      if (error.code !== CHECK_VIOLATION) throw error; // a column with fixed values
    });
    if (changed?.rowCount) places.push(place);
  }
  const lines = [{ label: hostileText("bookings.price_lines"), amount: 15900 }];
  await pool.query("update bookings set price_lines = $1", [JSON.stringify(lines)]);
  await pool.query("update services set features = $1", [JSON.stringify([hostileText("services.features")])]);
  await pool.query("update storm_days set towns = array[$1]", [hostileText("storm_days.towns")]);
  for (const key of ["company_name", "street", "city"])
    await setSetting(pool, `general.${key}`, hostileText(`settings.${key}`));
}

test("stored text is shown as text only, to every visitor", async () => {
  const found = new Set<string>();
  for (const address of ADDRESSES) {
    for (const [who, Cookie] of Object.entries(cookies)) {
      const [path = "", query] = address.split("?");
      const answer = await get(
        routeAddress(path, ids) + (query ? `?${query.replace(":booking", ids.booking ?? "")}` : ""),
        { Cookie },
      );
      expect(answer.status, `${address}, seen by the ${who}`).toBeLessThan(500);
      if (!answer.headers.get("Content-Type")?.startsWith("text/html")) continue;
      const html = await answer.text();
      expect(/<wb-/i.test(html), `${address}, seen by the ${who}`).toBe(false);
      for (const [, name = ""] of html.matchAll(/&lt;wb-([\w-]+)/gi)) found.add(name.toLowerCase());
    }
  }
  // Text that is never shown would prove nothing: name where it is shown, or that it belongs to the program.
  expect(places.map(nameOf).filter((name) => !found.has(name))).toEqual([]);
}, 60_000);
