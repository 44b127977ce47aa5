import { expect, test } from "vitest";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { moveByStaff } from "~/features/booking/office/move.server";
import { WEBHOOK_EVENTS } from "~/features/integrations/webhooks/webhook";
import { UUIDS } from "~/lib/ids";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aCustomerOfEverything } from "../support/customers";
import { officeVisitor } from "../support/office-visitor";
import { startPlan } from "../support/plans";
import { siteRoutes } from "../support/route-table";
import { signedIn } from "../support/sign-in";
import { staffCtx } from "../support/staff";
import { storms } from "../support/storms";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { pool, ctx, clear, clock, get, queues } = site;
const { page, signIn } = officeVisitor(site);

const FILE = /\.(csv|ics|gz)$/;

/**
 * What a visitor reads: the title, the text, also in what opens, and the fields. What is for machines isn't read: the raw
 * delivery of a webhook, and a tag to copy into a page.
 */
function read(path: string, html: string): string {
  const raw = path.startsWith("/admin/webhooks/deliveries/");
  const shown = raw ? html.replace(/<pre\b[\s\S]*?<\/pre>/g, "") : html;
  const typed = shown.match(/<input\b(?![^>]*\btype="(?:hidden|radio|checkbox)")[^>]*>/g) ?? [];
  const values = typed.map((input) => /\bvalue="(?!&lt;)([^"]*)"/.exec(input)?.[1] ?? "");
  return [visibleText(shown), ...values].join("\n");
}

/** One kind of page shows the same of whatever is searched, sorted or turned to. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, ORIGIN);
  const same = ["after", "before", "day", "range", "sort"];
  for (const name of same) searchParams.delete(name);
  return `${pathname}?${searchParams}`.replace(UUIDS, ":id").replace(/\d+/g, "0");
}

/** Opens all pages that links lead to from here, each kind of address a few times. Returns what they show, by address. */
async function walk(from: string, within: RegExp, open: (path: string) => Promise<string>) {
  const seen = new Map<string, string>();
  const kinds = new Map<string, number>();
  const waiting = [from];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue;
    const kind = kindOf(path);
    const times = kinds.get(kind) ?? 0;
    if (times > 2) continue;
    kinds.set(kind, times + 1);
    const html = await open(path);
    seen.set(path, read(path, html));
    for (const [, href = ""] of html.matchAll(/<a\b[^>]*?\bhref="([^"#]+)"/g)) {
      const url = new URL(href.replaceAll("&amp;", "&"), ORIGIN + path);
      const next = url.pathname + url.search;
      if (url.origin === ORIGIN && within.test(url.pathname) && !FILE.test(url.pathname)) waiting.push(next);
    }
  }
  return seen;
}

/** The UUIDs in these texts, by what has them. */
function idsIn(texts: Iterable<readonly [string, string]>): [string, string[]][] {
  return [...texts].flatMap(([name, text]) => {
    const found = text.match(UUIDS);
    return found ? [[name, found] as [string, string[]]] : [];
  });
}

/** A customer of everything, a storm offer, a plan, and webhooks that were told of it. */
async function fill() {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  await aCustomerOfEverything(site, "zz");
  await pool.query(
    `insert into visit_events (id, booking_id, member_id, kind, members, happened_at, phone_at, received_at)
     select gen_random_uuid(), visit.id, member.id, tap.kind, array[member.id], tap.at, tap.at, tap.at
     from (select id from bookings where status = 'confirmed' limit 1) visit, (select id from crew_members limit 1) member,
       (values ('started', timestamptz '2026-06-01T10:00:00Z'), ('finished', '2026-06-01T11:00:00Z')) as tap (kind, at)`,
  );
  await pool.query("update api_keys set name = 'Corner Realty'"); // a UUID before
  await pool.query("update webhooks set events = $1", [JSON.stringify(WEBHOOK_EVENTS)]);
  const office = await staffCtx(site);
  const [stormy, moved, cancelled] = ["2026-06-12", "2026-06-16", "2026-06-17"];
  await confirmedVisit(ctx(), pool, { date: stormy });
  const { id } = await confirmedVisit(ctx(), pool, { date: moved });
  await moveByStaff(office(), { id, date: "2026-06-18", time: "10:00 AM", crew_id: null });
  const over = await confirmedVisit(ctx(), pool, { date: cancelled });
  const choice = { choice: "all", amount: null, reason: "", left: 15_900 } as const;
  await cancelByStaff(office(), { id: over.id, ...choice });
  await storms(site, office).storm([], stormy);
  await startPlan(ctx(), pool);
  await sendAll();
}

/** Sends the emails that wait. */
async function sendAll() {
  const { rows } = await pool.query(
    "select distinct name from pgboss.job where name like '%-mail' and state = 'created'",
  );
  for (const { name } of rows) await queues.run(name);
}

