import { beforeEach, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import type { Ctx } from "~/platform/context.server";
import { aRequest } from "../../../../tests/support/bookings";
import { stripeWorld } from "../../../../tests/support/stripe-world";
import { aUser } from "../../../../tests/support/visits";
import { findKnownCustomer } from "./queries.server";

const { pool, ctx, stripe } = await stripeWorld();
let actor: Awaited<ReturnType<typeof aUser>>;
let at_stripe: string;

beforeEach(async () => {
  actor = await aUser(pool, "ada@mail.example");
  await pool.query("insert into profiles (id) values ($1) on conflict do nothing", [actor.id]);
  at_stripe = stripe.office.addCustomer("ada@mail.example", ["4242424242424242"]);
});
const know = (status: string) =>
  pool.query(
    `insert into provider_customers (customer_id, provider, provider_customer_id, status, checked_at)
     values ($1, 'stripe', $2, $3, now())`,
    [actor.id, at_stripe, status],
  );
/** Opens a checkout, and returns what Stripe was asked for. */
async function checkout(whose: Ctx) {
  const outcome = await createPayment(whose, { request: aRequest(), draft_id: null });
  expect(outcome).toMatchObject({ ok: true });
  const session = [...stripe.books.sessions.values()].at(-1);
  return { ...stripe.books.asked.get(session?.id ?? ""), customer: session?.customer };
}

test("a checkout of a customer who is known at Stripe is theirs, and lets them choose their own cards", async () => {
  await know("confirmed");
  expect(await checkout(ctx({ actor }))).toMatchObject({
    customer: at_stripe,
    saved_payment_method_options: { allow_redisplay_filters: ["always", "unspecified"] },
  });
});

test.each(["unconfirmed", "refused"])(
  "a customer whose ID is %s gets a new one at Stripe",
  async (status) => {
    await know(status);
    const asked = await checkout(ctx({ actor }));
    expect(asked.customer).toMatch(/^cus_/);
    expect(asked.customer).not.toBe(at_stripe);
  },
);

test("a guest who types the email sees none of the customer's cards", async () => {
  await know("confirmed");
  const asked = await checkout(ctx());
  expect(asked).toMatchObject({ mode: "payment" });
  expect(asked.customer).not.toBe(at_stripe);
});

test("a customer who was deleted at Stripe since gets a checkout all the same", async () => {
  await know("confirmed");
  stripe.books.customers.delete(at_stripe);
  expect((await checkout(ctx({ actor }))).customer).not.toBe(at_stripe);
});

test("a booking by staff is the customer's checkout only if the link to pay goes to an email of theirs", async () => {
  await know("confirmed");
  await checkout(ctx({ actor }));
  const { rows } = await pool.query("select id from orders");
  const toldTo = (email: string) =>
    pool.query("update bookings set draft_id = 'office:1', customer_email = $1", [email]);
  await toldTo("Ada@mail.example");
  expect(await findKnownCustomer(ctx().db, rows[0].id)).toBe(at_stripe);
  await toldTo("somebody@mail.example");
  expect(await findKnownCustomer(ctx().db, rows[0].id)).toBeNull();
});

test("a guest's booking shows nobody's cards, also when staff let it use the credit of whose email was typed", async () => {
  await know("confirmed");
  await checkout(ctx({ actor }));
  await pool.query("update bookings set user_id = null");
  const { rows } = await pool.query("select id from orders where uses_credit");
  expect(await findKnownCustomer(ctx().db, rows[0].id)).toBeNull();
});
