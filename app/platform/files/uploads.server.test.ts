import { randomUUID } from "node:crypto";
import fc from "fast-check";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { testWorld } from "../../../tests/support/ctx";
import { sweepFiles } from "./remove.server";
import { MAX_PART_BYTES, respondToUpload } from "./respond.server";
import { readWhole, StoreDown, StoreFull } from "./store.server";
import { appendUpload, finishUpload, openUpload } from "./uploads.server";

const { ctx, pool, clock, clear } = await testWorld();
const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#2a6" } })
  .jpeg()
  .toBuffer();
const half = Math.floor(photo.length / 2);

beforeEach(clear);

type Sent = { method: string; headers?: Record<string, string>; body?: Buffer };

async function send(
  id: string,
  { method, headers, body }: Sent,
  changes: Parameters<typeof ctx>[0] = {},
  holder = "phone 1",
) {
  const sent = body && new Uint8Array(body);
  const request = new Request(`https://site.example/crew/uploads/${id}`, { method, headers, body: sent });
  const response = await respondToUpload(request, ctx(changes), { id, holder });
  const text = await response.text();
  return { status: response.status, headers: response.headers, ...(text && JSON.parse(text)) };
}
const begin = (bytes = photo.length): Sent => ({
  method: "PUT",
  headers: { "Upload-Length": String(bytes) },
});
const part = (offset: number, body: Buffer): Sent => ({
  method: "PATCH",
  headers: { "Upload-Offset": String(offset) },
  body,
});
const rows = async (table: string) =>
  Number((await pool.query(`select count(*) from ${table}`)).rows[0].count);

/** An upload that has arrived. */
async function arrived(content = photo): Promise<string> {
  const id = randomUUID();
  await send(id, begin(content.length));
  await send(id, part(0, content));
  return id;
}

describe("an upload", () => {
  test("arrives in parts and becomes a file", async () => {
    const id = randomUUID();
    expect(await send(id, begin())).toMatchObject({
      status: 201,
      bytes: photo.length,
      offset: 0,
      file_id: null,
    });
    expect(await send(id, part(0, photo.subarray(0, half)))).toMatchObject({ status: 200, offset: half });
    expect(await send(id, { method: "GET" })).toMatchObject({ status: 200, offset: half });
    expect(await send(id, part(half, photo.subarray(half)))).toMatchObject({
      status: 200,
      offset: photo.length,
    });
    const { status, file_id, headers } = await send(id, { method: "POST" });
    expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    const { rows: found } = await pool.query("select * from files");
    expect(found).toMatchObject([{ id: file_id, status: "stored" }]);
    expect(await readWhole(ctx().files, found[0].sha256)).not.toBeNull();
    expect(await rows("upload_parts")).toBe(0);
    expect(await send(id, { method: "GET" })).toMatchObject({ offset: photo.length, file_id });
  });

  test("may repeat every step", async () => {
    const id = await arrived();
    expect(await send(id, begin())).toMatchObject({ status: 200, offset: photo.length });
    expect(await send(id, part(0, photo))).toMatchObject({
      status: 409,
      reason: "offset",
      offset: photo.length,
    });
    const [one, two] = [await send(id, { method: "POST" }), await send(id, { method: "POST" })];
    expect(two).toMatchObject({ status: 200, file_id: one.file_id });
    expect(await send(id, begin())).toMatchObject({ status: 200, file_id: one.file_id });
    expect(await rows("files")).toBe(1);
  });

  test("that is finished by several at once is one file", async () => {
    const id = await arrived();
    const named = { id, holder: "phone 1" };
    // A copy of the database handle stands for another process, which shares no mutex.
    const elsewhere = { ...ctx(), db: Object.assign(Object.create(ctx().db), {}) };
    const outcomes = await Promise.all([finishUpload(ctx(), named), finishUpload(elsewhere, named)]);
    expect(outcomes[0]).toMatchObject({ ok: true });
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(await rows("files")).toBe(1);
  });

  test("arrives whole, however its parts are cut, doubled and shuffled", { timeout: 60_000 }, async () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: photo.length - 1 }), { maxLength: 6 });
    const order = fc.array(fc.nat(), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(cuts, order, async (places, picks) => {
        const named = { id: randomUUID(), holder: "phone 1" };
        const starts = [0, ...places.sort((a, b) => a - b)];
        const parts = starts.map((start, at) => ({ start, content: photo.subarray(start, starts[at + 1]) }));
        await openUpload(ctx(), { ...named, bytes: photo.length });
        const put = ({ start, content }: (typeof parts)[number]) =>
          appendUpload(ctx(), { ...named, offset: start, content });
        await Promise.all(
          picks.map((pick) => put(parts[pick % parts.length] ?? { start: 0, content: photo })),
        );
        for (const one of parts) await put(one);
        const { rows: content } = await pool.query(
          "select string_agg(content, '' order by start) as whole from upload_parts where upload_id = $1",
          [named.id],
        );
        expect(photo.equals(content[0].whole)).toBe(true);
        await pool.query("delete from uploads");
      }),
      { numRuns: 15 },
    );
  });

  test("is nobody else's", async () => {
    const id = await arrived();
    for (const sent of [{ method: "GET" }, begin(), part(photo.length, Buffer.alloc(0)), { method: "POST" }])
      expect(await send(id, sent, {}, "phone 2")).toMatchObject({ status: 404, reason: "missing" });
    expect((await send(id, { method: "DELETE" }, {}, "phone 2")).status).toBe(204);
    expect((await send(id, { method: "POST" })).status).toBe(200);
  });

  test("is given up, and its file stays if it has become one", async () => {
    const id = await arrived();
    expect((await send(id, { method: "DELETE" })).status).toBe(204);
    expect(await send(id, { method: "POST" })).toMatchObject({ status: 404 });
    expect(await rows("upload_parts")).toBe(0);
    const other = await arrived();
    await send(other, { method: "POST" });
    await send(other, { method: "DELETE" });
    expect(await rows("files")).toBe(1);
  });

  test("is forgotten after two days without a part", async () => {
    const id = await arrived();
    clock.now = clock.now.add({ hours: 47 });
    await sweepFiles(ctx());
    expect((await send(id, { method: "GET" })).status).toBe(200);
    clock.now = clock.now.add({ hours: 2 });
    await sweepFiles(ctx());
    expect((await send(id, { method: "GET" })).status).toBe(404);
    expect(await rows("upload_parts")).toBe(0);
  });

  test("begins again after a crash of the database emptied its table", async () => {
    const id = await arrived();
    await pool.query("truncate uploads, upload_parts");
    expect(await send(id, part(half, photo.subarray(half)))).toMatchObject({
      status: 404,
      reason: "missing",
    });
    expect(await send(id, begin())).toMatchObject({ status: 201, offset: 0 });
  });
});

