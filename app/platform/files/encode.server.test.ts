import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { encodePicture } from "./encode.server";

type Size = { width: number; height: number };

/** A picture that compresses as badly as any. */
const noise = ({ width, height }: Size) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
const plain = ({ width, height }: Size) =>
  sharp({ create: { width, height, channels: 3, background: "#2a6" } });

async function encoded(bytes: Uint8Array) {
  const outcome = await encodePicture(bytes);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.picture;
}

test("a photo is kept within 1600 pixels and 300 KB, with a thumbnail of at most 20 KB", async () => {
  const { whole, small, media_type } = await encoded(
    await noise({ width: 3000, height: 2000 }).jpeg().toBuffer(),
  );
  expect(media_type).toBe("image/webp");
  expect(whole.content.length).toBeLessThanOrEqual(300_000);
  expect(small.content.length).toBeLessThanOrEqual(20_000);
  expect(whole.width / whole.height).toBeCloseTo(1.5, 1);
  expect(await sharp(whole.content).metadata()).toMatchObject({
    format: "webp",
    width: whole.width,
    height: whole.height,
  });
});

test("a small picture is not enlarged, and a transparent one gets a white ground", async () => {
  const clear = sharp({
    create: { width: 60, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  });
  const { whole, small } = await encoded(await clear.png().toBuffer());
  expect([whole.width, whole.height, small.width, small.height]).toEqual([60, 40, 60, 40]);
  const { channels } = await sharp(whole.content).stats();
  expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255]);
});

test.each(["jpeg", "png", "webp", "avif"] as const)("a %s is read", async (format) => {
  const { whole } = await encoded(await plain({ width: 300, height: 200 }).toFormat(format).toBuffer());
  expect([whole.width, whole.height]).toEqual([300, 200]);
});

test.each<[string, (photo: Sharp) => Sharp]>([
  ["gray", (photo) => photo.grayscale().jpeg()],
  ["of a printer's four colors", (photo) => photo.toColourspace("cmyk").jpeg()],
  ["of 16 bits a color", (photo) => photo.toColourspace("rgb16").png()],
])("a photo %s is read", async (_, made) => {
  const { whole } = await encoded(await made(plain({ width: 30, height: 20 })).toBuffer());
  const { space, channels, depth } = await sharp(whole.content).metadata();
  expect({ space, channels, depth }).toEqual({ space: "srgb", channels: 3, depth: "uchar" });
});

test("a photo stands upright and has lost place, time, camera and every other word about it", async () => {
  const photo = await plain({ width: 400, height: 200 })
    .withExif({
      IFD0: { Make: "Kodachrome", Artist: "Ottilie Birch", Copyright: "Ottilie Birch" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "43/1 12/1 30/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "71/1 32/1 0/1",
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Ottilie Birch</x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(photo.toString("latin1")).toContain("Kodachrome");
  const { whole, small } = await encoded(photo);
  expect([whole.width, whole.height]).toEqual([200, 400]);
  for (const { content } of [whole, small]) {
    const { exif, xmp, iptc, icc, orientation } = await sharp(content).metadata();
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    expect(content.toString("latin1")).not.toMatch(/EXIF|XMP|Kodachrome|Ottilie|GPS/);
  }
});

describe("is refused:", () => {
  const gif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
  test.each([
    ["nothing", Buffer.alloc(0), "empty"],
    ["a text", Buffer.from("Dear crew"), "no picture"],
    ["a PDF", Buffer.from("%PDF-1.7\n"), "no picture"],
    ["a page", Buffer.from("<html><script>alert(1)</script></html>"), "no picture"],
    ["a GIF", gif, "animated"],
    ["a HEIC of a phone", Buffer.from("\0\0\0\x24ftypheic\0\0\0\0mif1heic", "latin1"), "other format"],
    ["a TIFF", Buffer.from("II*\0\x08\0\0\0", "latin1"), "other format"],
    ["a drawing", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'), "drawing"],
    ["a drawing with a declaration", Buffer.from('\ufeff<?xml version="1.0"?>\n<svg/>'), "drawing"],
    ["the beginning of a JPEG", Buffer.from("\xff\xd8\xff\xe0 and no more", "latin1"), "damaged"],
    ["15 MB and a byte", Buffer.alloc(15_000_001), "too many bytes"],
  ])("%s", async (_, bytes, reason) => {
    expect(await encodePicture(bytes)).toEqual({ ok: false, reason });
  });

  test("an animated WebP and an animated PNG", async () => {
    const frames = await sharp(await Promise.all(["#f00", "#0f0"].map((background) => frame(background))), {
      join: { animated: true },
    })
      .webp({ delay: [100, 100] })
      .toBuffer();
    expect(await encodePicture(frames)).toEqual({ ok: false, reason: "animated" });

    const png = await plain({ width: 8, height: 8 }).png().toBuffer();
    const control = Buffer.from("\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0", "latin1");
    const afterHeader = 8 + 25;
    const animated = Buffer.concat([png.subarray(0, afterHeader), control, png.subarray(afterHeader)]);
    expect(await encodePicture(animated)).toEqual({ ok: false, reason: "animated" });
  });

  test("a picture of more than 40 megapixels in a few KB", async () => {
    const bomb = await plain({ width: 10_000, height: 4_001 }).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await encodePicture(bomb)).toEqual({ ok: false, reason: "too many pixels" });
  });

  test("a photo that was cut off", async () => {
    const photo = await noise({ width: 800, height: 600 }).jpeg().toBuffer();
    expect(await encodePicture(photo.subarray(0, photo.length / 2))).toEqual({
      ok: false,
      reason: "damaged",
    });
  });
});

const frame = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
