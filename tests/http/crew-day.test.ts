import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, until, visibleText } from "../support/app";
import { DAY } from "../support/bookings";
import { aMember, anItem, report, tap } from "../support/crew-days";
import { signedIn } from "../support/sign-in";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { app, pool, runtime, clock, get, ctx, clear } = site;

let Cookie: string;
let visit: { id: string; crew_id: string };
let ben: { member_id: string };

/** A visit on June 10 from 8 to 11 AM (12:00 to 15:00 UTC), at 9:15 AM. */
beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  visit = await confirmedVisit(ctx(), pool);
  ben = await aMember(pool, visit.crew_id, "Ben Tuttle");
  clock.set("2026-06-10T13:15:00Z");
  Cookie = (await signedIn(site, { role: "dispatcher" })).cookie;
});

const post = (path: string, fields: Record<string, string>, cookie = Cookie) =>
  app.request(
    new Request(ORIGIN + path, {
      method: "POST",
      headers: { Cookie: cookie },
      body: new URLSearchParams(fields),
    }),
  );
const page = async (path: string) => {
  const response = await get(path, { Cookie });
  return { status: response.status, text: visibleText(await response.text()) };
};
const tell = (kind: string, words: string) =>
  report(pool, kind, { booking: visit.id, member: ben.member_id, words });

