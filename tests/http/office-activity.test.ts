import { beforeEach, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { app, get, clear } = site;
let admin: { cookie: string; id: string };

beforeEach(async () => {
  await clear();
  admin = await signedIn(site, { role: "admin", first_name: "Adele", last_name: "Frost" });
});

const ask = (address: string) => get(address, { Cookie: admin.cookie });
const textOf = async (address: string) => visibleText(await (await ask(address)).text());

test("office actions are listed in readable text with the values before and after, and in the CSV file", async () => {
  const headers = { Cookie: admin.cookie };
  for (const place of ["9", "0"]) {
    const body = new URLSearchParams({ intent: "place", id: "post-construction", place });
    await app.request(new Request(`${ORIGIN}/admin/services`, { method: "POST", headers, body }));
  }
  const list = await ask("/admin/activity?entity=service");
  const html = await list.text();
  expect(visibleText(html)).toMatch(/Adele FrostWhatmoved Post-Construction from position/);
  const [, id] = /\/admin\/activity\/(\d+)/.exec(html) ?? [];
  const entry = await textOf(`/admin/activity/${id}?entity=service`);
  expect(entry).toContain("BeforeAfter");
  expect(entry).toContain("service.ordered");
  const file = await ask("/admin/activity.csv?entity=service");
  expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`Adele Frost,moved Post-Construction from position`);
  expect(await textOf("/admin")).toContain("Recent Activity");
  expect(await textOf("/admin")).toMatch(/Adele Frost moved Post-Construction from position/);
});

test("filters without a match show an empty list, and an unknown id shows no entry", async () => {
  expect(await textOf("/admin/activity?q=nothing")).toContain("No activity found.");
  expect((await ask("/admin/activity/123456")).status).toBe(404);
  expect((await ask("/admin/activity/x")).status).toBe(404);
  expect((await ask("/admin/activity?after=1~x&day=2026-13-01&actor=x")).status).toBe(200);
});

test("an entry about a booking names its customer with a link, is found by the name, and has it in the CSV file", async () => {
  const { id } = await confirmedVisit(site.ctx(), site.pool);
  const { rows } = await site.pool.query("select customer_id from bookings where id = $1", [id]);
  const list = await ask("/admin/activity?q=lovelace");
  const html = await list.text();
  expect(visibleText(html)).toMatch(/confirmed booking #\d+.*CustomerAda Lovelace/);
  expect(html).toContain(`href="/admin/customers/${rows[0].customer_id}"`);
  const [, entry] = /\/admin\/activity\/(\d+)/.exec(html) ?? [];
  expect(await textOf(`/admin/activity/${entry}`)).toContain("CustomerAda Lovelace");
  const file = await (await ask("/admin/activity.csv?q=lovelace")).text();
  expect(file.split("\r\n")[0]).toContain("What,Customer,Action");
  expect(file).toMatch(/confirmed booking[^\n]*,Ada Lovelace,booking.confirmed/);
});
