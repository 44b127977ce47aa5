import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { confirmedVisit, refundsOf } from "../support/visits";

const site = await testApp();
const { app, pool, ctx, clock, clear } = site;
type Person = Awaited<ReturnType<typeof signedIn>>;
let olga: Person;
let mona: Person;
let bea: Person;
let dora: Person;
let visit: Awaited<ReturnType<typeof confirmedVisit>>;
let order: string;

beforeEach(async () => {
  await clear();
  olga = await signedIn(site, { role: "owner", first_name: "Olga" });
  mona = await signedIn(site, { role: "manager", first_name: "Mona" });
  bea = await signedIn(site, { role: "bookkeeper", first_name: "Bea" });
  dora = await signedIn(site, { role: "dispatcher", first_name: "Dora" });
  visit = await confirmedVisit(ctx(), pool);
  order = `/admin/orders/${visit.order_id}`;
});

async function page({ cookie }: Person, address: string) {
  const response = await app.request(new Request(ORIGIN + address, { headers: { Cookie: cookie } }));
  const html = await response.text();
  return { status: response.status, html, text: visibleText(html) };
}
async function post({ cookie }: Person, address: string, form: Record<string, string>) {
  const init = { method: "POST", headers: { Cookie: cookie }, body: new URLSearchParams(form) };
  const response = await app.request(new Request(ORIGIN + address, init));
  const html = await response.text();
  return { status: response.status, html, text: visibleText(html) };
}

const TOKEN = "33333333-3333-4333-8333-333333333333";
const refund = (who: Person, amount: string, token = TOKEN) =>
  post(who, order, { intent: "refund", token, amount, reason: "Broken vase", left: "15900" });
async function asked(): Promise<string> {
  expect((await refund(bea, "150")).status).toBe(303);
  const { rows } = await pool.query("select id from approvals where status = 'open'");
  return rows[0].id;
}
const ours = async () => (await refundsOf(pool, visit.id)).ours.map(({ amount }) => amount);
const intentsIn = (html: string) =>
  [...html.matchAll(/name="intent" value="(approve|refuse|withdraw)"/g)].map(([, intent]) => intent);

