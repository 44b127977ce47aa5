/** Degrees; north and east are positive. */
export type Point = { lat: number; lon: number };

/** The earth's mean radius (IUGG). */
const EARTH_MILES = 3958.7613;

/** Miles as the crow flies: the great circle, by the haversine formula. */
export function milesBetween(one: Point, other: Point): number {
  const dLat = radians(other.lat - one.lat) / 2;
  const dLon = radians(other.lon - one.lon) / 2;
  const a =
    Math.sin(dLat) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(dLon) ** 2;
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(a)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
