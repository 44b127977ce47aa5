import {
  type CardAnswer,
  type CheckoutRequest,
  type CheckoutSession,
  type Dispute,
  type KnownRefund,
  type Movement,
  type PaymentGateway,
  type Payments,
  ProviderUnavailable,
  type Refund,
  type SavedCard,
} from "~/platform/outside/payment-gateway";
import { CARD } from "./bookings";

type Session = CheckoutSession & { key: string; saves: boolean };
type Given = KnownRefund & { id: string };

const NOBODY = { customer: null, card: null, payment_id: null, subscription_id: null, invoice_id: null };

function cardOf(session: string): SavedCard {
  const ids = { customer_id: `customer_${session}`, method_id: `card_${session}` };
  return { ...ids, brand: "Visa", last4: "4242", exp_month: 12, exp_year: 2030 };
}

/** When all of its money moved. */
const MOVED = Temporal.Instant.from("2026-06-01T12:00:00Z");

/**
 * A provider in memory with its own records. It does what it is told, reports nothing by itself, and its money takes as
 * long as the test says.
 */
export function aBank() {
  const sessions = new Map<string, Session>();
  const refunds: Given[] = [];
  const disputes = new Map<string, Dispute>();
  let count = 0;
  const bank = {
    /** It can't be reached. */
    down: false,
    /** It does what it is told, but its response is lost. */
    mute: false,
    /** Sessions that are being paid right now, which can't be closed. */
    paying: new Set<string>(),
    /** It declines charges of saved cards. */
    declines: false,
    /** Cards that it may not charge any more. */
    forgotten: [] as string[],
    /** The state in which refunds begin. */
    refundsBegin: "completed" as Refund["status"],
    asked: [] as string[],
    requests: [] as CheckoutRequest[],
    sessions,
    refunds,
    disputes,
    gateway: {} as PaymentGateway,
    payments: {} as Payments,
    /** What the customer or the customer's bank does about a checkout. */
    set(id: string, status: CheckoutSession["status"], changes: Partial<CheckoutSession> = {}) {
      const session = sessions.get(id);
      if (!session) throw new Error(`There is no session ${id}`);
      const paid = status === "paid" || status === "processing";
      const customer = paid ? { name: CARD.name, email: CARD.email, phone: CARD.phone } : session.customer;
      const payment_id = paid && session.amount > 0 ? `pay_${id}` : session.payment_id;
      const card = status === "paid" && session.saves ? cardOf(id) : null;
      sessions.set(id, { ...session, status, customer, payment_id, card, ...changes });
    },
    /** How a refund ends. */
    endRefund(id: string, status: "completed" | "failed" | "cancelled") {
      const given = refunds.find((one) => one.id === id);
      if (given) given.refund = refundOf(id, status);
    },
    /** A refund in the provider's dashboard. */
    giveBack(payment_id: string, amount: number, status: Refund["status"] = "completed") {
      count += 1;
      const id = `back_${count}`;
      refunds.push({ id, key: null, payment_id, amount, refund: refundOf(id, status) });
      return id;
    },
    dispute(
      payment_id: string,
      amount: number,
      status: Dispute["status"] = "open",
      id = `dispute_${++count}`,
      withdrawn = true,
    ) {
      disputes.set(id, {
        id,
        payment_id,
        amount,
        currency: "USD",
        status,
        withdrawn,
        reason: "fraudulent",
        evidence_due_at: Temporal.Instant.from("2026-07-01T03:59:00Z"),
        opened_at: Temporal.Instant.from("2026-06-20T12:00:00Z"),
      });
      return id;
    },
    /** An inquiry: the customer's bank asks and withdraws nothing. */
    inquire(payment_id: string, amount: number, status: "open" | "won" = "open", id?: string) {
      return bank.dispute(payment_id, amount, status, id, false);
    },
    /** Removes all records. */
    clear() {
      for (const kept of [sessions, disputes, bank.paying]) kept.clear();
      for (const kept of [refunds, bank.asked, bank.requests, bank.forgotten]) kept.length = 0;
      Object.assign(bank, { down: false, mute: false, declines: false, refundsBegin: "completed" });
      count = 0;
    },
    /** The records of a payment. */
    left(payment_id: string): number {
      const paid = [...sessions.values()].find(
        (one) => one.payment_id === payment_id && one.status === "paid",
      );
      const back = refunds.filter((one) => one.payment_id === payment_id && isMoney(one.refund.status));
      const lost = [...disputes.values()].filter(
        (one) => one.payment_id === payment_id && one.status !== "won" && one.withdrawn,
      );
      return [...back, ...lost].reduce((rest, { amount }) => rest - amount, paid?.amount ?? 0);
    },
  };
  const ask = <T>(what: string, answer: () => T) => {
    bank.asked.push(what);
    if (bank.down) throw new ProviderUnavailable("It is down.");
    const answered = answer();
    if (bank.mute && ["createSession", "expireSession", "refund", "chargeCard"].includes(what))
      throw new ProviderUnavailable("The line broke.");
    return answered;
  };
  const publicOf = (id: string): CheckoutSession | null => {
    const session = sessions.get(id);
    if (!session) return null;
    const { key: _, saves: __, ...shown } = session;
    return shown;
  };
  bank.gateway = {
    provider: "bank",
    owns: () => true,
    createSession: async (request) =>
      ask("createSession", () => {
        bank.requests.push(request);
        const known = [...sessions.values()].find(({ key }) => key === request.idempotency_key);
        const id = known?.id ?? `session_${++count}`;
        if (!known) {
          const { amount, currency, idempotency_key: key } = request;
          const saves = Boolean(request.consent);
          sessions.set(id, { ...NOBODY, id, key, amount, currency, status: "open", saves });
        }
        return { id, url: `https://bank.example/?session_id=${id}` };
      }),
    readSession: async (id) => ask("readSession", () => publicOf(id)),
    expireSession: async (id) =>
      ask("expireSession", () => {
        if (sessions.get(id)?.status === "open" && !bank.paying.has(id)) bank.set(id, "expired");
        return publicOf(id);
      }),
    chargeCard: async ({ idempotency_key: key, amount, currency, method_id }) =>
      ask("chargeCard", (): CardAnswer => {
        const same = sessions.get(key);
        if (same?.payment_id) return { status: "paid", payment_id: same.payment_id };
        if (same || bank.declines || bank.forgotten.includes(method_id)) {
          sessions.set(key, { ...NOBODY, id: key, key, amount, currency, status: "failed", saves: false });
          return { status: "declined", reason: "The card was declined.", needs_customer: false };
        }
        const payment_id = `pay_${key}`;
        const paid = { ...NOBODY, id: key, key, amount, currency, status: "paid", saves: false } as const;
        sessions.set(key, { ...paid, payment_id });
        return { status: "paid", payment_id };
      }),
    findCardCharge: async ({ idempotency_key }) =>
      ask("findCardCharge", (): CardAnswer | null => {
        const made = sessions.get(idempotency_key);
        if (made?.payment_id) return { status: "paid", payment_id: made.payment_id };
        return made ? { status: "declined", reason: "The card was declined.", needs_customer: false } : null;
      }),
    tryCharge: async () => null,
    readCustomer: async () => null,
    forgetCard: async (id) => ask("forgetCard", () => void bank.forgotten.push(id)),
    refund: async ({ payment_id, amount, idempotency_key: key }) =>
      ask("refund", (): Refund => {
        const same = refunds.find((one) => one.key === key);
        if (same) return same.refund;
        const disputed = [...disputes.values()].some(
          (one) => one.payment_id === payment_id && one.status === "open" && one.withdrawn,
        );
        if (disputed) return { status: "failed", id: null, reason: "It is disputed." };
        if (amount > bank.left(payment_id))
          return { status: "failed", id: null, reason: "More than is left." };
        const id = `back_${++count}`;
        const refund = refundOf(id, bank.refundsBegin);
        refunds.push({ id, key, payment_id, amount, refund });
        return refund;
      }),
    readRefund: async (id) => ask("readRefund", () => shownRefund(refunds.find((one) => one.id === id))),
    listRefunds: async (payment_id) =>
      ask("listRefunds", () =>
        refunds.filter((one) => one.payment_id === payment_id).flatMap((one) => shownRefund(one) ?? []),
      ),
    refundsSince: async () => ask("refundsSince", () => refunds.flatMap((one) => shownRefund(one) ?? [])),
    readDispute: async (id) => ask("readDispute", () => disputes.get(id) ?? null),
    listDisputes: async (payment_id) =>
      ask("listDisputes", () => [...disputes.values()].filter((one) => one.payment_id === payment_id)),
    disputesSince: async () => ask("disputesSince", () => [...disputes.values()]),
    movementsSince: async (since) =>
      ask("movementsSince", () =>
        movements({ sessions, refunds, disputes }).filter(
          ({ at }) => Temporal.Instant.compare(at, since) >= 0,
        ),
      ),
    readSubscription: async () => null,
    pauseSubscription: async () => null,
    resumeSubscription: async () => null,
    changePrice: async () => null,
    endSubscription: async () => null,
    readInvoice: async () => null,
    listInvoices: async () => [],
    verifyEvent: async () => null,
  };
  bank.payments = {
    ...bank.gateway,
    way: async () => "stripe", // any real provider
    current: async () => bank.gateway,
    named: async (provider) => (provider === "bank" ? bank.gateway : null),
  };
  return bank;
}

