import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { giveCredit } from "~/features/payments/office/give-credit.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import type { StaffCtx } from "~/platform/context.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { bookingOf, CARD, DAY } from "../support/bookings";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";

const site = await testApp();
const { app, get, pool, ctx, clear } = site;
let admin: Awaited<ReturnType<typeof signedIn>>;
let ada: Awaited<ReturnType<typeof signedIn>>;

beforeEach(async () => {
  await clear();
  admin = await signedIn(site, { role: "admin" });
  ada = await signedIn(site, { email: "ada@mail.example" });
});

async function see(path: string, cookie = ada.cookie) {
  const response = await get(path.replace(ORIGIN, ""), { Cookie: cookie });
  return { status: response.status, text: visibleText(await response.text()) };
}

async function send(path: string, fields: Record<string, string>, cookie = admin.cookie) {
  const body = new URLSearchParams(fields);
  const request = new Request(ORIGIN + path, { method: "POST", headers: { Cookie: cookie }, body });
  const response = await app.request(request);
  const location = response.headers.get("Location") ?? "";
  return {
    status: response.status,
    location,
    text: visibleText(await response.text()),
    toast: toastOf(response),
  };
}

function give(amount: number) {
  const actor = { kind: "user", id: admin.id, role: "owner" };
  const staff = { ...ctx(), actor } as unknown as StaffCtx;
  return giveCredit(staff, { customer_id: ada.id, token: randomUUID(), amount, reason: "For the vase" });
}

const fields = {
  ...{ service: "regular-cleaning", type: "residential", date: DAY, time: "8:00 AM", hours: "3" },
  ...{ street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263", intent: "pay" },
};

describe("credit on the customer's page of the office", () => {
  const path = () => `/admin/customers/${ada.id}`;
  const wish = (amount: string, reason = "For the vase") => ({
    ...{ intent: "credit", token: randomUUID(), amount, reason },
  });

  test("is given and taken away with a reason, and named with who did it", async () => {
    expect((await send(path(), wish("40"))).toast).toMatchObject({ title: "$40.00 of credit given" });
    const taken = await send(path(), wish("-15.50", "Typed too much"));
    expect(taken.toast).toMatchObject({ title: "$15.50 of credit taken away" });
    const { text } = await see(path(), admin.cookie);
    expect(text).toMatch(/Credit\$24\.50Typed too much−\$15\.50.*For the vase\+\$40\.00/);
  });

  test.each([
    ["40,5,5", "For the vase", "Enter an amount, like 25 or -10."],
    ["-1", "For the vase", "This customer has only $0.00 of credit."],
    ["40", " ", "Enter a reason."],
  ])("is refused for %j with the reason %j, in words at the field", async (amount, reason, words) => {
    const refused = await send(path(), wish(amount, reason));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(words)]);
  });

  test("is not changed by a form without its token", async () => {
    expect((await send(path(), { ...wish("40"), token: "x" })).status).toBe(404);
  });
});

describe("a customer with credit", () => {
  test("sees it, where it came from, and that it is lost with the account", async () => {
    expect((await see("/profile")).text).toContain("Credit$0.00");
    expect((await see("/profile/privacy")).text).not.toContain("of credit");
    await give(4000);
    expect((await see("/profile")).text).toMatch(/Credit\$40\.00.*For the vase\+\$40\.00Jun 01, 2026/);
    expect((await see("/profile/privacy")).text).toContain("You still have $40.00 of credit");
  });

  test("sees on the summary what it pays, and pays the rest", async () => {
    await give(4000);
    const { text } = await see("/book?service=regular-cleaning");
    expect(text).toMatch(/Credit−\$40\.00Left to pay\$119\.00/);
    const { location } = await send("/book", fields, ada.cookie);
    const checkout = await see(location);
    expect(checkout.text).toMatch(/Credit-\$40\.00/);
    expect(checkout.text).toContain("$119.00");
  });

  test("that covers everything, books without a checkout", async () => {
    await give(20_000);
    const { location } = await send("/book", fields, ada.cookie);
    expect(location).toContain("/payment-success?session_id=credit_");
    expect((await see(location)).text).toContain("Your cleaning is booked");
    const { rows } = await pool.query("select id from bookings where status = 'confirmed'");
    const receipt = await see(`/bookings/${rows[0].id}/receipt`);
    expect([receipt.status, receipt.text]).toEqual([200, expect.stringContaining("$159.00")]);
    expect((await see("/profile")).text).toContain("Credit$41.00");
  });
});

describe("an order of a customer with credit, in the office", () => {
  async function anOrder() {
    const { location } = await send("/book", fields, ada.cookie);
    const session = new URL(location, ORIGIN).searchParams.get("session_id") ?? "";
    await payTestCheckout(ctx(), session, CARD);
    await closeCheckout(ctx(), session);
    return (await bookingOf(pool, session)).order_id as string;
  }
  const refund = { intent: "refund", amount: "50", reason: "Late crew", left: "15900" };

  test("keeps a refund as credit", async () => {
    const id = await anOrder();
    expect((await see(`/admin/orders/${id}`, admin.cookie)).text).toContain("Keep as credit");
    const form = { ...refund, to: "credit", token: randomUUID() };
    expect((await send(`/admin/orders/${id}`, form)).toast).toMatchObject({ title: "Kept as credit" });
    expect((await see(`/admin/orders/${id}`, admin.cookie)).text).toMatch(/\$50\.00Kept as creditLate crew/);
    expect((await see("/profile")).text).toMatch(/Credit\$50\.00.*Refund of order #\d+\+\$50\.00/);
  });

  test("is paid with credit when staff say so", async () => {
    const id = await anOrder();
    const line = { intent: "line", kind: "extra", amount: "53", reason: "Windows", seen: "15900" };
    await send(`/admin/orders/${id}`, { ...line, token: randomUUID() });
    const nothing = await send(`/admin/orders/${id}`, { intent: "spend-credit" });
    expect([nothing.status, nothing.text]).toEqual([409, expect.stringContaining("has no credit")]);
    await give(10_000);
    expect((await see(`/admin/orders/${id}`, admin.cookie)).text).toContain("Use credit");
    const used = await send(`/admin/orders/${id}`, { intent: "spend-credit" });
    expect(used.toast).toMatchObject({ title: "Paid $53.00 with credit" });
    expect((await see(`/admin/orders/${id}`, admin.cookie)).text).toMatch(/Credit\$53\.00/);
  });
});
