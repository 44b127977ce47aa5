import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sendBookingConfirmed } from "~/features/booking/emails/send.server";
import { readBooking } from "~/features/booking/queries.server";
import { requestNewsletter } from "~/features/content/newsletter/subscribe.server";
import { updateProfile } from "~/features/customers/profile/queries.server";
import { sendEmailOnce } from "~/features/notifications/email/send.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import type { Database } from "~/platform/database/database.server";
import { openMailer } from "~/platform/outside/mail.server";
import { auditOf, openSession, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import {
  aCustomer,
  aCustomerOfEverything,
  aRefund,
  bookAndPay,
  type Customer,
  PASSWORD,
} from "../../../../tests/support/customers";
import { placesOf, rowsWith, tablesWith } from "../../../../tests/support/everywhere";
import { IMPERSONAL, OF_PAYMENTS } from "../../../../tests/support/impersonal";
import { eraseAccount, readErasure } from "./erase.server";

const mailDir = await mkdtemp(path.join(tmpdir(), "white-birch-test-"));
afterAll(() => rm(mailDir, { recursive: true, force: true }));
const mailer = openMailer({ smtpUrl: undefined, from: undefined, filesDir: mailDir });
const world = await testWorld({ mailer });
const { pool, ctx, clock, queues, kinds, clear } = world;

/** Prefix of every customer text in these tests. */
const TAG = "xqada";
const OTHER_TAG = "xqbob";

beforeEach(async () => {
  await clear();
  for (const name of await readdir(mailDir)) await rm(path.join(mailDir, name));
  await setCrews(pool, 2);
  clock.set("2026-06-01T12:00:00Z");
});

const erase = ({ ctx: own, auth }: Customer, form: object = { password: PASSWORD }) =>
  eraseAccount({ ...own, now: clock.now }, auth, form);

async function filesWith(text: string): Promise<string[]> {
  const names = await readdir(mailDir);
  const texts = await Promise.all(names.map((name) => readFile(path.join(mailDir, name), "utf8")));
  return names.filter((_name, index) => texts[index]?.toLowerCase().includes(text));
}

/** Count and sum (cents) of everything that is money. */
async function ledger() {
  const { rows } = await pool.query(
    `select 'orders ' || status as what, count(*)::int, sum(amount)::int from orders group by status
     union all select 'refunds ' || status, count(*)::int, sum(amount)::int from refunds group by status
     union all select 'visits ' || status, count(*)::int, sum(total_amount + tax_amount)::int from bookings group by status
     union all select 'lines', count(*)::int, sum((line ->> 'amount')::int)::int
       from bookings, jsonb_array_elements(price_lines) as line
     order by 1`,
  );
  return rows;
}

async function visits() {
  const { rows } = await pool.query(
    `select id, service_id, crew_id, scheduled_date::text, starts_at, ends_at, blocked::text, status, price_lines, policy
     from bookings order by id`,
  );
  return rows;
}

describe("erasing an account", () => {
  test("leaves no text of the customer in any column of any table or in an email file", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    const { id } = ada.ctx.actor;
    const before = await placesOf(pool, TAG);
    const known = new Set([
      ...(await tablesWith(pool, TAG)),
      ...(await tablesWith(pool, id)),
      ...[...IMPERSONAL, ...OF_PAYMENTS].map((name) => `public.${name}`),
    ]);
    const { rows: tables } = await pool.query("select tablename from pg_tables where schemaname = 'public'");
    const unknown = tables.map(({ tablename }) => `public.${tablename}`).filter((name) => !known.has(name));
    expect(unknown, "Give aCustomerOfEverything a row there, or list the table as impersonal.").toEqual([]);
    expect(before).toEqual(
      expect.arrayContaining([
        ...["users.email", "users.name", "profiles.phone", "properties.special_instructions"].map(inPublic),
        ...["bookings.notes", "bookings.customer_name", "bookings.draft_id", "bookings.zip_code"].map(
          inPublic,
        ),
        ...["mails.text", "mails.error", "reviews.review_text", "two_factors.secret"].map(inPublic),
        ...["test_checkout_sessions.customer", "test_checkout_sessions.summary"].map(inPublic),
        ...["verifications.value", "calendar_addresses.token_hash", "webhook_deliveries.payload"].map(
          inPublic,
        ),
        "pgboss.job_common.data",
      ]),
    );
    expect(await filesWith(TAG)).not.toEqual([]);

    expect(await erase(ada)).toEqual({ ok: true });
    await queues.run("forget-mail-files");

    expect(await placesOf(pool, TAG)).toEqual([]);
    expect(await filesWith(TAG)).toEqual([]);
    expect(await pool.query("select from files")).toMatchObject({ rowCount: 0 });
    const kept = ["public.audit_log", "public.credit_transfers", "public.erasures"];
    expect(await tablesWith(pool, id)).toEqual(kept);
    expect((await auditOf(pool, id)).at(-1)).toBe("user.erased");
  });

  test("does not change orders, refunds, prices or the times of visits", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    await kinds.find(({ name }) => name === "expire-holds")?.run({});
    const before = [await ledger(), await visits()];
    expect(before[0]).toContainEqual({ what: "orders completed", count: 3, sum: 47700 });
    expect(await erase(ada)).toEqual({ ok: true });
    expect([await ledger(), await visits()]).toEqual(before);
  });

  test("does not touch another customer", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    clock.set("2026-06-01T12:00:00Z");
    await aCustomerOfEverything(world, OTHER_TAG);
    const before = await rowsWith(pool, OTHER_TAG);
    const files = await filesWith(OTHER_TAG);
    expect(Object.keys(before).length).toBeGreaterThan(8);
    expect(files).not.toEqual([]);
    expect(await erase(ada)).toEqual({ ok: true });
    await queues.run("forget-mail-files");
    expect(await rowsWith(pool, OTHER_TAG)).toEqual(before);
    expect(await filesWith(OTHER_TAG)).toEqual(files);
  });

  test("erases guest bookings made with a verified email and keeps those of an unverified one", async () => {
    const guest = await bookAndPay(world, ctx(), TAG, { date: "2026-06-02" });
    const booking = async () =>
      (await pool.query("select * from bookings where id = $1", [guest.id])).rows[0];
    const mails = async () => (await pool.query("select booking_id from mails")).rows;
    clock.set("2026-06-04T12:00:00Z");
    expect(await erase(await aCustomer(world, TAG, { verified: false }))).toEqual({ ok: true });
    expect(await booking()).toMatchObject({ customer_name: `${TAG}card`, notes: `${TAG}notes` });
    expect(await mails()).toEqual([{ booking_id: guest.id }]);

    expect(await erase(await aCustomer(world, TAG))).toEqual({ ok: true });
    expect(await booking()).toMatchObject({ customer_name: null, notes: null, address_line1: "" });
    expect(await mails()).toEqual([]);
  });

  test("erases the newsletter subscription and its emails for a verified email and keeps those of an unverified one", async () => {
    await requestNewsletter(ctx(), { email: `${TAG}email@mail.example` });
    await queues.run("newsletter-mail");
    const left = async () => {
      const { rows: subscribers } = await pool.query("select 1 from newsletter_subscribers");
      const { rows: mails } = await pool.query("select 1 from mails where occasion like 'newsletter-%'");
      return [subscribers.length, mails.length];
    };
    expect(await erase(await aCustomer(world, TAG, { verified: false }))).toEqual({ ok: true });
    expect(await left()).toEqual([1, 1]);
    expect(await erase(await aCustomer(world, TAG))).toEqual({ ok: true });
    expect(await left()).toEqual([0, 0]);
  });

  test("with an unverified email erases the account's own emails only", async () => {
    const ada = await aCustomer(world, TAG, { verified: false });
    const { rows: own } = await pool.query("select occasion from mails where recipient = $1", [ada.email]);
    expect(own).toHaveLength(1);
    const values = "($1, $2, '', '', '', $3)";
    for (const status of ["queued", "sent"])
      await pool.query(
        `insert into mails (occasion, recipient, subject, html, text, status) values ${values}`,
        [`message-acknowledged:${status}`, ada.email.toUpperCase(), status],
      );
    expect(await erase(ada)).toEqual({ ok: true });
    const { rows: left } = await pool.query("select occasion from mails order by 1");
    expect(left.map(({ occasion }) => occasion)).toEqual([
      "message-acknowledged:queued",
      "message-acknowledged:sent",
    ]);
  });

  test("erases contact messages from a verified email and keeps those of an unverified one", async () => {
    await pool.query(
      `insert into contact_messages (submission_id, name, email, message)
       values (gen_random_uuid(), 'Ada', $1, 'Do you do windows?')`,
      [`${TAG}EMAIL@mail.example`],
    );
    const left = async () => (await pool.query("select 1 from contact_messages")).rows.length;
    expect(await erase(await aCustomer(world, TAG, { verified: false }))).toEqual({ ok: true });
    expect(await left()).toBe(1);
    expect(await erase(await aCustomer(world, TAG))).toEqual({ ok: true });
    expect(await left()).toBe(0);
  });

  test("erases the jobs of the account, and those of its email if it is verified", async () => {
    const { jobs, db } = ctx();
    for (const verified of [false, true]) {
      const ada = await aCustomer(world, TAG, { verified });
      await jobs.enqueue(db, "password-reset-mail", { email: ada.email.toUpperCase(), request_id: "1" });
      await jobs.enqueue(db, "verification-mail", { user_id: ada.ctx.actor.id, request_id: "2" });
      expect(await erase(ada)).toEqual({ ok: true });
      expect(await queues.waiting("password-reset-mail")).toHaveLength(verified ? 0 : 1);
      expect(await queues.waiting("verification-mail")).toEqual([]);
    }
  });

  test("succeeds while the profile is changed at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const ada = await aCustomer(world, `${TAG}${round}`);
      let over = false;
      const change = async () => {
        while (!over) {
          const form = { first_name: "Ada", last_name: "", phone: "" };
          expect(await updateProfile({ ...ada.ctx, now: clock.now }, form)).toEqual({ ok: true });
        }
      };
      const erased = erase(ada).finally(() => {
        over = true;
      });
      expect((await Promise.all([erased, change(), change(), change()]))[0]).toEqual({ ok: true });
    }
    expect(await placesOf(pool, TAG)).toEqual([]);
  });

  test("has the same result when run three times at once", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    expect(await Promise.all([erase(ada), erase(ada), erase(ada)])).toEqual([
      { ok: true },
      { ok: true },
      { ok: true },
    ]);
    expect(await placesOf(pool, TAG)).toEqual([]);
    const { rows } = await pool.query("select id from audit_log where action = 'user.erased'");
    expect(rows).toHaveLength(1);
  });
});

