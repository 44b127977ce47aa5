import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aCrewsDay } from "../support/crew";
import { officeVisitor } from "../support/office-visitor";
import { hiddenField } from "../support/profile-visitor";
import { signedIn } from "../support/sign-in";
import { giveRole, staffCtx } from "../support/staff";
import { toastOf } from "../support/visitor";

const site = await testApp();
const { pool, clock, clear, get, app } = site;
const office = officeVisitor(site);

let ada: Awaited<ReturnType<typeof signedIn>>;
let eve: Awaited<ReturnType<typeof signedIn>>;
let amira: Awaited<ReturnType<typeof office.signIn>>;
let home: string;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  ada = await signedIn(site);
  eve = await signedIn(site, { email: "eve@mail.example" });
  amira = await office.signIn();
  const { rows } = await pool.query(
    `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
     values ($1, 'residential', '7 Elm Street', 'Pittsfield', 'NH', '03263') returning id`,
    [ada.id],
  );
  home = rows[0].id;
});

const photo = async (name = "drive.png", width = 40) => {
  const create = { width, height: 30, channels: 3, background: "#2a6" } as const;
  const bytes = await sharp({ create })
    .withExif({ IFD0: { Copyright: "Planted" } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], name);
};

const pages = () => ({ own: `/profile/homes/${home}/photos`, office: `/admin/homes/${home}` });

async function page(path: string, Cookie = ada.cookie) {
  const answer = await get(path, { Cookie });
  const html = await answer.text();
  return { status: answer.status, html, text: visibleText(html) };
}

/** Sends a form of a page as a browser without script does. */
async function send(path: string, fields: Record<string, string>, files: File[] = [], Cookie = ada.cookie) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const file of files) body.append("photos", file);
  const request = { method: "POST", body, headers: { Cookie, Origin: ORIGIN } };
  const answer = await app.request(new Request(ORIGIN + path, request));
  const html = await answer.text();
  return { status: answer.status, toast: toastOf(answer)?.title, html, text: visibleText(html) };
}

const add = (fields: Record<string, string> = {}, files: File[] = [], path = pages().own) =>
  send(path, { intent: "add-photos", ...fields }, files);
const photos = async () =>
  (await pool.query("select * from home_photos order by created_at")).rows as {
    id: string;
    caption: string;
  }[];

