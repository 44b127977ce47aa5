import { readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { Decrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { backupPath, inspectBackup } from "~/features/operations/backup/file/file.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { temporaryFolder } from "../../../../tests/support/temporary-folder";
import { restoreCommand } from "./command.server";
import { makeBackup } from "./create.server";
import { readRecipient, saveRecipient } from "./recipient.server";
import { uploadBackup } from "./restore/upload.server";

const world = await testWorld();
const { pool, ctx, clock, clear, dataDir, connection, ownerDb, kinds } = world;
const identity = await generateIdentity();
const recipient = await identityToRecipient(identity);
const stranger = await generateIdentity();
let staff: () => StaffCtx;

vi.setConfig({ testTimeout: 120_000 }); // making a database takes seconds on a busy machine

beforeEach(async () => {
  await clear();
  await pool.query("delete from backups");
  clock.set("2026-06-02T06:00:00Z");
  staff = await staffCtx(world);
  expect(await saveRecipient(staff(), recipient)).toEqual({ ok: true });
});

const tonight = () => kinds.find(({ name }) => name === "nightly-backup")?.run({});
const stored = async () => (await pool.query("select * from backups order by created_at desc")).rows;

async function decrypt(file: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return gunzipSync(await decrypter.decrypt(await readFile(backupPath(dataDir, file)))).toString();
}

async function made() {
  const outcome = await makeBackup({ ...ctx(), actor: { kind: "system" } }, "manual");
  if (!outcome.ok) throw new Error("No backup was made");
  return outcome;
}

describe("the nightly backup", () => {
  test("is an age file for the recipient, verified as it was written", async () => {
    await tonight();
    const [backup] = await stored();
    expect(backup).toMatchObject({ reason: "nightly", status: "verified", error: null });
    expect(backup.file).toMatch(/\.jsonl\.gz\.age$/);
    const content = await readFile(backupPath(dataDir, backup.file));
    expect(content.toString("latin1")).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
    expect(content.toString("latin1").match(/^-> /gm)).toHaveLength(1);
    expect(await decrypt(backup.file)).toContain('"table":"admin_settings"');
  });

  test("finds an older encrypted file that was cut off, and keeps one that is whole", async () => {
    await tonight();
    clock.advance({ hours: 24 });
    await tonight();
    const [, whole] = await stored();
    expect(whole.status).toBe("verified");
    await truncate(backupPath(dataDir, whole.file), 100);
    clock.advance({ hours: 24 });
    await tonight();
    expect((await stored()).map(({ status }) => status)).toEqual(["verified", "verified", "corrupt"]);
  });
});

test("without its key a file can't be read, and a changed one does not pass for a backup", async () => {
  const { file, written } = await made();
  const place = backupPath(dataDir, file);
  await expect(inspectBackup(place)).rejects.toThrow("The file is encrypted.");
  expect((await inspectBackup(written)).tables.admin_settings?.rows).toBe(1);
  const content = await readFile(place);
  const middle = Math.floor(content.length / 2);
  content[middle] = (content[middle] ?? 0) ^ 0xff;
  await writeFile(place, content);
  await expect(inspectBackup(written)).rejects.toThrow("The file is damaged.");
  await writeFile(place, content.subarray(0, content.length - 20));
  await expect(inspectBackup(written)).rejects.toThrow("The file is damaged.");
});

describe("the recipient", () => {
  test.each([
    [identity, "This is the secret identity"],
    ["hello", "This is not an age recipient"],
    [`${recipient.slice(0, -1)}${recipient.endsWith("q") ? "p" : "q"}`, "This is not an age recipient"],
  ])("%s is refused", async (text, message) => {
    expect(await saveRecipient(staff(), text)).toEqual({
      ok: false,
      message: expect.stringContaining(message),
    });
    expect(await readRecipient(ctx())).toBe(recipient);
  });

  test("can be removed, and new backups are not encrypted then", async () => {
    await saveRecipient(staff(), "");
    const { file } = await made();
    expect(file).toMatch(/\.jsonl\.gz$/);
    expect((await inspectBackup(backupPath(dataDir, file))).header.version).toBe(2);
  });
});

describe("npm run restore", () => {
  const restore = (args: string[], typed = "") => {
    const lines: string[] = [];
    const own = { ...ctx(), db: ownerDb, connection };
    const done = restoreCommand(
      own,
      [...args, "--replace"],
      (line) => lines.push(line),
      async () => typed,
    );
    return done.then(() => lines.join("\n"));
  };
  const marked = async () =>
    (await pool.query("select from admin_settings where key = 'mark'")).rowCount === 1;

  /** A backup of a site with a mark, which the site has lost since. */
  async function aBackup() {
    await pool.query("insert into admin_settings (category, key, value) values ('tests', 'mark', '')");
    const { file } = await made();
    await pool.query("delete from admin_settings where key = 'mark'");
    return backupPath(dataDir, file);
  }

  test("takes the identity from a file of age-keygen, or as it is typed", async () => {
    const file = await aBackup();
    const keys = path.join(await temporaryFolder(), "keys.txt");
    await writeFile(keys, `# created: 2026-06-01\n# public key: ${recipient}\n${identity}\n`);
    const said = await restore([file, "--identity", keys]);
    expect(said).toContain("Restored.");
    expect(said).not.toContain(identity);
    expect(await marked()).toBe(true);
    await pool.query("delete from admin_settings where key = 'mark'");
    expect(await restore([file], ` ${identity}\n`)).toContain("Restored.");
    expect(await marked()).toBe(true);
  });

  test.each([
    ["none", "", "Enter its identity"],
    ["another one", stranger, "This identity doesn't open the backup. Nothing was changed."],
  ])("with %s changes nothing", async (_, typed, message) => {
    const file = await aBackup();
    await expect(restore([file], typed)).rejects.toThrow(message);
    expect(await marked()).toBe(false);
  });

  test("of a backup from before the encryption leaves the encryption on", async () => {
    await saveRecipient(staff(), "");
    const { file } = await made();
    await saveRecipient(staff(), recipient);
    expect(await restore([backupPath(dataDir, file)])).toContain("Restored.");
    expect(await readRecipient(ctx())).toBe(recipient);
    const safety = (await stored()).find(({ reason }) => reason === "before restore");
    expect(safety.file).toMatch(/\.age$/);
  });
});

test("an uploaded encrypted backup is kept as it is, to be verified with its identity", async () => {
  const { file } = await made();
  const content = await readFile(backupPath(dataDir, file));
  const pieces = async function* () {
    yield content;
  };
  expect(await uploadBackup(staff(), pieces())).toEqual({ ok: true, encrypted: true });
  const uploaded = (await stored()).find(({ reason }) => reason === "uploaded");
  expect(uploaded).toMatchObject({ status: "made", error: expect.stringContaining("encrypted") });
  expect(await readFile(backupPath(dataDir, uploaded.file))).toEqual(content);
});
