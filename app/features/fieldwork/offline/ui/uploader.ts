import { isEnded } from "./kept";
import { type KeptPhoto, pauseAfter, type Queue } from "./queue";

/** Bytes of a part: small enough for a weak signal, and for the server (respond.server.ts). */
const PART_BYTES = 128 * 1024;
/** Milliseconds. A later answer counts as lost. */
const ANSWER_MS = 60_000;

/** What became of one try: `refused` never succeeds, `later` may. */
type Tried = "done" | "refused" | "later";

export type Uploader = ReturnType<typeof openUploader>;

/** Uploads the kept photos in the background, one after the other, each from where it was interrupted. */
export function openUploader(queue: Queue, request: typeof fetch = fetch) {
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
      const tried = await upload(photo, request).catch((): Tried => "later");
      if (tried === "done") await queue.dropPhoto(photo.id);
      if (tried === "refused") await queue.addPhoto({ ...photo, refused: true });
      if (tried === "later") failed.add(photo.id);
      else failed.delete(photo.id);
      await show();
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
    get: () => photos,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Returns once the phone keeps the photo. */
    async add(photo: KeptPhoto): Promise<void> {
      await queue.addPhoto(photo);
      await show();
      void send();
    },
    async drop(id: string): Promise<void> {
      await queue.dropPhoto(id);
      await show();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

async function upload(photo: KeptPhoto, request: typeof fetch): Promise<Tried> {
  const { id, visit, kind, report, at, content } = photo;
  const address = `/crew/photos/${id}?${new URLSearchParams({ visit, kind, at, ...(report && { report }) })}`;
  const ask = async (method: string, headers: Record<string, string>, body?: Blob) => {
    const response = await request(address, {
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
