import { beforeEach, describe, expect, test } from "vitest";
import { testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { pool, get, clear } = site;
beforeEach(clear);

test.each([
  ["/admin/bookings?range=any", "row_counts", "Failed to fetch bookings"],
  ["/admin/customers", "row_counts", "Failed to fetch customers"],
  ["/admin/orders", "row_counts", "Failed to fetch orders"],
  ["/admin/claims", "claims", "Failed to fetch claims"],
  ["/admin/messages", "row_counts", "Failed to fetch messages"],
  ["/admin/applications", "row_counts", "Failed to fetch applications"],
  ["/admin/reviews", "row_counts", "Failed to fetch reviews"],
  ["/admin/newsletter", "row_counts", "Failed to fetch subscribers"],
  ["/admin/mail", "row_counts", "Failed to fetch emails"],
  ["/admin/webhooks/deliveries", "webhook_deliveries", "Failed to fetch deliveries"],
  ["/admin/content", "article_votes", "Failed to fetch articles"],
  ["/admin/activity", "audit_log", "Failed to fetch activity"],
])("%s says in place of the list that it can't be read", async (address, table, message) => {
  const { cookie } = await signedIn(site, { role: "admin" });
  await pool.query(`alter table ${table} rename to away`);
  const response = await get(address, { Cookie: cookie });
  await pool.query(`alter table away rename to ${table}`);
  const text = visibleText(await response.text());
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("30");
  expect(text).toContain(`Error${message}`);
});

describe.each(["bookings", "customers", "orders", "activity"])("the list of %s", (list) => {
  const id = list === "activity" ? "7" : "11111111-1111-4111-8111-111111111111";
  test.each([
    "2026-06-10T12:00:00Z[UTC]",
    "2026-06-10T12:00:00Z[u-ca=hebrew]",
    "2026-06-10T12:00:00.123456789Z",
    "2026-06-10T12:00:00+00:00:01",
    "-271821-04-20T00:00:00Z",
    "+275760-09-13T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ])("opens with the cursor %s, as a page and as a file", async (moment) => {
    const { cookie } = await signedIn(site, { role: "admin" });
    for (const side of ["after", "before"]) {
      const search = new URLSearchParams({ [side]: `${id}~${moment}` });
      for (const address of [`/admin/${list}?${search}`, `/admin/${list}.csv?${search}`])
        expect((await get(address, { Cookie: cookie })).status, address).toBe(200);
    }
  });
});

test("a kind of what needs attention has pages, and its forms come back to theirs", async () => {
  const { cookie } = await signedIn(site, { role: "admin" });
  await pool.query(
    `insert into mails (occasion, recipient, subject, html, text, status, created_at, envelope)
     select 'x' || n, 'ada@mail.example', 'Email ' || n, '<p>Hi</p>', 'Hi', 'failed', $1, '{}' from generate_series(1, 60) n`,
    [site.clock.now.toString()],
  );
  const show = async (query: string) =>
    (await get(`/admin/attention?kind=mails${query}`, { Cookie: cookie })).text();
  const page = await show("&page=2");
  expect(visibleText(page)).toContain("25 of 60 cases");
  expect(visibleText(page)).not.toContain("Show all");
  expect(page.split('name="to" value="/admin/attention?kind=mails&amp;page=2"')).toHaveLength(26);
  expect(page.split('rel="next"')).toHaveLength(2);
  expect((await show("&page=3")).split('rel="next"')).toHaveLength(1);
  expect(visibleText(await show("&page=-1"))).toContain("25 of 60 cases");
});
