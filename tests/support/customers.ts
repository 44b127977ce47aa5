import { randomUUID } from "node:crypto";
import { signIn } from "~/features/identity/sign-in/sign-in.server";
import { signUp } from "~/features/identity/sign-in/sign-up.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { readActor } from "~/platform/auth/actor.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import { CARD, openSession } from "./bookings";
import { aClaim } from "./claims";
import type { testWorld } from "./ctx";
import { addCodes } from "./entry-codes";
import { addFieldwork } from "./fieldwork";
import { addImport } from "./imports";

type World = Pick<Awaited<ReturnType<typeof testWorld>>, "pool" | "ctx" | "clock" | "queues">;

export type Customer = { ctx: UserCtx; auth: RequestAuth; email: string };

export const PASSWORD = "lenticels on white bark";

/** Creates a signed-in customer, whose personal data all begin with the tag. */
export async function aCustomer(
  { pool, ctx, queues }: World,
  tag: string,
  { verified = true } = {},
): Promise<Customer> {
  const email = `${tag}email@mail.example`;
  const cookies: string[] = [];
  const browser = (cookie = "") =>
    ctx().auth.forRequest("https://site.example", new Headers({ Cookie: cookie }), (set) =>
      cookies.push(set),
    );
  const names = { first_name: `${tag}first`, last_name: `${tag}last` };
  const outcome = await signUp(ctx(), browser(), { email, password: PASSWORD, terms: "on", ...names });
  if (!outcome.ok) throw new Error(outcome.reason);
  const entry = await signIn(ctx(), browser(), { email, password: PASSWORD });
  if (!entry.ok) throw new Error(entry.reason);
  await queues.run("verification-mail");
  await pool.query("update users set email_verified = $1 where email = $2", [verified, email]);
  await pool.query("update profiles set phone = $1 where id = (select id from users where email = $2)", [
    `${tag}phone`,
    email,
  ]);
  const auth = browser(cookies.map((cookie) => cookie.split(";")[0]).join("; "));
  const session = await auth.session();
  const actor = session && (await readActor(ctx().db, ctx().log, session.id));
  if (!actor) throw new Error(`${email} is not signed in`);
  return { ctx: { ...ctx({ actor }), actor }, auth, email };
}

/** Books, pays with the tag's data, and sends the email; as a guest if `ctx` is a guest's. */
export async function bookAndPay(
  { pool, ctx: anybody, queues }: World,
  ctx: Ctx,
  tag: string,
  details: { date: string; time?: "2:00 PM" },
) {
  const address = { street: `${tag}street`, city: `${tag}city`, state: "NH", zip: "03263" };
  const draft = `${tag}draft-${details.date}`;
  const session = await openSession(ctx, { notes: `${tag}notes`, address, ...details }, draft);
  const card = { ...CARD, name: `${tag}card`, email: `${tag}EMAIL@mail.example`, phone: `${tag}cardphone` };
  const paid = await payTestCheckout(ctx, session, card);
  if (!paid.ok) throw new Error(paid.reason);
  await closeCheckout(anybody(), session);
  await queues.run("booking-confirmed-mail");
  const { rows } = await pool.query(
    `update bookings b set zip_code = $2, address_line2 = $2, override_reason = $2, items_waived_why = $2
     from orders o where o.booking_id = b.id and o.payment_session_id = $1 returning b.id, b.number, o.id as order_id`,
    [session, `${tag}zip`],
  );
  const { id, number, order_id } = rows[0];
  return { id: id as string, number: number as number, order: order_id as string, session };
}

/**
 * Creates a customer with a row in every table that can hold personal data: past visits (one booked before signing up, one
 * reviewed), a cancelled visit with its refund, an abandoned one, emails, jobs. Fill in new columns here: the erase and
 * export tests look for the tag.
 */
export async function aCustomerOfEverything(world: World, tag: string) {
  const { pool, ctx, clock, queues } = world;
  const made = await aCustomer(world, tag);
  const { id } = made.ctx.actor;
  const done = await bookAndPay(world, made.ctx, tag, { date: "2026-06-03" });
  const given = await bookAndPay(world, made.ctx, tag, { date: "2026-06-10", time: "2:00 PM" });
  const guest = await bookAndPay(world, ctx(), tag, { date: "2026-06-04" });
  const abandoned = await openSession(made.ctx, { date: "2026-06-11", notes: `${tag}left` }, `${tag}draft`);
  clock.set("2026-06-05T12:00:00Z");
  await pool.query("update bookings set status = 'cancelled', cancelled_at = now() where id = $1", [
    given.id,
  ]);
  await aRefund(pool, given.order, "completed");
  await addTheRest(world, id, tag, { done: done.id, given: given.id });
  const now = ctx();
  await now.jobs.enqueue(now.db, "password-reset-mail", { email: made.email, request_id: "1" });
  await queues.run("password-reset-mail");
  await now.jobs.enqueue(now.db, "account-exists-mail", { email: made.email.toUpperCase(), request_id: "2" });
  await pool.query("insert into bounced_addresses values ($1, $2, now())", [
    made.email.toLowerCase(),
    `550 ${tag}unknown`,
  ]);
  return { ...made, ctx: { ...made.ctx, now: clock.now }, done, given, guest, abandoned };
}

