import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, test } from "vitest";
import { revealCodes } from "../../app/features/customers/codes/reveal.server";
import { makeBackup } from "../../app/features/operations/backup/create.server";
import { backupPath } from "../../app/features/operations/backup/file/file.server";
import { readCompany } from "../../app/features/operations/settings/queries.server";
import { readWorkCalendar } from "../../app/features/scheduling/board/calendar-feeds.server";
import { openLog } from "../../app/platform/log.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { rowsWith } from "../support/everywhere";
import { officeVisitor } from "../support/office-visitor";
import { hiddenField } from "../support/profile-visitor";
import { routeAddress, siteRoutes } from "../support/route-table";
import { signedIn } from "../support/sign-in";
import { giveRole } from "../support/staff";
import { toastOf } from "../support/visitor";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { pool, ctx, clock, clear, get, app, runtime, queues, dataDir } = site;
const office = officeVisitor(site);
const PLANTED = "plantedheron71309";

let ada: Awaited<ReturnType<typeof signedIn>>;
let home: string;
let booking: string;
let lines: string[] = [];

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  lines = [];
  runtime.log = openLog("trace", { write: (line: string) => void lines.push(line) });
  ada = await signedIn(site);
  await office.signIn();
  const { rows } = await pool.query(
    `insert into properties (user_id, property_type, address_line1, city, state, zip_code, special_instructions)
     values ($1, 'residential', '7 Elm Street', 'Pittsfield', 'NH', '03263', 'Dog inside, lockbox 4711') returning id`,
    [ada.id],
  );
  home = rows[0].id;
  booking = (await confirmedVisit(ctx(), pool)).id;
  await pool.query("update bookings set property_id = $2, user_id = $3, customer_id = $3 where id = $1", [
    booking,
    home,
    ada.id,
  ]);
});

const page = async (path = `/profile/homes/${home}/codes`) => {
  const answer = await get(path, { Cookie: ada.cookie });
  const html = await answer.text();
  return { status: answer.status, headers: answer.headers, html, text: visibleText(html) };
};

async function send(fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const request = { method: "POST", headers: { Cookie: ada.cookie }, body };
  const answer = await app.request(new Request(`${ORIGIN}/profile/homes/${home}/codes`, request));
  return { status: answer.status, toast: toastOf(answer), html: await answer.text() };
}

const FORM = { intent: "add", kind: "code", label: "Front door lockbox", value: PLANTED };
const add = async () => send({ ...FORM, code_id: hiddenField((await page()).html, "code_id") });

/** Maria of the visit's crew looks at the codes, at the time of the visit. */
async function look() {
  const { rows } = await pool.query(
    `with member as (insert into crew_members (crew_id, name) select crew_id, 'Maria Silva' from bookings where id = $1
       returning id)
     insert into crew_phones (member_id, secret_hash, name, pin_hash, unlocked_until, last_seen_at)
     select id, 'x', 'Chrome on Android', 'x', now(), now() from member returning id as phone_id, member_id`,
    [booking],
  );
  clock.set("2026-06-10T12:00:00Z");
  const outcome = await revealCodes({ ...ctx(), log: runtime.log }, { booking_id: booking, ...rows[0] });
  expect(outcome).toMatchObject({ ok: true, codes: [{ value: PLANTED }] });
}

