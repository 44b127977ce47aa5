import { expect, test } from "vitest";
import { sign } from "../../../../tests/support/fake-stripe/delivery";
import { verifyEvent } from "./gateway.server";

const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
const SECRET = "whsec_birch";
const eventOf = (type: string, object: object, more: object = {}) =>
  JSON.stringify({ id: "evt_1", object: "event", type, livemode: false, data: { object }, ...more });
const PAID = eventOf("checkout.session.completed", { id: "cs_test_1" });

type How = { signature?: string | null; secrets?: string[]; livemode?: boolean };

const verify = (body: string, { signature, secrets = [SECRET], livemode = false }: How = {}) => {
  const given = signature === undefined ? sign(SECRET, body, now.epochMilliseconds) : signature;
  return verifyEvent({ body, signature: given, now }, { secrets, livemode });
};
const signedAt = (seconds: number) => sign(SECRET, PAID, now.add({ seconds }).epochMilliseconds);

test.each([
  ["checkout.session.completed", { id: "cs_1" }, "session", "cs_1"],
  ["checkout.session.async_payment_failed", { id: "cs_1" }, "session", "cs_1"],
  ["refund.created", { id: "re_1" }, "refund", "re_1"],
  ["refund.failed", { id: "re_1" }, "refund", "re_1"],
  ["charge.refund.updated", { id: "re_1", payment_intent: "pi_1" }, "refund", "re_1"],
  ["charge.refunded", { id: "ch_1", payment_intent: "pi_1" }, "payment", "pi_1"],
  ["charge.refunded", { id: "ch_1", payment_intent: null }, "payment", "ch_1"],
  ["charge.dispute.closed", { id: "du_1", payment_intent: "pi_1" }, "dispute", "du_1"],
  ["customer.subscription.deleted", { id: "sub_1" }, "subscription", "sub_1"],
  ["invoice.payment_failed", { id: "in_1" }, "invoice", "in_1"],
  ["customer.created", { id: "cus_1" }, "other", "cus_1"],
  ["balance.available", {}, "other", ""],
])("%s is about what it names", async (type, object, about, object_id) => {
  expect(await verify(eventOf(type, object))).toEqual({ id: "evt_1", type, about, object_id });
});

test.each<[string, string, How]>([
  ["not signed", PAID, { signature: null }],
  ["signed with garbage", PAID, { signature: "t=,v1=" }],
  ["signed with another secret", PAID, { signature: sign("whsec_oak", PAID, now.epochMilliseconds) }],
  ["signed for another body", `${PAID} `, { signature: signedAt(0) }],
  ["more than five minutes old", PAID, { signature: signedAt(-301) }],
  ["more than five minutes ahead", PAID, { signature: signedAt(301) }],
  ["of a connected account", eventOf("refund.created", { id: "re_1" }, { account: "acct_1" }), {}],
  ["of the other mode", eventOf("refund.created", { id: "re_1" }, { livemode: true }), {}],
  ["of test mode, with a live key", PAID, { livemode: true }],
  ["no event", "[]", {}],
  ["no JSON", "paid!", {}],
  ["null", "null", {}],
  ["a thin event", JSON.stringify({ id: "evt_1", object: "v2.core.event", type: "x" }), {}],
  ["signed while no secret is known", PAID, { secrets: [] }],
])("what is %s is not believed", async (_what, body, how) => {
  expect(await verify(body, how)).toBeNull();
});

test("an old secret is good beside a new one, and so are five minutes", async () => {
  expect(await verify(PAID, { secrets: ["whsec_new", SECRET] })).not.toBeNull();
  expect(await verify(PAID, { signature: signedAt(-300) })).not.toBeNull();
  expect(await verify(PAID, { signature: signedAt(300) })).not.toBeNull();
});
