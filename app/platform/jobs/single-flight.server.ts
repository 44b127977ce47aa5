import { withMutex } from "./mutex.server";

type Flight<T> = { now: Temporal.Instant; answer: Promise<T> };

/** The answers that have not begun, by database or transaction. */
const flights = new WeakMap<object, Map<string, Flight<unknown>>>();

/**
 * Lets all who ask for the same thing at the same time share one answer. Nobody gets one that was begun before they asked:
 * while one is under way the others wait, and then share the next. So it is as true as if each had asked alone, and
 * nothing is kept that could grow old. `ask` is given the moment of whoever came last.
 */
export function singleFlight<T>(
  { db, now }: { db: object; now: Temporal.Instant },
  key: string,
  ask: (now: Temporal.Instant) => Promise<T>,
): Promise<T> {
  const ofDb = flights.get(db) ?? new Map<string, Flight<unknown>>();
  flights.set(db, ofDb);
  const waiting = ofDb.get(key) as Flight<T> | undefined;
  if (waiting) {
    if (Temporal.Instant.compare(now, waiting.now) > 0) waiting.now = now;
    return waiting.answer;
  }
  const begin = () => {
    ofDb.delete(key);
    return ask(flight.now);
  };
  const flight: Flight<T> = { now, answer: withMutex({ db }, `single flight ${key}`, begin) };
  ofDb.set(key, flight);
  return flight.answer;
}
