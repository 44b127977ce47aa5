import type { CrewDay, Stop } from "./day";

/** What the office did to a stop since the phone last heard: moved or changed it, took it away, or added it. */
export type News = { id: string; kind: "changed" | "gone" | "new"; stop: Pick<Stop, "starts" | "address"> };

/** What changed between two readings of the day, for the days that both know. */
export function newsOf(before: CrewDay, after: CrewDay): News[] {
  const known = new Map(before.stops.map((stop) => [stop.id, stop]));
  const now = new Map(after.stops.map((stop) => [stop.id, stop]));
  const shown = [before.today, before.tomorrow].filter((day) => [after.today, after.tomorrow].includes(day));
  const gone = before.stops.filter(({ id, date }) => shown.includes(date) && !now.has(id));
  const others = after.stops.flatMap((stop): News[] => {
    const was = known.get(stop.id);
    if (!was) return shown.includes(stop.date) ? [{ id: stop.id, kind: "new", stop }] : [];
    return officePartOf(was) === officePartOf(stop) ? [] : [{ id: stop.id, kind: "changed", stop }];
  });
  return [...gone.map((stop): News => ({ id: stop.id, kind: "gone", stop })), ...others];
}

/** The office's part of a stop as text; what the crew itself tapped is no news. */
export function officePartOf(stop: Stop): string {
  const { date, starts, ends, address, service, rooms, extras, pets, parking, home_notes, notes, items } =
    stop;
  const home = [address, pets, parking, home_notes];
  return JSON.stringify([date, starts, ends, service, rooms, extras, notes, items, ...home]);
}
