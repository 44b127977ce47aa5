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

test("keys that Stripe knows are told so, and of which kind they are", async () => {
  await saveKeys("pk_test_birch", "sk_test_birch");
  expect(await testKeys()).toMatchObject({
    status: 303,
    toast: { title: "Stripe knows these keys", description: "They are test keys: no money moves." },
  });
  expect(stripe.asked.map(({ call }) => call)).toEqual(["GET /v1/balance"]);
  const { rows } = await pool.query("select details from audit_log where action = 'settings.test_stripe'");
  expect(rows).toEqual([{ details: { known: true } }]);
});

test("a secret key that Stripe doesn't know is refused in words, and not repeated", async () => {
  await saveKeys("pk_test_birch", "sk_test_oak");
  const { status, text } = await testKeys();
  expect(status).toBe(422);
  expect(text).toContain("The keys don't workStripe doesn't know this secret key. Copy it once more.");
  expect(text).not.toContain("sk_test_oak");
});

test("keys of two kinds, or only one, are not even asked about", async () => {
  expect((await testKeys()).text).toContain("Save both keys first.");
  await saveKeys("pk_live_birch", "sk_test_birch");
  expect((await testKeys()).text).toContain("One of the keys is a test key, the other one a live key.");
  expect(stripe.asked).toEqual([]);
});

test("the button waits for both keys", async () => {
  const page = async () => (await get("/admin/settings?tab=payments", { Cookie: admin.cookie })).text();
  const button = /<button[^>]*value="test-stripe"[^>]*>/;
  expect(button.exec(await page())?.[0]).toContain("disabled");
  await saveKeys("pk_test_birch", "sk_test_birch");
  expect(button.exec(await page())?.[0]).not.toMatch(/ disabled|data-disabled=/);
});
