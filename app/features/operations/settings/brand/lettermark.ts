import { BIRCH } from "./brand";
import { contrast, paletteOf } from "./palette";

/** The colors of the lettermark's tile and of its letters. */
export function drawTile(accent: string | null): { tile: string; ink: string } {
  const tile = paletteOf(accent ?? BIRCH).light["evergreen-700"];
  return { tile, ink: contrast(tile, "#ffffff") >= 4.5 ? "#ffffff" : "#17251f" };
}

/** The lettermark: letters on a tile of the accent. `letters` have no signs, so they need no escaping. */
export function drawMark(letters: string, accent: string): string {
  const { tile, ink } = drawTile(accent);
  const size = [...letters].length > 1 ? 15 : 19;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${tile}"/><text x="16" y="${16 + size * 0.355}" fill="${ink}" font-family="Georgia, 'Times New Roman', serif" font-size="${size}" font-weight="600" text-anchor="middle">${letters}</text></svg>`;
}
