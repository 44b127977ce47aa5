import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { fieldsOf, toastOf } from "../support/visitor";

const site = await testApp();
const { app, get, pool, clear, queues, dataDir, clock } = site;
const PAGE = "/admin/settings/advanced";
vi.setConfig({ testTimeout: 120_000 }); // creating a database takes seconds on a busy machine
let amira: Awaited<ReturnType<typeof signedIn>>;

beforeEach(async () => {
  await clear();
  await pool.query("delete from backups");
  amira = await signedIn(site, { role: "admin", first_name: "Amira", email: "amira@mail.example" });
});

const see = async (query = "", cookie = amira.cookie) => {
  const response = await get(PAGE + query, { Cookie: cookie });
  const html = await response.text();
  return { status: response.status, html, text: visibleText(html) };
};

async function send(fields: Record<string, string>, cookie = amira.cookie) {
  const body = new URLSearchParams(fields);
  const response = await app.request(
    new Request(ORIGIN + PAGE, { method: "POST", headers: { Cookie: cookie }, body }),
  );
  const html = await response.text();
  const location = response.headers.get("Location");
  return { status: response.status, location, html, text: visibleText(html), toast: toastOf(response) };
}

const rows = async (sql: string) => (await pool.query(sql)).rows;
const backups = () =>
  rows("select id, file, reason, status, error from backups order by created_at desc, reason");
const actions = async () =>
  (await rows("select action from audit_log order by id")).map(({ action }) => action);

async function aBackup() {
  expect((await send({ intent: "backup" })).toast?.title).toBe("Backup started");
  await queues.run("make-backup");
  const [backup] = await backups();
  return backup as { id: string; file: string };
}

async function aMessage(name: string) {
  await pool.query(
    "insert into contact_messages (submission_id, name, email, message) values (gen_random_uuid(), $1, 'x@mail.example', 'x')",
    [name],
  );
}

/** Requests a restore and runs its job. */
async function restore(id: string, cookie = amira.cookie) {
  const requested = await send(sure("restore", { id }), cookie);
  expect(requested.toast?.title).toBe("Restore started");
  await queues.run("restore-backup");
}

const names = async () =>
  (await rows("select name from contact_messages order by name")).map(({ name }) => name);
const sure = (intent: "restore" | "reset", more: Record<string, string> = {}) => ({
  intent,
  ...(intent === "reset" ? { word: "DEMO", confirm: "DEMO" } : { confirm: "RESTORE" }),
  ...more,
});

describe("a backup", () => {
  test("is created by a job, verified, shown, and downloaded as one file", async () => {
    await aMessage("Before");
    expect((await see()).text).toContain("No verified backup yet");
    const form_id = "0b3c1d52-6f0e-4a55-9d0c-1f2e3a4b5c6d";
    await send({ intent: "backup", form_id });
    await send({ intent: "backup", form_id }); // the browser sent the form again
    expect((await see()).text).toContain("Creating");
    await queues.run("make-backup");
    const [backup] = await backups();
    expect(backup).toMatchObject({ reason: "manual", status: "verified", error: null });
    const { text } = await see();
    expect(text).toContain("Last verified backup: Jun 01, 2026, 8:00 AM");
    expect(text).toContain("Manual");

    const download = await get(`/admin/backups/${backup.id}`, { Cookie: amira.cookie });
    expect(download.headers.get("Content-Disposition")).toBe(`attachment; filename="${backup.file}"`);
    expect(download.headers.get("Cache-Control")).toBe("no-store");
    const content = gunzipSync(new Uint8Array(await download.arrayBuffer())).toString();
    expect(content).toContain('"Before"');
    expect(await actions()).toEqual([
      "backup.started",
      "backup.made",
      "backup.verified",
      "backup.downloaded",
    ]);
  });

  test("that is damaged turns the panel red and can't be restored", async () => {
    const { id, file } = await aBackup();
    await writeFile(path.join(dataDir, "backups", file), "rotten");
    await send({ intent: "check", id });
    expect((await see()).text).toContain("Verifying");
    await queues.run("verify-backup");
    const { text } = await see();
    expect(text).toContain("The backup of Jun 01, 2026, 8:00 AM is damaged");
    expect((await send(sure("restore", { id }))).status).toBe(404);
  });

  test("is deleted with its file", async () => {
    const { id, file } = await aBackup();
    expect((await see(`?delete=${id}`)).text).toContain("Delete this backup?");
    await send({ intent: "delete", id });
    expect(await backups()).toEqual([]);
    expect(existsSync(path.join(dataDir, "backups", file))).toBe(false);
    expect((await get(`/admin/backups/${id}`, { Cookie: amira.cookie })).status).toBe(404);
  });

  test.each(["nonsense", "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11", "..%2f..%2fsecret"])(
    "is not found for '%s'",
    async (id) => {
      expect((await get(`/admin/backups/${id}`, { Cookie: amira.cookie })).status).toBe(404);
      const before = await names();
      expect((await send(sure("restore", { id }))).status).toBeLessThan(500);
      expect(await names()).toEqual(before);
    },
  );
});

