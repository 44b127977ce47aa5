import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { officeVisitor } from "../support/office-visitor";
import { signedIn } from "../support/sign-in";
import { confirmedVisit, refundsOf } from "../support/visits";

const site = await testApp();
const { pool, ctx, clear } = site;
const { page, post, signIn } = officeVisitor(site);

beforeEach(async () => {
  await clear();
  await signIn();
});

const UNKNOWN_INTENTS = ["sing", "__proto__", "constructor", "hasOwnProperty", "valueOf", "toString"];
const TOKEN = "33333333-3333-4333-8333-333333333333";

async function numberOf(table: "bookings" | "orders", id: string): Promise<number> {
  const { rows } = await pool.query(`select number from ${table} where id = $1`, [id]);
  return rows[0].number;
}

describe("the orders list", () => {
  test("has what the specification says of each order", async () => {
    const { id, order_id, session } = await confirmedVisit(ctx(), pool);
    const { text } = await page("/admin/orders");
    for (const phrase of [
      "Orders",
      "Export Orders",
      `Order #${await numberOf("orders", order_id)}`,
      `#${await numberOf("bookings", id)}`,
      session,
      "Jun 01, 2026, 8:00 AM",
      "Completed",
      "$159.00",
      "Ada Lovelace",
      "Regular Cleaning",
    ]) {
      expect(text).toContain(phrase);
    }
  });

  test("is searched by customer, order, booking and session, and filtered by status", async () => {
    const one = await confirmedVisit(ctx(), pool);
    const other = await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    await pool.query("update bookings set customer_name = 'Grace Hopper' where id = $1", [other.id]);
    await pool.query("update orders set status = 'failed' where id = $1", [other.order_id]);
    const finds = async (search: string) => {
      const { html } = await page(`/admin/orders?${search}`);
      return [one, other]
        .filter(({ order_id }) => html.includes(`/admin/orders/${order_id}`))
        .map(({ id }) => id);
    };
    for (const q of [
      "hopper",
      other.order_id,
      other.order_id.slice(0, 13).toUpperCase(),
      other.id,
      other.session,
    ]) {
      expect(await finds(`q=${encodeURIComponent(q)}`), q).toEqual([other.id]);
    }
    await pool.query("update bookings set address_line1 = '1400 Elm Street' where id = $1", [one.id]);
    expect(await finds("q=1400"), "the number of a house").toContain(one.id);
    expect(await finds("status=completed")).toEqual([one.id]);
    expect(await finds("status=failed")).toEqual([other.id]);
    expect(await finds("q=nobody")).toEqual([]);
    expect((await page("/admin/orders?q=nobody")).text).toContain("No orders found.");
  });

  test("exports exactly the filtered rows", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    const other = await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    await pool.query("update orders set status = 'failed' where id = $1", [other.order_id]);
    const { html, headers } = await page("/admin/orders.csv?status=completed");
    expect(headers.get("Content-Disposition")).toBe('attachment; filename="orders.csv"');
    const [, ...rows] = html.trim().split("\r\n");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`#${await numberOf("orders", order_id)},`);
    expect(rows[0]).toContain(",159.00,0.00,USD,");
  });
});

