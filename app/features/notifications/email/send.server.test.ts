import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Mailer, openMailer } from "~/platform/outside/mail.server";
import { testWorld } from "../../../../tests/support/ctx";
import { partsOf, testSmtp } from "../../../../tests/support/smtp";
import { temporaryFolder } from "../../../../tests/support/temporary-folder";
import { type Email, sendEmailOnce } from "./send.server";

const { pool, ctx, clear } = await testWorld();
const smtp = await testSmtp();
const overSmtp = openMailer({
  smtpUrl: smtp.url,
  from: "White Birch <hello@birch.example>",
  filesDir: undefined,
});

beforeEach(async () => {
  await clear();
  smtp.received.length = 0;
  smtp.refusals.length = 0;
});

const mail: Email = {
  occasion: "booking-confirmed:1",
  booking_id: null,
  from: { name: "The company", address: "company@birch.example" },
  to: "ada@mail.example",
  subject: "Booked: Fenêtres on Wednesday",
  html: "<p>Thank you, Ada – “all” done</p>",
  text: "Thank you, Ada",
  attachments: [{ filename: "cleaning.ics", content: "BEGIN:VCALENDAR", contentType: "text/calendar" }],
};

type About = Pick<Email, "booking_id" | "isWanted">;

const send = (mailer: Mailer, changes: Partial<Omit<Email, keyof About>> = {}) =>
  sendEmailOnce(ctx({ mailer }), { ...mail, ...changes });

async function stored() {
  const { rows } = await pool.query(
    "select id, occasion, recipient, status, attempts, error, sent_at from mails",
  );
  return rows;
}

describe("an email sent through a mail server", () => {
  test("has the company's address as sender without MAIL_FROM", async () => {
    await send(openMailer({ smtpUrl: smtp.url, from: undefined, filesDir: undefined }));
    expect(smtp.received[0]?.from).toBe("company@birch.example");
    expect(smtp.received[0]?.source).toMatch(/^From: The company <company@birch.example>/m);
  });

  test("arrives complete, from the company, and is recorded as sent", async () => {
    await send(overSmtp);
    const [{ id }] = await stored();
    expect(await stored()).toMatchObject([
      { recipient: "ada@mail.example", status: "sent", attempts: 1, error: null, sent_at: expect.any(Date) },
    ]);
    const [{ from, to, source } = { from: "", to: [], source: "" }] = smtp.received;
    expect({ from, to }).toEqual({ from: "hello@birch.example", to: ["ada@mail.example"] });
    expect(source).toContain(`Message-ID: <${id}@birch.example>`);
    expect(partsOf(source).map(({ type, content }) => [type, content.trim()])).toEqual([
      ["text/plain", mail.text],
      ["text/html", mail.html],
      ["text/calendar", "BEGIN:VCALENDAR"],
    ]);
  });

  test("is sent once if its job runs twice in a row", async () => {
    await send(overSmtp);
    await send(overSmtp);
    expect(smtp.received).toHaveLength(1);
    expect(await stored()).toMatchObject([{ status: "sent", attempts: 1 }]);
  });

  test("is sent once if its job runs ten times at once", async () => {
    await Promise.all(Array.from({ length: 10 }, () => send(overSmtp)));
    expect(smtp.received).toHaveLength(1);
    expect(await stored()).toMatchObject([{ status: "sent", attempts: 1 }]);
  });

  test.each([
    { code: 451, message: "greylisted, try again later" },
    { code: 550, message: "no such user here" },
  ])(
    "that is refused with $code is recorded as failed with the server's message, and the next run sends it",
    async (refusal) => {
      smtp.refusals.push(refusal);
      await expect(send(overSmtp)).rejects.toThrow(refusal.message);
      expect(await stored()).toMatchObject([
        { status: "failed", attempts: 1, error: expect.stringContaining(refusal.message), sent_at: null },
      ]);
      await send(overSmtp);
      expect(await stored()).toMatchObject([{ status: "sent", attempts: 2, error: null }]);
      expect(smtp.received).toHaveLength(1);
    },
  );

  test("without a reachable server is recorded as failed too", async () => {
    const nowhere = openMailer({ smtpUrl: "smtp://127.0.0.1:9", from: undefined, filesDir: undefined });
    await expect(send(nowhere)).rejects.toThrow(/refused the connection/);
    expect(await stored()).toMatchObject([
      { status: "failed", error: expect.stringContaining("refused the connection") },
    ]);
  });

  test("about a booking is neither sent nor stored if it is no longer wanted", async () => {
    const about = { booking_id: crypto.randomUUID(), isWanted: async () => false };
    await sendEmailOnce(ctx({ mailer: overSmtp }), { ...mail, ...about });
    expect(smtp.received).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  test("has the content of the last run", async () => {
    smtp.refusals.push({ code: 451, message: "later" });
    await expect(send(overSmtp)).rejects.toThrow();
    await send(overSmtp, { to: "bob@mail.example", text: "Thank you, Bob" });
    expect(await stored()).toMatchObject([{ recipient: "bob@mail.example", status: "sent" }]);
    expect((await pool.query("select text from mails")).rows).toEqual([{ text: "Thank you, Bob" }]);
  });

  test("is sent again for another occasion", async () => {
    await send(overSmtp);
    await send(overSmtp, { occasion: "booking-flagged:1" });
    expect(smtp.received).toHaveLength(2);
  });

  test("gets no extra header from a line break in its subject", async () => {
    await send(overSmtp, { subject: "Hi\r\nBcc: eve@mail.example" });
    expect(smtp.received[0]?.source).not.toMatch(/^Bcc:/im);
  });

  test.each(["ada@mail.example, eve@mail.example", "ada@mail.example\r\nBcc: eve@mail.example"])(
    "has one recipient only: %j",
    async (to) => {
      await send(overSmtp, { to }).catch(() => {});
      expect(smtp.received.flatMap((mail) => mail.to)).not.toContain("eve@mail.example");
    },
  );
});

describe("without a mail server", () => {
  test("an email is stored in the database, and no file is written without a folder", async () => {
    await send(openMailer({ smtpUrl: undefined, from: undefined, filesDir: undefined }));
    expect(await stored()).toMatchObject([{ status: "kept", attempts: 1, error: null }]);
    const { rows } = await pool.query("select html, text, subject from mails");
    expect(rows).toEqual([{ html: mail.html, text: mail.text, subject: mail.subject }]);
  });

  test("an email and its attachments are written as files once", async () => {
    const filesDir = path.join(await temporaryFolder(), "mail");
    const toFiles = openMailer({ smtpUrl: undefined, from: undefined, filesDir });
    await send(toFiles);
    await send(toFiles);
    const [{ id }] = await stored();
    expect((await readdir(filesDir)).sort()).toEqual([`${id}-cleaning.ics`, `${id}.html`, `${id}.txt`]);
    expect(await readFile(path.join(filesDir, `${id}.html`), "utf8")).toBe(mail.html);
    expect(await readFile(path.join(filesDir, `${id}.txt`), "utf8")).toContain("To: ada@mail.example");
    expect(await readFile(path.join(filesDir, `${id}-cleaning.ics`), "utf8")).toBe("BEGIN:VCALENDAR");
  });
});
