import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { DATABASE, isEnded, wipe } from "./kept";

/** One tap. `id` is new for each; `phone_at` is what the phone's clock said, as an ISO instant. */
export type VisitEvent = {
  id: string;
  booking_id: string;
  kind: string;
  phone_at: string;
  members?: string[];
  item_id?: string;
  undoes?: string;
  words?: string;
  report_kind?: string;
};

/** A tap that the site did not take. It is kept until the crew has read it. */
export type RefusedEvent = { event: VisitEvent; reason: string };

/** What `/crew/events` answers. */
type Answer = {
  server_now: string;
  applied: string[];
  refused: { id: string; reason: string }[];
  day?: unknown;
};

/**
 * `sent`: nothing is left. `waiting`: the site could not be reached or had a failure, so try later. `locked`: the phone
 * must show its PIN first. `ended`: the office ended the phone, and everything is deleted. `day` is the newest snapshot.
 */
export type Sent = { state: "sent" | "waiting" | "locked" | "ended"; day?: unknown };

export type Post = (body: string) => Promise<Response>;
export type Queue = Awaited<ReturnType<typeof openQueue>>;

/** A photo that is to be uploaded. `refused`: the server will never take it. */
export type KeptPhoto = {
  id: string;
  visit: string;
  kind: "before" | "after" | "report";
  report?: string;
  /** When it was taken by the phone's clock, as an ISO instant. */
  at: string;
  content: Blob;
  refused?: boolean;
};

/** Entry codes in clear, until the window of their visit is over (milliseconds, by the phone's clock). */
export type KeptCodes = {
  visit: string;
  until: number;
  codes: { id: string; kind: string; label: string; value: string | null }[];
};

interface Kept extends DBSchema {
  photos: { key: string; value: KeptPhoto };
  codes: { key: string; value: KeptCodes };
  events: { key: number; value: VisitEvent; indexes: { id: string } };
  refused: { key: string; value: RefusedEvent };
  day: { key: "day"; value: { day: unknown; kept_until: string } };
}

const BATCH = 50;
const SENDER = "crew-sender";
/** The longest time that a timer takes, in milliseconds: a phone's clock may be set back by a month. */
const LONGEST_MS = 2 ** 31 - 1;

/** Milliseconds until the next try after so many failures in a row: 5 s, 10 s … at most 2 minutes. */
export const pauseAfter = (failures: number) => Math.min(5_000 * 2 ** (failures - 1), 120_000);

/**
 * What the phone keeps until the site has it: taps in their order, refused ones, and the last snapshot of the day.
 * `onWiped` is called when another tab or the worker deletes it all.
 */
export async function openQueue({ now, onWiped }: { now: () => Date; onWiped?: () => void }) {
  let wiping: ReturnType<typeof setTimeout> | undefined;
  const db = await openDB<Kept>(DATABASE, 1, {
    upgrade(fresh) {
      fresh.createObjectStore("events", { autoIncrement: true }).createIndex("id", "id", { unique: true });
      fresh.createObjectStore("refused", { keyPath: "event.id" });
      fresh.createObjectStore("day");
      fresh.createObjectStore("photos", { keyPath: "id" });
      fresh.createObjectStore("codes", { keyPath: "visit" });
    },
    blocking() {
      db.close();
      onWiped?.();
    },
  });

  /** Deletes the codes whose time is over, now and when the time of the next ones is over. */
  async function wipeCodes(): Promise<void> {
    clearTimeout(wiping);
    const all = await db.getAll("codes");
    const isOver = ({ until }: KeptCodes) => until <= now().getTime();
    await Promise.all(all.filter(isOver).map(({ visit }) => db.delete("codes", visit)));
    const next = Math.min(...all.filter((one) => !isOver(one)).map(({ until }) => until));
    if (next < Number.POSITIVE_INFINITY)
      wiping = setTimeout(
        () => void wipeCodes().catch(() => {}),
        Math.min(next - now().getTime(), LONGEST_MS),
      );
  }

  await wipeCodes();
  return {
    close() {
      clearTimeout(wiping);
      db.close();
    },

    /** Keeps a tap. The same one again changes nothing. */
    async add(event: VisitEvent): Promise<void> {
      const tx = db.transaction("events", "readwrite");
      const known = await tx.store.index("id").getKey(event.id);
      await Promise.all([known === undefined && tx.store.add(event), tx.done]);
    },
    /** Taps that the site has not taken yet, oldest first. */
    pending: () => db.getAll("events"),
    refused: () => db.getAll("refused"),
    /** Forgets a refused tap that was read. */
    dismiss: (id: string) => db.delete("refused", id),

    /** Photos that are to be uploaded, the oldest first. The same one again replaces it. */
    photos: async () => (await db.getAll("photos")).sort((a, b) => (a.at < b.at ? -1 : 1)),
    addPhoto: (photo: KeptPhoto) => db.put("photos", photo),
    dropPhoto: (id: string) => db.delete("photos", id),

    async keepCodes(codes: KeptCodes): Promise<void> {
      await db.put("codes", codes);
      await wipeCodes();
    },
    /** The codes of visits whose window is not over. The others are deleted, also while nobody reads them. */
    async readCodes(): Promise<KeptCodes[]> {
      await wipeCodes();
      return db.getAll("codes");
    },

    /** Sends all taps, oldest first. One tab sends at a time, the others wait for their turn. */
    send: (post: Post): Promise<Sent> => navigator.locks.request(SENDER, () => sendAll(db, post, now)),

    /** Keeps what the page shows, until `keptUntil`. */
    async keepDay(day: unknown, keptUntil: string): Promise<void> {
      await db.put("day", { day, kept_until: keptUntil }, "day");
    },
    /** The kept snapshot; undefined and deleted once its time is over. */
    async readDay(): Promise<unknown> {
      const kept = await db.get("day", "day");
      if (kept && Date.parse(kept.kept_until) > now().getTime()) return kept.day;
      await db.delete("day", "day");
    },
  };
}