describe("the order panel", () => {
  test("refunds a part once, however often it is sent, and never more than is left of the payment", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    const form = { intent: "refund", token: TOKEN, amount: "59.00", reason: "Broken vase", left: "15900" };
    expect((await post(`/admin/orders/${order_id}`, form)).status).toBe(303);
    expect((await post(`/admin/orders/${order_id}`, form)).status).toBe(303);
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 5900, reason: "Broken vase" }]);
    const { text } = await page(`/admin/orders/${order_id}`);
    expect(text).toContain("Up to $100.00.");
    expect(text).toContain("Broken vase");
    const more = {
      ...form,
      token: TOKEN.replaceAll("3", "4").replace("-4444-", "-4333-"),
      amount: "100.01",
      left: "10000",
    };
    const refused = await post(`/admin/orders/${order_id}`, more);
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("left of the payment.") });
    expect((await post(`/admin/orders/${order_id}`, { ...form, token: "7" })).status).toBe(400);
  });

  test("records a payment on the day", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    await pool.query(
      "delete from charges; update orders set status = 'pending', provider = 'office', payment_session_id = null",
    );
    expect((await page(`/admin/orders/${order_id}`)).text).toContain(
      "$159.00 is due. Enter less for a part of it.",
    );
    expect((await post(`/admin/orders/${order_id}`, { intent: "pay", method: "barter" })).status).toBe(400);
    expect((await post(`/admin/orders/${order_id}`, { intent: "pay", method: "cash" })).status).toBe(303);
    expect((await post(`/admin/orders/${order_id}`, { intent: "pay", method: "cash" })).status).toBe(409);
    const { text } = await page(`/admin/orders/${order_id}`);
    expect(text).toContain("Cash");
    expect(text).toContain("Completed");
  });

  test("adds lines, refuses bad ones at their fields, and takes what is due in parts", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    const address = `/admin/orders/${order_id}`;
    const form = { intent: "line", token: TOKEN, kind: "time", amount: "53", reason: "Oven", seen: "15900" };
    for (const [change, words] of [
      [{ amount: "a lot" }, "Enter an amount, like 79.50."],
      [{ reason: " " }, "Enter a reason."],
      [{ kind: "gift" }, "Choose what the line is for."],
      [{ minutes: "7" }, "Enter minutes in steps of 15"],
      [{ seen: "1" }, "The order has changed."],
      [{ kind: "discount", amount: "159.01" }, "more than the order"],
    ] as const) {
      const refused = await post(address, { ...form, ...change });
      expect(refused).toMatchObject({ status: 400, text: expect.stringContaining(words) });
    }
    expect((await post(address, { ...form, token: "7" })).status).toBe(400);
    expect((await post(address, form)).status).toBe(303);
    const open = await page(address);
    for (const words of ["Extra time", "Oven", "$212.00", "$53.00 is still due"])
      expect(open.text).toContain(words);
    const pay = { intent: "pay", method: "cash", token: "99999999-9999-4999-8999-999999999999" };
    expect(await post(address, { ...pay, amount: "60" })).toMatchObject({
      status: 400,
      text: expect.stringContaining("more than the $53.00"),
    });
    expect((await post(address, { ...pay, amount: "20" })).status).toBe(303);
    expect((await post(address, { ...pay, amount: "20" })).status).toBe(303); // sent twice is once
    expect((await page(address)).text).toContain("$33.00 is still due");
    const visit = await page(`/admin/bookings/${id}`);
    for (const words of ["Total$212.00", "Paid$179.00", "Due$33.00"]) expect(visit.text).toContain(words);
  });

  test.each(["7", "11111111-1111-4111-8111-111111111111", "%27"])("is not found for %s", async (id) => {
    expect((await page(`/admin/orders/${id}`)).status).toBe(404);
    const forms: Record<string, string>[] = [
      { intent: "pay", method: "cash" },
      { intent: "refund", token: TOKEN, amount: "1", reason: "x", left: "15900" },
      { intent: "retry", refund_id: "7" },
      { intent: "by-hand", refund_id: "7" },
      { intent: "line", token: TOKEN, kind: "time", amount: "1", reason: "x", seen: "1" },
    ];
    for (const form of forms) expect((await post(`/admin/orders/${id}`, form)).status).toBe(404);
    for (const intent of UNKNOWN_INTENTS)
      expect((await post(`/admin/orders/${id}`, { intent })).status, intent).toBe(400);
  });

  test("is for administrators only", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    const stranger = await signedIn(site);
    const form = { intent: "refund", token: TOKEN, amount: "59.00", reason: "Mine", left: "15900" };
    for (const cookie of ["", stranger.cookie])
      expect((await post(`/admin/orders/${order_id}`, form, cookie)).status).toBe(cookie ? 303 : 401);
    expect((await refundsOf(pool, id)).ours).toEqual([]);
  });
});

describe("unsettled money", () => {
  test("shows a pending payment in the list, in the panel and with its booking", async () => {
    const { order_id, id } = await confirmedVisit(ctx(), pool);
    await pool.query(
      "delete from charges; update orders set status = 'pending', processing_at = now(), session_closed_at = null, completed_at = null",
    );
    await pool.query("update bookings set status = 'pending'");
    for (const address of ["/admin/orders", `/admin/orders/${order_id}`, `/admin/bookings/${id}`])
      expect((await page(address)).text).toContain("Payment processing");
  });

  test("shows a dispute with its date, and blocks refunds", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    await pool.query(
      `insert into disputes (id, order_id, amount, currency, status, reason, evidence_due_at, opened_at)
       values ('du_1', $1, 15900, 'USD', 'open', 'product_not_received', '2026-06-20T16:00:00Z', now())`,
      [order_id],
    );
    const { text } = await page(`/admin/orders/${order_id}`);
    for (const phrase of ["Disputes", "product not received", "Jun 20, 2026", "issue a refund until"])
      expect(text).toContain(phrase);
    const form = { intent: "refund", token: TOKEN, amount: "10", reason: "Vase", left: "15900" };
    expect((await post(`/admin/orders/${order_id}`, form)).status).toBe(400);
  });
});
