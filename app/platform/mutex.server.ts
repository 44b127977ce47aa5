/** The last of those that wait for each key, by database. */
const lines = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs work under a mutex of this process, one for each key. Put it around a transaction that takes an advisory lock of that
 * name first: the others then wait here, without holding a connection, and reads find one. The lock keeps other processes
 * out. Don't wait for another key inside.
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
