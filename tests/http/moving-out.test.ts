import { unzipSync } from "fflate";
import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { setSetting } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";
import { signedIn } from "../support/sign-in";
import { giveRole } from "../support/staff";

const site = await testApp();
const { app, pool, clear, queues, get } = site;
const { signIn, page, post } = officeVisitor(site);
const PAGE = "/admin/settings/moving-out";
let cookie = "";

beforeEach(async () => {
  await clear();
  await pool.query("delete from exports");
  cookie = (await signIn()).cookie;
});

/** Uploads a file as the form does; the toast that it leads to, and the page that refuses it. */
async function upload(content: Uint8Array | string, as = cookie) {
  const body = new FormData();
  body.set("file", new File([content as BlobPart], "export.zip", { type: "application/zip" }));
  const request = { method: "POST", headers: { Cookie: as }, body };
  const response = await app.request(new Request(`${ORIGIN}/admin/exports/upload`, request));
  const { status, headers } = response;
  const kept = /wb_toast=([\w-]+)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "";
  return {
    status,
    to: headers.get("Location"),
    toast: Buffer.from(kept, "base64url").toString(),
    text: await response.text(),
  };
}

async function exportIt(): Promise<{ link: string; zip: Uint8Array }> {
  expect((await post(PAGE, { intent: "export" })).status).toBe(303);
  expect((await page(PAGE)).text).toContain("0% done");
  await queues.run("make-export");
  const link = /\/admin\/exports\/[0-9a-f-]{36}/.exec((await page(PAGE)).html)?.[0] ?? "";
  const file = await get(link, { Cookie: cookie });
  expect(file.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="white-birch-export-.*\.zip"$/,
  );
  expect(file.headers.get("Cache-Control")).toBe("no-store");
  return { link, zip: new Uint8Array(await file.arrayBuffer()) };
}

