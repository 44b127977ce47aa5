import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runServer } from "../support/server-process";
import { temporaryFolder } from "../support/temporary-folder";

const ADMIN = { email: "boss@mail.example", password: "admin-password-of-the-test" };
const SMTP = {
  smtp_host: "127.0.0.1",
  smtp_port: "9",
  smtp_user: "mailer",
  smtp_pass: "hunter2",
  from_email: "",
};

test("after npm run rotate-secret a session goes on and the stored mail password opens, also without the old secret", {
  timeout: 240_000,
}, async () => {
  const dataDir = await temporaryFolder();
  const env = {
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: "0",
    DEMO: "off",
    SMTP_RELAYS: "127.0.0.1",
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  const secretNow = async () => (await readFile(path.join(dataDir, "secret"), "utf8")).trim();
  const siteWhile = async (more: Record<string, string>, use: (ask: Ask) => Promise<void>) => {
    const server = runServer({ ...env, ...more });
    await use(asking(await server.ready));
    server.child.kill("SIGTERM");
    await server.ended;
  };
  const rotate = async () => {
    const command = runServer(env, "rotate-secret");
    return { code: await command.ended, output: command.output() };
  };
  let cookie = "";
  const isSignedIn = async (ask: Ask) => (await ask("/admin/settings?tab=email", cookie)).status === 200;
  const passwordOpens = async (ask: Ask) =>
    !(await (await ask("/admin/settings?tab=email", cookie)).text()).includes("different APP_SECRET");

  await siteWhile({}, async (ask) => {
    cookie = await signedIn(ask);
    const form = { intent: "save", tab: "email", ...SMTP };
    expect((await ask("/admin/settings?tab=email", cookie, form)).status).toBe(303);
    const before = await secretNow();
    const refused = await rotate();
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining("is in use by another process"),
    ]);
    expect(await secretNow()).toBe(before);
  });

  const before = await secretNow();
  const done = await rotate();
  expect([done.code, done.output]).toEqual([0, expect.stringContaining("1 stored secret was sealed anew")]);
  expect(await secretNow()).not.toBe(before);
  await siteWhile({}, async (ask) => {
    expect(await isSignedIn(ask)).toBe(true);
    expect(await passwordOpens(ask)).toBe(true);
  });
  await siteWhile({ APP_SECRET: await secretNow() }, async (ask) => {
    expect(await isSignedIn(ask)).toBe(false);
    cookie = await signedIn(ask);
    expect(await passwordOpens(ask)).toBe(true);
  });
  await siteWhile({ APP_SECRET: before }, async (ask) => {
    cookie = await signedIn(ask);
    expect(await passwordOpens(ask)).toBe(false);
  });
});

type Ask = ReturnType<typeof asking>;

function asking(site: string) {
  return (address: string, cookie = "", form?: Record<string, string>) =>
    fetch(site + address, {
      redirect: "manual",
      headers: { cookie },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
}

async function signedIn(ask: Ask): Promise<string> {
  const entry = await ask("/login", "", ADMIN);
  expect(entry.status).toBe(303);
  return entry.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
}
