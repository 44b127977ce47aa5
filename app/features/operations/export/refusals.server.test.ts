import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signIn } from "~/features/identity/sign-in/sign-in.server";
import { sendEmailOnce } from "~/features/notifications/email/send.server";
import { digestTables } from "~/features/operations/backup/file/rows.server";
import { readTables } from "~/features/operations/backup/file/tables.server";
import { dumpEverything } from "~/features/operations/export/file/dump.server";
import type { StaffCtx } from "~/platform/context.server";
import { storePicture } from "~/platform/files/store-file.server";
import { openZip } from "~/platform/files/zip-reader.server";
import { setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { bookAndPay, PASSWORD } from "../../../../tests/support/customers";
import {
  anOwner,
  contentsOf,
  exportEverything,
  takeUpload,
  textsIn,
  uploadAndCheck,
  writeContents,
} from "../../../../tests/support/exports";
import { giveRole } from "../../../../tests/support/staff";
import { temporaryFolderOfFile } from "../../../../tests/support/temporary-folder";
import { forgetExports, makeExport, startExport } from "./create.server";
import { EMAILS_SETTING } from "./export";
import { switchEmailsOn, takeBack } from "./restore.server";
import { failExport, NotNow } from "./verify.server";

const source = await testWorld();
const target = await testWorld();
const { vault } = target.ctx();
const folder = await temporaryFolderOfFile();
const whole = path.join(folder, "whole.zip");
const file = path.join(folder, "site.zip");

let taker: () => StaffCtx;

beforeAll(async () => {
  const owner = await anOwner(source, "xqown");
  await bookAndPay(source, source.ctx(), "xqada", { date: "2026-06-03" });
  const create = { width: 300, height: 200, channels: 3, background: "green" } as const;
  await storePicture(source.ctx(), await sharp({ create }).jpeg().toBuffer());
  await copyFile(await exportEverything(source, owner()), whole);
}, 60_000);

beforeEach(async () => {
  await target.clear();
  await target.pool.query("delete from exports");
  await rm(path.join(target.dataDir, "exports"), { recursive: true, force: true });
  taker = await anOwner(target, "xqnew");
  await copyFile(whole, file);
}, 60_000);

const digestOf = () => target.db.transaction(async (tx) => digestTables(tx, await readTables(tx)));
const uploads = async () =>
  (await readdir(path.join(target.dataDir, "exports")).catch(() => [])).filter((name) =>
    name.includes("upload"),
  );

/** Writes the ZIP anew with other texts; null leaves a file out. */
async function rewrite(
  change: (texts: Record<string, string>) => Record<string, string | null>,
): Promise<void> {
  const contents: Record<string, Buffer | null> = await contentsOf(whole);
  for (const [name, text] of Object.entries(change(await textsIn(whole))))
    contents[name] = text === null ? null : Buffer.from(text);
  const kept = Object.entries(contents).flatMap(([name, content]) =>
    content ? [[name, content] as const] : [],
  );
  await writeContents(file, Object.fromEntries(kept));
}

const manifestWith = (change: (manifest: Record<string, unknown>) => object) =>
  rewrite((texts) => ({
    "manifest.json": JSON.stringify({
      ...JSON.parse(texts["manifest.json"] ?? ""),
      ...change(JSON.parse(texts["manifest.json"] ?? "")),
    }),
  }));

describe("a bad export is refused with a reason and changes nothing:", { timeout: 60_000 }, () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ["some other file", () => writeFile(file, "hello"), /not a ZIP file/],
    ["an empty file", () => writeFile(file, ""), /Choose the ZIP/],
    ["a file cut short", async () => writeFile(file, (await readFile(file)).subarray(0, -2_000)), /cut off/],
    [
      "a flipped byte",
      async () => {
        const bytes = await readFile(file);
        const inVisits = bytes.indexOf("visits.csv") + 200;
        bytes[inVisits] = (bytes[inVisits] ?? 0) ^ 0xff;
        await writeFile(file, bytes);
      },
      /damaged|no complete CSV|was changed|larger than|has no column/,
    ],
    [
      "a flipped byte in a photo",
      async () => {
        const bytes = await readFile(file);
        const inPhoto = bytes.indexOf("files/small/") + 200;
        bytes[inPhoto] = (bytes[inPhoto] ?? 0) ^ 0xff;
        await writeFile(file, bytes);
      },
      /files\/small\/.*webp is damaged/,
    ],
    [
      "another ZIP",
      () => rewrite((texts) => ({ ...mapped(texts, null), "hello.txt": "hello" })),
      /no manifest\.json/,
    ],
    ["no manifest", () => rewrite(() => ({ "manifest.json": null })), /no manifest\.json/],
    [
      "a manifest of something else",
      () => rewrite(() => ({ "manifest.json": "{}" })),
      /not an export of this program/,
    ],
    ["a manifest that is no JSON", () => rewrite(() => ({ "manifest.json": "{" })), /can't be read/],
    ["a newer format", () => manifestWith(() => ({ version: 2 })), /format 2.*format 1/],
    [
      "an unknown version",
      () => manifestWith(() => ({ schema: 1 })),
      /version .* that this one doesn't know/,
    ],
    ["a newer version", () => manifestWith(() => ({ schema: 9e15 })), /newer version.*Upgrade this site/],
    ["figures that were changed", () => manifestWith(() => ({ figures: {} })), /figures.*Visits/],
    ["a missing table", () => rewrite(() => ({ "visits.csv": null })), /visits\.csv is missing/],
    [
      "an unknown table",
      () =>
        manifestWith(({ tables }) => ({
          tables: { ...(tables as object), "x.csv": { rows: 0, sha256: "0".repeat(64) } },
        })),
      /x\.csv is not a table/,
    ],
    [
      "a changed row",
      () =>
        rewrite((texts) => ({ "visits.csv": texts["visits.csv"]?.replace("xqadacity", "xqadacitx") ?? "" })),
      /visits\.csv was changed/,
    ],
    [
      "a removed column",
      () =>
        rewrite((texts) => ({
          "visits.csv": texts["visits.csv"]?.replace("total_amount_cents", "price") ?? "",
        })),
      /visits\.csv has no column total_amount_cents/,
    ],
    [
      "an added column",
      () => rewrite((texts) => ({ "crews.csv": texts["crews.csv"]?.replaceAll("\r\n", ",x\r\n") ?? "" })),
      /crews\.csv has a column/,
    ],
    [
      "an open quote",
      () => rewrite((texts) => ({ "crews.csv": `${texts["crews.csv"]}"` })),
      /crews\.csv is not a complete CSV/,
    ],
    ["an empty table", () => rewrite(() => ({ "crews.csv": "" })), /crews\.csv is empty/],
    [
      "a path that leads elsewhere",
      () => rewrite(() => ({ "../evil.csv": "x" })),
      /name that is not allowed/,
    ],
    ["an absolute path", () => rewrite(() => ({ "/etc/evil.csv": "x" })), /name that is not allowed/],
  ])("%s", async (_, damage, reason) => {
    await damage();
    const before = await digestOf();
    const checked = await uploadAndCheck(target, taker(), file);
    expect(checked.status).toMatch(/refused|failed/);
    expect(checked.error).toMatch(reason);
    const taken = await takeUpload(target, taker(), { id: checked.id || crypto.randomUUID(), vault });
    expect(taken).toEqual({ status: "refused", error: "gone" });
    const { audit_log: _audit, ...after } = await digestOf();
    const { audit_log: _before, ...rest } = before;
    expect(after).toEqual(rest);
    expect(await uploads()).toEqual([]);
  });

  test("rows that contradict each other, though all checksums are right", async () => {
    await rewrite((texts) => {
      const crews = texts["crews.csv"]?.replaceAll(/,true,/g, ",perhaps,") ?? "";
      const manifest = JSON.parse(texts["manifest.json"] ?? "");
      manifest.tables["crews.csv"].sha256 = sha256(crews);
      return { "crews.csv": crews, "manifest.json": JSON.stringify(manifest) };
    });
    const checked = await uploadAndCheck(target, taker(), file);
    expect(checked.status).toBe("checked");
    const before = await digestOf();
    const taken = await takeUpload(target, taker(), { id: checked.id, vault });
    expect([taken.status, taken.error]).toEqual([
      "failed",
      expect.stringContaining("A row of crews can't be read"),
    ]);
    const { audit_log: _audit, ...after } = await digestOf();
    const { audit_log: _before, ...rest } = before;
    expect(after).toEqual(rest);
  });
});

