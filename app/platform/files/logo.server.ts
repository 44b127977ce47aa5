import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Sharp } from "sharp";
import { cleanDrawing } from "./drawing";
import { type Encoded, loadSharp, onePicture, PATIENCE } from "./encode.server";

/** `small` stands in emails: PNG on white. */
type LogoPicture = {
  media_type: "image/svg+xml" | "image/png";
  whole: Encoded;
  small: Encoded;
};
type Outcome = { ok: true; logo: LogoPicture } | { ok: false; message: string };

/** Bytes and pixels of a logo when it comes in. */
export const MAX_LOGO_BYTES = 2 * 1000 ** 2;
const MAX_DRAWING_BYTES = 200_000;
const MAX_EDGE = 5000;
const LEAST_HEIGHT = 48;
/** How many times as wide as high a logo may be, and as high as wide. */
const WIDEST = 8;
const HIGHEST = 2;
/** Pixels of a kept PNG, and of the picture in emails, which is shown at half of that. */
const WHOLE = { width: 1200, height: 480 };
const SMALL = { width: 464, height: 72 };
const EMAIL_PADDING = 8;
/** Pixels. What a drawing counts as high; it has units of its own. */
const DRAWN = 96;
/** What the site is drawn on, and how much of a logo must stand out from it. */
const PAPER = "#fbfaf6";
const LEAST_SHOWN = 0.005;

/** Milliseconds that a drawing may take. Most take a tenth of a second with the start of the process. */
const MOST_MS = 10_000;

const refusal = (message: string) => ({ ok: false, message }) as const;
const OTHER = refusal("Choose an SVG or PNG file.");

/**
 * Reads a logo by its content, whatever it is called. A drawing is written anew from what is allowed (drawing.ts); a PNG is
 * decoded, made smaller and encoded again, without metadata. A drawing may take `mostMs` milliseconds.
 */
export async function encodeLogo(bytes: Uint8Array, mostMs = MOST_MS): Promise<Outcome> {
  const start = Buffer.from(bytes.subarray(0, 300))
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "");
  const isPng = start.startsWith("\x89PNG\r\n\x1a\n");
  if (bytes.length === 0) return refusal("The file is empty. Choose an SVG or PNG file.");
  if (!isPng && !/^\s*</.test(start)) return OTHER;
  if (bytes.length > (isPng ? MAX_LOGO_BYTES : MAX_DRAWING_BYTES))
    return refusal(`The file is larger than ${isPng ? "2 MB" : "200 KB"}. Choose a smaller one.`);
  try {
    return await onePicture.runExclusive(() => (isPng ? encodePng(bytes) : encodeDrawing(bytes, mostMs)));
  } catch {
    return refusal("The file is damaged. Save your logo again as SVG or PNG.");
  }
}

