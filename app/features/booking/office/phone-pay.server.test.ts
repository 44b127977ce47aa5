import { beforeEach, describe, expect, test } from "vitest";
import { readService } from "~/features/catalog/queries.server";
import { askForCard } from "~/features/payments/cards/ask.server";
import { openCardSetup } from "~/features/payments/cards/open.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { openPayLink } from "~/features/payments/pay-link/open.server";
import { readPayPage, readToPay } from "~/features/payments/pay-link/queries.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { CARD, sessionOf } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { bookByPhone } from "./book.server";
import { checkPhoneForm } from "./forms";

const world = await testWorld();
const { pool, ctx, queues, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  await pool.query("update services set terms = null");
  staff = await staffCtx(world);
});

const fields = {
  ...{ customer_name: "Ruth Merrill", customer_phone: "(603) 555-0177", customer_email: "ruth@mail.example" },
  ...{
    service: "regular-cleaning",
    hours: "3",
    bedrooms: "2",
    bathrooms: "1",
    date: "2026-06-10",
    time: "8:00 AM",
  },
  ...{ street: "9 Main Street", apartment: "", city: "Concord", state: "nh", zip: "03301", notes: "" },
};

async function book(pay: string, change: Record<string, string> = {}) {
  const all: Record<string, string> = { ...fields, pay, ...change };
  const checked = checkPhoneForm(all, await readService(ctx(), "regular-cleaning"));
  if (!checked.ok) return checked;
  const outcome = await bookByPhone(staff(), {
    token: crypto.randomUUID(),
    request: checked.request,
    customer: checked.customer,
  });
  return outcome;
}

async function orderOf(outcome: Awaited<ReturnType<typeof book>>) {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  const { rows } = await pool.query("select * from orders where booking_id = $1", [outcome.booking_id]);
  return rows[0];
}

async function page(id: string) {
  const found = await readToPay(ctx(), id);
  if (!found) throw new Error("No page");
  return readPayPage(ctx(), found);
}

const mails = async () =>
  (await pool.query("select subject from mails order by subject")).rows.map(({ subject }) => subject);

describe("a visit that is booked by phone", () => {
  test("and paid in full by link is confirmed, and the link goes out", async () => {
    const order = await orderOf(await book("full"));
    expect(order).toMatchObject({ status: "pending", provider: "office", due: 15_900, consent: null });
    await queues.run("pay-link-mail");
    expect(await mails()).toEqual([expect.stringContaining("$159.00 is due")]);
    expect(await page(order.id)).toMatchObject({ due: "$159.00", owed: "$159.00" });
  });

  test("with the deposit of its service asks for that first, and for the rest after the visit", async () => {
    await pool.query(`update services set terms = '{"pay":"deposit","amount":5000}'`);
    const order = await orderOf(await book("deposit"));
    expect(order).toMatchObject({ due: 15_900, upfront: 5000 });
    expect(await page(order.id)).toMatchObject({ due: "$50.00", owed: "$159.00" });
    const opened = await openPayLink(ctx(), { order_id: order.id, tip: 0, seen: 5000 });
    if (!opened.ok) throw new Error(opened.message);
    const session = sessionOf(opened.url);
    await payTestCheckout(ctx(), session, CARD);
    await closeCheckout(ctx(), session);
    expect(await page(order.id)).toMatchObject({
      due: null,
      owed: "$109.00",
      card: { name: "Visa ending in 4242", may_save: true },
    });
  });

  test("and charged after it gets a link to save a card, which shows in the office", async () => {
    const order = await orderOf(await book("card"));
    expect(order.consent).toContain("$159.00 after the visit");
    await queues.run("card-link-mail");
    expect(await mails()).toEqual([expect.stringContaining("Please save a card")]);
    expect(await page(order.id)).toMatchObject({
      due: null,
      owed: "$159.00",
      card: { may_save: true, name: null },
    });
    expect((await readOfficeOrder(staff(), order.id))?.card).toMatchObject({ name: null, may_ask: true });
    const opened = await openCardSetup(ctx(), {
      ...{ order_id: order.id, success_url: "https://site.example/a", cancel_url: "https://site.example/b" },
      who: { customer_name: null, customer_email: null, customer_phone: null },
    });
    if (!opened.ok) throw new Error(opened.message);
    await payTestCheckout(ctx(), sessionOf(opened.url), CARD);
    await closeCheckout(ctx(), sessionOf(opened.url));
    expect((await readOfficeOrder(staff(), order.id))?.card).toMatchObject({
      ...{ name: "Visa ending in 4242", may_ask: false, now: null, declined: [] },
    });
    expect(await askForCard(staff(), { order_id: order.id })).toMatchObject({
      ...{ ok: false, message: "This booking has a saved card already." },
    });
    await queues.run("card-link-mail");
    expect(await mails()).toHaveLength(1);
  });

  test("on the day can be asked for a card later", async () => {
    const order = await orderOf(await book("day"));
    expect(order).toMatchObject({ consent: null, due: 15_900 });
    expect(await page(order.id)).toMatchObject({ due: "$159.00", card: { may_save: false } });
    expect(await askForCard(staff(), { order_id: order.id })).toEqual({ ok: true, to: "ruth@mail.example" });
    expect(await page(order.id)).toMatchObject({ due: null, owed: "$159.00", card: { may_save: true } });
  });

  test("is refused with a word at the field when it can't be paid like that", async () => {
    expect(await book("card", { customer_email: "" })).toMatchObject({
      ok: false,
      errors: { customer_email: "Enter an email address: the link to pay goes there." },
    });
    expect(await book("later")).toMatchObject({ ok: false, errors: { pay: "Choose when it is paid." } });
    expect(await book("deposit")).toMatchObject({ ok: false, field: "pay", status: 422 });
    expect((await pool.query("select 1 from bookings")).rows).toEqual([]);
  });
});