const mapped = (texts: Record<string, string>, value: null) =>
  Object.fromEntries(Object.keys(texts).map((name) => [name, value]));
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("an export is taken back only", { timeout: 60_000 }, () => {
  test("on a site without visits of its own, also when the first comes after the check", async () => {
    const checked = await uploadAndCheck(target, taker(), file);
    await bookAndPay(target, target.ctx(), "xqbob", { date: "2026-06-03" });
    expect(await takeUpload(target, taker(), { id: checked.id, vault })).toEqual({
      status: "refused",
      error: "in use",
    });
    await target.pool.query("update exports set status = 'loading' where id = $1", [checked.id]);
    const world = { ...target.ctx(), connection: target.connection } as Parameters<typeof takeBack>[0];
    await takeBack(world, { id: checked.id, session_id: taker().actor.session_id });
    const { rows } = await target.pool.query("select status, error from exports where id = $1", [checked.id]);
    expect(rows).toEqual([{ status: "checked", error: expect.stringContaining("Nothing was changed") }]);
    expect((await target.pool.query("select 1 from bookings")).rows).toHaveLength(1);
  });

  test("on a site that is no demo", async () => {
    const checked = await uploadAndCheck(target, taker(), file);
    await setSetting(target.pool, "site.kind", "demo");
    expect(await takeUpload(target, taker(), { id: checked.id, vault })).toEqual({
      status: "refused",
      error: "demo",
    });
  });

  test("by who is still the owner once the files are stored", async () => {
    const checked = await uploadAndCheck(target, taker(), file);
    await target.pool.query("update exports set status = 'loading' where id = $1", [checked.id]);
    const { files } = target.ctx();
    const demoted = { ...files, put: async (content: Uint8Array) => demote().then(() => files.put(content)) };
    const demote = () => giveRole(target.pool, taker().actor.id, "dispatcher");
    const world = { ...target.ctx({ files: demoted }), connection: target.connection };
    await takeBack(world as Parameters<typeof takeBack>[0], {
      id: checked.id,
      session_id: taker().actor.session_id,
    });
    const { rows } = await target.pool.query("select status, error from exports where id = $1", [checked.id]);
    expect(rows).toEqual([{ status: "checked", error: "You are no longer signed in as the owner." }]);
    expect((await target.pool.query("select 1 from bookings")).rows).toEqual([]);
  });

  test("and stays taken back when its job, begun anew meanwhile, finds the site in use", async () => {
    const checked = await uploadAndCheck(target, taker(), file);
    await takeUpload(target, taker(), { id: checked.id, vault });
    const late = { id: checked.id, file: checked.file, error: new NotNow("The site has visits.") };
    await failExport(target.ctx(), late, "checked");
    const { rows } = await target.pool.query("select status, error from exports where id = $1", [checked.id]);
    expect(rows).toEqual([{ status: "loaded", error: null }]);
  });

  test("once, however often the form is sent", async () => {
    const checked = await uploadAndCheck(target, taker(), file);
    expect((await takeUpload(target, taker(), { id: checked.id, vault })).status).toBe("loaded");
    expect((await takeUpload(target, taker(), { id: checked.id, vault })).status).toBe("refused");
  });
});

