import sharp from "sharp";
import { expect, test } from "vitest";
import { fileLink } from "~/platform/files/serve.server";
import { storePicture } from "~/platform/files/store-file.server";
import { testApp } from "../support/app";

const { ctx, get, clock } = await testApp();

test("a short link shows a photo to anybody who has it, and nothing else does", async () => {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#2a6" } })
    .jpeg()
    .toBuffer();
  const outcome = await storePicture(ctx(), bytes);
  if (!outcome.ok) throw new Error(outcome.reason);
  const { id, bytes: length, sha256 } = outcome.file;

  const link = fileLink(ctx(), id);
  const response = await get(link);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("image/webp");
  expect(response.headers.get("Cache-Control")).toMatch(/^private, max-age=\d+, immutable$/);
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'self'");
  expect(response.headers.get("Content-Encoding")).toBeNull();
  expect((await response.arrayBuffer()).byteLength).toBe(length);
  expect((await get(link, { "If-None-Match": `"${sha256}"` })).status).toBe(304);
  const head = await get(link, {}, "HEAD");
  expect([head.status, head.headers.get("Content-Length")]).toEqual([200, String(length)]);

  const small = await get(fileLink(ctx(), id, { size: "small" }));
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(320);

  for (const path of [`/files/${id}`, `${link}x`, link.replace(/until=\d/, "until=9"), "/files/1"])
    expect((await get(path)).status, path).toBe(404);
  clock.now = clock.now.add({ minutes: 30 });
  expect((await get(link)).status).toBe(410);
});
