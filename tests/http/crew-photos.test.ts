import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { aCrewsDay } from "../support/crew";
import { staffCtx } from "../support/staff";

const site = await testApp();
const { app, pool, clock, clear } = site;
let its: Awaited<ReturnType<typeof aCrewsDay>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  its = await aCrewsDay(site, await staffCtx(site));
});

/** Uploads a photo as a phone does. */
async function upload(about: Record<string, string>) {
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#2a6" } })
    .jpeg()
    .toBuffer();
  const query = new URLSearchParams({ visit: its.visit.id, kind: "before", ...about });
  const address = `${ORIGIN}/crew/photos/${randomUUID()}?${query}`;
  const ask = (method: string, headers: Record<string, string>, body?: BodyInit) =>
    app.request(new Request(address, { method, body, headers: { Cookie: its.maria.cookie, ...headers } }));
  await ask("PUT", { "Upload-Length": String(picture.length) });
  await ask("PATCH", { "Upload-Offset": "0" }, new Uint8Array(picture));
  return ask("POST", {});
}

test.each([
  ["is right", "2026-06-10T11:40:00Z", "2026-06-10T12:00:00Z"],
  ["is three hours slow", "2026-06-10T08:40:00Z", "2026-06-10T09:00:00Z"],
  ["is a day fast", "2026-06-11T11:40:00Z", "2026-06-11T12:00:00Z"],
])("a photo of a phone whose clock %s was taken when it was", async (_, at, now) => {
  expect((await upload({ at, now })).status).toBe(200);
  const { rows } = await pool.query("select happened_at from visit_photos");
  expect(rows).toEqual([{ happened_at: new Date("2026-06-10T11:40:00Z") }]);
});

test("a photo of a page that doesn't say its time yet counts by the phone's clock", async () => {
  expect((await upload({ at: "2026-06-10T11:40:00Z" })).status).toBe(200);
  const { rows } = await pool.query("select happened_at from visit_photos");
  expect(rows).toEqual([{ happened_at: new Date("2026-06-10T11:40:00Z") }]);
});

test("a photo without a right id is refused, also at a visit with all photos that it may have", async () => {
  const { rows } = await pool.query(
    `insert into files (kind, media_type, bytes, sha256, status) values ('photo', 'image/jpeg', 1, repeat('a', 64), 'stored')
     returning id`,
  );
  await pool.query(
    `insert into visit_photos (id, booking_id, member_id, kind, file_id, happened_at)
     select gen_random_uuid(), $1, $2, 'before', $3, $4 from generate_series(1, 60)`,
    [its.visit.id, its.maria.member_id, rows[0].id, "2026-06-10T11:40:00Z"],
  );
  const query = new URLSearchParams({ visit: its.visit.id, kind: "before", at: "2026-06-10T11:40:00Z" });
  const headers = { Cookie: its.maria.cookie, "Upload-Length": "100" };
  const address = `${ORIGIN}/crew/photos/none?${query}`;
  expect((await app.request(new Request(address, { method: "PUT", headers }))).status).toBe(400);
});
