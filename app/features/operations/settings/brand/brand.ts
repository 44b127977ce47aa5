import { contrast, paletteOf } from "./palette";

/** How a company looks. */
export type Brand = {
  /** One or two letters in place of the birch; null: the birch. */
  letters: string | null;
  /** "#rrggbb"; null: the birch's greens. */
  accent: string | null;
};

const HEX = /^[0-9a-f]{6}$/;

/** The first letters of the first two words of a name: "LH" for Lakeside Home Care. Signs count for nothing. */
export function lettersOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? "");
  return letters.join("").toUpperCase() || "?";
}

/** The address of the accent's style sheet. It names its content, so it never changes. */
export function stylePath(accent: string): string {
  return `/brand/${accent.slice(1)}.css`;
}

/** The address of the lettermark as a picture. */
export function markPath({ letters, accent }: { letters: string; accent: string | null }): string {
  return `/brand/${encodeURIComponent(letters)}-${(accent ?? BIRCH).slice(1)}.svg`;
}

const BIRCH = "#1f4d3a";

type Asked = { kind: "style"; accent: string } | { kind: "mark"; letters: string; accent: string };

/** What a file of /brand is; null: there is none of that name. */
export function readBrandFile(file: string): Asked | null {
  const [, style] = /^(\w{6})\.css$/.exec(file) ?? [];
  if (style && HEX.test(style)) return { kind: "style", accent: `#${style}` };
  const [, letters, accent] = /^(\?|[\p{L}\p{N}]{1,4})-(\w{6})\.svg$/u.exec(file) ?? [];
  return letters && accent && HEX.test(accent) ? { kind: "mark", letters, accent: `#${accent}` } : null;
}

/** The lettermark: letters on a tile of the accent. `letters` have no signs, so they need no escaping. */
export function drawMark(letters: string, accent: string): string {
  const tile = paletteOf(accent).light["evergreen-700"];
  const ink = contrast(tile, "#ffffff") >= 4.5 ? "#ffffff" : "#17251f";
  const size = [...letters].length > 1 ? 15 : 19;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${tile}"/><text x="16" y="${16 + size * 0.355}" fill="${ink}" font-family="Georgia, 'Times New Roman', serif" font-size="${size}" font-weight="600" text-anchor="middle">${letters}</text></svg>`;
}
