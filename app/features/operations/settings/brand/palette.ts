/**
 * A company's colors out of one: each step has the hue of the accent and the luminance of the birch's green that it replaces
 * (app.css). WCAG's contrast depends on luminance alone, so every pair of colors keeps the contrast that it was designed with.
 */
const LIGHT = {
  "evergreen-50": "#f1f6f3",
  "evergreen-100": "#e0ece5",
  "evergreen-200": "#c1d8cc",
  "evergreen-300": "#97bca8",
  "evergreen-400": "#659a80",
  "evergreen-500": "#437c62",
  "evergreen-600": "#2e634c",
  "evergreen-700": "#1f4d3a",
  "evergreen-800": "#193e2f",
  "evergreen-900": "#122e23",
  sage: "#a9c3b0",
  "sage-soft": "#e8efe9",
  meadow: "#437c62",
} as const;

const DARK: Record<Step, string> = {
  "evergreen-50": "#1b2e25",
  "evergreen-100": "#21392d",
  "evergreen-200": "#2b4b3b",
  "evergreen-300": "#3d6a54",
  "evergreen-400": "#569073",
  "evergreen-500": "#6fae8e",
  "evergreen-600": "#84c2a2",
  "evergreen-700": "#94cfb0",
  "evergreen-800": "#aadcc2",
  "evergreen-900": "#c3e9d5",
  sage: "#5d7a68",
  "sage-soft": "#22302a",
  meadow: "#2b4b3b",
};

export type Step = keyof typeof LIGHT;
export type Palette = Record<"light" | "dark", Record<Step, string>>;

/** The green of the birch, which stands for no accent of one's own. */
export const BIRCH = LIGHT["evergreen-700"];
/** How much stronger than the birch's greens a color may be, so that large areas stay calm. */
const MOST_CHROMA = 2.6;

/** The colors of an accent, "#rrggbb". */
export function paletteOf(accent: string): Palette {
  const { chroma, hue } = toOklch(accent);
  const strength = Math.min(chroma / toOklch(BIRCH).chroma, MOST_CHROMA);
  const recolor = (steps: Record<Step, string>) =>
    Object.fromEntries(
      Object.entries(steps).map(([step, birch]) => [
        step,
        withLuminance(luminanceOf(birch), toOklch(birch).chroma * strength, hue),
      ]),
    ) as Record<Step, string>;
  return { light: recolor(LIGHT), dark: recolor(DARK) };
}

/** The style sheet that puts the colors of an accent in place of the birch's. */
export function styleOf(accent: string): string {
  const { light, dark } = paletteOf(accent);
  const rules = (colors: Record<Step, string>) =>
    Object.entries(colors)
      .map(([step, color]) => `--color-${step}:${color}`)
      .join(";");
  return `:root{${rules(light)}}@media screen and (prefers-color-scheme:dark){html[data-themed]{${rules(dark)}}}`;
}

/** WCAG's contrast of two colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The color of this luminance and hue; of the chroma as much as a screen can show. */
function withLuminance(luminance: number, chroma: number, hue: number): string {
  const rgb = bisect(chroma, (tried) => isShown(lightTo(luminance, tried, hue)));
  return toHex(lightTo(luminance, rgb, hue));
}

/** The linear RGB of a chroma and hue, as light as the luminance wants. */
function lightTo(luminance: number, chroma: number, hue: number): Rgb {
  let [low, high] = [0, 1];
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2;
    if (luminanceOfLinear(fromOklch(middle, chroma, hue)) < luminance) low = middle;
    else high = middle;
  }
  return fromOklch((low + high) / 2, chroma, hue);
}

/** The largest number up to `most` for which the rule holds; it holds for 0 and, once it fails, for nothing larger. */
function bisect(most: number, holds: (tried: number) => boolean): number {
  if (holds(most)) return most;
  let [low, high] = [0, most];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Red, green and blue, linear, from 0 to 1 where a screen can show them. */
type Rgb = [number, number, number];

const isShown = (rgb: Rgb) => rgb.every((part) => part >= -0.0001 && part <= 1.0001);

const luminanceOf = (hex: string) => luminanceOfLinear(toLinear(hex));

function luminanceOfLinear([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(hex: string): Rgb {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function toHex(rgb: Rgb): string {
  const part = (linear: number) => {
    const shown = Math.min(1, Math.max(0, linear));
    const value = shown <= 0.0031308 ? shown * 12.92 : 1.055 * shown ** (1 / 2.4) - 0.055;
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${rgb.map(part).join("")}`;
}

/** Oklab by Björn Ottosson, in polar form (CSS Color 4). The hue is in radians. */
function toOklch(hex: string) {
  const [red, green, blue] = toLinear(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return { chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}
