import type { Area } from "~/features/scheduling/roads/area";
import type { Point } from "~/features/scheduling/roads/distance";
import { type AreaMap, dotsOf, mapOf } from "~/features/scheduling/roads/map";
import { centroidOf, zipsWithin } from "~/features/scheduling/roads/zips.server";

const SIZE = { width: 640, height: 400 };
/** About how far a ZIP code of New England reaches around its middle. */
const ZIP_MILES = 5;

/** The ZIP codes of an area, sorted; null: it has no limit. */
export function zipsOf(area: Area): readonly string[] | null {
  if (area.mode === "anywhere") return null;
  if (area.mode === "zips") return area.zips;
  const base = centroidOf(area.base);
  return base && [...new Set([area.base, ...zipsWithin(base, area.miles)])].sort();
}

/** A map of an area and places beside it; null when there is nothing to draw. */
export function drawMap(area: Area, marks: readonly Point[] = []): AreaMap | null {
  const points = (zipsOf(area) ?? []).flatMap((zip) => centroidOf(zip) ?? []);
  const base = area.mode === "radius" ? centroidOf(area.base) : null;
  const edges = base && area.mode === "radius" ? around(base, area.miles) : [];
  const all = [...points, ...edges, ...marks];
  if (all.length === 0) return null;
  const { spotOf, unitsPerMile } = mapOf(all, { ...SIZE, margin: ZIP_MILES + 1 });
  const reach = area.mode === "radius" ? area.miles : ZIP_MILES;
  const shaded = base ? [base] : points;
  return {
    ...SIZE,
    shade:
      shaded.length > 0
        ? { path: dotsOf(shaded.map(spotOf)), thickness: Math.round(2 * reach * unitsPerMile) }
        : null,
    dots: dotsOf(points.map(spotOf)),
    base: base && area.mode === "radius" ? { ...spotOf(base), zip: area.base } : null,
    marks: marks.map(spotOf),
  };
}

/** The northern, southern, eastern and western ends of a circle. */
function around({ lat, lon }: Point, miles: number): Point[] {
  const up = miles / 69;
  const across = up / Math.cos((lat * Math.PI) / 180);
  return [
    { lat: lat + up, lon },
    { lat: lat - up, lon },
    { lat, lon: lon + across },
    { lat, lon: lon - across },
  ];
}
