import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runServer } from "../support/server-process";
import { queryAt, tcpPostgres } from "../support/tcp-postgres";
import { temporaryFolder } from "../support/temporary-folder";

async function doctor(env: Record<string, string>) {
  const command = runServer(env, "doctor");
  return { code: await command.ended, output: command.output() };
}

test("npm run doctor checks the embedded site while it runs and while it is stopped, and prints no secret", {
  timeout: 240_000,
}, async () => {
  const dataDir = await temporaryFolder();
  const env = { DATA_DIR: dataDir };
  const site = runServer(env);
  await site.ready;
  const running = await doctor(env);
  expect(running.code).toBe(1);
  expect(running.output).toContain("✗ Contact details: The site shows the email address hello@");
  expect(running.output).toContain("✓ Background work");
  expect(running.output).toMatch(/\d+ broken, \d+ to do, \d+ unknown, \d+ good\./);
  expect(running.output).not.toContain("Starting PostgreSQL");
  site.child.kill("SIGTERM");
  await site.ended;

  const stopped = await doctor(env);
  expect([stopped.code, stopped.output]).toEqual([1, expect.stringContaining("✗ Demo company")]);
  expect(stopped.output).toContain("Starting PostgreSQL");
  const secret = (await readFile(path.join(dataDir, "secret"), "utf8")).trim();
  expect(running.output + stopped.output).not.toContain(secret);
  expect(existsSync(path.join(dataDir, "postgres/postmaster.pid"))).toBe(false);
});

test("npm run doctor on a machine without a site says so and creates nothing", {
  timeout: 60_000,
}, async () => {
  const dataDir = await temporaryFolder();
  const { code, output } = await doctor({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(output).toContain("✗ Address of the site");
  expect(output).toContain("? Contact details: This could not be checked");
  expect(await readdir(dataDir)).toEqual([]);
});

test("npm run doctor checks a database on a server as the site's user, and changes nothing", {
  timeout: 240_000,
}, async () => {
  const dataDir = await temporaryFolder();
  const url = await tcpPostgres();
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    APP_SECRET: "a secret of the tests, long enough to sign",
    SMTP_URL: "smtp://birch:the-mail-password@127.0.0.1:9",
  };
  const site = runServer(env);
  await site.ready;
  site.child.kill("SIGTERM");
  await site.ended;
  const count = () => queryAt(url, "select (select count(*) from audit_log), (select count(*) from seeds)");
  const before = await count();
  const { code, output } = await doctor(env);
  expect(code).toBe(1);
  expect(output).toContain("✓ Secret");
  expect(output).toContain("! Database: One database user does everything.");
  expect(output).toContain("✓ Demo company: Nothing of the demo company is left.");
  for (const secret of [env.APP_SECRET, "the-mail-password", new URL(url).password])
    expect(output).not.toContain(secret);
  expect(await count()).toEqual(before);
});