describe("an erasure is refused", () => {
  test("with a wrong password", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    const before = await rowsWith(pool, TAG);
    const wrong = { ok: false, reason: "wrong", field: "password", message: "Incorrect password" };
    expect(await erase(ada, { password: "something else" })).toEqual(wrong);
    expect(await erase(ada, {})).toEqual(wrong);
    expect(await erase(ada, { confirm: "DELETE" })).toEqual(wrong);
    expect(await rowsWith(pool, TAG)).toEqual(before);
  });

  test("without the typed word if the account has no password", async () => {
    const ada = await aCustomer(world, TAG);
    await pool.query("update accounts set provider_id = 'google', password = null");
    expect(await readErasure(ada.ctx)).toEqual({ has_password: false, obstacle: null, credit: null });
    expect(await erase(ada, { confirm: "delete" })).toMatchObject({ ok: false, field: "confirm" });
    expect(await erase(ada, { confirm: "DELETE" })).toEqual({ ok: true });
    expect(await placesOf(pool, TAG)).toEqual([]);
  });

  test("while visits are upcoming or refunds are pending", async () => {
    const ada = await aCustomer(world, TAG);
    const visit = await bookAndPay(world, ada.ctx, TAG, { date: "2026-06-10" });
    const refusal = { ok: false, reason: "not yet" };
    expect(await erase(ada)).toMatchObject({
      ...refusal,
      obstacle: { message: expect.stringContaining("1 upcoming cleaning") },
    });
    expect((await readErasure(ada.ctx)).obstacle?.link?.href).toBe("/profile?tab=upcoming-cleans");
    await pool.query("update bookings set status = 'pending'");
    expect((await readErasure(ada.ctx)).obstacle?.message).toContain("still settling");
    expect(await erase(ada)).toMatchObject(refusal);
    await pool.query("update bookings set status = 'cancelled'");
    await aRefund(pool, visit.order, "pending");
    expect(await erase(ada)).toMatchObject({
      ...refusal,
      obstacle: { message: expect.stringContaining("refund to you") },
    });
    await pool.query("update refunds set status = 'completed'");
    expect(await erase(ada)).toEqual({ ok: true });
  });

  test("while a visit is in progress", async () => {
    const ada = await aCustomer(world, TAG);
    await bookAndPay(world, ada.ctx, TAG, { date: "2026-06-10" });
    clock.set("2026-06-10T12:00:00Z");
    const obstacle = { message: expect.stringContaining("underway") };
    expect(await erase(ada)).toMatchObject({ ok: false, obstacle });
    clock.set("2026-06-10T15:00:00Z");
    expect(await erase(ada)).toEqual({ ok: true });
  });

  test("for the last administrator, and for one of two who erase themselves at the same time", async () => {
    const ada = await aCustomer(world, TAG);
    const bob = await aCustomer(world, OTHER_TAG);
    const give = ({ ctx: { actor } }: Customer, role: string) =>
      pool.query("insert into user_roles (user_id, role, created_at) values ($1, $2, now())", [
        actor.id,
        role,
      ]);
    await give(ada, "admin");
    expect(await erase(ada)).toMatchObject({ ok: false, reason: "not yet" });
    await give(bob, "admin");
    await give(bob, "user");
    expect(await erase(ada)).toMatchObject({ ok: false, reason: "not yet" });
    await give(bob, "admin");
    const outcomes = await Promise.all([erase(ada), erase(bob)]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });
});