describe("restoring", () => {
  test("brings everything back after a backup of the current state, and only the administrator who did it stays signed in", async () => {
    await aMessage("Then");
    const { id } = await aBackup();
    clock.advance({ minutes: 5 });
    await aMessage("Since");
    const grace = await signedIn(site, { first_name: "Grace" });
    await pool.query(
      "insert into admin_settings (category, key, value) values ('general', 'phone', '(603) 555-0199')",
    );

    expect((await see(`?restore=${id}`)).text).toContain(
      "The whole site will go back to Jun 01, 2026, 8:00 AM.",
    );
    const requested = await send(sure("restore", { id }));
    expect([requested.status, requested.location, requested.toast?.title]).toEqual([
      303,
      PAGE,
      "Restore started",
    ]);
    const during = (await see()).text;
    expect(during).toContain("Restoring the site to Jun 01, 2026, 8:00 AM");
    expect(during).toContain("Restoring");
    expect((await send(sure("restore", { id }))).text).toContain("A restore is in progress");
    expect(await names()).toEqual(["Since", "Then"]);
    await queues.run("restore-backup");
    expect(await names()).toEqual(["Then"]);
    expect((await see()).text).toContain("Site restored to Jun 01, 2026, 8:00 AM");
    expect(await rows("select 1 from admin_settings")).toEqual([]);
    expect(await rows(`select 1 from users where id = '${grace.id}'`)).toEqual([]);
    expect((await see()).status).toBe(200);
    expect(await backups()).toMatchObject([{ reason: "before restore", status: "made" }, { id }]);
    expect((await actions()).at(-1)).toBe("site.restored");
    await queues.run("verify-backup");
    expect(await backups()).toMatchObject([{ reason: "before restore", status: "verified" }, { id }]);

    const [safety] = await backups();
    await restore(safety.id);
    expect(await names()).toEqual(["Since", "Then"]);
  });

  test("ends the session of an account that was no administrator in the backup", async () => {
    const { id } = await aBackup();
    const newcomer = await signedIn(site, { role: "admin", email: "late@mail.example" });
    await restore(id, newcomer.cookie);
    expect((await see("", newcomer.cookie)).status).toBe(303);
    expect((await see()).status).toBe(303);
  });

  test.each<[string, Record<string, string>, string, string]>([
    ["another word", { confirm: "restore" }, "confirm", "Type RESTORE to confirm"],
  ])("asks for confirmation: %s changes nothing", async (_, invalid, field, message) => {
    await aMessage("Then");
    const { id } = await aBackup();
    await aMessage("Since");
    const refused = await send({ ...sure("restore", { id }), ...invalid });
    expect(refused.status).toBe(400);
    expect(fieldsOf(refused.html)[field]?.error ?? refused.text).toContain(message);
    expect(await names()).toEqual(["Since", "Then"]);
    expect(await backups()).toHaveLength(1);
  });

  test("changes nothing when the file was damaged since, and marks it", async () => {
    const { id, file } = await aBackup();
    await aMessage("Since");
    const bytes = await readFile(path.join(dataDir, "backups", file));
    await writeFile(path.join(dataDir, "backups", file), bytes.subarray(0, -100));
    await restore(id);
    const { text } = await see();
    expect(text).toContain("is damaged");
    expect(text).toContain("Nothing was changed");
    expect(await names()).toEqual(["Since"]);
    expect(await backups()).toMatchObject([{ id, status: "corrupt" }]);
    expect((await actions()).at(-1)).toBe("backup.not_restored");
  });

  test("that fails at its last step has changed nothing and can be retried", async () => {
    await aMessage("Then");
    const { id } = await aBackup();
    await aMessage("Since");
    await pool.query(
      "create function refuse() returns trigger language plpgsql as $$ begin if new.action = 'site.restored' then raise 'no'; end if; return new; end $$",
    );
    await pool.query(
      "create trigger refuse before insert on audit_log for each row execute function refuse()",
    );
    await restore(id);
    await pool.query("drop trigger refuse on audit_log; drop function refuse");
    expect(await names()).toEqual(["Since", "Then"]);
    expect((await see()).text).toContain("Not restored: something went wrong");
    await restore(id);
    expect(await names()).toEqual(["Then"]);
  });

  test("whose process was killed is released after a minute and has changed nothing", async () => {
    await aMessage("Then");
    const { id } = await aBackup();
    await send(sure("restore", { id }));
    await site.kinds.find(({ name }) => name === "take-up-restored-jobs")?.run({});
    expect(await backups()).toMatchObject([{ id, status: "restoring" }]);
    await pool.query("update pgboss.job set state = 'failed' where name = 'restore-backup'");
    await site.kinds.find(({ name }) => name === "take-up-restored-jobs")?.run({});
    expect(await backups()).toMatchObject([
      { id, status: "made", error: expect.stringContaining("Nothing was changed") },
    ]);
  });
});

