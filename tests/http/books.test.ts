import { beforeEach, expect, test } from "vitest";
import { compareBooks } from "~/features/payments/books/compare.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { app, pool, ctx, clear } = site;
type Person = Awaited<ReturnType<typeof signedIn>>;
let bea: Person;
let dora: Person;

beforeEach(async () => {
  await clear();
  bea = await signedIn(site, { role: "bookkeeper", first_name: "Bea" });
  dora = await signedIn(site, { role: "dispatcher", first_name: "Dora" });
  await confirmedVisit(ctx(), pool);
});

const PAGE = "/admin/attention";

async function send({ cookie }: Person, form?: Record<string, string>) {
  const init = form ? { method: "POST", body: new URLSearchParams({ kind: "books", ...form }) } : {};
  const response = await app.request(new Request(ORIGIN + PAGE, { ...init, headers: { Cookie: cookie } }));
  const html = await response.text();
  return { status: response.status, html, text: visibleText(html) };
}

/** A cent is missing in the order, and the night finds it. */
async function aDifference(): Promise<string> {
  await pool.query(`alter table orders disable trigger user; update orders set charged = charged - 1;
    alter table orders enable trigger user`);
  await compareBooks(ctx());
  const { rows } = await pool.query("select id from book_differences where settled_at is null");
  expect(rows).toHaveLength(1);
  return rows[0].id;
}

test("a difference needs attention with both sides, and is settled there with a note", async () => {
  expect((await send(bea)).text).toContain("The books are compared every night. Tonight is the first time.");
  const id = await aDifference();
  const seen = await send(bea);
  expect(seen.text).toContain("1 difference in the books");
  expect(seen.text).toMatch(
    /Money taken for order #\d+: the order has \$158\.99, its charges have \$159\.00/,
  );
  expect(seen.text).toMatch(/Books last compared Jun 01, 2026, 8:00 AM\./);
  expect(seen.html).toMatch(/href="\/admin\/orders\/[0-9a-f-]{36}"/);
  const settle = (note: string) => send(bea, { intent: "settle", id, note, to: PAGE });
  const empty = await settle(" ");
  expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("Say what it was.")]);
  expect((await settle("Changed by hand")).status).toBe(303);
  expect((await settle("Changed by hand")).status).toBe(404);
  expect((await send(bea)).text).not.toContain("in the books");
  const { rows } = await pool.query("select note, settled_by is not null as by from book_differences");
  expect(rows).toEqual([{ note: "Changed by hand", by: true }]);
});

test("a dispatcher sees no difference, and can't settle one", async () => {
  const id = await aDifference();
  const { text } = await send(dora);
  expect(text).not.toContain("in the books");
  expect(text).not.toContain("last compared");
  expect((await send(dora, { intent: "settle", id, note: "?", to: PAGE })).status).toBe(403);
  expect((await pool.query("select 1 from book_differences where settled_at is null")).rowCount).toBe(1);
});