describe("after an erasure", () => {
  test("late events and jobs neither fail nor restore any data", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    await ctx().jobs.enqueue(ctx().db, "booking-confirmed-mail", { booking_id: ada.done.id });
    await ctx().jobs.enqueue(ctx().db, "verification-mail", { user_id: ada.ctx.actor.id, request_id: "3" });
    expect(await erase(ada)).toEqual({ ok: true });
    const sessions = [ada.done.session, ada.given.session, ada.guest.session, ada.abandoned];
    for (const session of sessions) await closeCheckout(ctx(), session);
    const later = kinds.filter(({ name }) => name !== "test-checkout-event");
    for (const { name } of later) await queues.run(name);
    expect(await placesOf(pool, TAG)).toEqual([]);
    expect(await filesWith(TAG)).toEqual([]);
  });

  test("an email that was being written at the time is not sent", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    const { id, user_id } = (await readBooking(ctx(), ada.done.id)) ?? {};
    const { rows: sent } = await pool.query("select user_id from mails where booking_id = $1", [id]);
    expect(sent).toEqual([{ user_id: ada.ctx.actor.id }]);
    expect(await erase(ada)).toEqual({ ok: true });
    await queues.run("forget-mail-files");
    const mail = { occasion: "o", to: ada.email, subject: TAG, html: TAG, text: TAG, attachments: [] };
    const from = { name: "The company", address: "company@birch.example" };
    await expect(sendEmailOnce(ctx(), { ...mail, from, user_id })).rejects.toThrow();
    expect(await placesOf(pool, TAG)).toEqual([]);
    expect(await filesWith(TAG)).toEqual([]);
  });

  test("an email about a guest booking is not sent if the booking was read before and is stored afterwards", async () => {
    const guest = await bookAndPay(world, ctx(), TAG, { date: "2026-06-02" });
    await pool.query("delete from mails");
    for (const name of await readdir(mailDir)) await rm(path.join(mailDir, name));
    clock.set("2026-06-04T12:00:00Z");
    const ada = await aCustomer(world, TAG);
    let outcome: unknown;
    const db: Database = Object.create(ctx().db);
    db.transaction = async (work, config) => {
      outcome ??= await erase(ada);
      return ctx().db.transaction(work, config);
    };
    await sendBookingConfirmed(ctx({ db }), { booking_id: guest.id });
    expect(outcome).toEqual({ ok: true });
    await queues.run("forget-mail-files");
    expect(await placesOf(pool, TAG)).toEqual([]);
    expect(await filesWith(TAG)).toEqual([]);
  });

  test("no email remains when bookings send theirs at the same time", async () => {
    await setCrews(pool, 5);
    for (let round = 0; round < 5; round += 1) {
      clock.set("2026-06-01T12:00:00Z");
      const guest = await bookAndPay(world, ctx(), `${TAG}${round}`, { date: "2026-06-02" });
      clock.set("2026-06-04T12:00:00Z");
      const ada = await aCustomer(world, `${TAG}${round}`);
      let over = false;
      const write = async () => {
        while (!over) {
          await pool.query("delete from mails where status = 'kept'");
          await sendBookingConfirmed(ctx(), { booking_id: guest.id });
        }
      };
      const erased = erase(ada).finally(() => {
        over = true;
      });
      expect((await Promise.all([erased, write(), write()]))[0]).toEqual({ ok: true });
    }
    await queues.run("forget-mail-files");
    expect((await pool.query("select subject from mails")).rows).toEqual([]);
  });

  test("a payment for an abandoned checkout flags the booking for staff without naming the customer", async () => {
    const ada = await aCustomer(world, TAG);
    const session = await openSession(ada.ctx, { notes: `${TAG}notes` });
    clock.advance({ minutes: 31 });
    expect(await erase(ada)).toEqual({ ok: true });
    expect(await closeCheckout(ctx({ payments: paidMeanwhile() }), session)).toBe("paid");
    await queues.run("booking-flagged-mail");
    const { rows } = await pool.query(
      "select b.*, o.status as order_status from bookings b join orders o on o.booking_id = b.id",
    );
    expect(rows).toMatchObject([
      {
        ...{ order_status: "completed", status: "pending", crew_id: null, customer_email: null },
        needs_attention: "Paid after the customer deleted their account. Refund it.",
      },
    ]);
    expect(await placesOf(pool, TAG)).toEqual([]);
  });

  test("the same email can be used for a new account, which starts empty", async () => {
    expect(await erase(await aCustomerOfEverything(world, TAG))).toEqual({ ok: true });
    const again = await aCustomer(world, TAG);
    const { rows } = await pool.query("select id from bookings where user_id = $1", [again.ctx.actor.id]);
    expect(rows).toEqual([]);
  });
});

/** A payment provider that reports a payment, with its customer, when told to close the checkout. */
function paidMeanwhile() {
  const { payments } = ctx();
  const customer = { name: `${TAG}card`, email: `${TAG}@mail.example`, phone: `${TAG}phone` };
  return {
    ...payments,
    async expireSession(id: string) {
      const session = await payments.readSession(id);
      return session && { ...session, status: "paid" as const, customer };
    },
  };
}

function inPublic(place: string): string {
  return `public.${place}`;
}