describe("moving out without script", () => {
  test("goes from the button to a ZIP that any program opens, and it is in the activity", async () => {
    const before = await page(PAGE);
    expect(before.text).toContain("entry codes of all homes, in clear text");
    const { zip } = await exportIt();
    const files = unzipSync(zip);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(["README.txt", "columns.csv", "customers.csv", "manifest.json"]),
    );
    const activity = (await page("/admin/activity")).text;
    for (const done of ["started an export of everything", "downloaded an export of everything"])
      expect(activity).toContain(done);
  });

  test("goes back in on an empty site, whose page shows the figures of both sides", async () => {
    const { zip } = await exportIt();
    expect(await upload(zip)).toMatchObject({
      status: 303,
      to: PAGE,
      toast: expect.stringContaining("being checked"),
    });
    await queues.run("check-export");
    const checked = await page(PAGE);
    expect(checked.text).toContain("In the export");
    const [, id = ""] = /take=([0-9a-f-]{36})/.exec(checked.html) ?? [];
    const asking = await page(`${PAGE}?take=${id}`);
    expect(asking.text).toContain("Type TAKE BACK to confirm");
    const refused = await post(PAGE, { intent: "take-back", id, confirm: "take it" });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("Type TAKE BACK to confirm"),
    ]);
    expect(refused.html).toContain('value="take it"');
    expect((await post(PAGE, { intent: "take-back", id, confirm: " TAKE BACK " })).status).toBe(303);
    expect((await post(PAGE, { intent: "take-back", id, confirm: "TAKE BACK" })).status).toBe(409);
    await queues.run("load-export");
    const loaded = await page(PAGE);
    expect(loaded.text).toContain("On this site");
    expect(loaded.text).toContain("Emails are off since this site took an export back");
    expect((await post(PAGE, { intent: "emails-on" })).status).toBe(303);
    expect((await page(PAGE)).text).not.toContain("Emails are off");
    expect((await page("/admin/activity")).text).toContain("took an export back");
  }, 60_000);

  test("says why an upload is refused, and keeps nothing of it", async () => {
    const refused = await upload("hello");
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("not a ZIP file")]);
    expect(refused.text).toContain("ZIP of an export");
    expect(await upload("")).toMatchObject({ status: 400, text: expect.stringContaining("Choose the ZIP") });
    const body = new URLSearchParams({ file: "x" });
    const sent = await app.request(
      new Request(`${ORIGIN}/admin/exports/upload`, { method: "POST", headers: { Cookie: cookie }, body }),
    );
    expect(sent.status).toBe(400);
    const { rows } = await pool.query("select 1 from exports");
    expect(rows).toEqual([]);
  });

  test("refuses a ZIP that was changed with the name of its file", async () => {
    const { zip } = await exportIt();
    const text = Buffer.from(zip);
    const place = text.indexOf("activity.csv") + 40;
    text[place] = (text[place] ?? 0) ^ 0xff;
    await upload(text);
    await queues.run("check-export");
    expect((await page(PAGE)).text).toMatch(/damaged|changed|no complete CSV|can't be read|larger/);
  });

  test("offers another try of an export that failed, which takes its place, and names a missing file", async () => {
    await pool.query(
      "insert into exports (origin, status, file, error, expires_at) values ('made', 'failed', 'a.zip', 'The photos could not be read.', now() + interval '1 day')",
    );
    const failed = await page(PAGE);
    expect(failed.text).toContain("The photos could not be read.");
    expect(failed.text).toContain("Try again");
    const { rows } = await pool.query(
      `insert into files (kind, status, media_type, sha256, bytes) values ('photo', 'stored', 'image/webp', '${"0".repeat(64)}', 1) returning id`,
    );
    await exportIt();
    const made = await page(PAGE);
    expect(made.text).not.toContain("The photos could not be read.");
    expect(made.text).toContain("1 stored file is missing");
    expect(made.text).toContain(`files/${rows[0].id}.webp (used nowhere)`);
    await pool.query("delete from files");
  });

  test("offers no way back on the demo or a site in use", async () => {
    await setSetting(pool, "site.kind", "demo");
    expect((await page(PAGE)).text).toContain("This is the demo.");
    await setSetting(pool, "site.kind", "own");
    await pool.query("insert into customers (first_name) values ('Ada')");
    expect((await page(PAGE)).text).toContain("already has 1 customer");
    const id = crypto.randomUUID();
    expect((await page(PAGE)).text).not.toContain("Upload and check");
    const refused = await post(PAGE, { intent: "take-back", id, confirm: "TAKE BACK" });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("on an empty site")]);
  });

  test("answers forms that make no sense without harm", async () => {
    for (const form of [
      { intent: "delete", id: "x" },
      { intent: "toString" },
      { intent: "take-back" },
    ] as Record<string, string>[])
      expect((await post(PAGE, form)).status).toBe(303);
    for (const id of ["x", crypto.randomUUID()])
      expect((await get(`/admin/exports/${id}`, { Cookie: cookie })).status).toBe(404);
  });
});

describe("everything of the site is for owners only,", () => {
  test("with a proof of the last ten minutes", async () => {
    const { link, zip } = await exportIt();
    await pool.query("update sessions set proved_at = now() - interval '11 minutes'");
    const file = await get(link, { Cookie: cookie });
    expect([file.status, file.headers.get("Location")]).toEqual([303, expect.stringMatching(/^\/proof/)]);
    expect((await page(PAGE)).status).toBe(200);
    for (const intent of ["export", "take-back", "emails-on"])
      expect((await post(PAGE, { intent })).status).toBe(428);
    expect((await upload(zip)).status).toBe(428);
    const { rows } = await pool.query("select origin from exports");
    expect(rows).toEqual([{ origin: "made" }]);
  });

  test("and no manager opens the page, a file or sends a form", async () => {
    const { link } = await exportIt();
    const { cookie: managers, id } = await signedIn(site, { first_name: "Mia" });
    await giveRole(pool, id, "manager");
    for (const address of [PAGE, link]) expect((await get(address, { Cookie: managers })).status).toBe(403);
    for (const intent of ["export", "delete"])
      expect((await post(PAGE, { intent }, managers)).status).toBe(403);
    expect((await upload("x", managers)).status).toBe(403);
    expect(
      await get("/admin/settings/advanced", { Cookie: managers }).then((answer) => answer.text()),
    ).not.toContain(`href="${PAGE}"`);
  });
});
