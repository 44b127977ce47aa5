import { Mutex } from "async-mutex";

const mutexes = new WeakMap<object, Map<string, Mutex>>();

/**
 * Runs work under a mutex of this process, one for each key. Put it around a transaction that takes an advisory lock of that
 * name first: the others then wait here, without holding a connection, and reads find one. The lock keeps other processes
 * out. Don't wait for another key inside.
 */
export async function withMutex<T>({ db }: { db: object }, key: string, work: () => Promise<T>): Promise<T> {
  const ofDb = mutexes.get(db) ?? new Map<string, Mutex>();
  mutexes.set(db, ofDb);
  const mutex = ofDb.get(key) ?? new Mutex();
  ofDb.set(key, mutex);
  try {
    return await mutex.runExclusive(work);
  } finally {
    if (!mutex.isLocked()) ofDb.delete(key);
  }
}
