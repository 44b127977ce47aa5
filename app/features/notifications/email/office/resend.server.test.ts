import { beforeEach, describe, expect, test } from "vitest";
import { type Email, sendEmailOnce } from "~/features/notifications/email/send.server";
import { forgetOld } from "~/features/operations/retention/forget-old.server";
import type { StaffCtx } from "~/platform/context.server";
import { openMailer } from "~/platform/outside/mail.server";
import { testWorld } from "../../../../../tests/support/ctx";
import { testSmtp } from "../../../../../tests/support/smtp";
import { staffCtx } from "../../../../../tests/support/staff";
import { mailList } from "./list.server";
import { readMailPage, readOfficeMail } from "./queries.server";
import { sendEmailAgain } from "./resend.server";

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
  smtp.refusals.length = 0;
});

const SECRET = "s3cr3tToken";
const content: Email = {
  occasion: "reply:1",
  booking_id: null,
  from: { name: "The company", address: "company@birch.example" },
  to: "ada@mail.example",
  replyTo: "office@birch.example",
  subject: "Your visit on Wednesday",
  html: '<p>See <a href="https://site.example/visit">your visit</a></p>',
  text: "See your visit",
  headers: { "List-Unsubscribe": "<https://site.example/off>" },
  attachments: [{ filename: "cleaning.ics", content: "BEGIN:VCALENDAR", contentType: "text/calendar" }],
};

const withSecret: Partial<Email> = {
  html: `<p><a href="https://site.example/?key=${SECRET}">${SECRET}</a></p>`,
  text: `https://site.example/?key=${SECRET}`,
  secrets: [SECRET],
};

async function send(changes: Partial<Email> = {}, refused = false) {
  if (refused) smtp.refusals.push({ code: 550, message: "No such user" });
  await sendEmailOnce(ctx(), { ...content, ...changes } as Email).catch(() => {});
  const { rows } = await pool.query("select id from mails order by created_at desc, id limit 1");
  return rows[0].id as string;
}

const stored = async () =>
  (await pool.query("select status, attempts, error, envelope from mails order by created_at")).rows;
const trail = async () =>
  (await pool.query("select action, actor, details from audit_log where entity = 'mail'")).rows;

describe("sending a failed email again", () => {
  test("sends the complete email once, even if the button is pressed twice", async () => {
    const id = await send({}, true);
    expect(await stored()).toMatchObject([{ status: "failed", attempts: 1 }]);
    const presses = [1, 2, 3].map(() => sendEmailAgain(staff(), { id, attempts: 1 }));
    expect(await Promise.all(presses)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await queues.run("send-mail-again")).toBe(1);
    expect(await sendEmailAgain(staff(), { id, attempts: 1 })).toEqual({ ok: true });
    expect(await queues.run("send-mail-again")).toBe(0);
    expect(smtp.received).toHaveLength(1);
    const [{ to, source } = { to: [], source: "" }] = smtp.received;
    expect(to).toEqual(["ada@mail.example"]);
    for (const part of ["cleaning.ics", "Reply-To: office@birch.example", "List-Unsubscribe:", id])
      expect(source).toContain(part);
    expect(await stored()).toMatchObject([{ status: "sent", attempts: 2, error: null }]);
    expect(await trail()).toEqual([
      {
        action: "mail.sent_again",
        actor: `admin:${staff().actor.id}`,
        details: { before: { status: "failed" }, after: { status: "queued" }, attempts: 1 },
      },
    ]);
  });

  test("records the error of another refusal and retries later", async () => {
    const id = await send({}, true);
    await sendEmailAgain(staff(), { id, attempts: 1 });
    smtp.refusals.push({ code: 554, message: "Still no such user" });
    await expect(queues.run("send-mail-again")).rejects.toThrow();
    expect(await stored()).toMatchObject([
      { status: "failed", attempts: 2, error: expect.stringContaining("Still no such user") },
    ]);
  });

  test("shows the email without its secret, sends it with the secret, and then deletes the secret", async () => {
    const id = await send(withSecret, true);
    const [page, panel] = [await readMailPage(staff(), id), await readOfficeMail(staff(), id)];
    expect(`${page} ${JSON.stringify(panel)}`).not.toContain(SECRET);
    expect(panel).toMatchObject({ text: "https://site.example/?key=…", attachments: ["cleaning.ics"] });
    await sendEmailAgain(staff(), { id, attempts: 1 });
    await queues.run("send-mail-again");
    expect(smtp.received[0]?.source).toContain(SECRET);
    expect(JSON.stringify((await pool.query("select * from mails")).rows)).not.toContain(SECRET);
    expect(await sendEmailAgain(staff(), { id, attempts: 2 })).toMatchObject({
      ok: false,
      reason: "not possible",
      message: expect.stringContaining("private link"),
    });
    expect(smtp.received).toHaveLength(1);
  });
});

