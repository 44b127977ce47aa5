import { describe, expect, test } from "vitest";
import type { Movement } from "~/platform/outside/payment-gateway";
import {
  compareCredit,
  compareOrder,
  compareWithProvider,
  type LedgerEvent,
  type OrderBook,
  type ProviderBooks,
} from "./books";

const NOW = Temporal.Instant.from("2026-06-30T08:00:00Z");
const daysAgo = (days: number) => NOW.subtract({ hours: 24 * days });

const event = (changes: Partial<LedgerEvent> = {}): LedgerEvent => ({
  ...{ at: daysAgo(2), amount: 10_000, currency: "USD", order_id: "o" },
  ...{ charge_id: "c", refund_id: null, dispute_id: null, provider: "stripe", provider_id: "pi" },
  ...changes,
});
const refunded = (changes: Partial<LedgerEvent> = {}) =>
  event({ charge_id: null, refund_id: "r", provider_id: "re", amount: -3000, ...changes });

describe("an order", () => {
  const ofLine = { idempotency_key: "k", line_id: "l", to_credit: false };
  const refund = { id: "r", amount: 3000, status: "completed", ...ofLine };
  const charge = { id: "c", amount: 10_000, status: "completed", provider: "stripe" };
  const ORDER: OrderBook = {
    ...{ id: "o", amount: 7000, charged: 10_000, returned: 3000, currency: "usd", lines: 7000 },
    ...{ credit: 0, charges: [charge] },
    refunds: [refund],
    disputes: [{ id: "d", amount: 7000, status: "won", withdrawn: true }],
    events: [
      event(),
      refunded(),
      event({ charge_id: null, dispute_id: "d", amount: -7000 }),
      event({ charge_id: null, dispute_id: "d", amount: 7000 }),
    ],
  };

  test.each<[string, Partial<OrderBook>, [kind: string, about: string, ours: number, theirs: number][]]>([
    ["equals its parts and the ledger", {}, []],
    ["has another total than its lines", { lines: 7001 }, [["lines", "o", 7000, 7001]]],
    ["has more than its charges took", { charged: 10_001 }, [["charged", "o", 10_001, 10_000]]],
    ["has less than its refunds returned", { returned: 2999 }, [["returned", "o", 2999, 3000]]],
    [
      "has a charge that is not complete, but is in the ledger",
      { charged: 0, charges: [{ ...charge, status: "failed" }] },
      [["charge", "c", 10_000, 0]],
    ],
    [
      "has credit that the credit ledger lacks",
      { charges: [{ ...charge, provider: "credit" }] },
      [["credit", "o", 0, 10_000]],
    ],
    [
      "has credit that is kept for it and became credit again",
      {
        ...{
          credit: 1000,
          charges: [charge, { id: "h", amount: 4000, status: "pending", provider: "credit" }],
        },
        refunds: [{ ...refund, to_credit: true }],
      },
      [],
    ],
    ["has a charge that is gone", { charged: 0, charges: [] }, [["charge", "c", 10_000, 0]]],
    [
      "has a refund that failed, but not in the ledger",
      { returned: 0, refunds: [{ ...refund, status: "failed" }] },
      [["refund", "r", -3000, 0]],
    ],
    [
      "has a refund that is on its way, but left in the ledger",
      { refunds: [{ ...refund, status: "pending" }] },
      [["refund", "r", -3000, 0]],
    ],
    [
      "has a lost dispute that the ledger has as won",
      { disputes: [{ id: "d", amount: 7000, status: "lost", withdrawn: true }] },
      [["dispute", "d", 0, -7000]],
    ],
    [
      "has nothing at all in the ledger of an inquiry",
      {
        disputes: [{ id: "x", amount: 1, status: "open", withdrawn: false }],
        events: ORDER.events.slice(0, 2),
      },
      [],
    ],
  ])("%s", (_what, changes, found) => {
    const differences = compareOrder({ ...ORDER, ...changes });
    expect(differences.map(({ kind, about_id, ours, theirs }) => [kind, about_id, ours, theirs])).toEqual(
      found,
    );
    for (const one of differences)
      expect(one).toMatchObject({ order_id: "o", provider: null, currency: "USD" });
  });

  test("has the note of a lost dispute beside the dispute, and only that moved money", () => {
    const note = { ...refund, idempotency_key: "dispute:d", line_id: null };
    const lost = { id: "d", amount: 3000, status: "lost", withdrawn: true };
    const events = [event(), event({ charge_id: null, dispute_id: "d", amount: -3000 })];
    const order = { ...ORDER, returned: 0, refunds: [note], disputes: [lost], events };
    expect(compareOrder(order)).toEqual([]);
  });
});

test("a balance that its transfers don't add up to is a difference", () => {
  const book = { customer_id: "x", currency: "USD", balance: 1001, transfers: 1000 };
  expect(compareCredit(book)).toMatchObject([{ kind: "balance", about_id: "x", ours: 1001, theirs: 1000 }]);
  expect(compareCredit({ ...book, balance: 1000 })).toEqual([]);
});

