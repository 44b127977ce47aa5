import { generateIdentity, identityToRecipient } from "age-encryption";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";

const site = await testApp();
const { app, get, pool, clear, queues } = site;
const PAGE = "/admin/settings/advanced";
const identity = await generateIdentity();
const recipient = await identityToRecipient(identity);
const stranger = await generateIdentity();
vi.setConfig({ testTimeout: 120_000 }); // creating a database takes seconds on a busy machine
let cookie = "";

beforeEach(async () => {
  await clear();
  await pool.query("delete from backups");
  ({ cookie } = await signedIn(site, { role: "admin", first_name: "Amira", email: "amira@mail.example" }));
});

async function send(fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const response = await app.request(
    new Request(ORIGIN + PAGE, { method: "POST", headers: { Cookie: cookie }, body }),
  );
  const html = await response.text();
  return { status: response.status, html, text: visibleText(html), toast: toastOf(response) };
}

const see = async (query = "") => {
  const html = await (await get(PAGE + query, { Cookie: cookie })).text();
  return { html, text: visibleText(html) };
};
const backups = async () =>
  (await pool.query("select id, file, reason, status, error from backups order by created_at desc, reason"))
    .rows;

async function aBackup() {
  await send({ intent: "recipient", recipient });
  await send({ intent: "backup" });
  await queues.run("make-backup");
  const [backup] = await backups();
  return backup as { id: string; file: string; status: string };
}

/** Everything that the database keeps, jobs and audit trail included. */
async function everythingStored() {
  const { rows } = await pool.query(
    `select data::text as text from pgboss.job union all select details::text from audit_log
     union all select value from admin_settings union all select error from backups`,
  );
  return rows.map(({ text }) => text).join("\n");
}

test("a recipient is saved, shown again, and a wrong one is refused with the reason", async () => {
  expect((await see()).text).toContain("Without the identity nobody can read these backups");
  const wrong = await send({ intent: "recipient", recipient: "age1nobody" });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("This is not an age recipient")]);
  expect(wrong.html).toContain('value="age1nobody"');
  expect((await send({ intent: "recipient", recipient })).toast?.description).toContain(
    "encrypted from now on",
  );
  expect((await see()).html).toContain(`value="${recipient}"`);
});

test("a requested backup is encrypted, verified, and listed as encrypted", async () => {
  const { file, status } = await aBackup();
  expect([file, status]).toEqual([expect.stringMatching(/\.age$/), "verified"]);
  expect((await see()).text).toMatch(/Manual · \d+ KB · Encrypted/);
});

describe("verifying", () => {
  test("asks for the identity, keeps it nowhere, and tests the file with it", async () => {
    const { id } = await aBackup();
    await pool.query("update backups set status = 'made'");
    expect((await see(`?verify=${id}`)).html).toContain('name="identity_key"');
    expect((await send({ intent: "check", id, identity_key: identity })).toast?.title).toBe(
      "Verification started",
    );
    expect(await everythingStored()).not.toContain(identity);
    await queues.run("verify-backup");
    expect(await backups()).toMatchObject([{ status: "verified", error: null }]);
  });

  test.each(["", "nonsense", stranger])("refuses %j", async (wrong) => {
    const { id } = await aBackup();
    const refused = await send({ intent: "check", id, identity_key: wrong });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("This identity doesn&#x27;t open"),
    ]);
    if (wrong) expect(refused.html).not.toContain(wrong);
    expect(await queues.waiting("verify-backup")).toEqual([]);
    expect(await backups()).toMatchObject([{ status: "verified" }]);
  });

  test("without a key never calls the backup damaged", async () => {
    const { id } = await aBackup();
    await pool.query("update backups set status = 'made'");
    await site.kinds.find(({ name }) => name === "verify-backup")?.run({ id });
    expect(await backups()).toMatchObject([{ status: "made", error: expect.stringContaining("identity") }]);
  });
});

describe("restoring", () => {
  const sure = (more: Record<string, string>) => ({
    intent: "restore",
    confirm: "RESTORE",
    ...more,
  });

  test("takes the identity, keeps it nowhere, and the safety backup is encrypted and verified", async () => {
    const { id } = await aBackup();
    await pool.query("insert into admin_settings (category, key, value) values ('tests', 'mark', '')");
    expect((await see(`?restore=${id}`)).html).toContain('name="identity_key"');
    const wrong = await send(sure({ id, identity_key: stranger }));
    expect([wrong.status, wrong.text]).toEqual([
      400,
      expect.stringContaining("This identity doesn&#x27;t open"),
    ]);
    expect(wrong.html).not.toContain(stranger);
    expect((await send(sure({ id, identity_key: identity }))).toast?.title).toBe("Restore started");
    expect(await everythingStored()).not.toContain(identity);
    await queues.run("restore-backup");
    expect((await pool.query("select from admin_settings where key = 'mark'")).rowCount).toBe(0);
    await queues.run("verify-backup");
    const [safety] = await backups();
    expect(safety).toMatchObject({ reason: "before restore", status: "verified", error: null });
    expect(safety.file).toMatch(/\.age$/);
  });

  test("a reset keeps the encryption and verifies its own backup", async () => {
    await send({ intent: "recipient", recipient });
    const reset = await send({ intent: "reset", word: "DEMO", confirm: "DEMO" });
    expect(reset.toast?.title).toBe("All data reset");
    expect((await see()).html).toContain(`value="${recipient}"`);
    await queues.run("verify-backup");
    expect(await backups()).toMatchObject([{ reason: "before reset", status: "verified" }]);
  });
});
