import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { applyForJob } from "~/features/careers/apply.server";
import { rejectionDraft } from "~/features/careers/office/application";
import { scheduleInterview } from "~/features/careers/office/interview.server";
import { requestNewsletter } from "~/features/content/newsletter/subscribe.server";
import { replyToMessage } from "~/features/messages/office/reply.server";
import { receiveMessage } from "~/features/messages/receive.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import type { OutgoingEmail } from "~/platform/outside/mail.server";
import { careers } from "../../app/features/careers/application";
import { aRequest, bookingOf, CARD, sessionOf, sessionState } from "../support/bookings";
import { testWorld } from "../support/ctx";
import { aPlanRequest } from "../support/plans";
import { staffCtx } from "../support/staff";
import { storms } from "../support/storms";
import { aUser, linkTo } from "../support/visits";

const sent: OutgoingEmail[] = [];
const mailer = {
  async send(email: OutgoingEmail) {
    sent.push(email);
    return "sent" as const;
  },
  forget: async () => {},
};
const world = await testWorld({ mailer });
const { pool, ctx, queues, kinds, clear } = world;
const HOSTILE = "Buy at evil.example now";
const VICTIM = "victim@mail.example";
const HOSTILE_CARD = { ...CARD, name: HOSTILE, email: VICTIM };
const address = { street: HOSTILE, city: HOSTILE, state: "NH", zip: "03263" };
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  sent.length = 0;
  staff = await staffCtx(world);
});

/** Sends everything that is queued. Returns what the victim gets as text, with files. */
async function sendEmails(...least: string[]) {
  for (const { name } of kinds) if (name.endsWith("-mail")) await queues.run(name);
  const toVictim = sent.filter(({ to }) => to === VICTIM);
  for (const subject of least)
    expect(toVictim.map((email) => email.subject).join("\n"), "is sent at all").toContain(subject);
  for (const { subject, text, html, attachments } of toVictim) {
    const files = attachments.map(({ content }) => content.replaceAll("\r\n ", "")).join("\n");
    for (const form of [subject, text, html, files]) expect(form, subject).not.toMatch(/evil|Buy at/i);
  }
  return toVictim;
}

async function paidVisit() {
  const request = aRequest({ address, notes: HOSTILE }, { customerName: HOSTILE, customerEmail: VICTIM });
  const outcome = await createPayment(ctx(), { request, draft_id: null });
  if (!outcome.ok) throw new Error(outcome.message);
  const session = sessionOf(outcome.url);
  expect(await payTestCheckout(ctx(), session, HOSTILE_CARD)).toMatchObject({ ok: true });
  await closeCheckout(ctx(), session);
  return bookingOf(pool, session);
}

describe("an attacker's text is not emailed to an address of their choice", () => {
  test("through a booking, its cancellation or its refund", async () => {
    const { id } = await paidVisit();
    const [email] = await sendEmails("Booked: Regular Cleaning");
    expect(email?.text).toContain("Hi there,\n\nThank you!");
    expect(email?.text).toContain("Where: The address you gave us");
    expect(await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 15_900 })).toMatchObject({
      ok: true,
    });
    await sendEmails("Cancelled: Regular Cleaning");
  });

  test("through a storm day", async () => {
    await paidVisit();
    await storms(world, staff).storm();
    await sendEmails("Storm on");
  });

  test("through a plan", async () => {
    const outcome = await createPayment(ctx(), {
      request: { ...aPlanRequest({ address, notes: HOSTILE }), customerName: HOSTILE, customerEmail: VICTIM },
      draft_id: null,
    });
    if (!outcome.ok) throw new Error(outcome.message);
    const session = sessionOf(outcome.url);
    await payTestCheckout(ctx(), session, HOSTILE_CARD);
    await settleSession(ctx(), await sessionState(ctx(), session));
    await sendEmails("Your plan: Monthly Home Care");
  });

  test("through the contact form or the office's reply", async () => {
    const form_id = "11111111-1111-4111-8111-111111111111";
    const message = { name: HOSTILE, email: VICTIM, phone: HOSTILE, message: HOSTILE };
    await receiveMessage(ctx(), { ...message, form_id, acknowledge: true });
    await sendEmails("received your message");
    const { rows } = await pool.query("select id from contact_messages");
    await replyToMessage(staff(), { message_id: rows[0].id, body: "We don't.", form_id, seen: 0 });
    const emails = await sendEmails("Re: Your message");
    expect(emails.at(-1)?.text).toContain("We don't.");
  });

  test("through an application or an interview", async () => {
    const job = careers.jobs[1] as (typeof careers.jobs)[number];
    const form = { job, name: HOSTILE, email: VICTIM, phone: "603-555-0177", coverLetter: HOSTILE };
    const extra = { resume: "https://evil.example", experience: HOSTILE, form_id: "form", acknowledge: true };
    expect(await applyForJob(ctx(), { ...form, ...extra })).toEqual({ ok: true });
    await sendEmails("We received your application");
    await pool.query("update job_applications set first_name = 'evil.example', last_name = 'Buy at'");
    const { rows } = await pool.query("select id from job_applications");
    const plan = { date: "2026-06-10", time: "10:00", minutes: 45, place: "12 Main St", message: "" };
    await scheduleInterview(staff(), { application_id: rows[0].id, ...plan });
    await sendEmails("Your interview");
    const no = rejectionDraft({
      name: "evil.example Buy",
      position: "Team Lead",
      company_name: "White Birch",
    });
    expect(no.body).toMatch(/^Hi there,\n/);
  });

  test("through the newsletter, a sign-up, or the name of an account that is verified later", async () => {
    await requestNewsletter(ctx(), { email: VICTIM });
    await sendEmails("newsletter");
    const { id } = await aUser(pool, VICTIM, { verified: false });
    await pool.query("update profiles set first_name = $2, last_name = $2 where id = $1", [id, HOSTILE]);
    await pool.query("update users set name = $2 where id = $1", [id, HOSTILE]);
    const { db, jobs } = ctx();
    await jobs.enqueue(db, "verification-mail", { user_id: id, request_id: "1" });
    await sendEmails("Verify your email");
    await pool.query("update users set email_verified = true");
    await jobs.enqueue(db, "password-reset-mail", { email: VICTIM, request_id: "2" });
    const at = ctx().now.toString();
    await jobs.enqueue(db, "password-changed-mail", { user_id: id, at, request_id: "3" });
    await sendEmails("Reset your", "was changed");
  });
});
