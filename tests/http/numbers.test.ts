import { expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aCustomerOfEverything } from "../support/customers";
import { officeVisitor } from "../support/office-visitor";
import { startPlan } from "../support/plans";
import { signedIn } from "../support/sign-in";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { pool, ctx, clear, clock, get } = site;
const { page, signIn } = officeVisitor(site);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const IDS = new RegExp(UUID.source, "gi");

/** What a visitor reads: the title and the text, without what is closed. */
const read = (html: string) => visibleText(html.replace(/<details(?![^>]*\bopen\b)[\s\S]*?<\/details>/g, ""));

/** Opens all pages that links lead to from here, each kind of address a few times. Returns what they show, by address. */
async function walk(from: string, within: RegExp, open: (path: string) => Promise<string>) {
  const seen = new Map<string, string>();
  const kinds = new Map<string, number>();
  const waiting = [from];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue;
    const kind = path.replace(IDS, ":id").replace(/\d+/g, "0");
    const times = kinds.get(kind) ?? 0;
    if (times > 2) continue;
    kinds.set(kind, times + 1);
    const html = await open(path);
    seen.set(path, read(html));
    for (const [, href = ""] of html.matchAll(/<a\b[^>]*?\bhref="([^"#]+)"/g)) {
      const url = new URL(href.replaceAll("&amp;", "&"), ORIGIN + path);
      const next = url.pathname + url.search;
      if (url.origin === ORIGIN && within.test(url.pathname) && !/\.(csv|ics|gz)$/.test(url.pathname))
        waiting.push(next);
    }
  }
  return seen;
}

async function fill() {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  await aCustomerOfEverything(site, "zz");
  await pool.query("update api_keys set name = 'Corner Realty'"); // a UUID before
  await confirmedVisit(ctx(), pool, { date: "2026-06-12" });
  return startPlan(ctx(), pool);
}

test("no page of the office shows a UUID", { timeout: 180_000 }, async () => {
  await fill();
  await signIn();
  const pages = await walk("/admin", /^\/admin/, async (path) => (await page(path)).html);
  expect(pages.size).toBeGreaterThan(40);
  const found = [...pages]
    .filter(([, text]) => UUID.test(text))
    .map(([path, text]) => [path, text.match(IDS)]);
  expect(found).toEqual([]);
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
  expect([...pages].filter(([, text]) => UUID.test(text)).map(([path]) => path)).toEqual([]);
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
  const { html: file } = await page("/admin/bookings.csv");
  expect(file).toContain(`\r\n#${booking},`);
});