test("no page of the office shows a UUID or a value that was not formatted", {
  timeout: 180_000,
}, async () => {
  await fill();
  await signIn();
  const pages = await walk("/admin", /^\/admin/, async (path) => (await page(path)).html);
  expect(pages.size).toBeGreaterThan(40);
  expect([...pages.keys()].some((path) => /^\/admin\/storm\/[^/]+\/[^/]+$/.test(path))).toBe(true);
  expect(idsIn(pages)).toEqual([]);
  const raw = [...pages].filter(([, text]) => /\d:?NaN|\bNaN\b|\bundefined\b|\[object /.test(text));
  expect(raw.map(([path]) => path)).toEqual([]);
});

test("no file of the office and no email has a UUID outside of an address", async () => {
  await fill();
  await signIn();
  const files = siteRoutes().flatMap(({ pattern }) => (pattern.endsWith(".csv") ? [pattern] : []));
  const texts = new Map<string, string>();
  for (const path of files) {
    const query = path === "/admin/hours.csv" ? "?week=2026-06-01" : "";
    texts.set(path, (await page(path + query)).html);
  }
  for (const [path, text] of texts) expect(text.trim().split("\r\n").length, path).toBeGreaterThan(1);
  expect(idsIn(texts)).toEqual([]);
  const { rows } = await pool.query("select occasion, subject, text, html from mails");
  const kinds = new Set(rows.map(({ occasion }) => occasion.split(":")[0]));
  expect(kinds.size).toBeGreaterThan(10);
  const emails = rows.map(({ occasion, subject, text, html }) => {
    const words = [subject, text, visibleText(html)].join("\n").replace(/https?:\/\/\S+/g, "");
    return [occasion, words] as const;
  });
  expect(idsIn(emails)).toEqual([]);
});

test("no page of a customer shows a UUID", { timeout: 60_000 }, async () => {
  await fill();
  const { cookie, id } = await signedIn(site);
  await pool.query("update bookings set user_id = $1", [id]);
  await pool.query("update plans set user_id = $1", [id]);
  const open = async (path: string) => (await get(path, { Cookie: cookie })).text();
  const pages = await walk("/profile", /^\/(?:profile|bookings|plans)/, open);
  expect([...pages.keys()].some((path) => path.startsWith("/bookings/"))).toBe(true);
  expect([...pages.keys()].some((path) => path.startsWith("/plans/"))).toBe(true);
  expect(idsIn(pages)).toEqual([]);
});

test("bookings, orders and plans are listed and found by their numbers", async () => {
  await clear();
  const visit = await confirmedVisit(ctx(), pool);
  await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
  const plan = await startPlan(ctx(), pool);
  await signIn();
  const numberOf = async (table: string, id: string) =>
    (await pool.query(`select number from ${table} where id = $1`, [id])).rows[0].number as number;
  const [booking, order] = await Promise.all([
    numberOf("bookings", visit.id),
    numberOf("orders", visit.order_id),
  ]);
  const planned = await numberOf("plans", plan);
  for (const [list, id, number] of [
    ["bookings", visit.id, booking],
    ["orders", visit.order_id, order],
    ["orders", visit.order_id, booking],
    ["plans", plan, planned],
  ] as const) {
    for (const q of [`${number}`, `#${number}`]) {
      const { html } = await page(`/admin/${list}?q=${encodeURIComponent(q)}`);
      expect(html, `${list} by ${q}`).toContain(`/admin/${list}/${id}?`);
    }
    expect((await page(`/admin/${list}?q=%23999999`)).text).toContain(`No ${list} found.`);
  }
  expect((await page("/admin/orders")).text).toContain(`Order #${order}`);
  expect((await page(`/admin/orders/${visit.order_id}`)).text).toContain(`Booking#${booking}`);
  expect((await page(`/admin/plans/${plan}`)).text).toContain(`Plan #${planned}`);
  expect((await page(`/admin/activity?q=%23${booking}`)).text).toContain(`booking #${booking} (`);
  const delivered = await pool.query(
    `with webhook as (insert into webhooks (url, secret, events) values ('https://a.example/', '', '[]') returning id)
     insert into webhook_deliveries (webhook_id, event, event_key, payload, status)
     select id, 'booking.confirmed', 'booking.confirmed:' || $1 || ':0', '{}', 'sent' from webhook returning id`,
    [visit.id],
  );
  const deliveries = (q: string) => page(`/admin/webhooks/deliveries?q=${encodeURIComponent(q)}`);
  expect((await deliveries(`#${booking}`)).html).toContain(delivered.rows[0].id);
  expect((await deliveries("#999999")).text).toContain("No deliveries found.");
  const [, webhook] = /<option value="([^"]+)">a\.example</.exec((await deliveries("")).html) ?? [];
  expect((await page(`/admin/webhooks/deliveries?webhook=${webhook}`)).html).toContain(delivered.rows[0].id);
  const { html: file } = await page("/admin/bookings.csv");
  expect(file).toContain(`\r\n#${booking},`);
});
