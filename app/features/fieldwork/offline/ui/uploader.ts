import { isEnded } from "./kept";
import { type KeptPhoto, pauseAfter, type Queue } from "./queue";

/** Bytes of a part: small enough for a weak signal, and for the server (respond.server.ts). */
const PART_BYTES = 128 * 1024;
/** Milliseconds. A later answer counts as lost. */
const ANSWER_MS = 60_000;

/** What became of one try: `refused` never succeeds, `later` may. */
type Tried = "done" | "refused" | "later";

export type Uploader = ReturnType<typeof openUploader>;

/** How photos are sent, and what the phone's clock says. */
type Line = { request: typeof fetch; now: () => Date };

/** What the uploader says: photos were added, dropped or refused, or `uploaded`. */
export type PhotoNews = "changed" | "uploaded";

/**
 * Uploads the kept photos in the background, one after the other, each from where it was interrupted. `tell`: says what became of
 * them to the page and the other tabs, which `show` it.
 */
export function openUploader(queue: Queue, { tell, ...line }: Line & { tell: (news: PhotoNews) => void }) {
  const listeners = new Set<() => void>();
  let photos: KeptPhoto[] = [];
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  /** Photos whose last try failed: the others go first, so that none blocks the rest for ever. */
  const failed = new Set<string>();

  async function show(): Promise<void> {
    photos = await queue.photos();
    for (const tell of listeners) tell();
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    let isStuck = false;
    while (again && !stopped && !isStuck) {
      again = false;
      isStuck = await uploadAll();
    }
    failures = isStuck ? failures + 1 : 0;
    if (isStuck && !stopped) timer = setTimeout(send, pauseAfter(failures));
  }

  /** Tells whether a photo could not be uploaded for now. The photos after it wait, too. */
  async function uploadAll(): Promise<boolean> {
    const waiting = (await queue.photos()).filter(({ refused }) => !refused);
    const order = [
      ...waiting.filter(({ id }) => !failed.has(id)),
      ...waiting.filter(({ id }) => failed.has(id)),
    ];
    for (const photo of order) {
      if (stopped) break;
      const tried = await upload(photo, line).catch((): Tried => "later");
      if (tried === "done") await queue.dropPhoto(photo.id);
      if (tried === "refused") await queue.addPhoto({ ...photo, refused: true });
      if (tried === "later") failed.add(photo.id);
      else failed.delete(photo.id);
      await show();
      tell(tried === "done" ? "uploaded" : "changed");
      if (tried === "later") return true;
    }
    return false;
  }

  /** Also when it is uploading already: what was added meanwhile is uploaded after it. */
  async function send(): Promise<void> {
    again = true;
    if (stopped) return;
    running ??= navigator.locks.request("crew-photos", run).finally(() => {
      running = undefined;
    });
    await running.catch(() => {});
  }

  return {
    send,
    show,
    get: () => photos,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Returns once the phone keeps the photo. */
    async add(photo: KeptPhoto): Promise<void> {
      await queue.addPhoto(photo);
      await show();
      tell("changed");
      void send();
    },
    async drop(id: string): Promise<void> {
      await queue.dropPhoto(id);
      await show();
      tell("changed");
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Uploads a photo from where it was interrupted. Throws when the site can't be reached. */
export async function upload(photo: KeptPhoto, { request, now }: Line): Promise<Tried> {
  const { id, visit, kind, report, at, content } = photo;
  const ask = async (method: string, headers: Record<string, string>, body?: Blob) => {
    const times = { at, now: now().toISOString() };
    const about = new URLSearchParams({ visit, kind, ...times, ...(report && { report }) });
    const response = await request(`/crew/photos/${id}?${about}`, {
      method,
      headers,
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (isEnded(response)) location.reload();
    const answer = (await response.json().catch(() => ({}))) as { offset?: number; file_id?: string | null };
    return { status: response.status, ...answer };
  };
  const opened = await ask("PUT", { "Upload-Length": String(content.size) });
  if (opened.status >= 400) return outcomeOf(opened.status);
  let offset = opened.offset ?? 0;
  while (!opened.file_id && offset < content.size) {
    const part = content.slice(offset, offset + PART_BYTES);
    const added = await ask("PATCH", { "Upload-Offset": String(offset) }, part);
    if (added.offset === undefined || added.offset === offset) return outcomeOf(added.status);
    offset = added.offset;
  }
  const finished = await ask("POST", {});
  return finished.file_id ? "done" : outcomeOf(finished.status);
}

/** An upload that the server has lost is begun again; a picture that it can't read, or of another's visit, is given up. */
function outcomeOf(status: number): Tried {
  return [400, 403, 413, 422].includes(status) ? "refused" : "later";
}
