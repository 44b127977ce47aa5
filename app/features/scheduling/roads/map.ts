import { milesBetween, type Point } from "./distance";

/** A place on a map of `width` × `height`, rounded to whole units. */
export type Spot = { x: number; y: number };

/** How points of the earth lie on a map. `unitsPerMile`: for circles. */
export type MapScale = {
  width: number;
  height: number;
  unitsPerMile: number;
  spotOf: (point: Point) => Spot;
};

/** A map never shows less than this. */
const LEAST_MILES = 12;

/**
 * A map that holds all points, with the north on top: degrees of longitude are as narrow as in its middle, which is near
 * enough for the few hundred miles that a company drives. `margin`: miles around the outermost points.
 */
export function mapOf(
  points: readonly Point[],
  { width, height, margin }: { width: number; height: number; margin: number },
): MapScale {
  const [north, south] = [max(points, "lat"), min(points, "lat")];
  const [east, west] = [max(points, "lon"), min(points, "lon")];
  const middle = { lat: (north + south) / 2, lon: (east + west) / 2 };
  const milesPerDegree = milesBetween(
    { ...middle, lat: middle.lat - 0.5 },
    { ...middle, lat: middle.lat + 0.5 },
  );
  const narrowed = Math.cos((middle.lat * Math.PI) / 180);
  const miles = (degrees: number) => degrees * milesPerDegree;
  const wide = Math.max(miles(east - west) * narrowed + 2 * margin, LEAST_MILES);
  const high = Math.max(miles(north - south) + 2 * margin, LEAST_MILES);
  const unitsPerMile = Math.min(width / wide, height / high);
  return {
    ...{ width, height, unitsPerMile },
    spotOf: ({ lat, lon }) => ({
      x: Math.round(width / 2 + miles(lon - middle.lon) * narrowed * unitsPerMile),
      y: Math.round(height / 2 - miles(lat - middle.lat) * unitsPerMile),
    }),
  };
}

const max = (points: readonly Point[], of: keyof Point) =>
  points.reduce((most, point) => Math.max(most, point[of]), Number.NEGATIVE_INFINITY);
const min = (points: readonly Point[], of: keyof Point) =>
  points.reduce((least, point) => Math.min(least, point[of]), Number.POSITIVE_INFINITY);

/** One SVG path of round dots, for a line with round ends; each place once. */
export function dotsOf(spots: readonly Spot[]): string {
  return [...new Set(spots.map(({ x, y }) => `M${x} ${y}h0`))].join("");
}

/** A drawing of an area; lengths in its own units. */
export type AreaMap = {
  width: number;
  height: number;
  /** Where we clean: a line of this thickness with round ends. Null without a limit. */
  shade: { path: string; thickness: number } | null;
  /** The middle of each ZIP code of the area, as `shade`. */
  dots: string;
  base: (Spot & { zip: string }) | null;
  /** Places marked beside the area, in the order given. */
  marks: Spot[];
};
