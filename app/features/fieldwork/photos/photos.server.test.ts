import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { ERASED_STREET } from "~/features/booking/booking";
import type { StaffCtx } from "~/platform/context.server";
import { storePicture } from "~/platform/files/store-file.server";
import { bookingOf, openSession, paySession, setSetting } from "../../../../tests/support/bookings";
import { aPhone } from "../../../../tests/support/crew";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { PHOTOS_PER_VISIT } from "./photo";
import { readPhotos, readPhotosOfCustomer } from "./queries.server";
import { erasePhotos, savePhoto, whyNoPhoto } from "./save.server";

const world = await testWorld();
const { db, pool, ctx, clock, clear, queues } = world;
let office: () => StaffCtx;
let visit: string;
let phone: Awaited<ReturnType<typeof aPhone>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  const booking = await bookingOf(pool, await paySession(ctx()));
  visit = booking.id;
  phone = await aPhone(world, office(), { crew_id: booking.crew_id, name: "Maria" });
});

async function aFile(color = "#2a6"): Promise<string> {
  const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  const stored = await storePicture(ctx(), bytes);
  if (!stored.ok) throw new Error(stored.reason);
  return stored.file.id;
}

const aPhoto = async (changes: object = {}) => ({
  ...{ id: randomUUID(), booking_id: visit, kind: "before" as const, report_id: null },
  ...{ file_id: await aFile(), taken_at: ctx().now },
  ...changes,
});
const photos = () => readPhotos(ctx(), visit);

describe("a photo of a visit", () => {
  test("is saved once, however often the phone sends it, with who took it", async () => {
    const photo = await aPhoto();
    for (let tries = 0; tries < 2; tries += 1)
      expect(await savePhoto(phone.ctx(), photo)).toEqual({ ok: true });
    expect(await photos()).toMatchObject([{ id: photo.id, kind: "before", by: "Maria" }]);
  });

  test("was taken now at the latest, whatever the phone's clock says", async () => {
    await savePhoto(phone.ctx(), await aPhoto({ taken_at: ctx().now.add({ hours: 5 }) }));
    expect(await photos()).toMatchObject([{ taken: "Jun 01, 2026, 8:00 AM" }]);
  });

  test("of another crew's visit is refused", async () => {
    const { rows } = await pool.query("select id from crews where id <> $1", [phone.crew_id]);
    const other = await aPhone(world, office(), { crew_id: rows[0].id, name: "Ben" });
    expect(await savePhoto(other.ctx(), await aPhoto())).toEqual({ ok: false, reason: "not yours" });
    expect(await photos()).toEqual([]);
  });

  test("of a visit whose customer was erased is refused, also at the same moment", async () => {
    const photo = await aPhoto();
    const eraser = await pool.connect();
    const waiting = async () => (await pool.query("select from pg_locks where not granted")).rowCount;
    await eraser.query("begin");
    await eraser.query("select from bookings where id = $1 for update", [visit]);
    await eraser.query("update bookings set address_line1 = $2 where id = $1", [visit, ERASED_STREET]);
    const saving = savePhoto(phone.ctx(), photo);
    await expect.poll(waiting).toBeGreaterThan(0);
    await eraser.query("commit");
    eraser.release();
    expect(await saving).toEqual({ ok: false, reason: "not yours" });
    expect(await photos()).toEqual([]);
  });

  test("of a visit that the crew had begun before the office gave it to another is taken", async () => {
    await pool.query(
      `insert into visit_events (id, booking_id, member_id, kind, members, happened_at, phone_at, received_at)
       values (gen_random_uuid(), $1, $2, 'started', array[$2]::uuid[], now(), now(), now())`,
      [visit, phone.member_id],
    );
    await pool.query("update bookings set crew_id = null where id = $1", [visit]);
    expect(await savePhoto(phone.ctx(), await aPhoto())).toEqual({ ok: true });
  });

  test("of a visit that the crew had told the office of before another got it is taken", async () => {
    const told = `insert into visit_reports (id, booking_id, member_id, kind, words, happened_at)
       values (gen_random_uuid(), $1, $2, 'damage', 'A vase', now())`;
    await pool.query(told, [visit, phone.member_id]);
    await pool.query("update bookings set crew_id = null where id = $1", [visit]);
    expect(await savePhoto(phone.ctx(), await aPhoto())).toEqual({ ok: true });
  });

  test("is refused when the visit has as many as it may have, but not when it is one of them", async () => {
    const photo = await aPhoto();
    await savePhoto(phone.ctx(), photo);
    await pool.query(
      `insert into visit_photos (id, booking_id, member_id, file_id, kind, happened_at)
       select gen_random_uuid(), booking_id, member_id, file_id, kind, happened_at from visit_photos, generate_series(2, $1)`,
      [PHOTOS_PER_VISIT],
    );
    expect(await whyNoPhoto(phone.ctx(), await aPhoto())).toBe("too many");
    expect(await whyNoPhoto(phone.ctx(), photo)).toBeNull();
  });
});

test("customers see photos before and after the visit once the office wants it, and none of reports", async () => {
  await savePhoto(phone.ctx(), await aPhoto());
  await savePhoto(phone.ctx(), await aPhoto({ kind: "report", report_id: randomUUID() }));
  expect(await readPhotosOfCustomer(ctx(), visit)).toEqual([]);
  await setSetting(pool, "crews.customer_photos", "true");
  expect((await readPhotosOfCustomer(ctx(), visit)).map(({ kind }) => kind)).toEqual(["before"]);
});

test("erasing a visit's photos takes their files out of the store, and leaves those of other visits", async () => {
  const other = await bookingOf(pool, await openSession(ctx(), { time: "2:00 PM" }));
  await pool.query("update bookings set crew_id = $2 where id = $1", [other.id, phone.crew_id]);
  const [gone, kept] = [
    await aPhoto({ file_id: await aFile("#a26") }),
    await aPhoto({ booking_id: other.id }),
  ];
  for (const photo of [gone, kept]) await savePhoto(phone.ctx(), photo);
  const { rows } = await pool.query("select sha256 from files where id = $1", [gone.file_id]);
  await db.transaction((tx) => erasePhotos(tx, ctx(), [visit]));
  expect(await queues.run("remove-file-objects")).toBe(1);
  expect(await ctx().files.read(rows[0].sha256)).toBeNull();
  expect(await photos()).toEqual([]);
  expect(await readPhotos(ctx(), other.id)).toHaveLength(1);
});
