/** Runs the fake Stripe as a program: `npx node tests/support/fake-stripe.ts PORT [SITE]`. */
import { startFakeStripe } from "./fake-stripe/server.ts";

const [port = "12111", site = "http://localhost:3000"] = process.argv.slice(2);
const stripe = await startFakeStripe(
  { secretKey: "sk_test_birch", webhookSecret: "whsec_birch" },
  Number(port),
);
stripe.events.state.to = `${site}/api/webhooks/stripe`;
process.stdout.write(`A fake Stripe is ready: start the site with STRIPE_API_BASE=${stripe.url} \\
  STRIPE_SECRET_KEY=${stripe.secretKey} STRIPE_WEBHOOK_SECRET=${stripe.webhookSecret}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => stripe.close().then(() => process.exit(0)));
}
