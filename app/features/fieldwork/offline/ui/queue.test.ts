import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { openDB } from "idb";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DATABASE } from "./kept";
import { openQueue, pauseAfter, type Queue, sendAlone, type VisitEvent } from "./queue";

const NOW = new Date("2026-06-10T15:00:00Z");
const now = () => NOW;
const booking_id = randomUUID();
const tap = (kind: string): VisitEvent => ({
  id: randomUUID(),
  booking_id,
  kind,
  phone_at: NOW.toISOString(),
});
const taps = (...kinds: string[]) => kinds.map(tap);
const kindsOf = (events: VisitEvent[]) => events.map(({ kind }) => kind);

type Asked = { phone_now: string; events: VisitEvent[] };

/** A site that applies each tap once. `seen` has the taps in the order in which they counted. */
function aSite() {
  const seen: VisitEvent[] = [];
  const take = ({ events }: Asked) => {
    for (const event of events) if (!seen.some(({ id }) => id === event.id)) seen.push(event);
    return Response.json({ server_now: NOW, applied: events.map(({ id }) => id), refused: [] });
  };
  return { seen, take, post: async (body: string) => take(JSON.parse(body)) };
}

let queue: Queue;
const gone: string[] = [];

beforeEach(async () => {
  vi.stubGlobal("caches", {
    keys: async () => ["crew-page", "crew-assets-1", "other"],
    delete: async (name: string) => gone.push(name) > 0,
  });
  gone.length = 0;
  queue = await freshQueue();
  return () => {
    queue.close();
    vi.unstubAllGlobals();
  };
});

async function freshQueue() {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(DATABASE).onsuccess = resolve;
  });
  return openQueue({ now });
}

test("taps are sent in their order with the phone's time, and leave the queue when the site has them", async () => {
  const [first, second] = taps("on_my_way", "started");
  for (const event of [first, second]) await queue.add(event as VisitEvent);
  const bodies: Asked[] = [];
  const { post } = aSite();
  const sent = await queue.send((body) => {
    bodies.push(JSON.parse(body));
    return post(body);
  });
  expect(sent).toEqual({ state: "sent", day: undefined });
  expect(bodies).toEqual([{ phone_now: NOW.toISOString(), events: [first, second] }]);
  expect(await queue.pending()).toEqual([]);
});

test("a tap that is added twice is kept once", async () => {
  const event = tap("started");
  await queue.add(event);
  await queue.add(event);
  expect(await queue.pending()).toEqual([event]);
});

