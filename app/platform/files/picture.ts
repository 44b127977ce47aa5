/** Bytes and pixels that a picture may have when it comes in. */
export const MAX_PICTURE_BYTES = 15 * 1000 ** 2;
export const MAX_PIXELS = 40 * 1000 ** 2;

/** Why something is not kept as a picture. */
export type PictureFault =
  | "empty"
  | "no picture"
  | "other format"
  | "drawing"
  | "animated"
  | "too many bytes"
  | "too many pixels"
  | "damaged";

/** What the sender reads. */
export const PICTURE_FAULTS: Record<PictureFault, string> = {
  empty: "The file is empty. Choose a photo.",
  "no picture": "This file is not a picture. Choose a photo (JPEG, PNG or WebP).",
  "other format": "This kind of picture can't be read here. Save it as JPEG and send it again.",
  drawing: "Drawings (SVG) are not accepted. Choose a photo (JPEG, PNG or WebP).",
  animated: "Animated pictures are not accepted. Choose a photo (JPEG, PNG or WebP).",
  "too many bytes": "The photo is larger than 15 MB. Choose a smaller one.",
  "too many pixels": "The photo has more than 40 megapixels. Choose a smaller one.",
  damaged: "The photo is damaged. Take or send it again.",
};

/** How BMP, TIFF (two), Photoshop, icons and JPEG XL (two) begin. */
const OTHER_FORMATS = ["BM", "II*\0", "MM\0*", "8BPS", "\0\0\x01\0", "\xff\n", "\0\0\0\fJXL "];

/** What the first bytes say that a file is: "photo" if it is worth decoding. Looks at no name and no sent type. */
export function faultByFirstBytes(bytes: Uint8Array): Exclude<PictureFault, "damaged"> | "photo" {
  const text = latin1(bytes.subarray(0, 256));
  if (bytes.length === 0) return "empty";
  if (text.startsWith("\xff\xd8\xff")) return "photo";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return isAnimatedPng(bytes) ? "animated" : "photo";
  if (/^RIFF.{4}WEBP/s.test(text)) return isAnimatedWebp(text) ? "animated" : "photo";
  if (/^GIF8[79]a/.test(text)) return "animated";
  const [, brand] = /^.{4}ftyp(.{4})/s.exec(text) ?? [];
  if (brand === "avif") return "photo";
  if (brand === "avis") return "animated";
  if (brand && /^(hei|hev|mif1|msf1)/.test(brand)) return "other format";
  if (OTHER_FORMATS.some((start) => text.startsWith(start))) return "other format";
  return /^\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(text.replace(/^\xef\xbb\xbf/, ""))
    ? "drawing"
    : "no picture";
}

/** Whether the chunk that announces frames stands before the first image data. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += view.getUint32(at) + 12) {
    const name = latin1(bytes.subarray(at + 4, at + 8));
    if (name === "acTL") return true;
    if (name === "IDAT") return false;
  }
  return false;
}

/** The flag of the extended header (developers.google.com/speed/webp/docs/riff_container). */
function isAnimatedWebp(text: string): boolean {
  return text.startsWith("VP8X", 12) && (text.charCodeAt(20) & 2) > 0;
}

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);