describe("a customer's page of entry codes", () => {
  test("saves a code, which it never shows again, and lists who looked", async () => {
    expect((await page()).text).toContain("No codes yet");
    expect(await add()).toMatchObject({ status: 303, toast: { title: "Code saved" } });
    const { html, text, headers } = await page();
    expect(text).toContain("Front door lockbox");
    expect(text).toContain("Saved Jun 01, 2026, 8:00 AM by you");
    expect(text).toContain("Nobody has looked at them.");
    expect(html).not.toContain(PLANTED);
    expect(headers.get("Cache-Control")).toBe("no-store");
    await look();
    const log = (await page()).text;
    for (const words of ["Maria", "Jun 10, 2026, 8:00 AM", "Chrome on Android"]) expect(log).toContain(words);
    expect(log).not.toContain("Silva");
  });

  test("says what is wrong beside the field, and never repeats the code", async () => {
    const code_id = randomUUID();
    const wrong = await send({ ...FORM, code_id, label: "Lockbox 4711" });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("Leave the code itself out of what it opens");
    expect(wrong.html).toContain('value="Lockbox 4711"');
    expect(wrong.html).not.toContain(PLANTED);
    expect((await send({ ...FORM, code_id, value: "" })).html).toContain("Enter the code.");
    expect((await send({ ...FORM, code_id: "7" })).html).toContain("This form is too old. Reload the page.");
    expect((await send({ intent: "conjure" })).status).toBe(400);
    expect((await send({ intent: "replace", code_id, value: "1" })).status).toBe(404);
    expect((await pool.query("select from entry_codes")).rowCount).toBe(0);
  });

  test("replaces and removes a code", async () => {
    await add();
    const code_id = (await pool.query("select id from entry_codes")).rows[0].id;
    expect((await send({ intent: "replace", code_id, value: "" })).html).toContain("Enter the code.");
    expect((await send({ intent: "replace", code_id, value: "new" })).toast?.title).toBe("Code replaced");
    expect((await send({ intent: "remove", code_id })).toast?.title).toBe("Code removed");
    expect((await page()).text).toContain("No codes yet");
  });

  test("offers to move a code out of the instructions, with what remains", async () => {
    expect((await page("/profile?tab=property-details")).html).toContain(
      `href="/profile/homes/${home}/codes"`,
    );
    expect((await page("/profile?tab=property-details")).text).toContain("Something here looks like a code.");
    expect((await page()).html).toContain("lockbox 4711</mark>");
    const found = { source: "home", id: home, words: "lockbox 4711" };
    expect((await send({ intent: "move", ...found })).toast).toMatchObject({ title: "Code sealed" });
    const { text } = await page();
    expect([text.includes("Lockbox"), text.includes("4711")]).toEqual([true, false]);
    const { rows } = await pool.query("select special_instructions from properties where id = $1", [home]);
    expect(rows).toEqual([{ special_instructions: "Dog inside" }]);
    expect((await page("/profile?tab=property-details")).text).not.toContain("held a code");
    expect((await send({ intent: "move", ...found })).status).toBe(409);
  });
});