test("an email that was sent is sent again with another Message-ID", async () => {
  const id = await send();
  await sendEmailAgain(staff(), { id, attempts: 1 });
  await queues.run("send-mail-again");
  const numbers = smtp.received.map(({ source }) => /^Message-ID: (\S+)/im.exec(source)?.[1]);
  expect(new Set(numbers).size).toBe(2);
  expect(await stored()).toMatchObject([{ status: "sent", attempts: 2 }]);
});

test("an email without content can't be sent again and says why", async () => {
  const id = await send({}, true);
  expect(await readOfficeMail(staff(), id)).toMatchObject({ emptied: false });
  clock.advance({ hours: 24 * 366 });
  await forgetOld(ctx());
  expect(await readOfficeMail(staff(), id)).toMatchObject({
    emptied: true,
    text: "",
    why_not_again: "Its content has been deleted.",
  });
  expect(await sendEmailAgain(staff(), { id, attempts: 1 })).toMatchObject({
    ok: false,
    message: "Its content has been deleted.",
  });
  expect(await queues.run("send-mail-again")).toBe(0);
});

test("an unknown email can't be sent", async () => {
  for (const id of ["", "1", "0b0f5a63-54d8-4c7e-9b2e-0d6f3b7c1a11"]) {
    expect(await sendEmailAgain(staff(), { id, attempts: 0 })).toEqual({ ok: false, reason: "not found" });
    expect(await readOfficeMail(staff(), id)).toBeNull();
    expect(await readMailPage(staff(), id)).toBeNull();
  }
});

describe("the list of emails", () => {
  const list = (search = "") => mailList.read(staff(), mailList.parse(new URLSearchParams(search)));

  test("shows the newest first, can be searched and filtered, and counts the results", async () => {
    await send({ occasion: "1", to: "grace@mail.example" }, true);
    clock.advance({ minutes: 1 });
    await send({ occasion: "2", subject: "100% clean_up" });
    const all = await list();
    expect(all).toMatchObject({ total: 2, more: false });
    expect(all.rows.map(({ status }) => status)).toEqual(["sent", "failed"]);
    expect(all.rows[1]).toMatchObject({ recipient: "grace@mail.example", at: "Jun 01, 2026, 8:00 AM" });
    expect(all.rows[1]?.error).toMatch(/^(?!Error).*No such user/);
    for (const [search, total] of [
      ["status=failed", 1],
      ["q=GRACE", 1],
      ["q=100%25", 1],
      ["q=clean_", 1],
      ["q=%25", 1],
      ["q=grace&status=sent", 0],
    ] as const)
      expect(await list(search), search).toMatchObject({ total, rows: { length: total } });
  });

  test("pages without repeating or skipping a row, and exports all", async () => {
    await pool.query(
      `insert into mails (occasion, recipient, subject, html, text, status, created_at)
       select 'x' || n, 'r' || n || '@mail.example', 's', '', '', 'kept', '2026-06-01'::timestamptz + (n / 3) * interval '1 s'
       from generate_series(1, 60) n`,
    );
    const seen: string[] = [];
    for (let query = mailList.parse(new URLSearchParams()); ; ) {
      const { rows, next, total } = await mailList.read(staff(), query);
      expect(total).toBe(60);
      seen.push(...rows.map(({ id }) => id));
      if (!next) break;
      query = { ...query, cursor: next };
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    const file: string[] = [];
    for await (const batch of mailList.lines(staff(), mailList.parse(new URLSearchParams())))
      file.push(...batch.map(({ id }) => id));
    expect(file).toEqual(seen);
  });
});
