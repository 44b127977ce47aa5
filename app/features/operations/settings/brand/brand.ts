import { isWordmark } from "~/lib/wordmark";

/** How a company looks. */
export type Brand = {
  /** Stands in place of the letters and the birch; null: there is none. */
  logo: Logo | null;
  /** One or two letters in place of the birch; null: the birch. */
  letters: string | null;
  /** "#rrggbb"; null: the birch's greens. */
  accent: string | null;
  /** The letters of the name, also where they don't stand in place of the birch. */
  initials: string;
  /** The picture for sharing; null: the birch's own. */
  share: string | null;
};

/** A logo as it is stored: its content by SHA-256, that of its picture for emails, and its size in pixels. */
export type Logo = {
  file: "svg" | "png";
  width: number;
  height: number;
  sha256: string;
  small_sha256: string;
  /** Its address, which names its content and so never changes. */
  src: string;
};

/** The text of a setting that stands for a logo, and back; null: there is none. */
export function parseLogo(text: string): Logo | null {
  const [, file, width, height, sha256, small_sha256] =
    /^(svg|png) ([\d.]+) ([\d.]+) ([0-9a-f]{64}) ([0-9a-f]{64})$/.exec(text) ?? [];
  if (!file || !sha256 || !small_sha256) return null;
  return {
    ...{ file: file as Logo["file"], width: Number(width), height: Number(height), sha256, small_sha256 },
    src: `/brand/${sha256}.${file}`,
  };
}

export function formatLogo({ file, width, height, sha256, small_sha256 }: Omit<Logo, "src">): string {
  return `${file} ${width} ${height} ${sha256} ${small_sha256}`;
}

/** The sizes of icons: of tabs, of home screens, and one whose edge a phone may cut off. */
export const ICONS = ["32", "180", "192", "512", "maskable"] as const;
export type IconSize = (typeof ICONS)[number];

/** The address of an icon as PNG: made of the logo, or of the letters where that is too wide; null: the birch's own. */
export function iconPath(brand: Brand, size: IconSize): string | null {
  const { logo, letters, accent, initials } = brand;
  if (logo && !isWordmark(logo)) return `/brand/${logo.sha256}-${size}.png`;
  const drawn = letters ?? (logo ? initials : null);
  return drawn && `/brand/${encodeURIComponent(drawn)}-${(accent ?? BIRCH).slice(1)}-${size}.png`;
}

/** The icons of a web app manifest. */
export function manifestIcons(
  brand: Brand,
): { src: string; sizes: string; type: string; purpose?: string }[] {
  const icon = (size: IconSize, edge: string, more = {}) => ({
    ...{ src: iconPath(brand, size) ?? `/icons/${size}.png`, sizes: `${edge}x${edge}`, type: "image/png" },
    ...more,
  });
  return [icon("192", "192"), icon("512", "512"), icon("maskable", "512", { purpose: "maskable" })];
}

const OWN =
  /^([0-9a-f]{64}\.(svg|png)|([0-9a-f]{64}|(\?|[\p{L}\p{N}]{1,4})-[0-9a-f]{6})-(32|180|192|512|maskable)\.png|share-[0-9a-f]{20}\.jpg)$/u;
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

/** The accent of a company that has chosen none. */
export const BIRCH = "#1f4d3a";

type Asked =
  | { kind: "style"; accent: string }
  | { kind: "mark"; letters: string; accent: string }
  /** Something of the company as it is now, if it still has this address. */
  | { kind: "own" };

/** What a file of /brand is; null: there is none of that name. */
export function readBrandFile(file: string): Asked | null {
  const [, style] = /^(\w{6})\.css$/.exec(file) ?? [];
  if (style && HEX.test(style)) return { kind: "style", accent: `#${style}` };
  const [, letters, accent] = /^(\?|[\p{L}\p{N}]{1,4})-(\w{6})\.svg$/u.exec(file) ?? [];
  if (letters && accent && HEX.test(accent)) return { kind: "mark", letters, accent: `#${accent}` };
  return OWN.test(file) ? { kind: "own" } : null;
}
