import { readFileSync } from "node:fs";
import sharp from "sharp";
import type { Asset } from "./asset.ts";

const LOGO = "public/favicon.svg";
const PAPER = "#fbfaf6";

/** `fill`: how much of the width the leaves take. The edge of a maskable icon may be cut off. */
const ICONS = {
  "apple-touch-icon.png": { size: 180, fill: 0.72, ground: PAPER },
  "icons/192.png": { size: 192, fill: 1, ground: "transparent" },
  "icons/512.png": { size: 512, fill: 1, ground: "transparent" },
  "icons/maskable.png": { size: 512, fill: 0.56, ground: PAPER },
};

/** The logo in the sizes and at the addresses that home screens and search engines expect. */
export function iconAssets(): Asset[] {
  return Object.entries(ICONS).map(([file, icon]) => ({
    file: `public/${file}`,
    inputs: [readFileSync(LOGO), JSON.stringify(icon)],
    make: () => draw(icon),
  }));
}

async function draw({ size, fill, ground }: { size: number; fill: number; ground: string }): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 4, background: ground } })
    .composite([{ input: await logo(Math.round(size * fill)), gravity: "centre" }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

/** The leaves in the colors of light mode, `width` pixels wide. */
function logo(width: number): Promise<Buffer> {
  const svg = readFileSync(LOGO, "utf8").replace(/<style>[\s\S]*<\/style>/, "");
  return sharp(Buffer.from(svg), { density: Math.ceil((72 * width) / 32) })
    .resize(width, width)
    .png()
    .toBuffer();
}
