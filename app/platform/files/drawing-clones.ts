/** An element of a drawing with an id: its first and its last token. */
export type Target = { name: string; attributes: Map<string, string>; first: number; last: number };

type Box = { width: number; height: number };

/** What can be drawn in a clip. */
export const BASIC_SHAPE = /^(path|rect|circle|ellipse|line|polyline|polygon)$/;

/** What the place of a clone, or of a symbol in it, is said by. The rest of their attributes are looks. */
const PLACE = /^(id|x|y|width|height|viewBox|preserveAspectRatio|transform|(xlink:)?href)$/;

/** The looks that a clone, or a symbol, gives to what is in it. */
export function looksOfClone(attributes: Map<string, string>): Map<string, string> {
  return new Map([...attributes].filter(([key]) => !PLACE.test(key)));
}

/**
 * Where a clone stands: its own transform, its x and y, and for a symbol with a viewBox its scale. `page` is the size of the
 * drawing, which a symbol fills if nothing says another. Null if the place can't be said so.
 */
export function placeOfClone(use: Map<string, string>, target: Target, page: Box): string | null {
  const [x, y] = [lengthOf(use.get("x") ?? "0"), lengthOf(use.get("y") ?? "0")];
  if (x === null || y === null) return null;
  const parts = [use.get("transform") ?? ""];
  if (x !== 0 || y !== 0) parts.push(`translate(${x} ${y})`);
  const view = target.name === "symbol" ? target.attributes.get("viewBox") : undefined;
  if (view !== undefined) {
    const size = (name: "width" | "height") =>
      lengthOf(use.get(name) ?? "") ?? lengthOf(target.attributes.get(name) ?? "") ?? page[name];
    const fit = target.attributes.get("preserveAspectRatio") ?? "xMidYMid meet";
    const scale = scaleOf(view, { width: size("width"), height: size("height") }, fit);
    if (scale === null) return null;
    parts.push(scale);
  }
  return parts.filter(Boolean).join(" ");
}

/** Scales a viewBox into a box: in its middle, or by `none` to its edges. */
function scaleOf(view: string, { width, height }: Box, fit: string): string | null {
  const [left = 0, top = 0, across = 0, down = 0, ...more] = view
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const isBox = [left, top].every(Number.isFinite) && across > 0 && down > 0 && more.length === 0;
  if (!isBox || !/^(none|xMidYMid( meet)?)$/.test(fit.trim())) return null;
  const [wide, high] = [width / across, height / down];
  const least = Math.min(wide, high);
  const [sx, sy] = fit.trim() === "none" ? [wide, high] : [least, least];
  const [dx, dy] = [(width - across * sx) / 2 - left * sx, (height - down * sy) / 2 - top * sy];
  return `translate(${round(dx)} ${round(dy)}) scale(${round(sx)} ${round(sy)})`;
}

/** A length in the drawing's units; null for any other. */
function lengthOf(text: string): number | null {
  const [, length] = /^\s*(-?(?:\d+\.?\d*|\.\d+))(?:px)?\s*$/.exec(text) ?? [];
  return length === undefined ? null : Number(length);
}

const round = (length: number) => Number(length.toFixed(5));
