// The service worker of /crew, so that the page opens without a network. `/crew/worker.js` names the files of the version
// (CREW) and then imports this script. A new version waits until no page of the old one is open.
import { CacheFirst, NetworkFirst, NetworkOnly, type SerwistPlugin } from "serwist";
import { renew, show, visit } from "~/features/fieldwork/push/ui/worker-push";
import { ASSETS_CACHE, isEnded, type Order, PAGE_CACHE, PICTURES_CACHE, wipe } from "./kept";

/** TypeScript knows a worker's own types only where it forgets a page's. */
type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Lasting & { request: Request; respondWith(response: Promise<Response>): void };
type Told = Lasting & MessageEvent<Order>;
type Pushed = Lasting & { data: Parameters<typeof show>[0] };
type Clicked = Lasting & { notification: Notification };
declare const self: {
  CREW: { version: string; assets: string[] };
  clients: { claim(): Promise<void> };
  addEventListener(kind: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(kind: "message", listener: (event: Told) => void): void;
  addEventListener(kind: "push", listener: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", listener: (event: Clicked) => void): void;
  addEventListener(kind: "pushsubscriptionchange", listener: (event: Lasting) => void): void;
};

const PAGE = "/crew";
const PATIENCE_SECONDS = 3;
/** A stored page of the version before may still be all there is, so its files stay. */
const KEPT_VERSIONS = 2;
const cacheName = ASSETS_CACHE + self.CREW.version;

const obeyEnd: SerwistPlugin = {
  fetchDidSucceed: async ({ response }) => {
    if (isEnded(response)) await wipe();
    return response;
  },
};

/** Whether the PIN is due since the page was stored: then it is shown no more. */
function isOver(page: Response | null | undefined): boolean {
  return Number(page?.headers.get("X-Crew-Until") ?? Number.POSITIVE_INFINITY) < Date.now();
}

/** Without a network every view gets the stored page, which is the day as it is without a view (`?stop=…`). */
const keepDay: SerwistPlugin = {
  cacheKeyWillBeUsed: async () => PAGE,
  cacheWillUpdate: async ({ request, response }) => {
    const isDay = response.status === 200 && response.headers.get("X-Crew-Page") === "day";
    return isDay && new URL(request.url).search === "" ? response : null;
  },
  cachedResponseWillBeUsed: async ({ cachedResponse }) => (isOver(cachedResponse) ? null : cachedResponse),
  fetchDidSucceed: async ({ response }) => {
    if (response.status >= 500 && (await caches.match(PAGE, { cacheName: PAGE_CACHE })))
      throw new Error(`The site answered ${response.status}.`);
    return response;
  },
};

const page = new NetworkFirst({
  cacheName: PAGE_CACHE,
  networkTimeoutSeconds: PATIENCE_SECONDS,
  plugins: [obeyEnd, keepDay],
});
const otherPage = new NetworkOnly({
  plugins: [obeyEnd, { handlerDidError: async () => Response.redirect(PAGE) }],
});
const data = new NetworkOnly({ plugins: [obeyEnd] });
/** Also those of another version, and those that a page loads later. Their names change with their content. */
const asset = new CacheFirst({
  cacheName,
  plugins: [
    {
      cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
        cachedResponse ?? caches.match(request, { ignoreVary: true }),
      cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
    },
  ],
});

/** Photos of homes that were looked at today, which are there without a network; not while the PIN is due. */
const pictures = {
  async handle({ request }: { request: Request; event: Event }): Promise<Response> {
    if (isOver(await caches.match(PAGE, { cacheName: PAGE_CACHE }))) return fetch(request);
    const today = PICTURES_CACHE + new Date().toDateString();
    await dropPictures(today);
    const cache = await caches.open(today);
    const known = await cache.match(request.url);
    if (known) return known;
    const response = await fetch(request);
    if (isEnded(response)) await wipe();
    // A full phone shows it without keeping it.
    else if (response.status === 200) await cache.put(request.url, response.clone()).catch(() => {});
    return response;
  },
};

async function dropPictures(kept?: string) {
  const old = (await caches.keys()).filter((name) => name.startsWith(PICTURES_CACHE) && name !== kept);
  await Promise.all(old.map((name) => caches.delete(name)));
}

function strategyFor({ method, mode, url }: Request) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/assets/")) return asset;
  if (pathname.startsWith("/crew/home-photos/")) return pictures;
  if (mode === "navigate") return pathname === PAGE ? page : otherPage;
  if (/^\/crew(\/.+)?\.data$/.test(pathname)) return data;
}

/** What another version has already is not loaded again. */
async function storeAssets() {
  const cache = await caches.open(cacheName);
  await Promise.all(
    self.CREW.assets.map(async (address) => {
      const known = await caches.match(address);
      await (known ? cache.put(address, known) : cache.add(address));
    }),
  );
}

/** Caches are listed in the order of their making. */
async function dropOldVersions() {
  const others = (await caches.keys()).filter((name) => name.startsWith(ASSETS_CACHE) && name !== cacheName);
  await Promise.all(
    others.slice(0, Math.max(0, others.length - KEPT_VERSIONS + 1)).map((name) => caches.delete(name)),
  );
}

/** The page that registers the worker was loaded without it, so it is stored now. */
async function storeFirstPage(event: Lasting) {
  if (await caches.match(PAGE, { cacheName: PAGE_CACHE })) return;
  const [response, done] = page.handleAll({ event, request: new Request(PAGE) });
  await Promise.allSettled([response, done]);
}

async function obey(order: Order) {
  if (order === "wipe") await wipe();
  else await Promise.all([caches.delete(PAGE_CACHE), dropPictures()]);
}

self.addEventListener("install", (event) => event.waitUntil(storeAssets()));
self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOldVersions(), self.clients.claim(), storeFirstPage(event)]));
});
self.addEventListener("fetch", (event) => {
  const strategy = strategyFor(event.request);
  if (strategy) event.respondWith(strategy.handle({ event, request: event.request }));
});
self.addEventListener("message", (event) => {
  event.waitUntil(obey(event.data).then(() => event.ports[0]?.postMessage("done")));
});
self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(visit(event.notification)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew()));
