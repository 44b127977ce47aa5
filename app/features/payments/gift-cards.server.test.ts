import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { OutgoingEmail } from "~/platform/outside/mail.server";
import { aBank } from "../../../tests/support/bank";
import { differencesIn } from "../../../tests/support/books";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { aUser } from "../../../tests/support/visits";
import { readBalance } from "./credit/queries.server";
import { buyGiftCard } from "./gift-cards/buy.server";
import { resendGiftCard, sendGiftCards } from "./gift-cards/deliver.server";
import { readGiftCards } from "./gift-cards/queries.server";
import { readGiftBalance, redeemGiftCard } from "./gift-cards/redeem.server";
import { refundGiftCard, requestGiftRefund } from "./gift-cards/refund.server";
import { sendGiftCard } from "./gift-cards/send.server";
import { receivePaymentEvent } from "./settlement/events.server";
import { reconcilePayments } from "./settlement/reconcile.server";

const world = await testWorld();
const { pool, clock, clear, queues } = world;
const bank = aBank();
const ctx: typeof world.ctx = (changes) => world.ctx({ payments: bank.payments, ...changes });
let made: Awaited<ReturnType<typeof staffCtx>>;
const staff = () => ({ ...made(), payments: bank.payments });

beforeEach(async () => {
  await clear();
  bank.clear();
  clock.set("2026-06-01T12:00:00Z");
  made = await staffCtx(world);
});

const FORM = {
  ...{ choice: "10000", amount: "", send_on: "", message: "Happy birthday!" },
  ...{ recipient_name: "Grace Hopper", recipient_email: "grace@mail.example" },
  ...{ buyer_name: "Ada Lovelace", buyer_email: "ada@mail.example" },
};

async function buy(changes: Partial<typeof FORM> = {}, form_id: string = randomUUID()) {
  const outcome = await buyGiftCard(ctx(), { ...FORM, ...changes, form_id });
  if (!outcome.ok) throw new Error(outcome.message);
  return new URL(outcome.url).searchParams.get("session_id") ?? "";
}

let events = 0;
async function pay(session: string) {
  bank.set(session, "paid");
  const event = { id: `evt_${++events}`, type: "?", about: "session" as const, object_id: session };
  for (const _ of [1, 2]) await receivePaymentEvent(ctx(), "bank", event);
}

const row = async () => (await pool.query("select * from gift_cards")).rows[0];

/** The code in the email that was made for the card, which is not sent here. */
async function codeOfCard(): Promise<string> {
  const { id, codes } = await row();
  const mails: OutgoingEmail[] = [];
  const send = async (mail: OutgoingEmail) => {
    mails.push(mail);
    return "sent" as const;
  };
  const mailer = { ...ctx().mailer, send };
  await sendGiftCard({ ...ctx(), mailer }, { gift_card_id: id, no: codes });
  const [mail] = mails;
  const [code = ""] = mail?.text.match(/[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}/) ?? [];
  for (const { content } of mail?.attachments ?? []) expect(content).toContain(code);
  expect(mail?.attachments).toHaveLength(2);
  return code;
}

async function aGiftCard() {
  await pay(await buy());
  await sendGiftCards(ctx());
  return { id: (await row()).id as string, code: await codeOfCard() };
}

async function anAccount(email = "grace@mail.example") {
  const actor = await aUser(pool, email);
  await pool.query("insert into profiles (id) values ($1) on conflict do nothing", [actor.id]);
  return { ...ctx({ actor }), actor };
}

const booksAgree = async () => expect(await differencesIn(pool, ctx())).toEqual([]);

test("a form sent twice is one card with one checkout, and another content is another card", async () => {
  const form_id = randomUUID();
  const sessions = [await buy({}, form_id), await buy({}, form_id), await buy({ choice: "5000" }, form_id)];
  expect(sessions[0]).toBe(sessions[1]);
  expect(bank.sessions.get(sessions[2] ?? "")).toMatchObject({ amount: 5000 });
  expect((await pool.query("select 1 from gift_cards")).rowCount).toBe(2);
});

test("is sent on its day with its code, which is forgotten once the email is sent", async () => {
  await pay(await buy({ send_on: "2026-06-10" }));
  expect(await queues.waiting("gift-card-receipt-mail")).toHaveLength(1);
  await sendGiftCards(ctx());
  expect(await row()).toMatchObject({ status: "paid", code_hash: null, sent_at: null });
  clock.set("2026-06-10T12:00:00Z");
  for (const _ of [1, 2]) await sendGiftCards(ctx());
  expect(await queues.waiting("gift-card-mail")).toHaveLength(1);
  const code = await codeOfCard();
  expect((await row()).code_hash).not.toContain(code);
  await sendGiftCards(ctx());
  expect(await row()).toMatchObject({ sealed_code: null, codes: 1 });
  const { rows } = await pool.query("select html || text || coalesce(envelope::text, '') as all from mails");
  for (const mail of rows) expect(mail.all).not.toContain(code);
  await booksAgree();
});

