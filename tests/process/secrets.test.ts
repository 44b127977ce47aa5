import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { routeAddress, siteRoutes } from "../support/route-table";
import { runServer } from "../support/server-process";
import { temporaryFolder } from "../support/temporary-folder";

/** Distinct values, so each is found wherever it appears. */
const SECRETS = {
  APP_SECRET: "app-secret-0123456789abcdef0123456789abcdef",
  ADMIN_PASSWORD: "admin-password-of-the-test",
  STRIPE_SECRET_KEY: "sk_test_StripeKeyOfTheTest0123456789",
  STRIPE_WEBHOOK_SECRET: "whsec_WebhookSecretOfTheTest0123456789",
  GOOGLE_CLIENT_SECRET: "google-secret-of-the-test",
};
const BUCKET_SECRET = "bucket-secret-of-the-test";
const SMTP_PASSWORD = "smtp-password-of-the-test";
const SAVED_SMTP_PASSWORD = "saved-smtp-password-of-the-test";
const GUESS = "a-guess-of-the-test";
const ASKS_PASSWORD =
  /^\/(login|signup|reset-password|verify-email|profile\/(security|privacy)|admin\/(users|users\/:id|settings\/advanced))$/;
const CALENDAR = "calendartokenofthetest0123456789";
const KEY = "key-of-a-link-of-the-test";

test("no log, page or backup contains a secret of the site", {
  timeout: 240_000,
}, async () => {
  const dataDir = await temporaryFolder();
  const server = runServer({
    ...SECRETS,
    DATA_DIR: dataDir,
    LOG_LEVEL: "trace",
    RATE_LIMIT_FACTOR: "0",
    ADMIN_EMAIL: "boss@mail.example",
    GOOGLE_CLIENT_ID: "google-id",
    FILES_URL: `s3://bucket-key:${BUCKET_SECRET}@127.0.0.1:2/photos?tls=off`,
    SMTP_URL: `smtp://mailer:${SMTP_PASSWORD}@127.0.0.1:9`,
    SMTP_RELAYS: "127.0.0.1",
    STRIPE_API_BASE: "http://127.0.0.1:9",
  });
  const site = await server.ready;
  const pages: string[] = [];
  let cookie = "";
  const ask = async (address: string, form?: Record<string, string>) => {
    const response = await fetch(site + address, {
      redirect: "manual",
      headers: { cookie },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    if (!/gzip|zip/.test(response.headers.get("Content-Type") ?? "")) pages.push(await response.text());
    return response;
  };

  await ask("/login", { email: "boss@mail.example", password: GUESS });
  await ask("/signup", {
    email: "ada@mail.example",
    password: GUESS,
    first_name: "Ada",
    last_name: "L",
    terms: "on",
  });
  await ask(`/calendar/${CALENDAR}.ics`);
  await ask(`/reset-password?token=${KEY}`);
  await ask(`/newsletter/confirm?key=${KEY}&email=ada@mail.example`);
  const entry = await ask("/login", { email: "boss@mail.example", password: SECRETS.ADMIN_PASSWORD });
  expect(entry.status).toBe(303);
  cookie = entry.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const session = /session_token=([^.;%]+)/.exec(cookie)?.[1] ?? "none";
  expect(session.length).toBeGreaterThan(20);
  const email = {
    smtp_host: "127.0.0.1",
    smtp_port: "9",
    smtp_user: "mailer",
    smtp_pass: SAVED_SMTP_PASSWORD,
    from_email: "",
  };
  expect((await ask("/admin/settings?tab=email", { intent: "save", tab: "email", ...email })).status).toBe(
    303,
  );
  await ask("/proof", { password: GUESS });
  for (const { pattern } of siteRoutes()) {
    const address = routeAddress(pattern, { calendar: `${CALENDAR}.ics` });
    await ask(address);
    const form: Record<string, string> = ASKS_PASSWORD.test(pattern)
      ? { password: GUESS, current_password: GUESS }
      : {};
    if (pattern !== "/logout") await ask(address, { intent: "change-password", ...form, key: KEY });
  }
  for (const tab of ["general", "payments", "email", "users"]) await ask(`/admin/settings?tab=${tab}`);
  expect((await ask("/admin/settings/advanced", { intent: "backup" })).status).toBe(303);
  const backup = await untilThere(path.join(dataDir, "backups"), /\.gz$/);
  server.child.kill("SIGTERM");
  await server.ended;

  const logs = (
    await Promise.all((await filesIn(path.join(dataDir, "logs"))).map((file) => readFile(file, "utf8")))
  ).join("\n");
  const places = {
    pages: pages.join("\n"),
    output: server.output(),
    logs,
    "PostgreSQL's log": await readFile(path.join(dataDir, "postgres.log"), "utf8"),
    backup: gunzipSync(await readFile(backup)).toString(),
  };
  expect(places.output).toContain('"request"');
  expect(places.backup).toContain("boss@mail.example");
  const secrets = { ...SECRETS, BUCKET_SECRET, SMTP_PASSWORD, SAVED_SMTP_PASSWORD, GUESS };
  const found = Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      text.includes(secret) ? [`${name} in ${place}`] : [],
    ),
  );
  for (const place of ["output", "logs"] as const) {
    for (const secret of [CALENDAR, KEY, session, "ada@mail.example", "boss@mail.example"]) {
      if (places[place].includes(secret)) found.push(`${secret} in ${place}`);
    }
  }
  expect(found).toEqual([]);
});

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name));
}

async function untilThere(folder: string, name: RegExp): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = (await filesIn(folder)).find((file) => name.test(file));
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`There came no ${name} in ${folder}.`);
}