describe("a customer", () => {
  test("adds photos of a home with a caption, and sees them there and with the home", async () => {
    const form_id = hiddenField((await page(pages().own)).html, "form_id");
    const sent = { form_id, caption: " The  drive " };
    const files = [await photo(), await photo("door.png", 50)];
    expect(await add(sent, files)).toMatchObject({ status: 303, toast: "Photos added" });
    expect(await add(sent, files)).toMatchObject({ status: 303 });
    expect((await photos()).map(({ caption }) => caption)).toEqual(["The drive", "The drive"]);
    const { html, text } = await page(pages().own);
    expect(text).toContain("The drive");
    const [, small = ""] = /<img src="(\/files\/[^"]+)"/.exec(html) ?? [];
    const file = await get(small.replaceAll("&amp;", "&"));
    expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect(Buffer.from(await file.arrayBuffer()).includes("Planted")).toBe(false);
    const list = await page("/profile?tab=property-details");
    expect(list.html).toContain('alt="The drive, opens in a new tab"');
    expect(list.html).toContain(`href="${pages().own}"`);
  });

  test("keeps the good ones of several, and reads what is wrong with the others", async () => {
    const wrong = new File(["text"], "notes <b>.txt");
    const large = new File([new Uint8Array(16_000_000)], "large.jpg");
    const answer = await add({ caption: "The drive" }, [await photo(), wrong, large]);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("notes &lt;b&gt;.txt: This file is not a picture.");
    expect(answer.text).toContain("large.jpg: The photo is larger than 15 MB. Choose a smaller one.");
    expect(await photos()).toHaveLength(1);
    const none = await add();
    expect([none.status, none.text.includes("Choose at least one photo.")]).toEqual([400, true]);
  });

  test("reads that a form of too many photos was cut off, and sees those that came", async () => {
    const { html } = await page(pages().own);
    const [form = ""] = /<form(?:(?!<form).)*name="photos".*?<\/form>/s.exec(html) ?? [];
    const names = [...form.matchAll(/name="([^"]+)"/g)].map(([, name]) => name);
    expect(names.indexOf("intent")).toBeLessThan(names.indexOf("photos")); // browsers send fields in this order
    const many = await Promise.all(Array.from({ length: 40 }, (_, index) => photo(`${index}.png`)));
    const answer = await add({}, many);
    expect(answer.text).toContain("Something was cut off on the way.");
    expect(await photos()).toHaveLength(8);
  });

  test.each([
    ["c".repeat(121), "Caption can have at most 120 characters."],
    ["Lockbox 4711", "Caption looks as if it held a code."],
  ])("reads what is wrong with the caption %s, and nothing is kept", async (caption, words) => {
    const answer = await add({ caption }, [await photo()]);
    expect([answer.status, answer.text.includes(words)]).toEqual([400, true]);
    expect(answer.html).toContain(`value="${caption}"`);
    expect(await photos()).toEqual([]);
    expect((await pool.query("select from files")).rowCount).toBe(0);
  });

  test("changes a caption and removes a photo", async () => {
    await add({}, [await photo()]);
    const [one] = await photos();
    const change = { intent: "caption", photo: one?.id ?? "", caption: "The gate" };
    expect(await send(pages().own, change)).toMatchObject({ status: 303, toast: "Caption saved" });
    expect((await photos())[0]?.caption).toBe("The gate");
    const refused = await send(pages().own, { ...change, caption: "Gate code 2580" });
    expect([refused.status, refused.text.includes("Keep codes and keys")]).toEqual([400, true]);
    const remove = { ...change, intent: "remove-photo" };
    expect(await send(pages().own, remove)).toMatchObject({ status: 303, toast: "Photo removed" });
    expect(await photos()).toEqual([]);
    expect((await send(pages().own, remove)).status).toBe(404);
  });

  test("is told when a home has all photos that it may have", async () => {
    const eight = await Promise.all(Array.from({ length: 8 }, () => photo()));
    expect((await add({}, eight)).status).toBe(303);
    expect((await page(pages().own)).text).toContain("A home can have 8 photos. Remove one to add another.");
    expect((await add({}, [await photo()])).text).toContain("A home can have at most 8 photos.");
    expect(await photos()).toHaveLength(8);
  });

  test("reads nothing of another customer's home, and sends nothing there", async () => {
    await add({ caption: "The drive" }, [await photo()]);
    const [one] = await photos();
    expect((await page(pages().own, eve.cookie)).status).toBe(404);
    for (const intent of ["add-photos", "caption", "remove-photo"]) {
      const form = { intent, photo: one?.id ?? "", caption: "Mine" };
      expect((await send(pages().own, form, [await photo()], eve.cookie)).status).toBe(404);
    }
    expect(await photos()).toMatchObject([{ caption: "The drive" }]);
  });

  test("gets an answer for a body that is no form, and for one that was cut off", async () => {
    const post = (body: BodyInit, headers = {}) =>
      app.request(
        new Request(ORIGIN + pages().own, {
          method: "POST",
          body,
          headers: { Cookie: ada.cookie, ...headers },
        }),
      );
    for (const type of ["text/plain", "multipart/form-data; boundary=x"])
      expect((await post("--x\r\nhalf", { "Content-Type": type })).status).toBe(400);
  });

  test("may change photos so often in an hour, and no more", async () => {
    const limited = await testApp({ rateLimitFactor: 0.02 });
    const { id, cookie } = await signedIn(limited);
    const { rows } = await limited.pool.query(
      `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
       values ($1, 'residential', '7 Elm Street', 'Pittsfield', 'NH', '03263') returning id`,
      [id],
    );
    const url = `${ORIGIN}/profile/homes/${rows[0].id}/photos`;
    const post = () => {
      const request = { method: "POST", body: new FormData(), headers: { Cookie: cookie, Origin: ORIGIN } };
      return limited.app.request(new Request(url, request));
    };
    expect([(await post()).status, (await post()).status]).toEqual([400, 429]);
  });
});

describe("the office", () => {
  const notes = { intent: "save-notes", pets: "Two cats", parking: "Behind", special_instructions: "Ring" };
  const versionIn = (html: string) => hiddenField(html, "version");
  const version = async () => versionIn((await page(pages().office, amira.cookie)).html);
  const save = async (fields: Record<string, string>) => send(pages().office, fields, [], amira.cookie);

  test("says what crews should know of a home, which its customer reads", async () => {
    const panel = await page(`/admin/customers/${ada.id}`, amira.cookie);
    expect(panel.html).toContain(`href="${pages().office}"`);
    expect(await save({ ...notes, version: await version() })).toMatchObject({ toast: "Home saved" });
    for (const [path, cookie] of [
      [pages().office, amira.cookie],
      [`/admin/customers/${ada.id}`, amira.cookie],
      ["/profile?tab=property-details", ada.cookie],
    ] as const) {
      const { text } = await page(path, cookie);
      for (const words of ["Two cats", "Behind", "Ring"]) expect(text, path).toContain(words);
    }
    const { rows } = await pool.query(
      "select details from audit_log where action = 'property.notes_changed'",
    );
    expect(rows).toEqual([{ details: { changed: ["special_instructions", "pets", "parking"] } }]);
    expect((await page("/admin/activity", amira.cookie)).text).toContain("changed what crews should know");
  });

  test("reads what is wrong, and overwrites nothing that somebody else changed", async () => {
    const long = await save({ ...notes, pets: "p".repeat(301), version: await version() });
    expect([long.status, long.text.includes("Pets can have at most 300 characters.")]).toEqual([400, true]);
    const old = await version();
    clock.advance({ minutes: 1 });
    await save({ ...notes, version: old });
    const late = await save({ ...notes, pets: "A dog", version: old });
    expect(late.status).toBe(409);
    expect(late.text).toContain("Somebody else changed this home");
    expect(late.text).toContain("A dog");
    expect(late.text).toContain(`Saved now: ${notes.pets}`);
    expect(late.text).not.toContain(`Saved now: ${notes.parking}`); // both say the same
    expect((await save({ ...notes, pets: "A dog", version: versionIn(late.html) })).status).toBe(303);
  });

  test("finds a code in them, and moves it", async () => {
    await save({ ...notes, parking: "Behind, gate code 2580", version: await version() });
    expect((await page("/profile?tab=property-details")).text).toContain("Something here looks like a code.");
    expect((await page("/admin/customers/codes", amira.cookie)).text).toContain("Parking of 7 Elm Street");
  });

  test("adds photos, and reads and changes nothing without the right to", async () => {
    const form = { intent: "add-photos", caption: "The drive" };
    expect((await send(pages().office, form, [await photo()], amira.cookie)).status).toBe(303);
    expect((await page(pages().office, amira.cookie)).text).toContain("The drive");
    const reader = await signedIn(site, { email: "bea@mail.example" });
    await giveRole(pool, reader.id, "bookkeeper");
    const seen = await page(pages().office, reader.cookie);
    expect(seen.html).not.toContain('name="intent"');
    expect((await send(pages().office, form, [await photo()], reader.cookie)).status).toBe(403);
    expect(await photos()).toHaveLength(1);
    expect((await page(`/admin/homes/${ada.id}`, amira.cookie)).status).toBe(404);
  });
});

