import { Semaphore } from "async-mutex";
import type { Sharp } from "sharp";
import { faultByFirstBytes, MAX_PICTURE_BYTES, MAX_PIXELS, type PictureFault } from "./picture";

type Encoded = { content: Buffer; width: number; height: number };
type Picture = { media_type: "image/webp"; whole: Encoded; small: Encoded };
type Outcome = { ok: true; picture: Picture } | { ok: false; reason: PictureFault };

/** Tried from the first edge (pixels) and quality on, until the result has at most so many bytes. */
type Fit = { edges: number[]; qualities: number[]; bytes: number };
const WHOLE: Fit = { edges: [1600, 1200, 900, 640], qualities: [78, 62, 46], bytes: 300_000 };
const SMALL: Fit = { edges: [320, 240, 160], qualities: [70, 50, 30], bytes: 20_000 };

/** Seconds that one step may take. */
const PATIENCE = 20;

/** One picture at a time: each occupies one of the few threads that also read files and look up names. */
const one = new Semaphore(1);

/**
 * Reads a photo and makes the picture that is kept and its thumbnail, upright and without metadata: no place, time, camera
 * or name of its maker. The work is done outside of the process's main thread.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Outcome> {
  if (bytes.length > MAX_PICTURE_BYTES) return { ok: false, reason: "too many bytes" };
  const kind = faultByFirstBytes(bytes);
  if (kind !== "photo") return { ok: false, reason: kind };
  return one.runExclusive(() => encode(bytes));
}

async function encode(bytes: Uint8Array): Promise<Outcome> {
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
    const whole = await encodeWithin(pixels, WHOLE);
    const small = await encodeWithin(pixels, SMALL);
    return { ok: true, picture: { media_type: "image/webp", whole, small } };
  } catch (error) {
    if (/pixel limit/.test(String(error))) return { ok: false, reason: "too many pixels" };
    return { ok: false, reason: "damaged" };
  }
}

function within(picture: Sharp, edge?: number): Sharp {
  return picture.resize(edge, edge, { fit: "inside", withoutEnlargement: true });
}

/** The first try that fits; the last try, which always does, has few pixels. */
async function encodeWithin(pixels: () => Sharp, { edges, qualities, bytes }: Fit): Promise<Encoded> {
  let last: Encoded | undefined;
  for (const edge of edges) {
    for (const quality of qualities) {
      const { data, info } = await within(pixels(), edge)
        .webp({ quality })
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
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
