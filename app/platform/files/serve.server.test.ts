import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { testWorld } from "../../../tests/support/ctx";
import { fileLink, linkedFileResponse, storedFileResponse } from "./serve.server";
import { StoreDown } from "./store.server";
import { type FileRow, storePicture } from "./store-file.server";

const { ctx, pool, clock, clear } = await testWorld();
let file: FileRow;

beforeEach(async () => {
  await clear();
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#2a6" } })
    .jpeg()
    .toBuffer();
  const outcome = await storePicture(ctx(), bytes);
  if (!outcome.ok) throw new Error(outcome.reason);
  file = outcome.file;
});

const request = (headers: Record<string, string> = {}, method = "GET", path = "/x") =>
  new Request(`https://site.example${path}`, { method, headers });
const follow = (path: string) =>
  linkedFileResponse(ctx(), request({}, "GET", path), path.split(/[/?]/)[2] ?? "");

describe("a stored file", () => {
  test("is shown in the page, kept by this browser only, and taken for nothing else", async () => {
    const response = await storedFileResponse(ctx(), request(), file.id);
    expect(Object.fromEntries(response.headers)).toEqual({
      "cache-control": "private, max-age=3600, immutable",
      "content-disposition": `inline; filename="photo-${file.id.slice(0, 8)}.webp"`,
      "content-length": String(file.bytes),
      "content-type": "image/webp",
      etag: `"${file.sha256}"`,
      "x-content-type-options": "nosniff",
    });
    const content = Buffer.from(await response.arrayBuffer());
    expect(await sharp(content).metadata()).toMatchObject({ width: 900, height: 600 });
  });

  test("has a thumbnail", async () => {
    const response = await storedFileResponse(ctx(), request(), file.id, { size: "small" });
    expect(response.headers.get("ETag")).toBe(`"${file.small_sha256}"`);
    expect((await response.arrayBuffer()).byteLength).toBe(file.small_bytes);
  });

  test("that the browser has is not sent again", async () => {
    for (const known of [`"${file.sha256}"`, `W/"${file.sha256}"`, `"other", "${file.sha256}"`]) {
      const response = await storedFileResponse(ctx(), request({ "If-None-Match": known }), file.id);
      expect([response.status, response.headers.get("ETag")]).toEqual([304, `"${file.sha256}"`]);
    }
    const other = await storedFileResponse(ctx(), request({ "If-None-Match": '"other"' }), file.id);
    expect(other.status).toBe(200);
    await other.body?.cancel();
  });

  test("answers HEAD without content", async () => {
    const response = await storedFileResponse(ctx(), request({}, "HEAD"), file.id);
    expect(response.headers.get("Content-Length")).toBe(String(file.bytes));
    expect(response.body).toBeNull();
  });

  test.each([
    ["of an unknown id", randomUUID()],
    ["of no id", "../../secret"],
    ["of an empty id", ""],
  ])("%s is not found", async (_, id) => {
    expect((await storedFileResponse(ctx(), request(), id)).status).toBe(404);
  });

  test("that is still on its way, or is missing in the store, is not found", async () => {
    await pool.query("update files set status = 'uploading'");
    expect((await storedFileResponse(ctx(), request(), file.id)).status).toBe(404);
    await pool.query("update files set status = 'stored'");
    await ctx().files.remove(file.sha256);
    const missing = await storedFileResponse(ctx(), request(), file.id);
    expect([missing.status, missing.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  });

  test("in a store that is down can be asked for later", async () => {
    const files = { ...ctx().files, read: () => Promise.reject(new StoreDown("no answer")) };
    const response = await storedFileResponse(ctx({ files }), request(), file.id);
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "60"]);
  });
});

describe("a short link", () => {
  test("opens its file for at least 10 minutes and at most 20, and then says that it is over", async () => {
    clock.now = Temporal.Instant.from("2026-06-01T12:00:01Z");
    const link = fileLink(ctx(), file.id);
    clock.now = Temporal.Instant.from("2026-06-01T12:19:59Z");
    const response = await follow(link);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("private, max-age=1, immutable");
    await response.body?.cancel();
    clock.now = Temporal.Instant.from("2026-06-01T12:20:00Z");
    expect((await follow(link)).status).toBe(410);

    clock.now = Temporal.Instant.from("2026-06-01T12:29:59Z");
    const late = fileLink(ctx(), file.id);
    clock.now = clock.now.add({ minutes: 10 });
    expect((await follow(late)).status).toBe(200);
  });

  test("stays the same for some minutes, so that browsers know the picture", () => {
    clock.now = Temporal.Instant.from("2026-06-01T12:00:01Z");
    const link = fileLink(ctx(), file.id, { minutes: 60 });
    clock.now = clock.now.add({ minutes: 59 });
    expect(fileLink(ctx(), file.id, { minutes: 60 })).toBe(link);
  });

  test("leads to the thumbnail", async () => {
    const response = await follow(fileLink(ctx(), file.id, { size: "small" }));
    expect((await response.arrayBuffer()).byteLength).toBe(file.small_bytes);
  });

  test("that was changed opens nothing", async () => {
    const link = fileLink(ctx(), file.id);
    const until = /until=(\d+)/.exec(link)?.[1] ?? "";
    const changed = [
      link.replace(until, String(Number(until) + 600)),
      link.replace(file.id, randomUUID()),
      link.replace(/key=./, "key=~"),
      link.replace(/&key=.*/, ""),
      link.replace(/until=\d+/, "until=x"),
      `/files/${file.id}`,
    ];
    for (const path of changed) expect((await follow(path)).status, path).toBe(404);
  });
});