async function sendAll(db: IDBPDatabase<Kept>, post: Post, now: () => Date): Promise<Sent> {
  let day: unknown;
  let size = BATCH;
  for (;;) {
    const events = await db.getAll("events", null, size);
    if (events.length === 0) return { state: "sent", day };
    const response = await post(JSON.stringify({ phone_now: now().toISOString(), events })).catch(
      () => undefined,
    );
    if (!response) return { state: "waiting", day };
    if (isEnded(response)) {
      db.close();
      await wipe();
      return { state: "ended" };
    }
    if ([401, 403].includes(response.status)) return { state: "locked", day };
    const answer = await answerOf(response, events);
    if (answer === "apart") size = 1;
    else if (!answer || !(await settle(db, answer))) return { state: "waiting", day };
    else day = answer.day ?? day;
  }
}

/** Sends a tap that the phone could not keep. Its reason, if the site refuses it; `lost` if the site could not be reached. */
export async function sendAlone(event: VisitEvent, post: Post, now: Date): Promise<Alone> {
  const body = JSON.stringify({ phone_now: now.toISOString(), events: [event] });
  const response = await post(body).catch(() => undefined);
  const answer = response && (await answerOf(response, [event]));
  if (!answer || answer === "apart") return { state: "lost" };
  const [refused] = answer.refused;
  return refused ? { state: "refused", reason: refused.reason } : { state: "sent" };
}

type Alone = { state: "sent" | "lost" } | { state: "refused"; reason: string };

/**
 * `apart`: the site did not read the batch, so its taps are sent one by one, and only a bad one is refused. Undefined:
 * a failure, or an answer that isn't the site's, such as the sign-in page of a hotel's network.
 */
async function answerOf(response: Response, events: VisitEvent[]): Promise<Answer | "apart" | undefined> {
  if ([400, 413, 422].includes(response.status)) {
    const [event] = events;
    if (!event || events.length > 1) return "apart";
    return { server_now: "", applied: [], refused: [{ id: event.id, reason: `status ${response.status}` }] };
  }
  if (!response.ok) return;
  const answer: Partial<Answer> | null = await response.json().catch(() => null);
  if (Array.isArray(answer?.applied) && Array.isArray(answer.refused)) return answer as Answer;
}

/** Takes out of the queue what the site has decided. Tells whether that was anything. */
async function settle(db: IDBPDatabase<Kept>, { applied, refused }: Answer): Promise<boolean> {
  const tx = db.transaction(["events", "refused"], "readwrite");
  const events = tx.objectStore("events");
  let settled = 0;
  const decided = [...applied.map((id) => ({ id, reason: undefined })), ...refused];
  for (const { id, reason } of decided) {
    const key = await events.index("id").getKey(id);
    const event = key === undefined ? undefined : await events.get(key);
    if (key === undefined || !event) continue;
    if (reason !== undefined) await tx.objectStore("refused").put({ event, reason });
    await events.delete(key);
    settled += 1;
  }
  await tx.done;
  return settled > 0;
}
