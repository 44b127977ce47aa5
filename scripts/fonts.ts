import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";
import type { Asset } from "./asset.ts";

const require = createRequire(import.meta.url);

type Font = { file: string; weights: number | { min: number; max: number } };

/** The sources of the two fonts, and the weights that app/fonts.css declares. */
export const fonts = {
  fraunces: {
    file: require.resolve("@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2"),
    weights: 560,
  },
  figtree: {
    file: require.resolve("@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2"),
    weights: { min: 400, max: 700 },
  },
} satisfies Record<string, Font>;

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
/** ASCII and typographic marks, the characters of most pages. The file fits into one round trip. */
const BASIC = `${between(0x20, 0x7e)}\u00a0©·×½‐‑–—‘’“”•…⁄€−→←↑↓\u2009\u202f`;
/** Accented letters and rare marks, mostly in names. Browsers load this file only when a page shows one (app/fonts.css). */
const ACCENTS = [...`${between(0xa1, 0xff)}ŒœŠšŽžŸ‚„†‹›™`].filter((one) => !BASIC.includes(one)).join("");
export const ALL_CHARACTERS = BASIC + ACCENTS;
/** Features that browsers use by default, and the figures of our tables. */
const FEATURES = "kern liga calt clig ccmp locl mark mkmk rlig rclt rvrn tnum lnum pnum frac".split(" ");

type Format = "woff2" | "truetype";
type Slim = Font & { format: Format; characters: string };

/** The inputs of a subset font. */
export function fontInputs({ file, ...options }: Slim): (string | Uint8Array)[] {
  return [readFileSync(file), JSON.stringify({ ...options, FEATURES })];
}

/** A font reduced to these characters and weights. */
export function slimFont({ file, weights, format, characters }: Slim): Promise<Uint8Array> {
  return subsetFont(readFileSync(file), characters, {
    targetFormat: format,
    variationAxes: { wght: weights },
    keepFeatures: FEATURES,
  });
}

/** What pictures are written with that the site makes: of the company's name, for icons and for sharing. */
function pictureFont(): Asset {
  const slim: Slim = { ...fonts.fraunces, format: "truetype", characters: ALL_CHARACTERS };
  return { file: "app/assets/made/fraunces.ttf", inputs: fontInputs(slim), make: () => slimFont(slim) };
}

/** The files that app/fonts.css names: each font, and its accented letters in a file of their own. */
export function fontAssets(): Asset[] {
  const forPages = Object.entries(fonts).flatMap(([name, font]) =>
    [
      { file: `${name}.woff2`, characters: BASIC },
      { file: `${name}-accents.woff2`, characters: ACCENTS },
    ].map(({ file, characters }): Asset => {
      const slim: Slim = { ...font, format: "woff2", characters };
      return { file: `app/assets/made/${file}`, inputs: fontInputs(slim), make: () => slimFont(slim) };
    }),
  );
  return [...forPages, pictureFont()];
}
