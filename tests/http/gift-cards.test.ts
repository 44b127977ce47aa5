import { beforeEach, describe, expect, test } from "vitest";
import { placeOfCode, sendGiftCards } from "~/features/payments/gift-cards/deliver.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { CARD } from "../support/bookings";
import { writer } from "../support/public-forms";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";

const site = await testApp();
const { app, get, pool, ctx, clear, queues } = site;

beforeEach(clear);

const FORM = {
  ...{ choice: "10000", amount: "", message: "Happy birthday!", send_on: "" },
  ...{ recipient_name: "Grace Hopper", recipient_email: "grace@mail.example" },
  ...{ buyer_name: "Ada Lovelace", buyer_email: "ada@mail.example" },
};

const order = (changes: Partial<typeof FORM> = {}) =>
  writer(site).fillIn("/gift-cards", { ...FORM, ...changes });

async function see(path: string, cookie = "") {
  const response = await get(path.replace(ORIGIN, ""), { Cookie: cookie });
  return { status: response.status, text: visibleText(await response.text()) };
}

async function send(path: string, fields: Record<string, string>, cookie = "") {
  const body = new URLSearchParams(fields);
  const response = await app.request(
    new Request(ORIGIN + path, { method: "POST", headers: { Cookie: cookie }, body }),
  );
  return { status: response.status, toast: toastOf(response), text: visibleText(await response.text()) };
}

async function bought() {
  const answer = await order();
  const session = new URL(answer.headers.get("Location") ?? "", ORIGIN).searchParams.get("session_id") ?? "";
  const paid = await payTestCheckout(ctx(), session, CARD);
  if (!paid.ok) throw new Error(paid.reason);
  return session;
}

/** The code of the only card, before its email is sent. */
async function sentCode() {
  await sendGiftCards(ctx());
  const [card] = (await pool.query("select id, sealed_code from gift_cards")).rows;
  return ctx().vault.open(card.sealed_code, placeOfCode(card.id)) ?? "";
}

describe("the page of gift cards", () => {
  test.each([
    [{ choice: "other", amount: "24.99" }, "Enter an amount from $25.00 to $500.00, like 75."],
    [{ choice: "free" }, "Choose an amount."],
    [{ send_on: "2020-01-01" }, "Choose a day from today on, at most a year ahead."],
    [{ recipient_email: "grace" }, "Please enter a valid email address"],
    [{ message: "x".repeat(301) }, "Message can have at most 300 characters"],
  ])("refuses %j in words at the field, and keeps the rest", async (changes, words) => {
    const answer = await order(changes);
    const html = await answer.text();
    expect([answer.status, visibleText(html)]).toEqual([400, expect.stringContaining(words)]);
    expect(html).toContain('value="Ada Lovelace"');
    expect((await pool.query("select 1 from gift_cards")).rowCount).toBe(0);
  });

  test("leads to the checkout, and says what happens next", async () => {
    const session = await bought();
    const thanks = await see(`/gift-cards/thanks?session_id=${session}`);
    expect(thanks.text).toContain("The gift card of $100.00 goes to Grace Hopper by email in a few minutes.");
    expect(await queues.run("gift-card-receipt-mail")).toBe(1);
    expect((await see("/gift-cards/thanks?session_id=x")).status).toBe(404);
  });
});

describe("a code", () => {
  test("shows its balance, and an unknown one is told nothing", async () => {
    const session = await bought();
    await see(`/gift-cards/thanks?session_id=${session}`);
    const code = await sentCode();
    const known = await send("/gift-cards/balance", { code: code.toLowerCase() });
    expect(known.text).toContain("$100.00 on this gift card");
    for (const typed of ["", "x", "00000-00000-00000-00000"]) {
      const unknown = await send("/gift-cards/balance", { code: typed });
      expect([unknown.status, unknown.text]).toEqual([
        400,
        expect.stringContaining("know this code. Check each letter"),
      ]);
    }
  });

  test("is redeemed in the profile, and then worth nothing more", async () => {
    const session = await bought();
    await see(`/gift-cards/thanks?session_id=${session}`);
    const code = await sentCode();
    const grace = await signedIn(site, { email: "grace@mail.example" });
    const redeem = { intent: "redeem-gift-card", code };
    expect((await send("/profile", redeem, grace.cookie)).toast).toMatchObject({
      title: "Gift Card Redeemed",
    });
    expect((await see("/profile", grace.cookie)).text).toMatch(/Credit\$100\.00.*Gift card\+\$100\.00/);
    const again = await send("/profile", redeem, grace.cookie);
    expect([again.status, again.text]).toEqual([400, expect.stringContaining("redeemed already")]);
    expect((await send("/gift-cards/balance", { code })).text).toContain("$0.00 on this gift card");
  });
});

test("staff see gift cards, send one again and refund it", async () => {
  const session = await bought();
  await see(`/gift-cards/thanks?session_id=${session}`);
  const admin = await signedIn(site, { role: "admin" });
  await sentCode();
  const page = await see("/admin/gift-cards", admin.cookie);
  expect(page.text).toMatch(/\$100\.00.*Ada Lovelace.*Grace Hopper.*Sent.*Resend.*Refund/);
  const [{ id }] = (await pool.query("select id from gift_cards")).rows;
  const act = (intent: string) => send("/admin/gift-cards", { intent, id }, admin.cookie);
  expect((await act("resend")).toast).toMatchObject({ title: "Gift card sent again" });
  expect((await act("refund")).toast).toMatchObject({ title: "Refund of $100.00 started" });
  expect((await act("refund")).toast).toMatchObject({ title: "Nothing was changed" });
  await queues.run("refund-gift-card");
  expect((await see("/admin/gift-cards", admin.cookie)).text).toContain("Refunded");
});
