import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ASSETS_CACHE, PAGE_CACHE, PICTURES_CACHE } from "./kept";

/** Caches as a browser has them, in memory. Answers are named after where they come from. */
function someCaches() {
  const all = new Map<string, Map<string, string>>();
  const loaded: string[] = [];
  const caches = {
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (address: string, { cacheName }: { cacheName?: string } = {}) =>
      [...all]
        .find(([name, files]) => (!cacheName || name === cacheName) && files.has(address))?.[1]
        .get(address),
    open: async (name: string) => {
      const files = all.get(name) ?? new Map<string, string>();
      all.set(name, files);
      return {
        match: async (address: string) => files.get(address),
        put: async (address: string, answer: string) => void files.set(address, answer),
        add: async (address: string) => {
          loaded.push(address);
          files.set(address, "the network");
        },
      };
    },
  };
  return { all, loaded, caches };
}

let listeners: Map<string, (event: object) => void>;
let stored: ReturnType<typeof someCaches>;
const claim = vi.fn(async () => {});
const [showNotification, openWindow] = [vi.fn(async () => {}), vi.fn(async () => {})];
let pages: { url: string; focus: () => Promise<void> }[] = [];
/** The browser's own end of push: the old subscription, and the one that it gives next. */
const unsubscribe = vi.fn(async () => true);
const subscribe = vi.fn(async () => ({ endpoint: "https://push.example/new" }));
const pushManager = { getSubscription: async () => ({ unsubscribe }), subscribe };

/** Starts the worker of a version, as `/crew/worker.js` does. */
async function start(version: string, assets: string[]) {
  listeners = new Map();
  vi.stubGlobal("self", {
    CREW: { version, assets },
    clients: { claim, matchAll: async () => pages, openWindow },
    registration: { showNotification, pushManager },
    addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
  });
  vi.resetModules();
  await import("./worker");
}

/** Sends the worker an event, and waits for the work that it begins. */
async function tell(kind: string, event: object = {}) {
  const work: Promise<unknown>[] = [];
  listeners.get(kind)?.({ ...event, waitUntil: (each: Promise<unknown>) => work.push(each) });
  await Promise.all(work);
}

