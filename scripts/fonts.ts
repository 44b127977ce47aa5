import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import { made } from "./made.ts";

const require = createRequire(import.meta.url);

type Weights = number | { min: number; max: number };

/** The site's two fonts as they come, and the weights of them that app/app.css and its classes use. */
export const fonts = {
  fraunces: {
    file: "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2",
    weights: 560 as Weights,
  },
  figtree: {
    file: "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
    weights: { min: 400, max: 700 } as Weights,
  },
};

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
/** ASCII, accented Latin-1 and the marks of good typography. */
const CHARACTERS = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}ŒœŠšŽžŸ‐‑–—‘’‚“”„†•…‹›⁄€™−×→←↑↓\u2009\u202f`;
/** What the browser does by itself, and the figures that our tables ask for. */
const FEATURES = "kern liga calt clig ccmp locl mark mkmk rlig rclt rvrn tnum lnum pnum frac".split(" ");

/** One of the fonts with the characters and weights that are asked for, as a file; made once. */
export async function slimFont(
  { file, weights }: { file: string; weights: Weights },
  targetFormat: "woff2" | "truetype",
): Promise<string> {
  const whole = readFileSync(require.resolve(file));
  const options = { targetFormat, variationAxes: { wght: weights }, keepFeatures: FEATURES };
  const name = path.basename(file, ".woff2").replace(/-.*/, "");
  return made(`${name}.${targetFormat}`, [whole, CHARACTERS, JSON.stringify(options)], () =>
    subsetFont(whole, CHARACTERS, options),
  );
}

/** Gives the browser the slim fonts wherever the whole ones are asked for. */
export function slimFonts(): Plugin {
  return {
    name: "slim-fonts",
    async config() {
      const alias = Object.values(fonts).map(async (font) => ({
        find: new RegExp(`^${font.file}(?=\\?|$)`),
        replacement: await slimFont(font, "woff2"),
      }));
      return { resolve: { alias: await Promise.all(alias) } };
    },
  };
}
