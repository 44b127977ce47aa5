import { beforeEach, describe, expect, test } from "vitest";
import { readEmailSetup } from "~/features/operations/settings/queries.server";
import { openVault } from "~/platform/auth/vault.server";
import type { StaffCtx } from "~/platform/context.server";
import { openMailer } from "~/platform/outside/mail.server";
import { setSetting } from "../../../../tests/support/bookings";
import { SMTP_RELAY, testWorld } from "../../../../tests/support/ctx";
import { testSmtp } from "../../../../tests/support/smtp";
import { staffCtx } from "../../../../tests/support/staff";
import { sendTestEmail } from "./test-mail.server";

const world = await testWorld();
const { pool, clear, ctx } = world;
const [ofSettings, ofEnvironment] = [await testSmtp(), await testSmtp()];
let staff: () => StaffCtx;

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

const email = {
  id: "8f1b2c9e-0000-4000-8000-000000000001",
  from: { name: "White Birch", address: "office@birch.example" },
  to: "ada@mail.example",
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
  attachments: [],
};

describe("the site's mailer", () => {
  const mailer = openMailer({
    smtpUrl: ofEnvironment.url,
    from: "Fixed <fixed@birch.example>",
    filesDir: undefined,
    setup: () => readEmailSetup(ctx()),
    relays: [SMTP_RELAY],
  });

  test("uses the server of the settings once it is set, and the environment's otherwise", async () => {
    await mailer.send(email);
    await useServer();
    await mailer.send(email);
    await setSetting(pool, "email.smtp_host", "");
    await mailer.send(email);
    expect([ofEnvironment.received.length, ofSettings.received.length]).toEqual([2, 1]);
    expect(ofSettings.received[0]?.from).toBe("fixed@birch.example");
  });

  test("uses the sender of the settings; replies go to the company", async () => {
    await useServer();
    await setSetting(pool, "email.from_email", "noreply@birch.example");
    await mailer.send(email);
    const [received] = ofSettings.received;
    expect(received?.from).toBe("noreply@birch.example");
    expect(received?.source).toMatch(/^From: White Birch <noreply@birch.example>/m);
    expect(received?.source).toMatch(/^Reply-To: office@birch.example/m);
    expect(received?.source).toMatch(/^Message-ID: <\S+@birch.example>/m);
  });

  test("keeps an explicit reply address", async () => {
    await useServer();
    await setSetting(pool, "email.from_email", "noreply@birch.example");
    await mailer.send({ ...email, replyTo: "grace@mail.example" });
    expect(ofSettings.received[0]?.source).toMatch(/^Reply-To: grace@mail.example/m);
  });

  test("sends nothing if the password can't be decrypted", async () => {
    await useServer();
    await setSetting(pool, "email.smtp_user", "birch");
    const other = openVault("the secret of another installation");
    await setSetting(pool, "email.smtp_pass", other.seal("hunter2", "email.smtp_pass"));
    await expect(mailer.send(email)).rejects.toThrow("a different APP_SECRET");
    expect(ofEnvironment.received).toEqual([]);
  });
});

describe("a test email", () => {
  test("goes to the administrator through the settings' server and is recorded", async () => {
    await useServer();
    expect(await sendTestEmail(staff())).toEqual({ ok: true, to: "office@white-birch.example" });
    expect(ofSettings.received).toMatchObject([{ to: ["office@white-birch.example"] }]);
    const { rows } = await pool.query("select status, subject from mails");
    expect(rows).toEqual([{ status: "sent", subject: "Test email from White Birch Cleaning" }]);
    const audit = await pool.query("select action, details from audit_log");
    expect(audit.rows).toEqual([{ action: "settings.test_mail", details: { sent: true } }]);
  });

  test("reports the server's message if it is refused", async () => {
    await useServer();
    ofSettings.refusals.push({ code: 554, message: "No birches here" });
    expect(await sendTestEmail(staff())).toMatchObject({
      ok: false,
      reason: "refused",
      words: expect.stringContaining("No birches here"),
    });
  });

  test("reports a server that can't be reached", async () => {
    await useServer("smtp://127.0.0.1:9");
    expect(await sendTestEmail(staff())).toMatchObject({
      ok: false,
      words: expect.stringMatching(/refused the connection/),
    });
  });

  test("requires a server in the settings", async () => {
    expect(await sendTestEmail(staff())).toEqual({ ok: false, reason: "no server" });
  });

  test("reports a password that can't be decrypted", async () => {
    await useServer();
    await setSetting(pool, "email.smtp_user", "birch");
    await setSetting(pool, "email.smtp_pass", "v1.nonsense");
    expect(await sendTestEmail(staff())).toMatchObject({
      ok: false,
      words: expect.stringContaining("APP_SECRET"),
    });
  });
});