export async function aRefund(pool: World["pool"], order: string, status: string): Promise<void> {
  await pool.query(
    `insert into refunds (order_id, amount, reason, status, idempotency_key)
     values ($1, 7950, 'cancelled', $2, gen_random_uuid())`,
    [order, status],
  );
}

async function addTheRest(world: World, id: string, tag: string, visits: { done: string; given: string }) {
  const { pool, queues } = world;
  const insert = (table: string, values: Record<string, unknown>) => {
    const names = Object.keys(values);
    const places = names.map((_name, index) => `$${index + 1}`);
    return pool.query(
      `insert into ${table} (${names}) values (${places}) returning *`,
      Object.values(values),
    );
  };
  const webhook = await insert("webhooks", { url: "https://a.example/", secret: "", events: "[]" });
  await insert("webhook_deliveries", {
    webhook_id: webhook.rows[0].id,
    event: "booking.confirmed",
    event_key: `booking.confirmed:${visits.done}:0`,
    payload: JSON.stringify({ booking_id: visits.done, town: `${tag}city` }),
    status: "sent",
  });
  const partner = await insert("api_keys", { name: randomUUID(), key_hash: randomUUID(), key_end: "none" });
  await pool.query(`insert into partner_orders select id, $2, $3, now() from orders where booking_id = $1`, [
    visits.done,
    partner.rows[0].id,
    `${tag}partnerreference`,
  ]);
  const { rows: paid } = await pool.query("select id from orders where booking_id = $1", [visits.done]);
  await insert("order_lines", {
    ...{ order_id: paid[0].id, position: 99, kind: "correction", label: "Correction", amount: 0 },
    reason: `${tag}reason`,
  });
  const card = await insert("cards", {
    ...{ customer_id: id, provider: "test-checkout", provider_customer_id: `${tag}payer` },
    ...{ method_id: randomUUID(), brand: "Visa", last4: "4242", exp_month: 12, exp_year: 2030 },
    created_at: new Date(),
  });
  const setup = { status: "completed", consent: "I agree.", currency: "USD", provider: "test-checkout" };
  const checkout = { checkout_url: `https://pay.example/${tag}`, checkout_expires_at: new Date() };
  await insert("card_setups", { customer_id: id, ...setup, ...checkout, card_id: card.rows[0].id });
  await insert("approvals", {
    ...{ kind: "refund", order_id: paid[0].id, amount: 100, reason: `${tag}approval` },
    ...{ idempotency_key: randomUUID(), status: "refused", asked_at: new Date(), decided_at: new Date() },
  });
  await insert("credit_transfers", {
    ...{ at: new Date(), from_account: "goodwill", to_account: "customer", to_customer: id, amount: 100 },
    ...{ currency: "USD", reason: `${tag}credit`, key: randomUUID() },
  });
  const gift = { status: "paid", amount: 5000, currency: "USD", provider: "none", send_on: "2027-01-01" };
  const people = { buyer_name: `${tag}buyer`, recipient_name: `${tag}got`, message: `${tag}gift` };
  const buyer_email = `${tag.toLowerCase()}email@mail.example`;
  const gift_form = { form_id: randomUUID(), checkout_expires_at: new Date(), paid_at: new Date() };
  await insert("gift_cards", { ...gift, ...people, ...gift_form, buyer_email, recipient_email: buyer_email });
  await insert("book_differences", {
    ...{ kind: "charged", about_id: paid[0].id, order_id: paid[0].id, currency: "USD", ours: 1, theirs: 2 },
    ...{ found_at: new Date(), settled_at: new Date(), note: `${tag}difference` },
  });
  const home = await insert("properties", {
    user_id: id,
    name: `${tag}home`,
    property_type: "residential",
    address_line1: `${tag}street`,
    address_line2: `${tag}flat`,
    city: `${tag}city`,
    state: "NH",
    zip_code: `${tag}zip`,
    special_instructions: `=${tag}instructions`,
    ...{ pets: `${tag}cat`, parking: `${tag}drive` },
  });
  await pool.query("update bookings set property_id = $1 where id = $2", [home.rows[0].id, visits.done]);
  const place = { home: home.rows[0].id, booking: visits.done };
  await addCodes(insert, tag, place);
  await addFieldwork(insert, tag, place);
  await aClaim(pool, { booking_id: visits.done, tag });
  await insert("reviews", { booking_id: visits.done, user_id: id, rating: 5, review_text: `${tag}review` });
  await insert("plans", {
    user_id: id,
    property_id: home.rows[0].id,
    draft_id: `${tag}plandraft`,
    request_hash: `${tag}planhash`,
    service_id: "monthly-home-care",
    status: "ended",
    frequency: "weekly",
    first_date: "2026-05-05",
    slot_time: "10:00",
    visit_minutes: 180,
    amount: 28900,
    price_lines: "[]",
    currency: "USD",
    policy: '{"full_refund_hours": 24, "late_fee_percent": 50}',
    notes: `${tag}plannotes`,
    address_line1: `${tag}street`,
    address_line2: `${tag}flat`,
    ...{ city: `${tag}city`, state: "NH", zip_code: `${tag}zip` },
    customer_name: `${tag}name`,
    customer_email: `${tag}Email@mail.example`,
    customer_phone: `${tag}phone`,
    provider: "test-checkout",
    invoice_url: `https://pay.example/${tag}`,
  });
  await insert("newsletter_subscribers", { email: `${tag}Email@mail.example`, status: "subscribed" });
  const address = `${tag}Email@mail.example`;
  const { rows: messages } = await insert("contact_messages", {
    submission_id: randomUUID(),
    name: `${tag}writer`,
    email: address,
    phone: `${tag}writerphone`,
    message: `${tag}message`,
  });
  const { rows: applications } = await insert("job_applications", {
    submission_id: randomUUID(),
    position: "Team Lead",
    location: "Portsmouth, NH",
    first_name: `${tag}applicant`,
    last_name: `${tag}lastname`,
    email: address,
    phone: `${tag}applicantphone`,
    experience: `${tag}experience`,
    availability: `${tag}availability`,
    resume_url: `${tag}resume`,
    cover_letter: `${tag}letter`,
  });
  const { rows: own } = await pool.query("select id from customers where user_id = $1", [id]);
  const company = await insert("customers", { company_name: `${tag}company`, merged_into: own[0].id });
  const merge = { kept_id: own[0].id, merged_id: company.rows[0].id, moved: { note: `${tag}moved` } };
  await Promise.all([insert("customer_merges", merge), addImport(insert, tag, own[0].id, visits.done)]);
  await insert("area_requests", {
    submission_id: randomUUID(),
    zip_code: "03801",
    name: `${tag}asker`,
    email: address,
    message: `${tag}area`,
  });
  await insert("saved_views", { user_id: id, list: "bookings", name: `${tag}view`, query: "q=1" });
  await insert("message_replies", { message_id: messages[0].id, body: `${tag}reply` });
  const written = { subject: `${tag}subject`, body: `${tag}answer` };
  await insert("application_mails", { application_id: applications[0].id, ...written });
  const interview = { starts_at: new Date(), minutes: 30, place: `${tag}place`, message: `${tag}invitation` };
  await insert("interviews", { application_id: applications[0].id, ...interview });
  const now = world.ctx();
  await now.jobs.enqueue(now.db, "message-notice-mail", { message_id: messages[0].id });
  await queues.run("message-notice-mail");
  await now.jobs.enqueue(now.db, "application-mail", { application_id: applications[0].id });
  await queues.run("application-mail");
  await insert("calendar_addresses", { user_id: id, shows: "own visits", token_hash: `${tag}feed` });
  await insert("invitations", {
    email: `${tag}email@mail.example`,
    role: "dispatcher",
    invited_by: id,
    created_at: new Date(),
    expires_at: new Date(),
  });
  await insert("mail_choices", { user_id: id, reviews: false });
  const seen = { created_at: new Date(), seen_at: new Date() };
  await insert("known_devices", { user_id: id, device: `${tag}device`, ...seen });
  await insert("sign_ins", {
    ...{ user_id: id, at: new Date(), step: "password", refused: "wrong password" },
    ...{ address: `${tag}address`, device: `${tag}browser` },
  });
  await insert("staff_notes", { user_id: id, body: `${tag}note` });
  await insert("saved_articles", { user_id: id, article_id: 5 });
  await insert("user_roles", { user_id: id, role: "user", created_at: new Date() });
  await insert("two_factors", { user_id: id, secret: `${tag}totp`, backup_codes: `${tag}codes` });
  await insert("passkeys", {
    user_id: id,
    name: `${tag}passkey`,
    public_key: `${tag}key`,
    credential_id: `${tag}credential`,
    counter: 0,
    device_type: "singleDevice",
    backed_up: false,
  });
  const secret = { expires_at: new Date() };
  await insert("verifications", { ...secret, identifier: `${tag}reset`, value: id });
  await insert("verifications", {
    ...secret,
    identifier: "o",
    value: `{"email":"${tag}Email@mail.example"}`,
  });
  await insert("mails", {
    occasion: `crew:${visits.given}`,
    booking_id: visits.given,
    recipient: "crew@company.example",
    subject: `${tag}subject`,
    html: `${tag}html`,
    text: `${tag}text`,
    status: "failed",
    error: `${tag}error`,
  });
}
