/** How crews drive: straight lines between the centers of ZIP codes, at one speed. */
export type Roads = {
  miles_per_hour: number;
  buffer_minutes: number;
  /** Miles between two ZIP codes; null when one of them is unknown. */
  milesBetween: (from: string, to: string) => number | null;
};

type Moment = Pick<Temporal.Instant, "epochMilliseconds">;
type Span = { start: Moment; end: Moment };

const MINUTE_MS = 60_000;

/** Whole minutes from one ZIP code to another, rounded up; 0 when one of them is unknown. */
export function driveMinutes({ milesBetween, miles_per_hour }: Roads, from: string, to: string): number {
  return Math.ceil(((milesBetween(from, to) ?? 0) / miles_per_hour) * 60);
}

/** The minutes that a drive takes beyond the travel buffer; never negative. */
function beyondBuffer(roads: Roads, from: string, to: string): number {
  return Math.max(0, driveMinutes(roads, from, to) - roads.buffer_minutes);
}

/** What keeps crews busy, as seen from a visit in `zip`: longer on both sides where the drive takes longer than the buffer. */
export function widened<One extends { range: Span; zip?: string | null }>(
  busy: readonly One[],
  zip: string | undefined,
  roads: Roads | null | undefined,
): readonly One[] {
  if (!roads || !zip) return busy;
  const known = new Map<string, number>();
  const minutesTo = (other: string) => {
    const minutes = known.get(other) ?? beyondBuffer(roads, other, zip);
    known.set(other, minutes);
    return minutes;
  };
  return busy.map((one) => {
    const ms = one.zip ? minutesTo(one.zip) * MINUTE_MS : 0;
    return ms === 0 ? one : { ...one, range: longer(one.range, ms) };
  });
}

function longer({ start, end }: Span, ms: number): Span {
  return {
    start: { epochMilliseconds: start.epochMilliseconds - ms },
    end: { epochMilliseconds: end.epochMilliseconds + ms },
  };
}

/** A visit that a crew has: `range` includes the travel buffer. */
export type Stop = { range: Span; zip: string };

/** A crew that could come, with its visits around that time and those of the same day. */
export type Candidate = { id: string; stops: readonly Stop[]; day: readonly Stop[] };

/**
 * The crew that can drive to a visit and from it in time, with the least added driving; of two alike, the first of the
 * list, which is sorted by load. Null when none can.
 */
export function chooseCrew(
  candidates: readonly Candidate[],
  visit: Stop,
  roads: Roads,
  own: string | null = null,
): string | null {
  const able = candidates.filter(({ stops }) => !blocker(stops, visit, roads));
  if (able.some(({ id }) => id === own)) return own;
  const ranked = able.map(({ id, day }) => ({ id, miles: addedMiles(day, visit, roads) }));
  ranked.sort((one, other) => one.miles - other.miles);
  return ranked[0]?.id ?? null;
}

/** Free crews, the one with the least added driving on that day first; as they are where nobody counts the driving. */
export function byAddedMiles(
  crewIds: string[],
  busy: readonly { crew_id: string; range: Span; zip?: string | null }[],
  { range, zip }: { range: Span; zip?: string },
  roads: Roads | null | undefined,
): string[] {
  if (!roads || !zip || crewIds.length < 2) return crewIds;
  const stops = Map.groupBy(busy, ({ crew_id }) => crew_id);
  const miles = new Map(
    crewIds.map((id) => {
      const day = (stops.get(id) ?? []).flatMap((one) =>
        one.zip ? [{ range: one.range, zip: one.zip }] : [],
      );
      return [id, addedMiles(day, { range, zip }, roads)];
    }),
  );
  return crewIds.toSorted((one, other) => (miles.get(one) ?? 0) - (miles.get(other) ?? 0));
}

/** The stop that is too far away to make it in time; undefined when there is none. */
export function blocker<One extends Stop>(
  stops: readonly One[],
  { range, zip }: Stop,
  roads: Roads,
): One | undefined {
  return stops.find((stop) => {
    const ms = beyondBuffer(roads, stop.zip, zip) * MINUTE_MS;
    return (
      stop.range.start.epochMilliseconds - ms < range.end.epochMilliseconds &&
      range.start.epochMilliseconds < stop.range.end.epochMilliseconds + ms
    );
  });
}

/** The miles that a visit adds to a crew's day: to it and from it, less the way that it interrupts. */
export function addedMiles(day: readonly Stop[], visit: Stop, { milesBetween }: Roads): number {
  const miles = (from: Stop | undefined, to: Stop | undefined) =>
    from && to ? (milesBetween(from.zip, to.zip) ?? 0) : 0;
  const sorted = day.toSorted(byStart);
  const at = visit.range.start.epochMilliseconds;
  const before = sorted.findLast(({ range }) => range.start.epochMilliseconds <= at);
  const after = sorted.find(({ range }) => range.start.epochMilliseconds > at);
  return miles(before, visit) + miles(visit, after) - miles(before, after);
}

/** The miles of a crew's day from its first stop to its last. */
export function milesOfDay(day: readonly Stop[], { milesBetween }: Pick<Roads, "milesBetween">): number {
  const zips = day.toSorted(byStart).map(({ zip }) => zip);
  return zips.slice(1).reduce((sum, zip, index) => sum + (milesBetween(zips[index] ?? zip, zip) ?? 0), 0);
}

function byStart({ range: one }: Stop, { range: other }: Stop): number {
  return one.start.epochMilliseconds - other.start.epochMilliseconds;
}