describe("a refund above the limit", () => {
  test("is announced at the form, asked for, and approved on the order", async () => {
    expect((await page(bea, order)).text).toContain("Above $100.00, someone else must approve it.");
    expect((await page(olga, order)).text).not.toContain("someone else must approve it.");
    const approval_id = await asked();
    expect(await ours()).toEqual([]);
    const seen = await page(bea, order);
    expect(seen.text).toMatch(/Refund of \$150\.00Waiting for approvalBroken vase.*Asked by Bea Lovelace/);
    expect(intentsIn(seen.html)).toEqual(["withdraw"]);
    expect(intentsIn((await page(mona, order)).html)).toEqual(["approve", "refuse"]);
    const form = { intent: "approve", approval_id, left: "15900" };
    expect((await post(bea, order, form)).status).toBe(409);
    expect((await post(mona, order, form)).status).toBe(303);
    expect((await post(olga, order, form)).status).toBe(409);
    expect(await ours()).toEqual([15_000]);
    expect((await page(bea, order)).text).toContain("Approved by Mona Lovelace");
    expect((await page(mona, "/admin/activity")).text).toMatch(
      /approved a refund of \$150\.00 of order #\d+/,
    );
  });

  test("is decided in the list of what needs attention", async () => {
    const id = await asked();
    const list = await page(olga, "/admin/attention");
    expect(list.text).toContain("1 refund or discount is waiting for approval");
    expect(list.text).toMatch(/Ada Lovelace: refund of \$150\.00 for order #\d+\. Broken vase/);
    expect(intentsIn(list.html)).toEqual(["approve", "refuse"]);
    expect((await page(olga, "/admin")).text).toContain("1 refund or discount is waiting for approval");
    const form = { kind: "approvals", intent: "approve", id, left: "15900", to: "/admin/attention" };
    expect((await post(olga, "/admin/attention", { ...form, left: "" })).status).toBe(409);
    expect((await post(olga, "/admin/attention", form)).status).toBe(303);
    expect((await post(olga, "/admin/attention", form)).status).toBe(409);
    expect(await ours()).toEqual([15_000]);
    expect((await page(olga, "/admin/attention")).text).not.toContain("waiting for approval");
  });

  test("is refused by another, or withdrawn by whoever asked", async () => {
    const first = await asked();
    expect((await post(olga, order, { intent: "withdraw", approval_id: first })).status).toBe(409);
    const listed = { kind: "approvals", to: "/admin/attention" };
    const withdrawn = await post(bea, "/admin/attention", { ...listed, intent: "withdraw", id: first });
    expect(withdrawn.status).toBe(303);
    const token = TOKEN.replace("3", "4");
    clock.advance({ minutes: 1 }); // the newest comes first
    expect((await refund(bea, "150", token)).status).toBe(303);
    const { rows } = await pool.query("select id from approvals where status = 'open'");
    expect((await post(olga, order, { intent: "refuse", approval_id: rows[0].id })).status).toBe(303);
    expect((await page(olga, order)).text).toMatch(/Refused by Olga Lovelace.*Withdrawn by Bea Lovelace/);
    expect(await ours()).toEqual([]);
  });

  test("can't be decided by a dispatcher, who sees it without buttons and not among what needs attention", async () => {
    const approval_id = await asked();
    const seen = await page(dora, order);
    expect(seen.text).toContain("Waiting for approval");
    expect(intentsIn(seen.html)).toEqual([]);
    expect((await page(dora, "/admin/attention")).text).not.toContain("waiting for approval");
    for (const intent of ["approve", "refuse", "withdraw"]) {
      expect((await post(dora, order, { intent, approval_id, left: "15900" })).status).toBe(403);
      const listed = { kind: "approvals", intent, id: approval_id, left: "15900" };
      expect((await post(dora, "/admin/attention", listed)).status).toBe(403);
    }
    expect(await ours()).toEqual([]);
  });

  test("of a cancellation is asked for, while the policy's part goes back", async () => {
    await pool.query(
      `insert into admin_settings (category, key, value, created_at, updated_at)
       values ('users', 'refund_limit_manager', '5000', now(), now())`,
    );
    await pool.query("update bookings set late_fee_applies = true where id = $1", [visit.id]);
    const booking = `/admin/bookings/${visit.id}`;
    const form = { intent: "cancel", choice: "all", left: "15900", reason: "Late crew" };
    expect((await post(mona, booking, form)).status).toBe(303);
    expect(await ours()).toEqual([7950]);
    expect((await page(olga, "/admin/attention")).text).toMatch(/\$79\.50 for order #\d+\. Late crew/);
  });

  test.each(["7", "11111111-1111-4111-8111-111111111111"])(
    "with the id %s is not found",
    async (approval_id) => {
      for (const intent of ["approve", "refuse", "withdraw"])
        expect((await post(olga, order, { intent, approval_id, left: "1" })).status, intent).toBe(404);
    },
  );
});

describe("the page of the limits", () => {
  const LIMITS = "/admin/settings/limits";
  const seen = JSON.stringify({ refund_limit_manager: "500.00", refund_limit_bookkeeper: "100.00" });
  const form = { intent: "save", seen, refund_limit_manager: "", refund_limit_bookkeeper: "200" };

  test("saves what an owner enters, and the next refund follows it", async () => {
    expect((await page(olga, "/admin/settings?tab=users")).html).toContain(`href="${LIMITS}"`);
    expect((await post(olga, LIMITS, form)).status).toBe(303);
    const { html } = await page(olga, LIMITS);
    expect(html).toMatch(/name="refund_limit_bookkeeper"[^>]*value="200\.00"/);
    await refund(bea, "150");
    expect(await ours()).toEqual([15_000]);
    expect((await page(olga, "/admin/activity")).text).toContain(
      "changed the refund limit of managers and refund limit of bookkeepers",
    );
  });

  test("names the field of a wrong amount, and saves nothing", async () => {
    const refused = await post(olga, LIMITS, { ...form, refund_limit_bookkeeper: "a lot" });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/Bookkeepers.*Enter an amount up to \$1,000,000\.00, like 250/);
    expect(refused.html).toContain('value="a lot"');
    expect((await pool.query("select from admin_settings where category = 'users'")).rowCount).toBe(0);
  });

  test("shows a manager their own limit, which they can't change", async () => {
    const { html, text } = await page(mona, LIMITS);
    expect(text).toContain("Managers: $500.00. Only an owner can change this.");
    expect(html).not.toContain('name="refund_limit_manager"');
    expect((await post(mona, LIMITS, { ...form, refund_limit_manager: "9000" })).status).toBe(303);
    const { rows } = await pool.query("select key, value from admin_settings where category = 'users'");
    expect(rows).toEqual([{ key: "refund_limit_bookkeeper", value: "20000" }]);
  });

  test("takes a fresh proof, and is not for bookkeepers and dispatchers", async () => {
    for (const who of [bea, dora]) {
      expect((await page(who, LIMITS)).status).toBe(403);
      expect((await post(who, LIMITS, form)).status).toBe(403);
    }
    const late = await signedIn(site, { role: "owner", proved: false });
    expect((await post(late, LIMITS, form)).status).toBe(428);
  });
});
