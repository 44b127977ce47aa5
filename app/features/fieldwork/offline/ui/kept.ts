/** What a phone keeps of /crew: caches whose names begin so, and one database. Nothing else on the site uses these names. */
const PREFIX = "crew-";
export const DATABASE = "crew";

/** The last page of the day. */
export const PAGE_CACHE = `${PREFIX}page`;
/** The scripts, styles and fonts that the pages of one version of the site need. */
export const ASSETS_CACHE = `${PREFIX}assets-`;

/** The photos of homes that were looked at on a day, whose name follows. */
export const PICTURES_CACHE = `${PREFIX}pictures-`;

/** What the page asks the worker for: delete everything that the phone keeps, or only the day: its page and pictures. */
export type Order = "wipe" | "forget";

/** Deletes all that the phone keeps of /crew, from a page or from the worker. Open pages close the database for it. */
export async function wipe(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)));
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

/** Whether an answer says that the office ended this phone. */
export const isEnded = ({ status, headers }: Response) =>
  (status === 410 && headers.get("X-Crew") === "ended") || headers.has("Clear-Site-Data");
