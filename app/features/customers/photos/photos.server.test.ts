import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { mergeCustomers } from "~/features/customers/merges/merge.server";
import { readPreview } from "~/features/customers/merges/queries.server";
import { storePicture } from "~/platform/files/store-file.server";
import { auditOf } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aColleague, staffCtx } from "../../../../tests/support/staff";
import { aUser, confirmedVisit } from "../../../../tests/support/visits";
import { PHOTO_LIMIT } from "./photo";
import { readHome, readVisitHome } from "./queries.server";
import { addPhotos, editCaption, eraseHomePhotos, removePhoto } from "./save.server";

const world = await testWorld();
const { db, pool, ctx, clock, clear, queues } = world;

let office: Awaited<ReturnType<typeof staffCtx>>;
let ada: Awaited<ReturnType<typeof aUser>>;
let home: string;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  ada = await aUser(pool, "ada.account@mail.example");
  home = await aHome(ada.id);
});

const adas = () => ({ ...ctx(), actor: ada });
const eves = async () => ({ ...ctx(), actor: await aUser(pool, "eve@mail.example") });

async function aHome(user_id: string): Promise<string> {
  const { rows } = await pool.query(
    `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
     values ($1, 'residential', '14 Barnstead Road', 'Pittsfield', 'NH', '03263') returning id`,
    [user_id],
  );
  return rows[0].id;
}

async function aPhoto(background = "#2a6") {
  const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const stored = await storePicture(ctx(), bytes);
  if (!stored.ok) throw new Error(stored.reason);
  return { id: randomUUID(), file_id: stored.file.id };
}

const add = (photos: Awaited<ReturnType<typeof aPhoto>>[], caption: string | null = null) =>
  addPhotos(adas(), { home, by: "customer", caption, photos });
const photos = async () => (await readHome(adas(), { home, by: "customer" }))?.photos ?? [];
const captions = async () => (await photos()).map(({ caption }) => caption);
const files = async () => Number((await pool.query("select count(*) from files")).rows[0].count);

describe("photos of a home", () => {
  test("are shown in the order in which they came, with what they show", async () => {
    expect(await add([await aPhoto("#111"), await aPhoto("#222")], "The drive")).toEqual({
      ok: true,
      added: 2,
    });
    clock.advance({ minutes: 1 });
    const office_photo = { home, by: "office" as const, caption: "The back door", photos: [await aPhoto()] };
    expect(await addPhotos(office(), office_photo)).toEqual({ ok: true, added: 1 });
    expect(await captions()).toEqual(["The drive", "The drive", "The back door"]);
    expect(await auditOf(pool, home)).toEqual(["property.photos_added", "property.photos_added"]);
  });

  test("are added once when a form comes twice, and the second files are deleted", async () => {
    const photo = await aPhoto();
    await add([photo]);
    const again = { ...(await aPhoto()), id: photo.id };
    expect(await add([again])).toEqual({ ok: true, added: 0 });
    expect([(await photos()).length, await files()]).toEqual([1, 1]);
  });

  test("of a form that another home had are left out, and their files are deleted", async () => {
    const photo = await aPhoto();
    await add([photo]);
    const other = { home: await aHome(ada.id), by: "customer" as const, caption: null };
    const again = { ...(await aPhoto()), id: photo.id };
    expect(await addPhotos(adas(), { ...other, photos: [again] })).toEqual({ ok: true, added: 0 });
    expect([(await photos()).length, await files()]).toEqual([1, 1]);
  });

  test("are as many as a home may have, all or none of a form, also at the same time", async () => {
    const several = (count: number) => Promise.all(Array.from({ length: count }, () => aPhoto()));
    const forms = await Promise.all([several(5), several(5)]);
    const outcomes = await Promise.all(forms.map((form) => add(form)));
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect([(await photos()).length, await files()]).toEqual([5, 5]);
    expect(await add(await several(PHOTO_LIMIT - 5))).toMatchObject({ ok: true });
    expect(await add([await aPhoto()])).toMatchObject({ ok: false, reason: "too many" });
  });

  test("are nobody's but the customer's and the office's", async () => {
    const photo = await aPhoto();
    await add([photo]);
    const eve = await eves();
    const reader = await aColleague(world, "bookkeeper", "Bea");
    const missing = { ok: false, reason: "not found" };
    for (const [who, by] of [
      [eve, "customer"],
      [eve, "office"],
      [reader(), "office"],
    ] as const) {
      const own = { home, by, photo: photo.id };
      expect(await addPhotos(who, { home, by, caption: null, photos: [await aPhoto()] })).toEqual(missing);
      expect(await editCaption(who, { ...own, caption: "Mine" })).toEqual(missing);
      expect(await removePhoto(who, own)).toEqual(missing);
    }
    for (const by of ["customer", "office"] as const) expect(await readHome(eve, { home, by })).toBeNull();
    expect([await captions(), await files()]).toEqual([[null], 1]);
  });

  test("of another home are not changed by way of the own one", async () => {
    const photo = await aPhoto();
    await add([photo]);
    const eve = await eves();
    const own = { home: await aHome(eve.actor.id), by: "customer" as const, photo: photo.id };
    expect(await editCaption(eve, { ...own, caption: "Mine" })).toMatchObject({ ok: false });
    expect(await removePhoto(eve, own)).toMatchObject({ ok: false });
    expect(await captions()).toEqual([null]);
  });

  test("get another caption, and are removed with their files", async () => {
    const photo = await aPhoto();
    await add([photo], "The drive");
    const { rows } = await pool.query("select sha256 from files");
    expect(await editCaption(adas(), { home, by: "customer", photo: photo.id, caption: "The gate" })).toEqual(
      {
        ok: true,
      },
    );
    expect(await captions()).toEqual(["The gate"]);
    expect(await removePhoto(office(), { home, by: "office", photo: photo.id })).toEqual({ ok: true });
    await queues.run("remove-file-objects");
    expect(await ctx().files.read(rows[0].sha256)).toBeNull();
    expect(await auditOf(pool, home)).toEqual([
      ...["property.photos_added", "property.photo_captioned", "property.photo_removed"],
    ]);
  });

  test("go with their home to the customer that it is merged into", async () => {
    await add([await aPhoto()], "The drive");
    const { rows } = await pool.query("insert into customers (first_name) values ('Ruth') returning id");
    const [kept, merged] = [ada.id, rows[0].id];
    await pool.query("update properties set customer_id = $1, user_id = null", [merged]);
    const { seen } = await readPreview(office(), kept, merged);
    expect(await mergeCustomers(office(), { kept, merged, seen })).toMatchObject({ ok: true });
    const found = await readHome(office(), { home, by: "office" });
    expect([found?.customer?.id, found?.photos.map(({ caption }) => caption)]).toEqual([kept, ["The drive"]]);
  });

  test("are erased for some homes only", async () => {
    await add([await aPhoto()]);
    const other = await aHome(ada.id);
    await addPhotos(adas(), { home: other, by: "customer", caption: null, photos: [await aPhoto()] });
    await db.transaction((tx) => eraseHomePhotos(tx, ctx(), [other]));
    expect([(await photos()).length, await files()]).toEqual([1, 1]);
  });
});

test("the office sees what is known of a booking's home, also when it was not picked", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  await pool.query("update properties set pets = 'Two cats'");
  expect(await readVisitHome(office(), id)).toMatchObject({ pets: "Two cats", photos: [] });
  await pool.query("update bookings set address_line1 = '9 New Street'");
  expect(await readVisitHome(office(), id)).toBeNull();
});