describe("a tap that the phone can't keep", () => {
  const event = tap("started");
  const alone = (answer: () => Promise<Response>) => sendAlone(event, answer, NOW);

  test("is sent alone", async () => {
    const site = aSite();
    expect(await sendAlone(event, site.post, NOW)).toEqual({ state: "sent" });
    expect(kindsOf(site.seen)).toEqual(["started"]);
  });

  test("is refused with the site's reason", async () => {
    const refused = [{ id: event.id, reason: "cancelled" }];
    const answer = async () => Response.json({ server_now: NOW, applied: [], refused });
    expect(await alone(answer)).toEqual({ state: "refused", reason: "cancelled" });
  });

  test.each([
    ["there is no network", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["the site fails", async () => new Response("", { status: 503 })],
    ["the phone is locked", async () => new Response("", { status: 401 })],
    ["somebody else's network answers", async () => new Response("<h1>Hotel Wi-Fi</h1>")],
  ])("is lost when %s", async (_, answer) => {
    expect(await alone(answer)).toEqual({ state: "lost" });
  });
});

test("more taps than fit into one request are all sent, in their order", async () => {
  const events = Array.from({ length: 120 }, (_, index) => tap(`${index}`));
  for (const event of events) await queue.add(event);
  const site = aSite();
  expect((await queue.send(site.post)).state).toBe("sent");
  expect(kindsOf(site.seen)).toEqual(kindsOf(events));
});

test.each([
  ["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a failure of the site", async () => new Response("", { status: 503 })],
  ["too many requests", async () => new Response("", { status: 429 })],
  ["the page of somebody else's network", async () => new Response("<h1>Hotel Wi-Fi</h1>")],
  ["an answer about nothing", async () => Response.json({ server_now: NOW, applied: [], refused: [] })],
  ["an answer that is no object", async () => Response.json(null)],
])("after %s everything is kept for later", async (_, post) => {
  for (const event of taps("started", "paused")) await queue.add(event);
  expect((await queue.send(post)).state).toBe("waiting");
  expect(kindsOf(await queue.pending())).toEqual(["started", "paused"]);
});

test("a locked phone keeps everything until its PIN was given", async () => {
  await queue.add(tap("started"));
  expect((await queue.send(async () => new Response("", { status: 401 }))).state).toBe("locked");
  expect(kindsOf(await queue.pending())).toEqual(["started"]);
});

test("what the site refuses moves to a list of its own, until it was read", async () => {
  const [good, bad] = taps("started", "finished") as [VisitEvent, VisitEvent];
  for (const event of [good, bad]) await queue.add(event);
  const post = async () =>
    Response.json({
      server_now: NOW,
      applied: [good.id],
      refused: [{ id: bad.id, reason: "not your stop" }],
    });
  expect((await queue.send(post)).state).toBe("sent");
  expect(await queue.pending()).toEqual([]);
  expect(await queue.refused()).toEqual([{ event: bad, reason: "not your stop" }]);
  await queue.dismiss(bad.id);
  expect(await queue.refused()).toEqual([]);
});

test("a tap that the site can't read is refused alone, and holds no other back", async () => {
  for (const event of taps("started", "nonsense", "finished")) await queue.add(event);
  const site = aSite();
  const post = async (body: string) =>
    body.includes("nonsense") ? new Response("", { status: 400 }) : site.post(body);
  expect((await queue.send(post)).state).toBe("sent");
  expect(kindsOf(site.seen)).toEqual(["started", "finished"]);
  expect((await queue.refused()).map(({ event, reason }) => [event.kind, reason])).toEqual([
    ["nonsense", "status 400"],
  ]);
});

test.each([
  ["410", { status: 410, headers: { "X-Crew": "ended" } }],
  ["Clear-Site-Data", { status: 200, headers: { "Clear-Site-Data": '"storage"' } }],
])("a phone that was ended (%s) deletes everything that it keeps, and nothing else", async (_, answer) => {
  await queue.add(tap("started"));
  await queue.keepDay({ stops: [1] }, "2026-06-11T04:00:00Z");
  expect(await queue.send(async () => new Response("", answer))).toEqual({ state: "ended" });
  expect(gone).toEqual(["crew-page", "crew-assets-1"]);
  queue = await openQueue({ now });
  expect(await queue.pending()).toEqual([]);
  expect(await queue.readDay()).toBeUndefined();
});

test("another tab hears that everything was deleted", async () => {
  const onWiped = vi.fn();
  const other = await openQueue({ now, onWiped });
  await queue.add(tap("started"));
  await queue.send(async () => new Response("", { status: 410, headers: { "X-Crew": "ended" } }));
  expect(onWiped).toHaveBeenCalledOnce();
  await expect(other.pending()).rejects.toThrow();
});

test("another 410 is no order to delete anything", async () => {
  await queue.add(tap("started"));
  expect((await queue.send(async () => new Response("", { status: 410 }))).state).toBe("waiting");
  expect(await queue.pending()).toHaveLength(1);
  expect(gone).toEqual([]);
});

test("the newest snapshot of the day comes back with the answer", async () => {
  await queue.add(tap("started"));
  const { id } = (await queue.pending())[0] as VisitEvent;
  const post = async () =>
    Response.json({ server_now: NOW, applied: [id], refused: [], day: { stops: ["second"] } });
  expect(await queue.send(post)).toEqual({ state: "sent", day: { stops: ["second"] } });
});

test("a day is kept until its time is over, and then deleted", async () => {
  await queue.keepDay({ stops: [1] }, "2026-06-10T15:00:01Z");
  expect(await queue.readDay()).toEqual({ stops: [1] });
  await queue.keepDay({ stops: [2] }, "2026-06-10T15:00:00Z");
  expect(await queue.readDay()).toBeUndefined();
  queue.close();
  queue = await openQueue({ now: () => new Date("2026-06-10T14:00:00Z") });
  expect(await queue.readDay()).toBeUndefined();
});

test("two tabs that send at the same time take turns, and send nothing twice", async () => {
  const other = await openQueue({ now });
  for (const event of taps("on_my_way", "started", "finished")) await queue.add(event);
  let busy = 0;
  const sent: string[] = [];
  const post = async (body: string) => {
    expect(++busy).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    busy -= 1;
    const { events }: Asked = JSON.parse(body);
    sent.push(...kindsOf(events));
    return Response.json({ server_now: NOW, applied: events.map(({ id }) => id), refused: [] });
  };
  const states = await Promise.all([queue.send(post), other.send(post), queue.send(post)]);
  expect(states.map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
  expect(sent).toEqual(["on_my_way", "started", "finished"]);
  other.close();
});

/** What happens to a phone: a tap, a try to send that may go wrong in several ways, or the app is closed and opened. */
const happening = fc.oneof(
  { weight: 3, arbitrary: fc.constant("tap" as const) },
  fc.constantFrom(
    "send",
    "request lost",
    "answer lost",
    "site fails",
    "half applied",
    "restart",
    "two tabs" as const,
  ),
);

test("whatever is lost, doubled or restarted, each tap counts once, in its order, and none is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
      queue.close();
      queue = await freshQueue();
      const site = aSite();
      const tapped: string[] = [];
      const posts = {
        send: site.post,
        "request lost": () => Promise.reject(new TypeError("Failed to fetch")),
        "answer lost": async (body: string) => {
          await site.post(body);
          throw new TypeError("Failed to fetch");
        },
        "site fails": async () => new Response("", { status: 500 }),
        "half applied": async (body: string) => {
          const asked: Asked = JSON.parse(body);
          return site.take({ ...asked, events: asked.events.slice(0, Math.ceil(asked.events.length / 2)) });
        },
      };
      for (const each of happenings) {
        if (each === "tap") {
          const event = tap(`${tapped.length}`);
          tapped.push(event.kind);
          await queue.add(event);
        } else if (each === "restart") {
          queue.close();
          queue = await openQueue({ now });
        } else if (each === "two tabs") {
          const other = await openQueue({ now });
          await Promise.all([queue.send(posts["answer lost"]), other.send(site.post)]);
          other.close();
        } else await queue.send(posts[each as keyof typeof posts]);
        const waiting = kindsOf(await queue.pending());
        expect(kindsOf(site.seen)).toEqual(tapped.slice(0, site.seen.length));
        expect(waiting).toEqual(tapped.slice(tapped.length - waiting.length));
        expect(site.seen.length + waiting.length).toBeGreaterThanOrEqual(tapped.length);
      }
      expect((await queue.send(site.post)).state).toBe("sent");
      expect(kindsOf(site.seen)).toEqual(tapped);
      expect(await queue.pending()).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("tries become rarer, from 5 seconds to 2 minutes", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(pauseAfter)).toEqual([
    5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000,
  ]);
});

test("codes are deleted when their time is over, while the page stays open and when it is opened again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let at = NOW.getTime();
  const other = await openQueue({ now: () => new Date(at) });
  const codes = [{ id: "1", kind: "code", label: "Door", value: "4711" }];
  const kept = async () => {
    const db = await openDB(DATABASE);
    const all = await db.getAll("codes");
    db.close();
    return all.map(({ visit }) => visit);
  };
  await other.keepCodes({ visit: "first", until: at + 1000, codes });
  await other.keepCodes({ visit: "second", until: at + 5000, codes });
  at += 1000;
  vi.advanceTimersByTime(1000);
  await vi.waitFor(async () => expect(await kept()).toEqual(["second"]));
  other.close();
  at += 4000;
  const again = await openQueue({ now: () => new Date(at) });
  expect(await kept()).toEqual([]);
  again.close();
  vi.useRealTimers();
});