test("is paid for even if its event was lost, and fails with its checkout", async () => {
  const [one, two] = [await buy(), await buy({ choice: "5000" })];
  bank.set(one, "paid");
  bank.set(two, "expired");
  clock.advance({ minutes: 2 });
  await reconcilePayments(ctx());
  const { rows } = await pool.query("select status from gift_cards order by amount desc");
  expect(rows).toEqual([{ status: "paid" }, { status: "failed" }]);
  await booksAgree();
});

describe("its code", () => {
  test("says its balance, however it is typed, and nothing of others", async () => {
    const { code } = await aGiftCard();
    for (const typed of [code, code.toLowerCase(), code.replaceAll("-", " "), code.replaceAll("0", "o")])
      expect(await readGiftBalance(ctx(), typed)).toMatchObject({ cents: 10_000 });
    for (const typed of ["", "x", "00000-00000-00000-00000", `${code}0`])
      expect(await readGiftBalance(ctx(), typed)).toBeNull();
  });

  test("becomes the credit of one account, once, in two tabs too", async () => {
    const { code } = await aGiftCard();
    const [grace, bob] = [await anAccount(), await anAccount("bob@mail.example")];
    const outcomes = await Promise.all([grace, grace, bob].map((one) => redeemGiftCard(one, { code })));
    expect(outcomes.filter(({ ok }) => ok)).toEqual([{ ok: true, amount: 10_000, currency: "USD" }]);
    const balances = [grace, bob].map((one) => readBalance(one, one.actor.id, "USD"));
    expect((await Promise.all(balances)).reduce((sum, cents) => sum + cents, 0)).toBe(10_000);
    expect(await readGiftBalance(ctx(), code)).toMatchObject({ cents: 0 });
    expect(await refundGiftCard(staff(), { id: (await row()).id })).toMatchObject({ reason: "refused" });
    await booksAgree();
  });

  test("is not redeemed by an account whose email is not verified", async () => {
    const { code } = await aGiftCard();
    const grace = await anAccount();
    const unverified = { ...grace, actor: { ...grace.actor, email_verified: false } };
    expect(await redeemGiftCard(unverified, { code })).toMatchObject({ ok: false });
    expect(await redeemGiftCard(grace, { code: "00000-00000-00000-00000" })).toMatchObject({ ok: false });
  });

  test("stops working when staff send another one", async () => {
    const { id, code } = await aGiftCard();
    expect(await resendGiftCard(staff(), { id })).toEqual({ ok: true, to: "grace@mail.example" });
    const another = await codeOfCard();
    expect(await readGiftBalance(ctx(), code)).toBeNull();
    expect(await readGiftBalance(ctx(), another)).toMatchObject({ cents: 10_000 });
    expect(await resendGiftCard(staff(), { id: randomUUID() })).toMatchObject({ ok: false });
  });
});

describe("a refund", () => {
  test("goes back to the card that paid, once, and the code is worth nothing from then on", async () => {
    const { id, code } = await aGiftCard();
    const outcomes = await Promise.all([1, 2].map(() => refundGiftCard(staff(), { id })));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await redeemGiftCard(await anAccount(), { code })).toMatchObject({ ok: false });
    for (const _ of [1, 2]) await requestGiftRefund(ctx(), id);
    expect(bank.refunds.map(({ amount }) => amount)).toEqual([10_000]);
    expect(await row()).toMatchObject({ status: "refunded", refund_status: "completed", code_hash: null });
    expect(await queues.waiting("gift-card-refund-mail")).toHaveLength(1);
    expect(await readGiftCards(ctx())).toMatchObject([{ state: "Refunded", may_refund: false }]);
    await booksAgree();
  });

  test("that fails leaves the card as it was, and can be tried again", async () => {
    const { id, code } = await aGiftCard();
    bank.refundsBegin = "failed";
    await refundGiftCard(staff(), { id });
    await requestGiftRefund(ctx(), id);
    expect(await readGiftCards(ctx())).toMatchObject([{ state: "Refund failed", may_refund: true }]);
    expect(await redeemGiftCard(await anAccount(), { code })).toMatchObject({ ok: true });
    await booksAgree();
  });
});
