import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { readVisit } from "~/features/booking/manage/queries.server";
import { exportData } from "~/features/identity/privacy/export.server";
import { welcomeVerified } from "~/features/identity/sign-in/verify.server";
import { receiveMessage } from "~/features/messages/receive.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { submitReview } from "~/features/reviews/submit.server";
import { CARD, openSession, paySession } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aCustomer } from "../../../../tests/support/customers";
import { startPlan } from "../../../../tests/support/plans";
import { aUser, confirmedVisit, linkTo } from "../../../../tests/support/visits";
import { linkCustomer } from "./link.server";

const world = await testWorld();
const { pool, db, ctx, queues, clear } = world;

beforeEach(clear);

const rowsOf = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows;
const guests = () =>
  rowsOf("select id, first_name, last_name, source from customers where user_id is null order by number");
const customerOf = async (user: string) =>
  (await rowsOf("select id from customers where user_id = $1", [user]))[0].id;

/** A customer without account, whose email the office has verified. */
async function knownByOffice(email: string): Promise<string> {
  const [made] = await rowsOf("insert into customers (first_name) values ('Ruth') returning id");
  await pool.query(
    `insert into customer_contacts (customer_id, kind, value, is_primary, verified_at)
     values ($1, 'email', $2, true, now()), ($1, 'phone', '+16035550100', true, null)`,
    [made.id, email],
  );
  await pool.query(
    `insert into properties (customer_id, property_type, address_line1, city, state, zip_code)
     values ($1, 'residential', '1 Secret Lane', 'Epsom', 'NH', '03234')`,
    [made.id],
  );
  return made.id;
}

async function pays(by: { email?: string; name?: string; phone?: string }, date: string) {
  const session = await openSession(ctx(), { date });
  const paid = await payTestCheckout(ctx(), session, { ...CARD, ...by });
  if (!paid.ok) throw new Error(paid.reason);
  await closeCheckout(ctx(), session);
  return (
    await rowsOf(
      "select b.* from bookings b join orders o on o.booking_id = b.id where payment_session_id = $1",
      [session],
    )
  )[0];
}

describe("a booking that is paid", () => {
  test("makes a customer of a guest, with contacts and home", async () => {
    const booking = await pays({ email: "Ada@Mail.example" }, "2026-06-10");
    const [made] = await guests();
    expect(made).toMatchObject({ first_name: "Ada", last_name: "Lovelace", source: "website" });
    expect(booking.customer_id).toBe(made.id);
    expect(await rowsOf("select customer_id from orders")).toEqual([{ customer_id: made.id }]);
    expect(
      await rowsOf("select kind, value, is_primary, verified_at from customer_contacts order by kind"),
    ).toEqual([
      { kind: "email", value: "ada@mail.example", is_primary: true, verified_at: null },
      { kind: "phone", value: "+16035550199", is_primary: true, verified_at: null },
    ]);
    expect(await rowsOf("select customer_id, user_id, address_line1, zip_code from properties")).toEqual([
      { customer_id: made.id, user_id: null, address_line1: "14 Barnstead Road", zip_code: "03263" },
    ]);
  });

  test("belongs to the customer of the account that books, whatever the card's email is", async () => {
    const actor = await aUser(pool, "grace@mail.example");
    await closeCheckout(ctx(), await paySession(ctx({ actor })));
    const [booking] = await rowsOf("select customer_id from bookings");
    expect(booking.customer_id).toBe(await customerOf(actor.id));
    expect(await guests()).toEqual([]);
    expect(await rowsOf("select 1 from properties")).toEqual([]); // an account saves its homes itself
  });

  test("is linked by a verified email, and by nothing less", async () => {
    const ruth = await knownByOffice("ruth@mail.example");
    expect((await pays({ email: "RUTH@mail.example" }, "2026-06-10")).customer_id).toBe(ruth);
    const others = [
      await pays({ email: "other@mail.example", phone: "603-555-0100" }, "2026-06-11"), // Ruth's phone
      await pays({ email: "other@mail.example", phone: "603-555-0100" }, "2026-06-12"), // an email nobody verified
    ].map(({ customer_id }) => customer_id);
    expect(new Set([ruth, ...others]).size).toBe(3);
  });

  test("keeps the customer that it has, and one that names nobody gets none", async () => {
    const ruth = await knownByOffice("ruth@mail.example");
    const booking = await confirmedVisit(ctx(), pool);
    await pool.query("update bookings set customer_email = 'ruth@mail.example'");
    await linkCustomer(db, ctx(), { booking_id: booking.id });
    const [kept] = await rowsOf("select customer_id from bookings");
    expect(kept.customer_id).toBe(booking.customer_id);
    expect(kept.customer_id).not.toBe(ruth);
    await openSession(ctx(), { date: "2026-06-11" });
    const [held] = await rowsOf("select id from bookings where status = 'pending'");
    await linkCustomer(db, ctx(), { booking_id: held.id });
    expect(await rowsOf("select customer_id from bookings where status = 'pending'")).toEqual([
      { customer_id: null },
    ]);
  });

  test("is linked once, however often it is tried", async () => {
    const booking = await confirmedVisit(ctx(), pool);
    await pool.query("update bookings set customer_id = null");
    await pool.query("delete from customers");
    for (const _ of [1, 2]) await linkCustomer(db, ctx(), { booking_id: booking.id });
    expect(await guests()).toHaveLength(1);
  });

  test("gives nothing of a customer to whoever types their email", async () => {
    const ada = await aCustomer(world, "ada");
    await closeCheckout(ctx(), await paySession(ada.ctx, { date: "2026-06-09" }));
    await knownByOffice("ruth@mail.example");
    const own = await pays({ email: "ruth@mail.example", name: "Mallory", phone: "" }, "2026-06-10");
    await queues.run("booking-confirmed-mail");
    const [{ html, text }] = await rowsOf("select html, text from mails where booking_id = $1", [own.id]);
    for (const words of [html, text, JSON.stringify(await readVisit(ctx({ actor: linkTo(own.id) }), own.id))])
      expect(words).not.toMatch(/Secret Lane|5550100|555-0100|Ruth/);
    // and what they typed changes nothing of the customer
    expect(await rowsOf("select first_name from customers where user_id is null")).toEqual([
      { first_name: "Ruth" },
    ]);
    expect(await rowsOf("select 1 from customer_contacts where value like '%mallory%'")).toEqual([]);
  });
});

