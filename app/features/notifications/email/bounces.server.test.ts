import { beforeEach, expect, test } from "vitest";
import { readCustomer } from "~/features/customers/office/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import { openMailer } from "~/platform/outside/mail.server";
import { testWorld } from "../../../../tests/support/ctx";
import { aCustomer } from "../../../../tests/support/customers";
import { testSmtp } from "../../../../tests/support/smtp";
import { staffCtx } from "../../../../tests/support/staff";
import { liftBounce } from "./bounces.server";
import { readOfficeMail } from "./office/queries.server";
import { sendEmailAgain } from "./office/resend.server";
import { type Email, sendEmailOnce } from "./send.server";
import { sendTestEmail } from "./test-mail.server";

const smtp = await testSmtp();
const mailer = openMailer({ smtpUrl: smtp.url, from: undefined, filesDir: undefined });
const world = await testWorld({ mailer });
const { pool, ctx, clear, clock, queues } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  smtp.received.length = 0;
  smtp.refused.clear();
});

const email: Email = {
  occasion: "1",
  booking_id: null,
  from: { name: "The company", address: "company@birch.example" },
  to: "Ada@mail.example",
  subject: "Your visit",
  html: "<p>On Wednesday</p>",
  text: "On Wednesday",
  attachments: [],
};
const GONE = { code: 550, message: "5.1.1 No such user" };
const BOUNCED = "This address bounced on Jun 01, 2026: 550 5.1.1 No such user";

const send = (changes: Partial<Email> = {}) => sendEmailOnce(ctx(), { ...email, ...changes } as Email);
const stored = async () =>
  (await pool.query("select id, status, attempts, error from mails order by occasion")).rows;
const bounced = async () => (await pool.query("select address from bounced_addresses")).rows;

test("a permanently refused address is stored and the server isn't contacted again", async () => {
  smtp.refused.set("Ada@mail.example", GONE);
  await send(); // does not throw, because a retry would be useless
  expect(await stored()).toMatchObject([
    { status: "failed", attempts: 1, error: expect.stringContaining(GONE.message) },
  ]);
  smtp.refused.clear();
  await send({ occasion: "2", to: "ada@MAIL.example" });
  await send({ occasion: "3", to: "bob@mail.example" });
  expect(await stored()).toMatchObject([
    { status: "failed" },
    {
      status: "failed",
      attempts: 0,
      error: expect.stringMatching(/^This address bounced on Jun 01, 2026: .*No such user$/),
    },
    { status: "sent" },
  ]);
  expect(smtp.received.map(({ to }) => to)).toEqual([["bob@mail.example"]]);
});

test.each([
  { code: 450, message: "4.2.1 Busy" },
  { code: 550, message: "5.7.1 Blocked by policy" },
  { code: 552, message: "5.2.2 Mailbox full" },
  { code: 554, message: "Rejected" },
])("$code $message isn't stored as a bounce, and the retry sends the email", async (refusal) => {
  smtp.refused.set("Ada@mail.example", refusal);
  await expect(send()).rejects.toThrow();
  expect(await bounced()).toEqual([]);
  smtp.refused.clear();
  await send();
  expect(await stored()).toMatchObject([{ status: "sent", attempts: 2 }]);
});

test("staff see a bounce in the email's panel, can lift it and send the email again", async () => {
  smtp.refused.set("Ada@mail.example", GONE);
  await send();
  const [{ id }] = await stored();
  expect(await readOfficeMail(staff(), id)).toMatchObject({
    bounced: expect.stringContaining("This address bounced on Jun 01, 2026: "),
    why_not_again: expect.any(String),
  });
  smtp.refused.clear();
  const place = { entity: "mail", id } as const;
  expect(await Promise.all([liftBounce(staff(), place), liftBounce(staff(), place)])).toEqual([
    { ok: true },
    { ok: true },
  ]);
  const { rows } = await pool.query(
    "select entity, entity_id from audit_log where action = 'mail.address_lifted'",
  );
  expect(rows).toEqual([{ entity: "mail", entity_id: id }]);
  expect(await readOfficeMail(staff(), id)).toMatchObject({ bounced: null, why_not_again: null });
  expect(await sendEmailAgain(staff(), { id, attempts: 1 })).toEqual({ ok: true });
  await queues.run("send-mail-again");
  expect(await stored()).toMatchObject([{ status: "sent", attempts: 2 }]);
});

test("a bounce is shown in the customer's panel and can be lifted there", async () => {
  const { email, ctx: own } = await aCustomer(world, "grace");
  await pool.query("insert into bounced_addresses values ($1, $2, $3)", [
    email.toLowerCase(),
    "550 5.1.1 No such user",
    clock.now.toString(),
  ]);
  expect((await readCustomer(staff(), own.actor.id))?.account?.bounced).toBe(BOUNCED);
  expect(await liftBounce(staff(), { entity: "user", id: own.actor.id })).toEqual({ ok: true });
  expect((await readCustomer(staff(), own.actor.id))?.account?.bounced).toBeNull();
});

test("an unknown email or account has no bounce to lift", async () => {
  for (const id of ["", "1", "0b0f5a63-54d8-4c7e-9b2e-0d6f3b7c1a11"]) {
    expect(await liftBounce(staff(), { entity: "mail", id })).toEqual({ ok: false });
    expect(await liftBounce(staff(), { entity: "user", id })).toEqual({ ok: false });
  }
});

test("a test email to a bounced address reports the bounce", async () => {
  const { port } = new URL(smtp.url);
  await pool.query(
    "insert into admin_settings (key, category, value) values ('smtp_host', 'email', $1), ('smtp_port', 'email', $2)",
    ["127.0.0.1", port],
  );
  const { email } = staff().actor;
  smtp.refused.set(email, GONE);
  for (const words of ["No such user", "This address bounced on"]) {
    expect(await sendTestEmail(staff())).toMatchObject({
      ok: false,
      reason: "refused",
      words: expect.stringContaining(words),
    });
  }
});