describe("is refused with a word for the program and a sentence for people:", () => {
  const id = randomUUID();
  test.each<[string, Sent, number, string]>([
    ["nothing", begin(0), 422, "empty"],
    ["40 MB", begin(40_000_000), 413, "too many bytes"],
    ["no length", { method: "PUT" }, 400, "bad request"],
    ["a negative length", { method: "PUT", headers: { "Upload-Length": "-1" } }, 400, "bad request"],
    ["a part before the beginning", part(0, photo), 404, "missing"],
    ["a part without a place", { method: "PATCH", body: photo }, 400, "bad request"],
    ["a part that is too long", part(0, Buffer.alloc(MAX_PART_BYTES + 1)), 413, "part too long"],
    ["a method that it doesn't know", { method: "OPTIONS" }, 405, "bad method"],
  ])("%s", async (_, sent, status, reason) => {
    const refused = await send(id, sent);
    expect(refused).toMatchObject({ status, reason });
    expect(refused.error).toMatch(/^[A-Z].*\.$/);
  });

  test("an id that is none", async () => {
    expect(await send("1", begin())).toMatchObject({ status: 404, reason: "missing" });
  });

  test("more than was announced, and another length than before", async () => {
    const other = await arrived();
    expect(await send(other, part(photo.length, Buffer.from("x")))).toMatchObject({
      status: 413,
      reason: "too many bytes",
    });
    expect(await send(other, begin(5))).toMatchObject({ status: 409, reason: "other size" });
    expect((await send(other, { method: "POST" })).status).toBe(200);
  });

  test("to be finished too early", async () => {
    const other = randomUUID();
    await send(other, begin());
    await send(other, part(0, photo.subarray(0, half)));
    expect(await send(other, { method: "POST" })).toMatchObject({
      status: 409,
      reason: "offset",
      offset: half,
    });
  });

  test("what is no picture, each time it is asked for", async () => {
    const other = await arrived(Buffer.from("Dear crew"));
    for (const _ of [1, 2])
      expect(await send(other, { method: "POST" })).toMatchObject({ status: 422, reason: "no picture" });
    expect(await rows("files")).toBe(0);
  });

  test("the fifty-first that waits", async () => {
    for (let at = 0; at < 50; at++) await send(randomUUID(), begin());
    expect(await send(randomUUID(), begin())).toMatchObject({ status: 429, reason: "too many" });
    expect((await send(randomUUID(), begin(), {}, "phone 2")).status).toBe(201);
  });

  test.each([
    ["a store that is down", new StoreDown("no answer"), 503, "store down"],
    ["a disk that is full", new StoreFull("full"), 507, "store full"],
  ])("%s, and nothing is lost", async (_, error, status, reason) => {
    const other = await arrived();
    const files = { ...ctx().files, put: () => Promise.reject(error) };
    const refused = await send(other, { method: "POST" }, { files });
    expect(refused).toMatchObject({ status, reason });
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect((await send(other, { method: "POST" })).status).toBe(200);
  });
});
