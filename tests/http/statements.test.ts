import { beforeAll, expect, test } from "vitest";
import { idOf } from "../../bench/office-past";
import { testApp, visibleText } from "../support/app";
import { addMany } from "../support/many";
import { signedIn } from "../support/sign-in";
import { expectFewStatements } from "../support/statements";

const site = await testApp();
const { sitePool, pool, get, statementsOf } = site;

const FEW = 3;
/** More than one page of a list. */
const MANY = 30;

/** Pages with lists. CAPITALS stand for the first record of a kind, which has many of everything. */
const OFFICE = [
  "/admin",
  "/admin/attention",
  "/admin/bookings",
  "/admin/bookings?when=upcoming",
  "/admin/bookings?q=concord",
  "/admin/bookings?q=ada&status=confirmed",
  "/admin/bookings/TODAY",
  "/admin/customers",
  "/admin/customers?q=person",
  "/admin/customers/OWNER",
  "/admin/customers/OWNER?all=notes",
  "/admin/orders",
  "/admin/orders?q=ada",
  "/admin/orders/ORDER",
  "/admin/messages",
  "/admin/messages?q=hello",
  "/admin/messages/MESSAGE",
  "/admin/applications",
  "/admin/applications?view=board",
  "/admin/applications/APPLICATION",
  "/admin/plans",
  "/admin/plans?q=ada",
  "/admin/plans/PLAN",
  "/admin/reviews",
  "/admin/reviews?q=spotless",
  "/admin/newsletter",
  "/admin/mail",
  "/admin/webhooks",
  "/admin/webhooks/deliveries",
  "/admin/webhooks/deliveries?q=hooks",
  "/admin/activity",
  "/admin/crews",
  "/admin/crews/CREW",
  "/admin/users",
  "/admin/users/STAFF",
  "/admin/schedule?view=day&date=2026-06-01",
  "/admin/schedule?view=week&date=2026-06-01",
  "/admin/storm",
  "/admin/storm/STORM",
  "/admin/settings/advanced",
];
const CUSTOMERS = [
  "/profile?tab=property-details",
  "/profile?tab=upcoming-cleans",
  "/profile?tab=cleaning-history",
  "/plans/PLAN",
  "/book",
];

/** Excludes queries for a single setting. */
const ALL_SETTINGS = /from "admin_settings"\)/;

const PAGES = [...OFFICE, ...CUSTOMERS];

let cookies: { office: string; owner: string };
const ids: Record<string, string> = {};
const few = new Map<string, Seen>();

type Seen = { statements: string[]; length: number };

async function see(page: string): Promise<Seen> {
  const address = page.replace(/[A-Z]{4,}/g, (name) => ids[name] ?? name);
  await pool.query("delete from saved_views"); // a list without a query shows as the page before left it
  const Cookie = OFFICE.includes(page) ? cookies.office : cookies.owner;
  const { answer, statements } = await statementsOf(() => get(address, { Cookie }));
  const text = visibleText(await answer.text());
  expect([page, answer.status]).toEqual([page, 200]);
  return { statements, length: text.length };
}

beforeAll(async () => {
  const owner = await signedIn(site, { email: "owner@mail.example" });
  const office = await signedIn(site, { role: "admin" });
  cookies = { office: office.cookie, owner: owner.cookie };
  const kinds = {
    TODAY: "today",
    ORDER: "order of today",
    MESSAGE: "message",
    APPLICATION: "application",
    PLAN: "plan",
    CREW: "crew",
    STAFF: "user",
    STORM: "storm",
  };
  for (const [name, kind] of Object.entries(kinds))
    ids[name] = (await pool.query(`select ${idOf(kind, "1")} as id`)).rows[0].id;
  ids.OWNER = owner.id;
  await addMany(pool, { from: 1, to: FEW, owner: owner.id });
  for (const page of PAGES) few.set(page, await see(page));
  await addMany(pool, { from: FEW + 1, to: MANY, owner: owner.id });
}, 60_000);

test.each(PAGES)("%s sends as many queries for many rows as for few", async (page) => {
  const [before, after] = [few.get(page), await see(page)];
  expect(after.length).toBeGreaterThan(before?.length ?? 0);
  expect(more(after.statements, before?.statements ?? [])).toEqual([]);
});

test.each(PAGES)("%s reads the settings once", (page) => {
  const reads = few.get(page)?.statements.filter((text) => ALL_SETTINGS.test(text));
  expect(reads).toHaveLength(1);
});

/** Queries that were sent more often. */
function more(after: string[], before: string[]): string[] {
  const remaining = Map.groupBy(before, shape);
  return after.filter((text) => !remaining.get(shape(text))?.pop());
}

/** Ignores the length of value lists. */
function shape(text: string): string {
  return text.replace(/\((\$\d+(, )?)+\)/g, "(…)").replace(/\$\d+/g, "$");
}

test("a page with a query per row is detected, whichever test reads it", async () => {
  const asksForEach = async () => {
    for (let row = 0; row < 60; row += 1)
      await sitePool.query("select title from services where id = $1", [row]);
  };
  const { statements } = await statementsOf(asksForEach);
  const page = new Request("https://site.example/admin/orders");
  expect(() => expectFewStatements(page, statements)).toThrow(
    "GET /admin/orders sent 60 statements, 60 times: select title from services where id = $1",
  );
});
