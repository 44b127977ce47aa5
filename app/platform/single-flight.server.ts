/** One answer that is under way, and who waits for the one after it. */
type Line<T> = { underWay: Promise<unknown>; next?: Next<T> };
type Next<T> = { now: Temporal.Instant; answer: Promise<T> };

/** Those in front of each database, or transaction, by what they ask for. */
const lines = new WeakMap<object, Map<string, Line<unknown>>>();

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
  const ofDb = lines.get(db) ?? new Map<string, Line<unknown>>();
  lines.set(db, ofDb);
  const line = ofDb.get(key) as Line<T> | undefined;
  if (!line) {
    const answer = ask(now);
    ofDb.set(key, { underWay: settled(answer) });
    letNextIn(ofDb, key);
    return answer;
  }
  if (line.next) {
    if (Temporal.Instant.compare(now, line.next.now) > 0) line.next.now = now;
    return line.next.answer;
  }
  const next: Next<T> = { now, answer: line.underWay.then(() => ask(next.now)) };
  line.next = next;
  return next.answer;
}

/** Once the answer under way is there, those who waited are next; with nobody waiting the line is gone. */
function letNextIn(ofDb: Map<string, Line<unknown>>, key: string): void {
  const line = ofDb.get(key);
  line?.underWay.then(() => {
    if (!line.next) return ofDb.delete(key);
    ofDb.set(key, { underWay: settled(line.next.answer) });
    letNextIn(ofDb, key);
  });
}

function settled(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch(() => {});
}
