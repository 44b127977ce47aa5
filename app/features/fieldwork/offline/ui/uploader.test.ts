import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KeptPhoto, Queue } from "./queue";
import { openUploader } from "./uploader";

const photo = (id: string): KeptPhoto => ({
  ...{ id, visit: "7", kind: "before", at: `2026-06-10T15:00:0${id}Z` },
  content: new Blob(["picture"]),
});

/** What a phone keeps, in memory. */
function aQueue() {
  const kept = new Map<string, KeptPhoto>();
  const queue = {
    photos: async () => [...kept.values()].sort((one, other) => (one.at < other.at ? -1 : 1)),
    addPhoto: async (one: KeptPhoto) => void kept.set(one.id, one),
    dropPhoto: async (id: string) => void kept.delete(id),
  } as unknown as Queue;
  return { queue, waiting: () => [...kept.values()].filter(({ refused }) => !refused).map(({ id }) => id) };
}

const NOW = "2026-06-10T15:05:00.000Z";
const upload = (queue: Queue, site: unknown, tell: (news: string) => void = () => {}) =>
  openUploader(queue, { request: site as typeof fetch, now: () => new Date(NOW), tell });

const idOf = (address: unknown) => /photos\/(\w+)/.exec(String(address))?.[1] ?? "";

/** A site that takes each photo at once, except those that `answer` answers otherwise. */
const aSite = (answer: (id: string) => Promise<Response> | Response | undefined = () => undefined) =>
  vi.fn(
    async (address: unknown) => (await answer(idOf(address))) ?? Response.json({ offset: 7, file_id: "f" }),
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { locks: { request: (_: string, run: () => Promise<void>) => run() } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a photo that is taken while another one is uploaded follows it", async () => {
  const { queue, waiting } = aQueue();
  const first = Promise.withResolvers<undefined>();
  const site = aSite((id) => (id === "1" ? first.promise : undefined) as Promise<Response> | undefined);
  const uploader = upload(queue, site);
  await uploader.add(photo("1"));
  await vi.waitFor(() => expect(site).toHaveBeenCalled());
  await uploader.add(photo("2"));
  first.resolve(undefined);
  await vi.waitFor(() => expect(waiting()).toEqual([]));
});

test("each request says the phone's time, by which the server corrects when the photo was taken", async () => {
  const { queue, waiting } = aQueue();
  const site = aSite();
  const told: string[] = [];
  const uploader = upload(queue, site, (news) => told.push(news));
  await uploader.add(photo("1"));
  await vi.waitFor(() => expect(waiting()).toEqual([]));
  const sent = site.mock.calls.map(
    ([address]) => new URL(String(address), "https://site.example").searchParams,
  );
  expect(sent.map((query) => query.get("now"))).toEqual(sent.map(() => NOW));
  expect(sent[0]?.get("at")).toBe("2026-06-10T15:00:01Z");
  expect(told).toEqual(["changed", "uploaded"]);
});

test("a photo that fails again and again doesn't block those after it", async () => {
  const { queue, waiting } = aQueue();
  for (const id of ["1", "2", "3"]) await queue.addPhoto(photo(id));
  const site = aSite((id) =>
    id === "1" ? Response.json({ reason: "missing" }, { status: 404 }) : undefined,
  );
  const uploader = upload(queue, site);
  await uploader.send();
  expect(waiting()).toEqual(["1", "2", "3"]);
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(waiting()).toEqual(["1"]));
  uploader.stop();
});