describe("an uploaded backup", () => {
  async function upload(content: Uint8Array<ArrayBuffer> | string, cookie = amira.cookie) {
    const body = new FormData();
    body.set("file", new File([content], "some name.gz"));
    const response = await app.request(
      new Request(`${ORIGIN}/admin/backups/upload`, { method: "POST", headers: { Cookie: cookie }, body }),
    );
    return { status: response.status, toast: toastOf(response) };
  }

  test("is stored, verified and restored", async () => {
    await aMessage("Then");
    const { id, file } = await aBackup();
    const content = await readFile(path.join(dataDir, "backups", file));
    await send({ intent: "delete", id });
    await aMessage("Since");

    expect((await upload(new Uint8Array(content))).toast?.title).toBe("Backup uploaded");
    const [uploaded] = await backups();
    expect(uploaded).toMatchObject({ reason: "uploaded", status: "checking" });
    expect(await readFile(path.join(dataDir, "backups", uploaded.file))).toEqual(content);
    await queues.run("verify-backup");
    expect(await backups()).toMatchObject([{ status: "verified" }]);
    expect((await see()).text).toContain("Uploaded");
    await restore(uploaded.id);
    expect(await names()).toEqual(["Then"]);
  });

  test.each<[string, string, string]>([
    ["some other file", "hello", "The file is damaged"],
    ["no file", "", "choose a backup file"],
  ])("%s leaves nothing behind", async (_, content, message) => {
    const before = await readdir(path.join(dataDir, "backups"));
    const { status, toast } = await upload(content);
    expect([status, toast?.destructive]).toEqual([303, true]);
    expect(toast?.description).toContain(message);
    expect(await backups()).toEqual([]);
    expect(await readdir(path.join(dataDir, "backups"))).toEqual(before);
  });

  test("is accepted from administrators only and may be larger than any form", async () => {
    const grace = await signedIn(site, { first_name: "Grace" });
    expect((await upload("x", grace.cookie)).toast?.description).toContain("don't have permission");
    const large = new Uint8Array(2_000_000).fill(7);
    expect((await upload(large)).toast?.description).toContain("The file is damaged");
    expect(await backups()).toEqual([]);
  });
});