async function encodeDrawing(bytes: Uint8Array, mostMs: number): Promise<Outcome> {
  const cleaned = cleanDrawing(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (!cleaned.ok) return cleaned;
  const { svg, width, height } = cleaned.drawing;
  const content = Buffer.from(svg);
  const wrong = shapeFault(width, height);
  if (wrong) return refusal(wrong);
  const whole = { content, width: Math.round((width * DRAWN) / height), height: DRAWN };
  const shown = await renderApart(content, mostMs);
  if (!shown) return refusal("The drawing has too many crossing lines. Simplify it, or save it as PNG.");
  const sharp = await loadSharp();
  return finish(sharp(shown), whole, "image/svg+xml");
}

const RENDER = `
  import { buffer } from "node:stream/consumers";
  const [, from, density, limitInputPixels] = process.argv;
  const { default: sharp } = await import(from);
  const picture = sharp(await buffer(process.stdin), { density: Number(density), limitInputPixels: Number(limitInputPixels) });
  process.stdout.write(await picture.png().toBuffer());
`;

/**
 * A drawing as PNG; null if it takes too long. Lines that cross each other thousands of times take minutes, and only a process can
 * be ended in the middle of that. What was drawn in time here is drawn in the site's own process from then on.
 */
async function renderApart(content: Buffer, timeout: number): Promise<Buffer | null> {
  const sharp = pathToFileURL(createRequire(import.meta.url).resolve("sharp")).href;
  const [density, pixels] = [densityOf(content, 480), MAX_EDGE ** 2].map(String) as [string, string];
  const parts = ["--input-type=module", "-e", RENDER, sharp, density, pixels];
  const limits = { timeout, killSignal: "SIGKILL", maxBuffer: 64 * 1000 ** 2 } as const;
  return new Promise((resolve, reject) => {
    const options = { ...limits, encoding: "buffer", env: {} } as const;
    const child = execFile(process.execPath, parts, options, (error, output) => {
      if (error?.killed) resolve(null);
      else if (error) reject(error);
      else resolve(output);
    });
    child.stdin?.on("error", () => {}); // it has ended before it read all
    child.stdin?.end(content);
  });
}

async function encodePng(bytes: Uint8Array): Promise<Outcome> {
  const sharp = await loadSharp();
  const open = () =>
    sharp(bytes, { failOn: "error", limitInputPixels: MAX_EDGE ** 2 }).timeout({ seconds: PATIENCE });
  const { width, height, pages = 1 } = await open().metadata();
  if (pages > 1) return refusal("Animated pictures are not accepted. Choose an SVG or PNG file.");
  if (width > MAX_EDGE || height > MAX_EDGE)
    return refusal(`The picture is larger than ${MAX_EDGE} pixels. Choose a smaller one.`);
  if (height < LEAST_HEIGHT)
    return refusal(`The picture must be at least ${LEAST_HEIGHT} pixels high, to be sharp on phones.`);
  const wrong = shapeFault(width, height);
  if (wrong) return refusal(wrong);
  const { data, info } = await open()
    .toColourspace("srgb")
    .resize({ ...WHOLE, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return finish(sharp(data), { content: data, width: info.width, height: info.height }, "image/png");
}

function shapeFault(width: number, height: number): string | null {
  if (width > height * WIDEST)
    return `The logo is more than ${WIDEST} times as wide as high. Cut its margins off.`;
  return height > width * HIGHEST ? `The logo is more than ${HIGHEST} times as high as wide.` : null;
}

async function finish(logo: Sharp, whole: Encoded, media_type: LogoPicture["media_type"]): Promise<Outcome> {
  const sharp = await loadSharp();
  if ((await shownOn(logo.clone(), PAPER)) < LEAST_SHOWN) {
    return refusal(
      "The logo can hardly be seen on the light ground of the site. Choose one in darker colors.",
    );
  }
  const inner = await logo
    .clone()
    .resize({ ...SMALL, fit: "inside" })
    .png()
    .toBuffer();
  const { data, info } = await sharp(inner)
    .flatten({ background: "#ffffff" })
    .extend({
      top: EMAIL_PADDING,
      bottom: EMAIL_PADDING,
      left: EMAIL_PADDING,
      right: EMAIL_PADDING,
      background: "#ffffff",
    })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  const small = { content: data, width: info.width, height: info.height };
  return { ok: true, logo: { media_type, whole, small } };
}

/** Which part of a picture's area differs from this ground, from 0 to 1. */
async function shownOn(logo: Sharp, ground: string): Promise<number> {
  const pixels = await logo
    .resize({ width: 240, height: 120, fit: "inside" })
    .flatten({ background: ground })
    .greyscale()
    .raw()
    .toBuffer();
  const paper = Number.parseInt(ground.slice(1, 3), 16);
  return pixels.filter((shade) => Math.abs(shade - paper) > 40).length / pixels.length;
}

/** A logo to draw with, as large as `height` pixels need. */
export async function openLogo(content: Buffer, height = 480): Promise<Sharp> {
  const sharp = await loadSharp();
  const isDrawing = content[0] === 0x3c;
  if (!isDrawing) return sharp(content).timeout({ seconds: PATIENCE });
  return sharp(content, { density: densityOf(content, height), limitInputPixels: MAX_EDGE ** 2 }).timeout({
    seconds: PATIENCE,
  });
}

/** Dots per inch at which a drawing is `height` pixels high. */
function densityOf(content: Buffer, height: number): number {
  const [, units = "1"] = / height="([\d.]+)"/.exec(content.toString("latin1", 0, 2000)) ?? [];
  return Math.min(Math.max((72 * height) / Number(units), 1), 20_000);
}