describe("the office", () => {
  const codes = () => `/admin/homes/${home}/codes`;

  test("sees a code only after asking, in that response only, and is in the log", async () => {
    await add();
    const before = await office.page(codes());
    expect(before.text).toContain("Front door lockbox");
    expect(before.html).not.toContain(PLANTED);
    const shown = await office.post(codes(), { intent: "reveal" });
    expect([shown.status, shown.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(shown.text).toContain(PLANTED);
    const after = await office.page(codes());
    expect(after.html).not.toContain(PLANTED);
    expect(after.text).toContain("Amira");
    expect((await page()).text).toContain("Our office");
  });

  test("finds the codes from the booking and the customer, with who saw them", async () => {
    await add();
    await look();
    const ofBooking = await office.page(`/admin/bookings/${booking}`);
    expect(ofBooking.html).toContain(`href="${codes()}"`);
    for (const words of ["1 code saved.", "Maria Silva", "Chrome on Android"])
      expect(ofBooking.text).toContain(words);
    expect((await office.page(`/admin/customers/${ada.id}`)).html).toContain(`href="${codes()}"`);
  });

  test("makes a home of a booking's address to keep codes with", async () => {
    await pool.query("update bookings set property_id = null, address_line1 = '9 New Street'");
    expect((await office.page(`/admin/bookings/${booking}`)).text).toContain("Add codes");
    const { to } = await office.post(`/admin/bookings/${booking}`, { intent: "open-home" });
    const { rows } = await pool.query("select id from properties where address_line1 = '9 New Street'");
    expect(to).toBe(`/admin/homes/${rows[0].id}/codes`);
    expect((await office.post(to ?? "", { ...FORM, code_id: randomUUID() })).status).toBe(303);
    expect((await office.page(`/admin/bookings/${booking}`)).text).toContain("1 code saved.");
  });

  test("moves or dismisses codes in notes of all customers", async () => {
    await pool.query("update bookings set notes = 'Pin 1887 is our photo'");
    const list = "/admin/customers/codes";
    const { text } = await office.page(list);
    for (const words of ["lockbox 4711", "Pin 1887"]) expect(text).toContain(words);
    const dismissed = { source: "booking", id: booking, words: "Pin 1887" };
    expect((await office.post(list, { intent: "dismiss", ...dismissed })).status).toBe(303);
    expect((await office.page(list)).text).not.toContain("Pin 1887");
    const found = { source: "home", id: home, words: "lockbox 4711" };
    expect((await office.post(list, { intent: "move", ...found })).status).toBe(303);
    expect((await office.page(list)).text).toContain("No codes in notes");
    expect((await office.post(list, { intent: "move", ...found })).text).toContain(
      "The note was changed meanwhile",
    );
    expect((await office.post(list, { intent: "move", source: "moon" })).status).toBe(400);
  });

  test("of a role without the permission sees neither codes nor links to them", async () => {
    const bo = await signedIn(site);
    await giveRole(pool, bo.id, "bookkeeper");
    const see = async (path: string) => {
      const answer = await get(path, { Cookie: bo.cookie });
      return { status: answer.status, html: await answer.text() };
    };
    for (const path of [codes(), "/admin/customers/codes"]) expect((await see(path)).status).toBe(403);
    expect((await office.post(codes(), { intent: "reveal" }, bo.cookie)).status).toBe(403);
    expect((await office.post(`/admin/bookings/${booking}`, { intent: "open-home" }, bo.cookie)).status).toBe(
      403,
    );
    for (const path of [`/admin/bookings/${booking}`, `/admin/customers/${ada.id}`, "/admin/customers"])
      expect((await see(path)).html).not.toMatch(/href="[^"]*\/codes"/);
  });
});

test("a saved code is in no row, page, file, feed, email, log or backup", async () => {
  await pool.query("insert into mail_choices (user_id, reveals) values ($1, true)", [ada.id]);
  await add();
  await look();
  await office.post(`/admin/homes/${home}/codes`, { intent: "reveal" });
  await queues.run("codes-shown-mail");
  expect((await pool.query("select from mails where occasion like 'codes-shown:%'")).rowCount).toBe(1);
  expect((await pool.query("select from entry_code_reveals")).rowCount).toBe(2);
  const amira = (await signedIn(site, { role: "admin" })).cookie;
  const ids = { homes: home, bookings: booking, customers: ada.id, profile: home };
  const addresses = [
    ...siteRoutes().map(({ pattern }) => routeAddress(pattern, ids)),
    "/profile?tab=property-details",
    `/admin/search?q=${PLANTED}`,
    `/admin/search.json?q=${PLANTED.slice(0, 12)}`,
    `/api/bookings/${booking}`,
    "/admin/schedule?view=day&date=2026-06-10",
  ];
  let read = 0;
  for (const address of addresses)
    for (const Cookie of [ada.cookie, amira]) {
      const text = await (await get(address, { Cookie })).text();
      read += text.length;
      const said = address.includes("search") ? text.replaceAll(PLANTED, "") : text;
      expect(said.includes(PLANTED), address).toBe(false);
    }
  expect(read).toBeGreaterThan(1_000_000);
  const zip = await app.request(
    new Request(`${ORIGIN}/profile/data.zip`, { method: "POST", headers: { Cookie: ada.cookie } }),
  );
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const data = Object.values(files)
    .map((file) => strFromU8(file))
    .join();
  expect(data).toContain("Front door lockbox");
  const feed = (await readWorkCalendar(ctx(), await readCompany(ctx()), null))?.replaceAll("\r\n ", "");
  expect(feed).toContain("(entry code: see the app)");
  const backup = await makeBackup({ ...ctx(), actor: { kind: "system" } }, "manual");
  if (!backup.ok) throw new Error("No backup was made");
  const stored = await pool.query("select file from backups");
  const dump = gunzipSync(await readFile(backupPath(dataDir, stored.rows[0].file))).toString();
  expect(dump).toContain("Front door lockbox");
  const log = lines.join("\n");
  expect(log.length).toBeGreaterThan(0);
  for (const [where, text] of Object.entries({ data, feed: feed ?? "", dump, log }))
    expect(text.includes(PLANTED), where).toBe(false);
  expect(feed).not.toContain("ockbox");
  expect(await rowsWith(pool, PLANTED)).toEqual({});
}, 60_000);
