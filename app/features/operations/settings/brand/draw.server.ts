import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isWordmark } from "~/lib/wordmark";
import type { Ctx } from "~/platform/context.server";
import { loadSharp, onePicture } from "~/platform/files/encode.server";
import { openLogo } from "~/platform/files/logo.server";
import { readWhole, StoreDown } from "~/platform/files/store.server";
import type { Company } from "../queries.server";
import { type Brand, ICONS, type IconSize, iconPath } from "./brand";
import { drawTile } from "./lettermark";
import { paletteOf } from "./palette";

type Picture = { type: "image/svg+xml" | "image/png" | "image/jpeg"; content: Buffer };
/** `font`: the font of the headings as a data URL of TrueType. */
type World = Pick<Ctx, "files"> & { font: string };
type Named = Pick<Company, "company_name" | "brand">;

const PAPER = "#fbfaf6";
const INK = "#17251f";

/** Pixels, and how much of the width a logo takes; the edge of a maskable icon may be cut off. */
const EDGES: Record<IconSize, { size: number; fill: number; ground: string }> = {
  "32": { size: 32, fill: 1, ground: "#00000000" },
  "180": { size: 180, fill: 0.76, ground: PAPER },
  "192": { size: 192, fill: 1, ground: "#00000000" },
  "512": { size: 512, fill: 1, ground: "#00000000" },
  maskable: { size: 512, fill: 0.6, ground: PAPER },
};

/** What was drawn last, by its address: a company has few pictures, and their addresses name their content. */
const drawn = new Map<string, Picture>();
const MOST_DRAWN = 12;

/** A picture of the company as it is now, by its address (`/brand/…`); null: there is none, or not any more. */
export async function readBrandPicture(ctx: World, company: Named, address: string): Promise<Picture | null> {
  const { brand } = company;
  const { logo } = brand;
  if (logo?.src === address) {
    const content = await readWhole(ctx.files, logo.sha256);
    return content && { type: logo.file === "svg" ? "image/svg+xml" : "image/png", content };
  }
  const size = ICONS.find((one) => iconPath(brand, one) === address);
  if (!size && address !== brand.share) return null;
  const known = drawn.get(address);
  if (known) return known;
  return onePicture.runExclusive(async () => {
    const meanwhile = drawn.get(address);
    if (meanwhile) return meanwhile;
    const picture: Picture = size
      ? { type: "image/png", content: await drawIcon(ctx, brand, size) }
      : { type: "image/jpeg", content: await drawShare(ctx, company) };
    if (drawn.size >= MOST_DRAWN) drawn.clear();
    drawn.set(address, picture);
    return picture;
  });
}

/** The logo, or the letters on a tile of the accent, as a square PNG. */
async function drawIcon(ctx: World, brand: Brand, size: IconSize): Promise<Buffer> {
  const sharp = await loadSharp();
  const { size: edge, fill, ground } = EDGES[size];
  const logo = brand.logo && !isWordmark(brand.logo) ? await readLogo(ctx, brand) : null;
  const inner = Math.round(edge * fill);
  const mark = logo
    ? await (await openLogo(logo, inner)).resize(inner, inner, { fit: "inside" }).png().toBuffer()
    : await drawLetters(ctx, brand, { edge, rounded: ground === "#00000000" });
  return sharp({ create: { width: edge, height: edge, channels: 4, background: ground } })
    .composite([{ input: mark, gravity: "centre" }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** @throws StoreDown also when the file is missing: browsers would keep a picture without the logo for good. */
async function readLogo({ files }: World, { logo }: Brand): Promise<Buffer | null> {
  if (!logo) return null;
  const content = await readWhole(files, logo.sha256);
  if (!content) throw new StoreDown("The store does not have the logo.");
  return content;
}

/** The first letters of the name on a tile; of an icon that systems cut themselves, the tile has no corners of its own. */
async function drawLetters(
  world: World,
  { letters, initials, accent }: Brand,
  { edge, rounded }: { edge: number; rounded: boolean },
): Promise<Buffer> {
  const sharp = await loadSharp();
  const { tile, ink } = drawTile(accent);
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}"><rect width="100%" height="100%" rx="${rounded ? edge / 4 : 0}" fill="${tile}"/></svg>`;
  const text = letters ?? initials;
  const word = await write(world, text, { size: edge * ([...text].length > 1 ? 0.42 : 0.52), color: ink });
  return sharp(Buffer.from(ground))
    .composite([{ input: word, gravity: "centre" }])
    .png()
    .toBuffer();
}

const SHARE = { width: 1200, height: 630, margin: 88 };
/** Lenticels, as on the birch's own pictures for sharing: dashes of uneven length, in the accent. */
const DASHES = [44, 12, 76, 28, 6, 56, 20, 36, 10];

/** The picture for sharing: the logo or the letters, the name, and the accent. */
async function drawShare(ctx: World, { company_name, brand }: Named): Promise<Buffer> {
  const sharp = await loadSharp();
  const { light } = paletteOf(brand.accent ?? "#1f4d3a");
  const { width, height, margin } = SHARE;
  const logo = await readLogo(ctx, brand);
  const mark = logo
    ? await (await openLogo(logo, 220))
        .resize({ width: width - 2 * margin, height: 220, fit: "inside" })
        .png()
        .toBuffer()
    : brand.letters !== null
      ? await drawLetters(ctx, brand, { edge: 168, rounded: true })
      : null;
  let at = margin;
  const dashes = DASHES.map((length) => {
    const dash = `<rect x="${at}" y="${height - margin}" width="${length}" height="8" rx="4" fill="${light["evergreen-500"]}"/>`;
    at += length + 18;
    return dash;
  });
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${PAPER}"/><rect width="100%" height="14" fill="${light["evergreen-700"]}"/>${dashes.join("")}</svg>`;
  const name = isWritten(company_name)
    ? await write(ctx, company_name, {
        size: company_name.length > 30 ? 60 : 76,
        color: INK,
        width: width - 2 * margin,
      })
    : null;
  return sharp(Buffer.from(ground))
    .composite([
      ...(mark ? [{ input: mark, left: margin, top: margin }] : []),
      ...(name ? [{ input: name, left: margin, top: mark ? 350 : 200 }] : []),
    ])
    .flatten({ background: PAPER })
    .jpeg({ quality: 86, chromaSubsampling: "4:4:4", mozjpeg: true })
    .toBuffer();
}

/** Whether the font has every character: Latin letters and common marks (scripts/fonts.ts). */
function isWritten(text: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ffŒœŠšŽžŸ‐‑–—‘’“”…•€™]*$/.test(text);
}

type Look = { size: number; color: string; width?: number };

/** Text as a picture, in the font of the site's headings; breaks into lines at `width` pixels. */
async function write({ font }: World, text: string, { size, color, width }: Look): Promise<Buffer> {
  const sharp = await loadSharp();
  const words = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return sharp({
    text: {
      text: `<span foreground="${color}">${words}</span>`,
      font: `Fraunces ${Math.round(size)}`,
      fontfile: await fontFile(font),
      rgba: true,
      dpi: 72,
      wrap: "word",
      ...(width && { width }),
    },
  })
    .png()
    .toBuffer();
}

let written: Promise<string> | undefined;

/** The font as a file, because it is read by its path; written once by each process. */
function fontFile(font: string): Promise<string> {
  written ??= (async () => {
    const file = path.join(tmpdir(), `white-birch-${randomUUID()}.ttf`);
    await writeFile(file, Buffer.from(font.replace(/^.*,/, ""), "base64"));
    return file;
  })();
  return written;
}