describe("after an export was taken back", { timeout: 60_000 }, () => {
  const take = async () => {
    const checked = await uploadAndCheck(target, taker(), file);
    const taken = await takeUpload(target, taker(), { id: checked.id, vault });
    expect([taken.status, taken.error]).toEqual(["loaded", null]);
  };

  test("its owner signs in with the password from here, and others have none", async () => {
    await take();
    const browser = () => target.ctx().auth.forRequest("https://site.example", new Headers(), () => {});
    const enter = (email: string) => signIn(target.ctx(), browser(), { email, password: PASSWORD });
    expect((await enter("xqnewemail@mail.example")).ok).toBe(true);
    expect((await enter("xqownemail@mail.example")).ok).toBe(false);
  });

  test("an owner with the same email on both sites is one account", async () => {
    await target.clear();
    taker = await anOwner(target, "xqown");
    const mine = taker().actor;
    await take();
    const { rows } = await target.pool.query("select id from users");
    const { rows: theirs } = await source.pool.query("select id from users");
    expect(rows).toEqual(theirs);
    const { rows: open } = await target.pool.query("select user_id from sessions where id = $1", [
      mine.session_id,
    ]);
    expect(open).toEqual([{ user_id: theirs[0].id }]);
  });

  test("keeps the secrets and the kind of this site, and takes the rest of the settings", async () => {
    await setSetting(source.pool, "general.company_name", "Lakeside");
    await setSetting(source.pool, "email.smtp_host", "mail.there.example");
    await setSetting(target.pool, "email.smtp_host", "mail.here.example");
    const owner = await anOwner(source, "xqtwo");
    await copyFile(await exportEverything(source, owner()), file);
    await take();
    const { rows } = await target.pool.query(
      "select key, value from admin_settings where key in ('company_name', 'smtp_host') order by key",
    );
    expect(rows).toEqual([
      { key: "company_name", value: "Lakeside" },
      { key: "smtp_host", value: "mail.here.example" },
    ]);
  });

  test("has no mail server, keys or kind from an export that was made by hand", async () => {
    await rewrite((texts) => {
      const [head = "", ...lines] = (texts["settings.csv"] ?? "").replace("\ufeff", "").split("\r\n");
      const own = [
        ["email", "smtp_host", "mail.evil.example"],
        ["site", "kind", "demo"],
      ].map(([category = "", key = "", value = ""]) => {
        const at = "2026-01-01T00:00:00Z";
        const cells: Record<string, string> = {
          ...{ id: crypto.randomUUID(), category, key, value, created_at: at, updated_at: at },
        };
        return head.split(",").map((heading) => cells[heading] ?? "");
      });
      const settings = `\ufeff${[head, ...own.map(String), ...lines].join("\r\n")}`;
      const manifest = JSON.parse(texts["manifest.json"] ?? "");
      const said = manifest.tables["settings.csv"];
      manifest.tables["settings.csv"] = { rows: said.rows + own.length, sha256: sha256(settings) };
      return { "settings.csv": settings, "manifest.json": JSON.stringify(manifest) };
    });
    await take();
    const { rows } = await target.pool.query(
      "select key from admin_settings where key in ('smtp_host', 'kind')",
    );
    expect(rows).toEqual([]);
  });

  test("emails are held but those to staff and of sign-in, until the owner switches them on", async () => {
    await take();
    const send = async (to: string, occasion: string) => {
      await sendEmailOnce(target.ctx(), {
        to,
        occasion,
        from: { name: "White Birch", address: "a@white-birch.example" },
        subject: "s",
        html: "h",
        text: "t",
        attachments: [],
      });
      const { rows } = await target.pool.query("select status, error from mails where occasion = $1", [
        occasion,
      ]);
      return rows[0];
    };
    expect(await send("xqada@mail.example", "reminder:1")).toEqual({
      status: "failed",
      error: expect.stringContaining("Moving out"),
    });
    expect((await send("xqada@mail.example", "password-reset:1")).status).toBe("kept");
    expect((await send("xqnewemail@mail.example", "notice:1")).status).toBe("kept");
    await switchEmailsOn(taker());
    expect((await send("xqada@mail.example", "reminder:2")).status).toBe("kept");
    const { category, key } = EMAILS_SETTING;
    const { rows } = await target.pool.query(
      "select 1 from admin_settings where category = $1 and key = $2",
      [category, key],
    );
    expect(rows).toEqual([]);
  });
});