describe("the ledger and a provider", () => {
  const payment = (changes: Partial<Movement> = {}): Movement => ({
    ...{ what: "payment", id: "pi", payment_id: "pi", amount: 10_000, currency: "USD", at: daysAgo(2) },
    ...changes,
  });
  const given = (changes: Partial<Movement> = {}) =>
    payment({ what: "refund", id: "re", amount: -3000, ...changes });
  const compare = (changes: Partial<ProviderBooks>) =>
    compareWithProvider({
      ...{ provider: "stripe", now: NOW, since: daysAgo(35), asked_from: daysAgo(65), began: daysAgo(300) },
      ...{ movements: [], events: [], pending: [], orders: new Map() },
      ...changes,
    });

  test.each<[string, Partial<ProviderBooks>]>([
    ["agree", { events: [event(), refunded()], movements: [payment(), given()] }],
    [
      "agree on a refund that failed after all",
      { events: [refunded(), refunded({ amount: 3000 })], movements: [] },
    ],
    [
      "say nothing of a refund that never left, which the ledger doesn't have",
      { movements: [given(), given({ amount: 3000 })] },
    ],
    [
      "agree on a slow payment, which only the ledger has late",
      { events: [event({ at: daysAgo(30) })], movements: [payment({ at: daysAgo(44) })] },
    ],
    [
      "agree on a refund that failed lately and left before the provider was asked",
      {
        events: [refunded({ at: daysAgo(70) }), refunded({ amount: 3000 })],
        movements: [given({ amount: 3000 })],
      },
    ],
    ["differ on what is older than the compared weeks", { events: [event({ at: daysAgo(36) })] }],
    ["differ on a payment from before the first order", { movements: [payment()], began: daysAgo(1) }],
    ["differ where nothing was ever to be paid", { movements: [payment()], began: null }],
    [
      "differ on a refund that is on its way",
      { movements: [given()], pending: [{ id: "re", payment_id: "pi", amount: 3000 }] },
    ],
    [
      "differ on a refund that was not heard of yet",
      { movements: [given()], pending: [{ id: null, payment_id: "pi", amount: 3000 }] },
    ],
    ["differ on what was given by hand", { events: [refunded({ provider: "office", provider_id: null })] }],
  ])("make no difference when they %s", (_what, changes) => {
    expect(compare(changes)).toEqual([]);
  });

  test.each<[string, Partial<ProviderBooks>, string, number, number]>([
    [
      "the provider took a cent less",
      { events: [event()], movements: [payment({ amount: 9999 })] },
      "provider_payment",
      10_000,
      9999,
    ],
    ["the provider has no such payment", { events: [event()] }, "provider_payment", 10_000, 0],
    [
      "it took a payment twice",
      { events: [event()], movements: [payment(), payment()] },
      "provider_payment",
      10_000,
      20_000,
    ],
    [
      "it gave back what we don't know",
      { movements: [given()], orders: new Map([["pi", "o"]]) },
      "provider_refund",
      0,
      -3000,
    ],
    [
      "it gave back more than the refund on its way",
      {
        movements: [given({ amount: -3001 })],
        orders: new Map([["pi", "o"]]),
        pending: [{ id: "re", payment_id: "pi", amount: 3000 }],
      },
      "provider_refund",
      0,
      -3001,
    ],
    [
      "its refund came back, and we don't know",
      { events: [refunded()], movements: [given(), given({ amount: 3000 })] },
      "provider_refund",
      -3000,
      0,
    ],
    [
      "it took a dispute back that we think won",
      {
        events: [event({ charge_id: null, dispute_id: "d", provider_id: "du", amount: 500 })],
        movements: [payment({ what: "dispute", id: "du", amount: -500 })],
      },
      "provider_dispute",
      500,
      -500,
    ],
  ])("differ when %s", (_what, changes, kind, ours, theirs) => {
    const sides = { kind, ours, theirs, order_id: "o", provider: "stripe", currency: "USD", is_fresh: false };
    expect(compare(changes)).toMatchObject([sides]);
  });

  test("differ twice when the currencies do", () => {
    const found = compare({ events: [event()], movements: [payment({ currency: "CAD" })] });
    expect(found.map(({ currency, ours, theirs }) => [currency, ours, theirs])).toEqual([
      ["CAD", 0, 10_000],
      ["USD", 10_000, 0],
    ]);
  });

  test("a payment that no order knows has no order", () => {
    expect(compare({ movements: [payment()] })).toMatchObject([
      { about_id: "pi", order_id: null, theirs: 10_000 },
    ]);
  });

  test.each([
    [2, true],
    [4, false],
  ])("what moved %i hours ago is fresh: %s", (hours, is_fresh) => {
    const at = NOW.subtract({ hours });
    expect(compare({ movements: [payment({ at })] })).toMatchObject([{ is_fresh }]);
    expect(compare({ events: [event({ at })] })).toMatchObject([{ is_fresh }]);
  });
});