describe("the office's board without script", () => {
  test("shows where each crew is, with a link that reloads it", async () => {
    const { text: before } = await page("/admin/schedule/live");
    expect(before).toContain("Late by 1 h 15 min");
    await tap(pool, "started", { booking: visit.id, member: ben.member_id, at: "2026-06-10T12:04:00Z" });
    const html = await (await get("/admin/schedule/live", { Cookie })).text();
    expect(html).toContain('href="/admin/schedule/live"');
    const text = visibleText(html);
    for (const words of [
      "At work since 8:04 AM",
      "Ben Tuttle",
      "Ada Lovelace",
      "0 of 1 done",
      "As of 9:15 AM",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("Late by");
  });

  test("is reached from the schedule of today", async () => {
    const html = await (await get(`/admin/schedule?view=day&date=${DAY}`, { Cookie })).text();
    expect(html).toContain('href="/admin/schedule/live"');
    expect(html).toContain(`href="/admin/schedule/sheet?date=${DAY}"`);
  });
});

describe("the stream of the board", () => {
  const open = async (cookie = Cookie) =>
    get("/admin/schedule/live.events", { Cookie: cookie, Accept: "text/event-stream" });

  test("says that something has changed, of any crew", async () => {
    const response = await open();
    expect(response.headers.get("Content-Type")).toBe("text/event-stream");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader?.read()).toEqual({ done: false, value: "retry: 5000\n\n" });
    runtime.live.tell(visit.crew_id);
    expect(await reader?.read()).toEqual({ done: false, value: "data: changed\n\n" });
    await reader?.cancel();
  });

  test.each([
    ["session ends", "delete from sessions"],
    [
      "role is taken away",
      "insert into user_roles (user_id, role, created_at) select id, 'bookkeeper', now() + interval '1 second' from users",
    ],
  ])("ends when the viewer's %s, without a word of the change", async (_, change) => {
    const response = await open();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    await pool.query(change);
    runtime.live.tell(visit.crew_id);
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
    await until(async () => runtime.live.size() === 0);
  });

  test("and what the board reads again by itself are no use of the session, which ends after 12 hours", async () => {
    const unused = () =>
      pool
        .query("select now() - used_at > interval '5 hours' as unused from sessions")
        .then(({ rows }) => rows[0].unused);
    await pool.query("update sessions set used_at = now() - interval '6 hours'");
    const response = await open();
    await response.body?.cancel();
    const again = "/admin/schedule/live.data?unasked&_routes=routes%2Fadmin%2Flive";
    expect((await get(again, { Cookie })).status).toBe(200);
    expect(await unused()).toBe(true);
    await get("/admin/schedule/live.data", { Cookie });
    expect(await unused()).toBe(false);
    await pool.query("update sessions set used_at = now() - interval '13 hours'");
    expect((await open()).headers.get("Location")).toMatch(/^\/login/);
  });

  test("is closed to roles that may not read the schedule, and to guests", async () => {
    const { cookie } = await signedIn(site, { role: "bookkeeper", email: "books@mail.example" });
    expect((await open(cookie)).status).toBe(403);
    expect((await open("")).headers.get("Location")).toMatch(/^\/login/);
    expect(runtime.live.size()).toBe(0);
  });
});

describe("a booking's panel without script", () => {
  const path = () => `/admin/bookings/${visit.id}`;

  test("shows a report and takes one answer to it", async () => {
    const id = await tell("damage", "A vase broke");
    expect((await page(path())).text).toContain("Waits for an answer");
    const empty = await post(path(), { intent: "answer", report: id, answer: " " });
    expect(empty.status).toBe(400);
    expect(visibleText(await empty.text())).toContain("Answer is required.");
    expect((await post(path(), { intent: "answer", report: id, answer: "Keep the pieces" })).status).toBe(
      303,
    );
    const late = await post(path(), { intent: "answer", report: id, answer: "Throw it away" });
    expect(late.status).toBe(409);
    const text = visibleText(await late.text());
    expect(text).toContain("has already answered: Keep the pieces");
    expect(text).not.toContain("Waits for an answer");
  });

  test("is answered from Needs attention, too", async () => {
    const id = await tell("no entry", "Nobody is home");
    expect((await page("/admin")).text).toContain("1 report from a crew to answer");
    const fields = { kind: "reports", intent: "answer", id, answer: "Ring at the neighbor’s", to: "/admin" };
    expect((await post("/admin/attention", fields)).headers.get("Location")).toBe("/admin");
    expect((await page(path())).text).toContain("Ring at the neighbor’s");
    expect((await post("/admin/attention", fields)).status).toBe(409);
  });

  test("gives more time, or says why not", async () => {
    const id = await tell("more time", "The oven takes longer");
    expect((await post(path(), { intent: "lengthen", report: id, minutes: "30" })).status).toBe(303);
    expect((await page(path())).text).toContain("Take 30 more minutes, until 11:30 AM.");
    expect((await post(path(), { intent: "lengthen", report: id, minutes: "30" })).status).toBe(409);
    expect((await post(path(), { intent: "lengthen", report: "x", minutes: "x" })).status).toBe(404);
  });

  test("lets the crew finish without the required items, for a reason", async () => {
    await anItem(pool, "Wipe the stove");
    expect((await page(path())).text).toContain("Let the crew finish without the required items");
    expect((await post(path(), { intent: "waive-items", why: "" })).status).toBe(400);
    expect((await post(path(), { intent: "waive-items", why: "The stove is off" })).status).toBe(303);
    expect((await page(path())).text).toContain("The stove is off");
    expect((await post(path(), { intent: "waive-items", why: "Again" })).status).toBe(409);
  });
});

describe("the page of a checklist without script", () => {
  const PATH = "/admin/services/regular-cleaning/checklist";

  test("adds, edits, orders and archives items", async () => {
    Cookie = (await signedIn(site, { role: "manager", email: "manager@mail.example" })).cookie;
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    for (const [index, item] of ids.entries())
      await post(PATH, { intent: "add", item, text: `Item ${index}`, text_es: "", required: "on" });
    await post(PATH, { intent: "down", item: ids[0] ?? "" });
    const html = await (await get(PATH, { Cookie })).text();
    expect(visibleText(html)).toMatch(/Item 1.*Item 0/s);
    const wrong = await post(PATH, {
      intent: "save",
      item: ids[0] ?? "",
      text: "",
      text_es: "Cosa",
      seen: "",
    });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('value="Cosa"');
    expect((await post(PATH, { intent: "save", item: ids[0] ?? "", text: "New", seen: "old" })).status).toBe(
      409,
    );
    expect((await post(PATH, { intent: "archive", item: ids[0] ?? "" })).status).toBe(303);
    expect((await post(PATH, { intent: "archive", item: ids[0] ?? "" })).status).toBe(404);
    expect((await page(PATH)).text).not.toContain("Item 0");
    expect((await post(PATH, { intent: "unknown" })).status).toBe(400);
  });

  test("is the managers' for a service, and the dispatchers' too for a home", async () => {
    expect((await get(PATH, { Cookie })).status).toBe(403);
    const { rows } = await pool.query(
      `insert into properties (property_type, address_line1, city, state, zip_code)
       values ('residential', '14 Barnstead Road', 'Pittsfield', 'NH', '03263') returning id`,
    );
    const home = `/admin/homes/${rows[0].id}/checklist`;
    const item = crypto.randomUUID();
    expect((await post(home, { intent: "add", item, text: "Feed the cat" })).status).toBe(303);
    expect((await page(home)).text).toContain("Feed the cat");
    const { cookie } = await signedIn(site, { role: "bookkeeper", email: "books@mail.example" });
    expect((await get(home, { Cookie: cookie })).status).toBe(200);
    expect((await post(home, { intent: "archive", item }, cookie)).status).toBe(403);
  });
});
