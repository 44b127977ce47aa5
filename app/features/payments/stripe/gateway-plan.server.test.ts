import { describe, expect, test } from "vitest";
import { InvoiceStaysOpen } from "~/platform/outside/payment-gateway";
import { gatewayWorld, ORDER } from "../../../../tests/support/stripe-gateway";

const { clock, stripe, gateway, paidBy, refund } = await gatewayWorld();

describe("a plan", () => {
  const subscribe = async (by: "card" | "bank" = "card") => {
    const session = await gateway.readSession(await paidBy(by, { recurring: true }));
    return { ...session, subscription: session?.subscription_id ?? "", invoice: session?.invoice_id ?? "" };
  };

  test("is asked for as a monthly price, and its order stands on the subscription", async () => {
    const { id = "" } = await subscribe();
    const asked = stripe.books.asked.get(id);
    expect(asked).toMatchObject({
      mode: "subscription",
      subscription_data: { metadata: { order: ORDER }, billing_mode: { type: "flexible" } },
    });
    expect(asked?.payment_intent_data).toBeUndefined();
    for (const { price_data } of asked?.line_items ?? [])
      expect(price_data.recurring).toEqual({ interval: "month" });
  });

  test("has a subscription and a first charge, which can be refunded", async () => {
    const { status, payment_id, subscription, invoice } = await subscribe();
    expect({ status, payment_id }).toEqual({ status: "paid", payment_id: expect.stringMatching(/^pi_/) });
    const month = { period_start: clock.now, period_end: Temporal.Instant.from("2026-07-01T12:00:00Z") };
    expect(await gateway.readSubscription(subscription)).toEqual({
      id: subscription,
      status: "active",
      ...month,
      ends_at: null,
      paused: false,
      amount: 17_252,
    });
    expect(await gateway.readInvoice(invoice)).toEqual({
      id: invoice,
      subscription_id: subscription,
      status: "paid",
      amount: 17_252,
      currency: "USD",
      tries: 1,
      payment_id,
      ...month,
      url: `${stripe.url}/i/${invoice}`,
    });
    expect(await refund(payment_id ?? "")).toMatchObject({ status: "completed" });
  });

  test("whose first money takes days is under way until it comes", async () => {
    const { id = "", status, subscription } = await subscribe("bank");
    expect([status, subscription]).toEqual(["processing", ""]);
    stripe.office.settle(id, "fail");
    const running = [...stripe.books.subscriptions.values()].at(-1);
    expect(running?.status).toBe("past_due");
    expect(await gateway.readSession(id)).toMatchObject({ status: "failed", subscription_id: running?.id });
  });

  test.each(["active", "incomplete"] as const)(
    "in status %s is judged by its first payment",
    async (status) => {
      const { id = "" } = await subscribe("bank");
      const subscription = [...stripe.books.subscriptions.values()].at(-1);
      const intent = [...stripe.books.intents.values()].at(-1);
      Object.assign(subscription ?? {}, { status });
      expect((await gateway.readSession(id))?.status).toBe("processing");
      Object.assign(intent ?? {}, { status: "requires_payment_method" });
      expect((await gateway.readSession(id))?.status).toBe("failed");
      stripe.office.payInvoice(stripe.books.sessions.get(id)?.invoice ?? "");
      expect(await gateway.readSession(id)).toMatchObject({
        status: "paid",
        payment_id: expect.stringMatching(/^pi_/),
        invoice_id: expect.stringMatching(/^in_/),
      });
    },
  );

  test("whose month is over waits an hour as a draft before it is charged", async () => {
    const { subscription } = await subscribe();
    stripe.office.advance(subscription, "draft");
    const [draft] = await gateway.listInvoices(subscription);
    expect(draft).toMatchObject({ status: "draft", url: null, tries: 0 });
    expect((await gateway.readSubscription(subscription))?.status).toBe("active");
    stripe.office.finalize(draft?.id ?? "", "fail");
    expect((await gateway.readSubscription(subscription))?.status).toBe("past_due");
  });

  test("is charged month by month; a charge that fails can be paid later", async () => {
    const { subscription, invoice } = await subscribe();
    stripe.office.advance(subscription, "fail");
    expect(await gateway.readSubscription(subscription)).toMatchObject({
      status: "past_due",
      period_start: Temporal.Instant.from("2026-07-01T12:00:00Z"),
    });
    const [second, first] = await gateway.listInvoices(subscription);
    expect(first?.id).toBe(invoice);
    expect(second).toMatchObject({
      status: "open",
      tries: 1,
      payment_id: null,
      period_start: Temporal.Instant.from("2026-07-01T12:00:00Z"),
      period_end: Temporal.Instant.from("2026-08-01T12:00:00Z"),
    });
    stripe.office.retryInvoice(second?.id ?? "");
    expect((await gateway.readInvoice(second?.id ?? ""))?.tries).toBe(2);
    stripe.office.payInvoice(second?.id ?? "");
    expect((await gateway.readSubscription(subscription))?.status).toBe("active");
    expect(await gateway.readInvoice(second?.id ?? "")).toMatchObject({ status: "paid" });
  });

  test("begun on the 31st ends its months on the last of shorter ones, and on the 31st again", async () => {
    clock.set("2026-08-31T12:00:00Z");
    const { subscription } = await subscribe();
    const ends = [];
    for (const _ of [1, 2, 3]) {
      stripe.office.advance(subscription);
      ends.push((await gateway.readSubscription(subscription))?.period_end.toString().slice(0, 10));
    }
    expect(ends).toEqual(["2026-10-31", "2026-11-30", "2026-12-31"]);
  });

  test("with several lines gets one price for them, without proration, of the first line's product", async () => {
    const { subscription } = await subscribe();
    const [first, second] = stripe.books.subscriptions.get(subscription)?.items.data ?? [];
    expect(second).toBeDefined();
    expect(await gateway.changePrice(subscription, 20_000)).toMatchObject({ amount: 20_000 });
    const items = stripe.books.subscriptions.get(subscription)?.items.data;
    expect(items).toMatchObject([
      { id: first?.id, price: { unit_amount: 20_000, currency: "usd", product: first?.price.product } },
    ]);
    expect((await gateway.listInvoices(subscription)).map(({ amount }) => amount)).toEqual([17_252]);
  });

  test("that has ended leaves nothing to pay", async () => {
    const { subscription } = await subscribe();
    stripe.office.advance(subscription, "fail");
    expect(await gateway.endSubscription(subscription, "now")).toMatchObject({ status: "ended" });
    const statuses = (await gateway.listInvoices(subscription)).map(({ status }) => status);
    expect(statuses).toEqual(["void", "paid"]);
  });

  test("that has ended, but whose invoice our key may not void, is told from one that goes on", async () => {
    const { subscription } = await subscribe();
    stripe.office.advance(subscription, "fail");
    stripe.trouble.add({ kind: 403, of: "POST /v1/invoices" });
    await expect(gateway.endSubscription(subscription, "now")).rejects.toThrow(InvoiceStaysOpen);
    expect((await gateway.listInvoices(subscription))[0]?.status).toBe("open");
    await gateway.endSubscription(subscription, "now"); // the key has the right by now
    expect((await gateway.listInvoices(subscription))[0]?.status).toBe("void");
  });

  test("pauses, resumes and ends, each as often as one likes", async () => {
    const { subscription } = await subscribe();
    const until = clock.now.add({ hours: 24 * 45 });
    for (let n = 0; n < 2; n += 1) {
      expect(await gateway.pauseSubscription(subscription, until)).toMatchObject({ paused: true });
    }
    expect(stripe.books.subscriptions.get(subscription)?.pause_collection).toEqual({
      behavior: "void",
      resumes_at: until.epochMilliseconds / 1000,
    });
    stripe.office.advance(subscription);
    expect((await gateway.listInvoices(subscription))[0]?.status).toBe("void");
    expect(await gateway.resumeSubscription(subscription)).toMatchObject({ paused: false });
    expect(await gateway.resumeSubscription(subscription)).toMatchObject({ paused: false });
    expect(await gateway.pauseSubscription(subscription, null)).toMatchObject({ paused: true });
    expect(await gateway.endSubscription(subscription, "period end")).toMatchObject({
      status: "active",
      ends_at: expect.any(Temporal.Instant),
    });
    expect(await gateway.endSubscription(subscription, "now")).toMatchObject({ status: "ended" });
    expect(await gateway.endSubscription(subscription, "now")).toMatchObject({ status: "ended" });
    expect(await gateway.pauseSubscription(subscription, null)).toMatchObject({ status: "ended" });
  });
});
