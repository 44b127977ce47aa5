import { eq, max } from "drizzle-orm";
import { payment_events } from "~/db/schema/payments";
import { provider_customers } from "~/db/schema/provider-customers";
import { readSettings } from "~/features/operations/settings/queries.server";
import { isTestKey } from "~/features/operations/settings/settings";
import { readStripeSetup } from "~/features/operations/settings/stripe-setup.server";
import { allowsTestCheckout, paymentWay } from "~/features/payments/providers.server";
import type { StripeClients } from "~/platform/outside/stripe.server";
import { checkEndpoint, checkEvent, checkImported, checkProvider, type Endpoints } from "../payments";
import { type CheckKind, type LimitedWorld, shared } from "./define.server";

/** Stripe's list of webhooks has at most so many on a page; an account may have 16. */
const MOST = 100;

/** Checks of the payment provider. Those of Stripe only where Stripe is in use. */
export function paymentChecks({ db, vault, stripe, site, clock }: LimitedWorld): CheckKind[] {
  const group = "payments" as const;
  const setup = shared(() => readStripeSetup({ db, vault }, site.stripe));
  return [
    {
      id: "provider",
      group,
      title: "How customers pay",
      look: async () => {
        const found = await setup();
        const secret = found?.secretKey;
        const settings = await readSettings({ db });
        const testCheckout = allowsTestCheckout({
          asked: site.allowsTest,
          kind: settings["site.kind"],
          origin: site.origin ?? undefined,
        });
        return checkProvider({
          way: paymentWay({ secretKey: found !== null, testCheckout }),
          ignored: site.allowsTest === true && !testCheckout,
          key: found && (secret ? (isTestKey(secret) ? "test" : "live") : "closed"),
          webhookSecret: (found?.webhookSecrets.length ?? 0) > 0,
          without: settings["payments.without_provider"],
        });
      },
    },
    {
      id: "imported_customers",
      group,
      title: "Imported customers at Stripe",
      look: async () => {
        const waiting = await db.$count(provider_customers, eq(provider_customers.status, "unconfirmed"));
        return checkImported(waiting, (await setup()) !== null);
      },
    },
    {
      id: "webhook",
      group,
      title: "Stripe's webhook",
      look: async () => {
        const secret = (await setup())?.secretKey;
        if (!secret || !site.origin) return null;
        return checkEndpoint(`${site.origin}/api/webhooks/stripe`, await readEndpoints(stripe, secret));
      },
    },
    {
      id: "event",
      group,
      title: "Stripe's events",
      look: async () => {
        if (!(await setup())) return null;
        const [found] = await db
          .select({ last: max(payment_events.received_at) })
          .from(payment_events)
          .where(eq(payment_events.provider, "stripe"));
        return checkEvent(found?.last ?? null, clock());
      },
    },
  ];
}

/** Stripe's webhooks; null if the key may not read them. */
export async function readEndpoints(stripe: StripeClients, secret: string): Promise<Endpoints> {
  try {
    const { webhookEndpoints } = await stripe(secret);
    const { data } = await webhookEndpoints.list({ limit: MOST });
    return data.map(({ url, status, enabled_events }) => ({ url, status, events: enabled_events }));
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 403) return null;
    throw error;
  }
}
