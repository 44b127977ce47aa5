import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import { made } from "./made.ts";

const require = createRequire(import.meta.url);

type Weights = number | { min: number; max: number };

/** The site's two fonts as they come, and the weights of them that app/fonts.css names and the classes use. */
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
/** ASCII and the marks of good typography: what a page of ours is written with, in a file that comes in one round trip. */
const BASIC = `${between(0x20, 0x7e)}\u00a0©·×½‐‑–—‘’“”•…⁄€−→←↑↓\u2009\u202f`;
/** Accented letters and rare marks, mostly in names. The file comes when one is shown: app/fonts.css names them again. */
const ACCENTS = [...`${between(0xa1, 0xff)}ŒœŠšŽžŸ‚„†‹›™`].filter((one) => !BASIC.includes(one)).join("");
/** What the browser does by itself, and the figures that our tables ask for. */
const FEATURES = "kern liga calt clig ccmp locl mark mkmk rlig rclt rvrn tnum lnum pnum frac".split(" ");

/** One of the fonts with these characters and the weights that are asked for, as a file; made once. */
export async function slimFont(
  { file, weights }: { file: string; weights: Weights },
  targetFormat: "woff2" | "truetype",
  characters = BASIC + ACCENTS,
): Promise<string> {
  const whole = readFileSync(require.resolve(file));
  const options = { targetFormat, variationAxes: { wght: weights }, keepFeatures: FEATURES };
  const name = path.basename(file, ".woff2").replace(/-.*/, "");
  return made(`${name}.${targetFormat}`, [whole, characters, JSON.stringify(options)], () =>
    subsetFont(whole, characters, options),
  );
}

/** Gives the browser the slim fonts wherever the whole ones are asked for, and `NAME-accents.woff2` beside each. */
export function slimFonts(): Plugin {
  return {
    name: "slim-fonts",
    async config() {
      const alias = Object.entries(fonts).map(async ([name, font]) => [
        {
          find: new RegExp(`^${font.file}(?=\\?|$)`),
          replacement: await slimFont(font, "woff2", BASIC),
        },
        {
          find: new RegExp(`^(?:\\./)?${name}-accents\\.woff2$`), // Tailwind puts ./ before it
          replacement: await slimFont(font, "woff2", ACCENTS),
        },
      ]);
      return { resolve: { alias: (await Promise.all(alias)).flat() } };
    },
  };
}
