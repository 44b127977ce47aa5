/** The last of those in line, by what they wait for, in front of each database. */
const lines = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Lets this process do work with the same key one by one. Put it around a transaction that begins with a lock of that name:
 * others wait here, without a connection in hand, and reads find one. The lock itself keeps other processes out. Whoever is
 * inside must not wait for another key.
 */
export async function withMutex<T>({ db }: { db: object }, key: string, work: () => Promise<T>): Promise<T> {
  const ofDb = lines.get(db) ?? new Map<string, Promise<unknown>>();
  lines.set(db, ofDb);
  const before = ofDb.get(key);
  const mine = before ? before.then(work) : work();
  const over = mine.catch(() => {});
  ofDb.set(key, over);
  try {
    return await mine;
  } finally {
    if (ofDb.get(key) === over) ofDb.delete(key);
  }
}
