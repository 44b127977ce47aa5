import { beforeEach, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { fakeStripe } from "../support/stripe";
import { toastOf } from "../support/visitor";

const stripe = await fakeStripe({ secretKey: "sk_test_birch" });
const site = await testApp({ stripe: stripe.url });
const { app, pool, get, clear } = site;
let admin: { cookie: string };

beforeEach(async () => {
  await clear();
  stripe.asked.length = 0;
  stripe.trouble.clear();
  admin = await signedIn(site, { role: "admin" });
});

async function send(form: Record<string, string>) {
  const response = await app.request(
    new Request(`${ORIGIN}/admin/settings?tab=payments`, {
      method: "POST",
      headers: { Cookie: admin.cookie },
      body: new URLSearchParams({ tab: "payments", ...form }),
    }),
  );
  return {
    status: response.status,
    toast: toastOf(response),
    text: visibleText(await response.text()).replaceAll("&#x27;", "'"),
  };
}

async function saveKeys(stripe_public_key: string, stripe_secret_key: string) {
  const form = { default_currency: "USD", tax_rate: "8.5", stripe_public_key, stripe_secret_key };
  expect((await send({ intent: "save", ...form })).status).toBe(303);
}

const testKeys = () => send({ intent: "test-stripe" });

test("with test keys, Stripe's test card is charged and released, which leaves no money in the books", async () => {
  await saveKeys("pk_test_birch", "sk_test_birch");
  expect(await testKeys()).toMatchObject({
    status: 303,
    toast: {
      title: "The test charge worked",
      description: expect.stringMatching(
        /^Stripe charged its test card \$10\.00 and canceled that at once\. No money moved\. Stripe doesn't report to this site\./,
      ),
    },
  });
  const { intents, transactions, ...others } = stripe.books;
  expect([...intents.values()]).toMatchObject([{ amount: 1000, currency: "usd", status: "canceled" }]);
  const { sessions, refunds, customers, subscriptions, invoices } = others;
  for (const kept of [transactions, sessions, refunds, customers, subscriptions, invoices])
    expect(kept.size).toBe(0);
  const { rows } = await pool.query("select details from audit_log where action = 'settings.test_stripe'");
  expect(rows).toEqual([{ details: { known: true } }]);
});

test("a secret key that Stripe doesn't know is refused with a readable error and not repeated", async () => {
  await saveKeys("pk_test_birch", "sk_test_oak");
  const { status, text } = await testKeys();
  expect(status).toBe(422);
  expect(text).toContain("The test failedStripe doesn't recognize this secret key. Copy it again.");
  expect(text).not.toContain("sk_test_oak");
});

test.each([
  ["GET /v1/balance", "Balance: Read"],
  ["GET /v1/balance_transactions", "Balance Transaction Sources: Read"],
  ["POST /v1/refunds", "Charges and Refunds: Write"],
  ["POST /v1/checkout/sessions", "Checkout Sessions: Write"],
  ["POST /v1/customers", "Customers: Write"],
  ["GET /v1/disputes", "Disputes: Read"],
  ["POST /v1/invoices", "Invoices: Write"],
  ["GET /v1/payment_intents", "PaymentIntents: Read"],
  ["POST /v1/subscriptions", "Subscriptions: Write"],
])("a restricted key without the right to %s is refused with what to add", async (of, valid) => {
  await saveKeys("pk_test_birch", "sk_test_birch");
  stripe.trouble.add({ kind: 403, of });
  const { status, text } = await testKeys();
  expect(status).toBe(422);
  expect(text).toContain(`Add these to it in Stripe: ${valid}.`);
});

test("a test charge that the key may not make says which right is missing", async () => {
  await saveKeys("pk_test_birch", "sk_test_birch");
  stripe.trouble.add({ kind: 403, of: "POST /v1/payment_intents" });
  const { status, text } = await testKeys();
  expect([status, text]).toEqual([422, expect.stringContaining("'PaymentIntents: Write'")]);
});

test("keys of two kinds are not saved, and a single key is not sent to Stripe", async () => {
  expect((await testKeys()).text).toContain("Save both keys first.");
  const message = "One of the keys is a test key and the other is a live key. Please enter two test keys";
  const form = { intent: "save", default_currency: "USD", tax_rate: "8.5" };
  const both = await send({
    ...form,
    stripe_public_key: "pk_live_birch",
    stripe_secret_key: "sk_test_birch",
  });
  expect([both.status, both.text]).toEqual([400, expect.stringContaining(message)]);
  await saveKeys("pk_test_birch", "sk_test_birch");
  const later = await send({ ...form, stripe_public_key: "pk_live_birch" });
  expect([later.status, later.text]).toEqual([400, expect.stringContaining(message)]);
  expect(stripe.asked).toEqual([]);
});

test("half of a pair is not saved: the missing field is named, and nothing changes", async () => {
  const save = (stripe_public_key: string, stripe_secret_key: string) =>
    send({ intent: "save", default_currency: "USD", tax_rate: "7", stripe_public_key, stripe_secret_key });
  const stored = async () => (await pool.query("select key, value from admin_settings order by key")).rows;
  const alone = await save("pk_test_birch", "");
  expect([alone.status, alone.text]).toEqual([
    400,
    expect.stringContaining("Please enter the secret key too"),
  ]);
  const secret = await save("", "sk_test_birch");
  expect([secret.status, secret.text]).toEqual([
    400,
    expect.stringContaining("Please enter the publishable key too"),
  ]);
  expect(await stored()).toEqual([]);
  await saveKeys("pk_test_birch", "sk_test_birch");
  const before = await stored();
  const emptied = await save("", "");
  expect([emptied.status, emptied.text]).toEqual([
    400,
    expect.stringContaining("To stop using Stripe, remove the secret key."),
  ]);
  expect(await stored()).toEqual(before);
  const removed = await send({ intent: "remove-secret", name: "stripe_secret_key" });
  expect(removed.status).toBe(303);
  const { rows } = await pool.query("select 1 from admin_settings where key like 'stripe_%_key'");
  expect(rows, "both keys go together").toEqual([]);
});

test("the button needs both keys", async () => {
  const page = async () => (await get("/admin/settings?tab=payments", { Cookie: admin.cookie })).text();
  const button = /<button[^>]*value="test-stripe"[^>]*>/;
  expect(button.exec(await page())?.[0]).toContain("disabled");
  await saveKeys("pk_test_birch", "sk_test_birch");
  expect(button.exec(await page())?.[0]).not.toMatch(/ disabled|data-disabled=/);
});

test("the tab shows where customers pay and the address for Stripe's events", async () => {
  const page = async () => {
    const html = await (await get("/admin/settings?tab=payments", { Cookie: admin.cookie })).text();
    return { html, text: visibleText(html).replaceAll("&#x27;", "'") };
  };
  expect((await page()).text).toContain("built-in test checkout, which charges no one");
  await saveKeys("pk_test_birch", "sk_test_birch");
  expect((await page()).text).toContain("Customers pay through Stripe with test keys: no money moves.");
  expect((await page()).html).toContain(`value="${ORIGIN}/api/webhooks/stripe"`);
  const form = { default_currency: "USD", tax_rate: "8.5", stripe_public_key: "pk_test_birch" };
  const saved = await send({ intent: "save", ...form, stripe_webhook_secret: "whsec_officebirch" });
  expect(saved.status).toBe(303);
  const { html, text } = await page();
  expect(html).not.toContain("officebirch");
  expect(text).toMatch(/Webhook signing secret\s*••••\s*set on Jun 01, 2026/);
});
