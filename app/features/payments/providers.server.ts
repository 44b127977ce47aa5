import type { PaymentGateway, Payments, PaymentWay } from "~/platform/outside/payment-gateway";

type Providers = {
  /** Null as long as no secret key is stored. */
  stripe: () => Promise<PaymentGateway | null>;
  testCheckout: PaymentGateway;
  /** Whether customers may pay at the test checkout. Its existing sessions are read in any case. */
  allowsTest: () => Promise<boolean>;
};

/** The payment providers: Stripe if a secret key is stored, else the test checkout if it is allowed. */
export function paymentProviders({ stripe, testCheckout, allowsTest }: Providers): Payments {
  const all = async () => [testCheckout, (await stripe()) ?? []].flat();
  const ownerOf = async (id: string) => (testCheckout.owns(id) ? testCheckout : stripe());
  const inUse = async () => {
    const gateway = await stripe();
    const way = paymentWay({
      secretKey: gateway !== null,
      testCheckout: gateway === null && (await allowsTest()),
    });
    return { way, gateway: way === "test checkout" ? testCheckout : gateway };
  };
  return {
    way: async () => (await inUse()).way,
    current: async () => (await inUse()).gateway,
    named: async (provider) => {
      if (provider === testCheckout.provider) return testCheckout;
      const gateway = await stripe();
      return gateway?.provider === provider ? gateway : null;
    },
    readSession: async (id) => (await ownerOf(id))?.readSession(id) ?? null,
    expireSession: async (id) => (await ownerOf(id))?.expireSession(id) ?? null,
    refund: async (request) => {
      const gateway = await ownerOf(request.payment_id);
      if (gateway) return gateway.refund(request);
      return {
        status: "failed",
        id: null,
        reason: "Stripe's keys are missing from the settings.",
      };
    },
    readRefund: async (id) => (await ownerOf(id))?.readRefund(id) ?? null,
    listRefunds: async (paymentId) => (await ownerOf(paymentId))?.listRefunds(paymentId) ?? [],
    refundsSince: async (since) => {
      const lists = (await all()).map((gateway) => gateway.refundsSince(since));
      return (await Promise.all(lists)).flat();
    },
    readDispute: async (id) => (await ownerOf(id))?.readDispute(id) ?? null,
    listDisputes: async (paymentId) => (await ownerOf(paymentId))?.listDisputes(paymentId) ?? [],
    disputesSince: async (since) => {
      const lists = (await all()).map((gateway) => gateway.disputesSince(since));
      return (await Promise.all(lists)).flat();
    },
    readSubscription: async (id) => (await ownerOf(id))?.readSubscription(id) ?? null,
    pauseSubscription: async (id, until) => (await ownerOf(id))?.pauseSubscription(id, until) ?? null,
    resumeSubscription: async (id) => (await ownerOf(id))?.resumeSubscription(id) ?? null,
    changePrice: async (id, amount) => (await ownerOf(id))?.changePrice(id, amount) ?? null,
    endSubscription: async (id, when) => (await ownerOf(id))?.endSubscription(id, when) ?? null,
    readInvoice: async (id) => (await ownerOf(id))?.readInvoice(id) ?? null,
    listInvoices: async (subscriptionId) =>
      (await ownerOf(subscriptionId))?.listInvoices(subscriptionId) ?? [],
  };
}

type Site = {
  /** TEST_CHECKOUT; undefined when it is not set. */
  asked: boolean | undefined;
  kind: "demo" | "own";
  /** ORIGIN; undefined when it is not set, so that the site answers under any name. */
  origin: string | undefined;
};

/**
 * Whether customers may pay with pretended money: in the demo, and where TEST_CHECKOUT is on and ORIGIN is this machine, which no
 * customer can open. Never on a company's own site in public.
 */
export function allowsTestCheckout({ asked, kind, origin }: Site): boolean {
  if (asked === false) return false;
  return kind === "demo" || (asked === true && isLoopback(origin));
}

function isLoopback(origin: string | undefined): boolean {
  if (!origin) return false;
  const { hostname } = new URL(origin);
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** What the start and the checks say where TEST_CHECKOUT=on counts for nothing. */
export const TEST_CHECKOUT_IGNORED =
  "TEST_CHECKOUT=on is ignored: a company's own site never takes pretended money. Take it out; to try the site on your own machine, set ORIGIN=http://localhost:PORT.";

type Given = {
  /** Whether a secret key of Stripe is stored, in the settings or the environment, even one that can't be opened. */
  secretKey: boolean;
  /** Whether the site may offer the test checkout (`allowsTestCheckout`). */
  testCheckout: boolean;
};

/** How the site takes payment. Where there is a secret key, money is real: the test checkout never steps in. */
export function paymentWay({ secretKey, testCheckout }: Given): PaymentWay {
  if (secretKey) return "stripe";
  return testCheckout ? "test checkout" : "none";
}
