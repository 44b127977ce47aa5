import { blocker, milesOfDay, type Roads, type Stop } from "./rules";

/** A visit of one day. `fixed`: it keeps its crew, because the customer asked for it or the visit can't be moved. */
export type DayVisit = Stop & { id: string; crew_id: string; fixed: boolean };

/** Visits that change their crew, and the miles of all crews before and after. */
export type Swaps = { swaps: { id: string; from: string; to: string }[]; before: number; after: number };

type Day = {
  visits: readonly DayVisit[];
  crew_ids: readonly string[];
  /** Whether a crew is at work for all of a visit. */
  canCome: (crewId: string, visit: DayVisit) => boolean;
  roads: Roads;
};

/** Less than this saves nobody anything, in miles. */
const LEAST_GAIN = 0.1;
/** Changes that are tried; a day of 100 visits with 20 crews takes fewer. */
const MOST_TRIES = 400_000;

/**
 * Shortens the drives of a day: visits keep their times and change crews, one alone or two for each other, as long as that
 * saves miles. A crew with no visit stays so. A local search, so the result is good but not always the best. The same day
 * gives the same result.
 */
export function shortenDrives({ visits, crew_ids, canCome, roads: given }: Day): Swaps {
  const roads = { ...given, milesBetween: remembered(given.milesBetween) };
  const routes = new Map<string, DayVisit[]>(crew_ids.map((id) => [id, []]));
  for (const visit of visits) {
    const route = routes.get(visit.crew_id);
    if (route) route.push(visit);
    else routes.set(visit.crew_id, [visit]);
  }
  const crewOf = new Map(visits.map(({ id, crew_id }) => [id, crew_id]));
  const routeOf = (crewId: string) => routes.get(crewId) ?? [];
  const lengths = new Map([...routes].map(([id, route]) => [id, milesOfDay(route, roads)]));
  const lengthOf = (crewId: string) => lengths.get(crewId) ?? 0;
  const total = () => [...lengths.values()].reduce((sum, miles) => sum + miles, 0);
  const before = total();
  const movable = visits.filter(({ fixed }) => !fixed);
  let tries = 0;

  /** What two crews' routes would be; takes them if they are shorter. */
  const tryRoutes = (one: string, ones: DayVisit[], other: string, others: DayVisit[]): boolean => {
    const [oneMiles, otherMiles] = [milesOfDay(ones, roads), milesOfDay(others, roads)];
    if (lengthOf(one) + lengthOf(other) - oneMiles - otherMiles < LEAST_GAIN) return false;
    for (const [id, route, miles] of [[one, ones, oneMiles] as const, [other, others, otherMiles] as const]) {
      routes.set(id, route);
      lengths.set(id, miles);
      for (const visit of route) crewOf.set(visit.id, id);
    }
    return true;
  };
  const fits = (crewId: string, route: readonly DayVisit[], visit: DayVisit) =>
    canCome(crewId, visit) && !blocker(route, visit, roads);
  const improve = (visit: DayVisit, inPairs: boolean): boolean => {
    for (const to of crew_ids) {
      const from = crewOf.get(visit.id) ?? visit.crew_id;
      if (to === from) continue;
      tries += 1;
      const left = routeOf(from).filter((one) => one !== visit);
      const there = routeOf(to);
      if (there.length === 0) continue; // sending out one more crew saves nothing
      if (fits(to, there, visit) && tryRoutes(from, left, to, [...there, visit])) return true;
      for (const partner of inPairs ? there : []) {
        if (partner.fixed) continue;
        tries += 1;
        const rest = there.filter((one) => one !== partner);
        if (!fits(to, rest, visit) || !fits(from, left, partner)) continue;
        if (tryRoutes(from, [...left, partner], to, [...rest, visit])) return true;
      }
    }
    return false;
  };
  // One visit alone first: it disturbs one customer, not two.
  for (const inPairs of [false, true]) {
    for (let improved = true; improved && tries < MOST_TRIES; ) {
      improved = movable.filter((visit) => improve(visit, inPairs)).length > 0;
    }
  }
  const swaps = visits.flatMap(({ id, crew_id: from }) => {
    const to = crewOf.get(id) ?? from;
    return to === from ? [] : [{ id, from, to }];
  });
  return { swaps, before, after: total() };
}

function remembered(milesBetween: Roads["milesBetween"]): Roads["milesBetween"] {
  const known = new Map<string, number | null>();
  return (from, to) => {
    const key = `${from} ${to}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const miles = milesBetween(from, to);
    known.set(key, miles);
    return miles;
  };
}