beforeEach(() => {
  stored = someCaches();
  vi.stubGlobal("caches", stored.caches);
  vi.stubGlobal("location", { origin: "https://site.example" });
  stored.all.set(PAGE_CACHE, new Map([["/crew", "the day"]]));
  stored.all.set("other", new Map());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test("a version stores its files, and loads only those that no other version has", async () => {
  await start("1", ["/assets/react.js", "/assets/app-1.js"]);
  await tell("install");
  await start("2", ["/assets/react.js", "/assets/app-2.js"]);
  await tell("install");
  expect(stored.loaded).toEqual(["/assets/react.js", "/assets/app-1.js", "/assets/app-2.js"]);
  expect([...(stored.all.get(`${ASSETS_CACHE}2`)?.keys() ?? [])].sort()).toEqual([
    "/assets/app-2.js",
    "/assets/react.js",
  ]);
});

test("a version that starts keeps the files of the one before for its stored page, and drops older ones", async () => {
  for (const version of ["1", "2", "3"]) {
    await start(version, [`/assets/app-${version}.js`]);
    await tell("install");
  }
  expect(claim).not.toHaveBeenCalled();
  await tell("activate");
  expect([...stored.all.keys()]).toEqual([PAGE_CACHE, "other", `${ASSETS_CACHE}2`, `${ASSETS_CACHE}3`]);
  expect(claim).toHaveBeenCalledOnce();
});

test("'forget' drops the page and the pictures of the day only, and the page hears when it is done", async () => {
  await start("1", ["/assets/app-1.js"]);
  await tell("install");
  stored.all.set(`${PICTURES_CACHE}today`, new Map());
  const postMessage = vi.fn();
  await tell("message", { data: "forget", ports: [{ postMessage }] });
  expect([...stored.all.keys()]).toEqual(["other", `${ASSETS_CACHE}1`]);
  expect(postMessage).toHaveBeenCalledOnce();
});

const request = (address: string, { method = "GET", mode = "cors" } = {}) => ({
  ...{ url: new URL(address, "https://site.example").href, method, mode },
});

test.each([
  ["posted taps", request("/crew/events", { method: "POST" })],
  ["live changes", request("/crew/live")],
  ["photos", request("/crew/photos/1")],
  ["another site", request("https://maps.example/assets/a.js")],
])("%s are none of the worker's business", async (_, asked) => {
  await start("1", []);
  const respondWith = vi.fn();
  await tell("fetch", { request: asked, respondWith });
  expect(respondWith).not.toHaveBeenCalled();
});

const message = { title: "Your day changed", body: "8:00 AM is now 11:00 AM.", lang: "en", url: "/crew" };

test("a message of the push service is shown, in place of the one before", async () => {
  await start("1", []);
  await tell("push", { data: { json: () => message } });
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(message.title, {
    ...{ body: message.body, lang: "en", data: "/crew", tag: "day", renotify: true, icon: "/icons/192.png" },
  });
});

test.each([
  ["opens the day when no page is open", [], 0, [["/crew?view=tomorrow"]]],
  ["shows the open page of the day", ["https://site.example/crew?stop=1"], 1, []],
  ["leaves other pages of the site alone", ["https://site.example/crews"], 0, [["/crew?view=tomorrow"]]],
])("a tap on it %s", async (_, open, focused, opened) => {
  const focus = vi.fn(async () => {});
  pages = open.map((url) => ({ url, focus }));
  const close = vi.fn();
  await start("1", []);
  await tell("notificationclick", { notification: { data: "/crew?view=tomorrow", close } });
  expect(close).toHaveBeenCalledOnce();
  expect(focus).toHaveBeenCalledTimes(focused);
  expect(openWindow.mock.calls).toEqual(opened);
});

test("a new address of the push service is asked for with the site's key, and told to the site", async () => {
  const request = vi.fn(async (_: string, { method = "GET" } = {}) =>
    method === "GET" ? Response.json({ key: "the site's" }) : new Response(null, { status: 204 }),
  );
  vi.stubGlobal("fetch", request);
  await start("1", []);
  await tell("pushsubscriptionchange");
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: "the site's",
  });
  expect(request).toHaveBeenLastCalledWith("/crew/push", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint: "https://push.example/new" }),
  });
});

describe("a photo of a home", () => {
  const PHOTO = "https://site.example/crew/home-photos/1?size=small";
  const network = vi.fn();
  const answer = (status = 200) => ({ status, headers: new Headers(), clone: () => "the photo" });

  /** What the page gets for the photo. */
  async function see() {
    let given: Promise<unknown> | undefined;
    const respondWith = (response: Promise<unknown>) => {
      given = response;
    };
    await tell("fetch", { request: request(PHOTO), respondWith });
    return given;
  }
  const today = () => PICTURES_CACHE + new Date().toDateString();

  beforeEach(async () => {
    network.mockReset().mockImplementation(async () => answer());
    vi.stubGlobal("fetch", network);
    stored.all.set(PAGE_CACHE, new Map());
    await start("1", []);
  });

  test("is loaded once a day, and is there without a network; those of other days go", async () => {
    stored.all.set(`${PICTURES_CACHE}yesterday`, new Map([[PHOTO, "an old one"]]));
    expect(await see()).toMatchObject({ status: 200 });
    network.mockRejectedValue(new Error("offline"));
    expect(await see()).toBe("the photo");
    expect([...stored.all.keys()]).toEqual([PAGE_CACHE, "other", today()]);
  });

  test("is shown also when the phone has no room to keep it", async () => {
    const full = { match: async () => undefined, put: () => Promise.reject(new Error("full")) };
    vi.stubGlobal("caches", { ...stored.caches, open: async () => full });
    expect(await see()).toMatchObject({ status: 200 });
  });

  test("that the phone may not see is not kept", async () => {
    network.mockImplementation(async () => answer(404));
    expect(await see()).toMatchObject({ status: 404 });
    expect(stored.all.get(today())?.size).toBe(0);
  });

  test("is asked for anew while the PIN is due", async () => {
    await see();
    const locked = { headers: new Headers({ "X-Crew-Until": "1" }) };
    stored.all.set(PAGE_CACHE, new Map([["/crew", locked as unknown as string]]));
    await see();
    expect(network).toHaveBeenCalledTimes(2);
  });
});