test("what an account stores belongs to its customer at once, its unpaid visit and order too", async () => {
  const actor = await aUser(pool, "grace@mail.example");
  const own = await customerOf(actor.id);
  await openSession(ctx({ actor }));
  const home = "'residential', '1 Main St', 'Epsom', 'NH', '03234'";
  await pool.query(
    `insert into properties (user_id, property_type, address_line1, city, state, zip_code) values ($1, ${home})`,
    [actor.id],
  );
  await pool.query("insert into staff_notes (user_id, body) values ($1, 'Has a shy cat')", [actor.id]);
  for (const table of ["bookings", "orders", "properties", "staff_notes"])
    expect([table, await rowsOf(`select customer_id from ${table}`)]).toEqual([
      table,
      [{ customer_id: own }],
    ]);
});

describe("a plan that starts", () => {
  test("gives its customer to its visits and orders", async () => {
    const id = await startPlan(ctx(), pool);
    const [made] = await guests();
    const linked = await rowsOf(
      `select customer_id from plans where id = $1 union select customer_id from bookings where plan_id = $1
       union select customer_id from orders where plan_id = $1`,
      [id],
    );
    expect(linked).toEqual([{ customer_id: made.id }]);
  });
});

describe("a verified account", () => {
  test("takes over its guest bookings and the customer without account who has its email verified", async () => {
    const guest = await pays({}, "2026-06-10");
    const ruth = await knownByOffice(CARD.email);
    await pool.query("insert into staff_notes (customer_id, body) values ($1, 'Has a shy cat')", [ruth]);
    const user = await aUser(pool, CARD.email);
    await welcomeVerified(ctx({ actor: user }), user);
    const own = await customerOf(user.id);
    expect(await rowsOf("select user_id, customer_id from bookings where id = $1", [guest.id])).toEqual([
      { user_id: user.id, customer_id: own },
    ]);
    expect(await rowsOf("select merged_into from customers where id = $1", [guest.customer_id])).toEqual([
      { merged_into: own }, // the guest has nothing left
    ]);
    expect(await rowsOf("select customer_id from orders")).toEqual([{ customer_id: own }]);
    expect(await rowsOf("select customer_id from staff_notes")).toEqual([{ customer_id: own }]);
    expect(await rowsOf("select merged_into from customers where id = $1", [ruth])).toEqual([
      { merged_into: own },
    ]);
    expect(
      await rowsOf("select customer_id from customer_contacts where value = $1 and verified_at is not null", [
        CARD.email,
      ]),
    ).toEqual([{ customer_id: own }]);
  });

  test("reviews as its customer", async () => {
    const ada = await aCustomer(world, "ada");
    const visit = await confirmedVisit(ada.ctx, pool);
    await pool.query("update bookings set scheduled_date = '2026-05-20', status = 'completed'");
    await submitReview(ada.ctx, visit.id, { rating: 5, review_text: "Spotless", may_publish: true });
    expect(await rowsOf("select customer_id from reviews")).toEqual([
      { customer_id: await customerOf(ada.ctx.actor.id) },
    ]);
    expect((await exportData(ada.ctx)).zip.length).toBeGreaterThan(0);
  });

  test("gets the messages of its email, also those sent before; nobody else does", async () => {
    const send = (email: string) =>
      receiveMessage(ctx(), {
        form_id: randomUUID(),
        acknowledge: false,
        name: "Ada",
        email,
        phone: "",
        message: "Do you do barns?",
      });
    const user = await aUser(pool, "ada@mail.example", { verified: false });
    await send("Ada@mail.example");
    expect(await rowsOf("select customer_id from contact_messages")).toEqual([{ customer_id: null }]);
    await pool.query("update users set email_verified = true");
    await welcomeVerified(ctx({ actor: user }), user);
    await send("ada@mail.example");
    await send("eve@mail.example");
    const linked = await rowsOf("select customer_id from contact_messages order by created_at, email");
    expect(linked.filter(({ customer_id }) => customer_id)).toHaveLength(2);
  });
});