describe("a reset", () => {
  test("leaves the initial data, a backup, and the administrator who did it", async () => {
    await aMessage("Gone");
    await signedIn(site, { first_name: "Grace" });
    await pool.query(
      `insert into passkeys (user_id, name, public_key, credential_id, counter, device_type, backed_up)
       select u.id, p.first_name, '', p.first_name, 0, 'singleDevice', false from users u join profiles p using (id)`,
    );
    await pool.query("delete from services where id = 'regular-cleaning'");
    await mkdir(path.join(dataDir, "mail"), { recursive: true });
    await writeFile(path.join(dataDir, "mail", "a.eml"), "Dear Grace");
    await site.jobs.enqueue(site.db, "booking-notice-mail", { booking_id: "gone" });
    expect((await see("?reset=DEMO")).text).toContain("Only your own account stays");

    const done = await send(sure("reset"));
    expect([done.status, done.location, done.toast?.title]).toEqual([303, PAGE, "All data reset"]);
    expect(await names()).toEqual([]);
    expect(await rows("select email from users")).toEqual([{ email: "amira@mail.example" }]);
    expect(await rows("select first_name from profiles")).toEqual([{ first_name: "Amira" }]);
    expect(await rows("select name from passkeys")).toEqual([{ name: "Amira" }]);
    expect(await rows("select 1 from services where id = 'regular-cleaning'")).toHaveLength(1);
    expect(
      await rows("select sum(change)::int as count from row_counts where table_name = 'profiles'"),
    ).toEqual([{ count: 1 }]);
    expect(await queues.waiting("booking-notice-mail")).toEqual([]);
    expect(await actions()).toEqual(["site.reset"]);
    expect(existsSync(path.join(dataDir, "mail"))).toBe(false);
    expect((await see()).status).toBe(200);

    const [backup] = await backups();
    expect(backup).toMatchObject({ reason: "before reset", status: "made" });
    await restore(backup.id);
    expect(await names()).toEqual(["Gone"]);
  });

  test("to 'empty' leaves neither services nor crews, and opens the guide", async () => {
    const done = await send(sure("reset", { word: "EMPTY", confirm: "EMPTY" }));
    expect(done.toast?.title).toBe("All data reset");
    expect(await rows("select id from services union all select id::text from crews")).toEqual([]);
    const home = await get("/admin", { Cookie: amira.cookie });
    expect(visibleText(await home.text())).toContain("Set up your company: 0 of 11 done");
  });

  test("of the demo to 'empty' leads to the page that asks for an owner", async () => {
    await send(sure("reset"));
    await pool.query("delete from backups");
    const done = await send(sure("reset", { word: "EMPTY", confirm: "EMPTY" }));
    expect([done.status, done.location]).toEqual([303, "/admin/own"]);
    expect(await backups()).toEqual([]);
    expect((await see()).html).toContain('href="/admin/own"');
  });

  test("asks for the word", async () => {
    await aMessage("Kept");
    for (const invalid of [{ confirm: "RESTORE" }, { confirm: "" }, { confirm: "EMPTY" }]) {
      expect((await send({ ...sure("reset"), ...invalid })).status).toBe(400);
    }
    expect(await names()).toEqual(["Kept"]);
    expect(await backups()).toEqual([]);
  });

  test("changes nothing if no backup can be made first", async () => {
    await aMessage("Kept");
    await pool.query(
      "create function refuse() returns trigger language plpgsql as $$ begin if new.status = 'made' then raise 'disk full'; end if; return new; end $$",
    );
    await pool.query("create trigger refuse before update on backups for each row execute function refuse()");
    const refused = await send(sure("reset"));
    await pool.query("drop trigger refuse on backups; drop function refuse");
    expect(refused.status).toBe(503);
    expect(await names()).toEqual(["Kept"]);
  });
});

test("'Clear Cache' reaches every process, and 'Download Logs' returns the redacted log", async () => {
  const client = await pool.connect();
  const events: string[] = [];
  client.on("notification", ({ channel }) => events.push(channel));
  await client.query("listen public_content");
  expect((await send({ intent: "clear-cache" })).toast?.title).toBe("Cache cleared");
  await expect.poll(() => events).toEqual(["public_content"]);
  await client.query("unlisten *");
  client.release();

  await mkdir(path.join(dataDir, "logs"), { recursive: true });
  await writeFile(path.join(dataDir, "logs", "site.log.1"), '{"msg":"older, of ada@mail.example"}\n');
  await writeFile(path.join(dataDir, "logs", "site.log"), '{"msg":"newer"}\n');
  const logs = await get("/admin/site.log", { Cookie: amira.cookie });
  expect(await logs.text()).toBe('{"msg":"older, of [email]"}\n{"msg":"newer"}\n');
  expect(logs.headers.get("Content-Disposition")).toContain("attachment");
});

test("nobody but administrators can use any of these pages", async () => {
  const { id } = await aBackup();
  const grace = await signedIn(site, { first_name: "Grace" });
  for (const cookie of ["", grace.cookie]) {
    for (const address of [PAGE, `/admin/backups/${id}`, "/admin/site.log"]) {
      expect((await get(address, { Cookie: cookie })).status).toBe(303);
    }
    expect((await send(sure("reset"), cookie)).status).toBe(cookie ? 303 : 401);
  }
  expect(await rows("select 1 from users")).toHaveLength(2);
});

test("the settings tab links to the page", async () => {
  const old = await get("/admin/settings?tab=advanced", { Cookie: amira.cookie });
  expect([old.status, old.headers.get("Location")]).toEqual([302, PAGE]);
});
