import { beforeEach, describe, expect, test } from "vitest";
import { readEmailSetup } from "~/features/operations/settings/queries.server";
import type { AdminCtx } from "~/platform/context.server";
import { openMailer } from "~/platform/mail.server";
import { openVault } from "~/platform/vault.server";
import { setSetting } from "../../../../tests/support/bookings";
import { SMTP_RELAY, testWorld } from "../../../../tests/support/ctx";
import { testSmtp } from "../../../../tests/support/smtp";
import { staffCtx } from "../../../../tests/support/staff";
import { sendTestEmail } from "./test-mail.server";

const world = await testWorld();
const { pool, clear, ctx } = world;
const [ofSettings, ofEnvironment] = [await testSmtp(), await testSmtp()];
let staff: () => AdminCtx;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
  for (const smtp of [ofSettings, ofEnvironment]) {
    smtp.received.length = 0;
    smtp.refusals.length = 0;
  }
});

async function useServer(url = ofSettings.url) {
  const { hostname, port } = new URL(url);
  await setSetting(pool, "email.smtp_host", hostname);
  await setSetting(pool, "email.smtp_port", port);
}

const mail = {
  id: "8f1b2c9e-0000-4000-8000-000000000001",
  from: { name: "White Birch", address: "office@birch.example" },
  to: "ada@mail.example",
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
  attachments: [],
};

describe("the mailer of the running site", () => {
  const mailer = openMailer({
    smtpUrl: ofEnvironment.url,
    from: "Fixed <fixed@birch.example>",
    filesDir: undefined,
    setup: () => readEmailSetup(ctx()),
    relays: [SMTP_RELAY],
  });

  test("takes the server of the settings as soon as there is one, and the environment's without", async () => {
    await mailer.send(mail);
    await useServer();
    await mailer.send(mail);
    await setSetting(pool, "email.smtp_host", "");
    await mailer.send(mail);
    expect([ofEnvironment.received.length, ofSettings.received.length]).toEqual([2, 1]);
    expect(ofSettings.received[0]?.from).toBe("fixed@birch.example");
  });

  test("sends from the address of the settings; answers reach the company", async () => {
    await useServer();
    await setSetting(pool, "email.from_email", "noreply@birch.example");
    await mailer.send(mail);
    const [received] = ofSettings.received;
    expect(received?.from).toBe("noreply@birch.example");
    expect(received?.source).toMatch(/^From: White Birch <noreply@birch.example>/m);
    expect(received?.source).toMatch(/^Reply-To: office@birch.example/m);
    expect(received?.source).toMatch(/^Message-ID: <\S+@birch.example>/m);
  });

  test("a mail that says who is answered keeps that", async () => {
    await useServer();
    await setSetting(pool, "email.from_email", "noreply@birch.example");
    await mailer.send({ ...mail, replyTo: "grace@mail.example" });
    expect(ofSettings.received[0]?.source).toMatch(/^Reply-To: grace@mail.example/m);
  });

  test("sends nothing with a password that can't be opened", async () => {
    await useServer();
    await setSetting(pool, "email.smtp_user", "birch");
    const other = openVault("the secret of another installation");
    await setSetting(pool, "email.smtp_pass", other.seal("hunter2", "email.smtp_pass"));
    await expect(mailer.send(mail)).rejects.toThrow("a different APP_SECRET");
    expect(ofEnvironment.received).toEqual([]);
  });
});

describe("a test mail", () => {
  test("goes to whoever asks, through the settings, and is told of", async () => {
    await useServer();
    expect(await sendTestEmail(staff())).toEqual({ ok: true, to: "office@white-birch.example" });
    expect(ofSettings.received).toMatchObject([{ to: ["office@white-birch.example"] }]);
    const { rows } = await pool.query("select status, subject from mails");
    expect(rows).toEqual([{ status: "sent", subject: "Test email from White Birch Cleaning" }]);
    const audit = await pool.query("select action, details from audit_log");
    expect(audit.rows).toEqual([{ action: "settings.test_mail", details: { sent: true } }]);
  });

  test("that is refused answers the server's own words", async () => {
    await useServer();
    ofSettings.refusals.push({ code: 554, message: "No birches here" });
    expect(await sendTestEmail(staff())).toMatchObject({
      ok: false,
      reason: "refused",
      words: expect.stringContaining("No birches here"),
    });
  });

  test("to a server that is not there says so", async () => {
    await useServer("smtp://127.0.0.1:9");
    expect(await sendTestEmail(staff())).toMatchObject({
      ok: false,
      words: expect.stringMatching(/refused the connection/),
    });
  });

  test("needs a server in the settings", async () => {
    expect(await sendTestEmail(staff())).toEqual({ ok: false, reason: "no server" });
  });

  test("with a password that can't be opened says so", async () => {
    await useServer();
    await setSetting(pool, "email.smtp_user", "birch");
    await setSetting(pool, "email.smtp_pass", "v1.nonsense");
    expect(await sendTestEmail(staff())).toMatchObject({
      ok: false,
      words: expect.stringContaining("APP_SECRET"),
    });
  });
});