describe("exports", () => {
  test("hold their tables against a reset, which would empty them half-way", async () => {
    const files = dumpEverything(source.ctx(), { onProgress: async () => {}, onEnd: () => {} });
    await files.next();
    for (const table of ["customers", "bookings", "work_feeds"]) {
      const empty = source.ownerDb.transaction((tx) =>
        tx.execute(`lock table ${table} in access exclusive mode nowait`),
      );
      if (table === "work_feeds") await empty;
      else await expect(empty, table).rejects.toMatchObject({ cause: { code: "55P03" } });
    }
    await files.return(undefined);
  });

  test("are whole although their job was begun anew while it still ran", async () => {
    const id = crypto.randomUUID();
    await startExport(taker(), id);
    await Promise.all([makeExport(target.ctx(), id), makeExport(target.ctx(), id)]);
    const { rows } = await target.pool.query(
      "select action from audit_log where entity = 'export' order by 1",
    );
    expect(rows).toEqual([{ action: "export.made" }, { action: "export.started" }]);
    const made = await target.pool.query("select file from exports");
    const exports = path.join(target.dataDir, "exports");
    expect(await readdir(exports)).toEqual([made.rows[0].file]);
    await (await openZip(path.join(exports, made.rows[0].file))).close();
  });

  test("leave no file behind that no row lists, such as an upload whose process was killed", async () => {
    const exports = path.join(target.dataDir, "exports");
    await mkdir(exports, { recursive: true });
    const [old, young] = ["white-birch-upload-1.zip.part", "white-birch-upload-2.zip.part"];
    for (const name of [old, young]) await writeFile(path.join(exports, name), "PK");
    const days = (count: number) => target.clock.now.subtract({ hours: 24 * count }).epochMilliseconds / 1000;
    await utimes(path.join(exports, old), days(2), days(2));
    await utimes(path.join(exports, young), days(0), days(0));
    await forgetExports(target.ctx());
    expect(await readdir(exports)).toEqual([young]);
  });

  test("are made one at a time, and a form that is sent twice asks once", async () => {
    const id = crypto.randomUUID();
    expect(await startExport(taker(), id)).toEqual({ ok: true });
    expect(await startExport(taker(), id)).toEqual({ ok: true });
    expect(await startExport(taker(), crypto.randomUUID())).toEqual({ ok: false, reason: "running" });
    expect(await target.queues.waiting("make-export")).toEqual([{ id }]);
  });

  test("are deleted after seven days with their files, and end when their process has gone", async () => {
    await exportEverything(target, taker());
    const later = target.ctx({ now: target.clock.now.add({ hours: 24 * 7 + 1 }) });
    await startExport(taker(), crypto.randomUUID());
    await forgetExports(later);
    const { rows } = await target.pool.query("select status from exports");
    expect(rows).toEqual([]);
    expect(await readdir(path.join(target.dataDir, "exports"))).toEqual([]);
  });
});