describe("a crew's phone", () => {
  let its: Awaited<ReturnType<typeof aCrewsDay>>;
  let address: string;

  /** A visit at Ada's home on June 10. */
  beforeEach(async () => {
    await add({ caption: "The drive" }, [await photo()]);
    const staff = await staffCtx(site);
    its = await aCrewsDay(site, staff);
    await pool.query(
      "update properties set pets = 'Two cats', parking = 'Behind, gate code 2580' where id = $1",
      [home],
    );
    await pool.query("update bookings set property_id = $1", [home]);
    address = `/crew/home-photos/${(await photos())[0]?.id}`;
  });

  const see = (cookie = its.ben.cookie, path = address) => get(path, { Cookie: cookie });

  test("shows photos, pets and parking of today's home", async () => {
    const { html, text } = await page(`/crew?stop=${its.visit.id}`, its.ben.cookie);
    expect(text).toContain("Two cats");
    expect(text).toContain("Behind, (entry code: see the app)");
    expect(text).not.toContain("2580");
    expect(html).toContain(`src="${address}?size=small"`);
    expect(text).toContain("The drive");
    expect((await page(`/crew?stop=${its.visit.id}`, its.maria.cookie)).text).toContain("Mascotas");
    for (const path of [address, `${address}?size=small`]) {
      const answer = await see(its.ben.cookie, path);
      expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
      expect(answer.headers.get("Cache-Control")).toBe("no-store"); // the PIN may be due before a cache is over
    }
  });

  test("gets none of a home where its crew has no visit, or neither today nor tomorrow", async () => {
    expect((await see(its.noor.cookie)).status).toBe(404);
    clock.set("2026-06-08T20:00:00Z");
    expect((await see()).status).toBe(404);
    expect((await page(`/crew?stop=${its.visit.id}`, its.ben.cookie)).html).not.toContain(address);
    clock.set("2026-06-10T04:00:00Z");
    expect((await see()).status).toBe(200);
    for (const change of ["status = 'cancelled'", "status = 'confirmed', crew_id = null"]) {
      await pool.query(`update bookings set ${change}`);
      expect((await see()).status).toBe(404);
    }
  });

  test("gets it until a visit that goes on after midnight is over", async () => {
    await pool.query(
      "update bookings set ends_at = '2026-06-11T06:00Z', blocked = tstzrange(starts_at, '2026-06-11T06:30Z')",
    );
    await pool.query("update crew_phones set unlocked_until = '2026-06-12'");
    clock.set("2026-06-11T05:00:00Z");
    expect((await see()).status).toBe(200);
    clock.set("2026-06-11T06:00:00Z");
    expect((await see()).status).toBe(404);
  });

  test("gets none while it is locked, or with an address that is none", async () => {
    expect((await see(its.ben.cookie, "/crew/home-photos/1")).status).toBe(404);
    await pool.query("update crew_phones set unlocked_until = '2026-06-01'");
    expect((await see()).status).toBe(401);
    expect((await see(ada.cookie)).status).toBe(401);
  });

  test("is as good as paper, which has pets and parking without codes", async () => {
    const { text } = await page("/admin/schedule/sheet?date=2026-06-10", amira.cookie);
    expect(text).toContain("Pets: Two cats");
    expect(text).toContain("Parking: Behind, (entry code: see the app)");
    expect(text).not.toContain("2580");
    const panel = await page(`/admin/bookings/${its.visit.id}`, amira.cookie);
    for (const words of ["Two cats", "Notes and photos"]) expect(panel.text).toContain(words);
    expect(panel.html).toContain('alt="The drive, opens in a new tab"');
  });
});