export type Bank = ReturnType<typeof aBank>;

type Records = { sessions: Map<string, Session>; refunds: Given[]; disputes: Map<string, Dispute> };

/** What moved in all: nothing for a refund that failed or a dispute that was won. */
function movements({ sessions, refunds, disputes }: Records): Movement[] {
  const moved = { currency: "USD", at: MOVED };
  const paid = [...sessions.values()].filter(({ status }) => status === "paid");
  const back = refunds.filter(({ refund }) => isMoney(refund.status));
  const taken = [...disputes.values()].filter(({ status, withdrawn }) => withdrawn && status !== "won");
  return [
    ...paid.map(({ payment_id, amount, currency }) => ({
      ...{ what: "payment" as const, id: payment_id ?? "", payment_id: payment_id ?? "", at: MOVED },
      ...{ amount, currency },
    })),
    ...back.map(({ id, payment_id, amount }) => ({
      ...{ ...moved, what: "refund" as const, id, payment_id, amount: -amount },
    })),
    ...taken.map(({ id, payment_id, amount }) => ({
      ...{ ...moved, what: "dispute" as const, id, payment_id, amount: -amount },
    })),
  ];
}

function shownRefund(given: Given | undefined): KnownRefund | null {
  if (!given) return null;
  const { id: _, ...known } = given;
  return known;
}

function isMoney(status: Refund["status"]): boolean {
  return status === "pending" || status === "completed";
}

function refundOf(id: string, status: Refund["status"]): Refund {
  return status === "pending" || status === "completed"
    ? { status, id }
    : { status, id, reason: "The bank has refused it." };
}
