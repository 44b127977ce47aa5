import { expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { signedIn } from "../support/sign-in";
import { fakeStripe } from "../support/stripe";
import { toastOf } from "../support/visitor";

const stripe = await fakeStripe({ secretKey: "sk_live_birch" });
const site = await testApp({ stripe: stripe.url });

test("with live keys nothing is charged, and the test says so and whether Stripe reports to this site", async () => {
  const { cookie } = await signedIn(site, { role: "owner" });
  const send = (fields: Record<string, string>) =>
    site.app.request(
      new Request(`${ORIGIN}/admin/settings?tab=payments`, {
        method: "POST",
        headers: { Cookie: cookie },
        body: new URLSearchParams({ tab: "payments", ...fields }),
      }),
    );
  const keys = { stripe_public_key: "pk_live_birch", stripe_secret_key: "sk_live_birch" };
  await send({ intent: "save", default_currency: "USD", tax_rate: "8.5", ...keys });
  const description = async () => toastOf(await send({ intent: "test-stripe" }))?.description;
  expect(await description()).toMatch(
    /^Nothing was charged, because that would take real money\. Stripe doesn't report to this site\./,
  );
  stripe.trouble.add({ kind: 403, of: "GET /v1/webhook_endpoints" });
  expect(await description()).toContain("The key may not read Stripe's webhooks.");
  expect(stripe.asked.map(({ call }) => call)).not.toContain("POST /v1/payment_intents");
  expect(stripe.books.intents.size).toBe(0);
});
