import { Semaphore } from "async-mutex";
import type { Sharp } from "sharp";
import { faultByFirstBytes, MAX_PICTURE_BYTES, MAX_PIXELS, type PictureFault } from "./picture";

export type Encoded = { content: Buffer; width: number; height: number };
type Picture = { media_type: "image/webp"; whole: Encoded; small: Encoded };
type Outcome = { ok: true; picture: Picture } | { ok: false; reason: PictureFault };

/** Tried from the first edge (pixels) and quality on, until the result has at most so many bytes. */
type Fit = { edges: number[]; qualities: number[]; bytes: number };
const WHOLE: Fit = { edges: [1600, 1200, 900, 640], qualities: [78, 62, 46], bytes: 300_000 };
const SMALL: Fit = { edges: [320, 240, 160], qualities: [70, 50, 30], bytes: 20_000 };

/** Seconds that one step may take. */
export const PATIENCE = 20;

/** One picture at a time: each occupies one of the few threads that also read files and look up names. */
export const onePicture = new Semaphore(1);

/**
 * Reads a photo and makes the picture that is kept and its thumbnail, upright and without metadata: no place, time, camera
 * or name of its maker. The work is done outside of the process's main thread.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Outcome> {
  return onePicture.runExclusive(() => encode(bytes));
}

/** A file of a picture of the site, by the name that its address ends with. */
type PageFile = Encoded & { name: string; media_type: string };
type PageOutcome = { ok: true; files: PageFile[] } | { ok: false; reason: PictureFault };

/** Widths of the pictures of pages (pixels), and how many bytes each may have: they count toward the weight of the page. */
const WIDTHS = [
  { width: 480, bytes: 32_000 },
  { width: 750, bytes: 64_000 },
  { width: 1080, bytes: 110_000 },
  { width: 1600, bytes: 200_000 },
];
const FORMATS = { avif: [50, 34], webp: [72, 46] };
const SHARE = { width: 1200, height: 630 };

/** Makes the files of a picture that pages show: each width up to its own as AVIF and WebP, and a share image as JPEG. */
export async function encodeForPages(bytes: Uint8Array): Promise<PageOutcome> {
  return onePicture.runExclusive(async () => {
    const decoded = await decode(bytes);
    if (!decoded.ok) return decoded;
    const { pixels, width } = decoded;
    const [least] = WIDTHS;
    const widths = WIDTHS.filter((one) => one.width <= width);
    const files: PageFile[] = [];
    for (const size of widths.length > 0 ? widths : [{ width, bytes: least?.bytes ?? 0 }]) {
      for (const [format, qualities] of Object.entries(FORMATS) as ["avif" | "webp", number[]][]) {
        const made = await encodeWithin(
          pixels,
          { edges: [size.width], qualities, bytes: size.bytes },
          (picture, quality) => picture.resize(size.width).toFormat(format, { quality, effort: 2 }),
        );
        files.push({ ...made, name: `${size.width}.${format}`, media_type: `image/${format}` });
      }
    }
    const { data, info } = await pixels()
      .resize({ ...SHARE, fit: "cover" })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer({ resolveWithObject: true });
    files.push({
      ...{ name: "share.jpeg", media_type: "image/jpeg", content: data },
      ...{ width: info.width, height: info.height },
    });
    return { ok: true, files };
  });
}

async function encode(bytes: Uint8Array): Promise<Outcome> {
  const decoded = await decode(bytes);
  if (!decoded.ok) return decoded;
  const whole = await encodeWithin(decoded.pixels, WHOLE);
  const small = await encodeWithin(decoded.pixels, SMALL);
  return { ok: true, picture: { media_type: "image/webp", whole, small } };
}

type Decoded = { ok: true; pixels: () => Sharp; width: number } | { ok: false; reason: PictureFault };

/** The pixels of a photo, upright and at most as large as what is kept. */
async function decode(bytes: Uint8Array): Promise<Decoded> {
  if (bytes.length > MAX_PICTURE_BYTES) return { ok: false, reason: "too many bytes" };
  const kind = faultByFirstBytes(bytes);
  if (kind !== "photo") return { ok: false, reason: kind };
  const sharp = await loadSharp();
  const open = () =>
    sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS }).timeout({ seconds: PATIENCE });
  try {
    const { width, height, pages = 1 } = await open().metadata();
    if (width * height > MAX_PIXELS) return { ok: false, reason: "too many pixels" };
    if (pages > 1) return { ok: false, reason: "animated" };
    // Decoded once: the tries below start from these pixels.
    const { data, info } = await within(open().autoOrient(), WHOLE.edges[0])
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { channels } = info;
    const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels } });
    return { ok: true, pixels, width: info.width };
  } catch (error) {
    if (/pixel limit/.test(String(error))) return { ok: false, reason: "too many pixels" };
    return { ok: false, reason: "damaged" };
  }
}

function within(picture: Sharp, edge?: number): Sharp {
  return picture.resize(edge, edge, { fit: "inside", withoutEnlargement: true });
}

/** The first try that fits; the last try, which always does, has few pixels. */
async function encodeWithin(
  pixels: () => Sharp,
  { edges, qualities, bytes }: Fit,
  toFormat = (picture: Sharp, quality: number) => picture.webp({ quality }),
): Promise<Encoded> {
  let last: Encoded | undefined;
  for (const edge of edges) {
    for (const quality of qualities) {
      const { data, info } = await toFormat(within(pixels(), edge), quality)
        .timeout({ seconds: PATIENCE })
        .toBuffer({ resolveWithObject: true });
      last = { content: data, width: info.width, height: info.height };
      if (data.length <= bytes) return last;
    }
  }
  if (!last) throw new Error("There is nothing to try.");
  return last;
}

/** Loaded with the first picture: a server that gets none needs neither its memory nor its time. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
