import { readFileSync } from "node:fs";
import sharp from "sharp";
import type { Asset } from "./asset.ts";

const FORMATS = ["avif", "webp"] as const;

/** The scenes of app/assets/art: widths in pixels, and quality. */
const SCENES: Record<string, { widths: number[]; ratio: number; quality: number }> = {
  "about-supplies": { widths: [480, 750, 1080], ratio: 4 / 3, quality: 46 },
  "blog-home-tips": { widths: [480, 750, 1080], ratio: 16 / 9, quality: 46 },
  "careers-team": { widths: [480, 750, 1080], ratio: 16 / 9, quality: 46 },
  "hero-living-room": { widths: [750, 960, 1440, 1920], ratio: 3 / 2, quality: 46 },
  "service-commercial": { widths: [480, 690, 900], ratio: 4 / 3, quality: 42 },
  "service-deep": { widths: [480, 690, 900], ratio: 4 / 3, quality: 42 },
  "service-exterior": { widths: [480, 690, 900], ratio: 4 / 3, quality: 34 },
  "service-move": { widths: [480, 690, 900], ratio: 4 / 3, quality: 42 },
  "service-regular": { widths: [480, 690, 900], ratio: 4 / 3, quality: 42 },
};

/** Each scene in each width and format. scripts/picture-modules.ts combines them. */
export function pictureAssets(): Asset[] {
  return Object.entries(SCENES).flatMap(([name, { widths, ratio, quality }]) => {
    const scene = readFileSync(`app/assets/art/${name}.webp`);
    return widths.flatMap((width) => {
      const size = { width, height: Math.round(width / ratio) };
      return FORMATS.map((format) => ({
        file: `app/assets/made/${name}-${size.width}x${size.height}.${format}`,
        inputs: [scene, JSON.stringify({ size, format, quality })],
        make: () => sharp(scene).resize(size).toFormat(format, { quality, effort: 3 }).toBuffer(),
      }));
    });
  });
}
