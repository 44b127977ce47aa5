import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { DAY } from "../support/bookings";
import { signedIn } from "../support/sign-in";
import { confirmedVisit, visitRow } from "../support/visits";

const site = await testApp();
const { app, pool, get, ctx, clear } = site;
let Cookie: string;

beforeEach(async () => {
  await clear();
  Cookie = (await signedIn(site, { role: "admin" })).cookie;
});

const post = (path: string, fields: Record<string, string>) =>
  app.request(
    new Request(ORIGIN + path, { method: "POST", headers: { Cookie }, body: new URLSearchParams(fields) }),
  );
const page = async (path: string) => {
  const response = await get(path, { Cookie });
  return { status: response.status, text: visibleText(await response.text()) };
};
const crews = async (): Promise<string[]> =>
  (await pool.query("select id from crews order by sort_order")).rows.map(({ id }) => id);

const BOARD = `/admin/schedule?view=day&date=${DAY}`;

describe("the schedule without script", () => {
  test("shows a visit with customer, service, town and status, and opens it beside the board", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    for (const path of [BOARD, `/admin/schedule?view=week&date=${DAY}`]) {
      const { text } = await page(path);
      for (const phrase of ["Ada Lovelace", "Regular Cleaning", "Pittsfield · Confirmed", "8 AM – 11 AM"])
        expect(text).toContain(phrase);
    }
    const { text } = await page(`${BOARD}&visit=${id}`);
    expect(text).toContain("14 Barnstead Road, Pittsfield, NH 03263");
    expect((await page(`${BOARD}&visit=00000000-0000-4000-8000-000000000000`)).status).toBe(404);
  });

  test("moves a visit by its form, and back by the undo in its toast", async () => {
    const { id, crew_id } = await confirmedVisit(ctx(), pool);
    const fields = { intent: "move", id, date: "2026-06-11", time: "2:00 PM", crew_id: "", sequence: "0" };
    const moved = await post(`${BOARD}&visit=${id}`, fields);
    expect(moved.status).toBe(303);
    expect(moved.headers.get("Location")).toBe("/admin/schedule?view=day&date=2026-06-11");
    const toast = moved.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("wb_toast="))
      ?.split(";")[0];
    const after = await get("/admin/schedule?view=day&date=2026-06-11", { Cookie: `${Cookie}; ${toast}` });
    const html = await after.text();
    expect(visibleText(html)).toContain("Visit moved");
    const undo = Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    expect(undo).toMatchObject({ intent: "move", id, date: DAY, time: "8:00 AM", crew_id, sequence: "1" });
    expect((await post(BOARD, undo)).status).toBe(303);
    expect(await visitRow(pool, id)).toMatchObject({ day: DAY, clock: "08:00", crew_id });
  });

  test("refuses a conflict with the reason, keeps the choice, and shows free times", async () => {
    const first = await confirmedVisit(ctx(), pool);
    const second = await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    const crew_id = first.crew_id;
    const fields = { intent: "move", id: second.id, date: DAY, time: "10:00 AM", crew_id, sequence: "0" };
    const response = await post(`${BOARD}&visit=${second.id}`, fields);
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(visibleText(html)).toContain(
      "has another visit at that time: Regular Cleaning on Jun 10, 2026 at 8:00 AM",
    );
    expect(visibleText(html)).toContain("Still available that day: ");
    expect(html).toMatch(/<option value="10:00 AM" selected/);
    expect(await visitRow(pool, second.id)).toMatchObject({ clock: "14:00" });
  });

  test("closes a slot with a reason, shows what is booked there, and opens it again", async () => {
    await confirmedVisit(ctx(), pool);
    const path = `${BOARD}&close=${DAY}`;
    expect((await post(path, { date: DAY, close: "8:00 AM", reason: "Staff meeting" })).status).toBe(303);
    const { text } = await page(path);
    for (const phrase of ["Staff meeting", "1 visit booked", "Booked during closed times", "Ada Lovelace"])
      expect(text).toContain(phrase);
    expect((await post(path, { date: DAY, close: "8:00 AM", reason: "" })).status).toBe(409);
    const { rows } = await pool.query("select id from closures");
    expect((await post(path, { open: rows[0].id })).status).toBe(303);
    expect((await post(path, { open: rows[0].id })).status).toBe(409);
    expect((await page(path)).text).not.toContain("Booked during closed times");
  });

  test.each([
    { intent: "move", id: "\0", date: "\0", time: "\0", crew_id: "\0", sequence: "\0" },
    { intent: "move" },
    { open: "\0" },
    { close: "\0", date: "\0", reason: "\0" },
    { close: "day", date: "9999-12-31" },
    {},
  ])("renders with %j", async (fields) => {
    const response = await post("/admin/schedule?view=\0&date=0000-00-00", fields as Record<string, string>);
    expect(response.status).toBeLessThan(500);
    expect((await page("/admin/schedule?view=week&date=2199-12-31")).status).toBe(200);
  });
});

describe("the crews without script", () => {
  test("are listed, added and renamed", async () => {
    const added = await post("/admin/crews/new", { intent: "add", name: "Aspen crew", email: "" });
    expect(added.status).toBe(303);
    const path = added.headers.get("Location") ?? "";
    expect((await page("/admin/crews")).text).toContain("Aspen crew");
    expect((await post(path, { intent: "update", name: "Alder crew", email: "a@crew.example" })).status).toBe(
      303,
    );
    const { text } = await page(path);
    for (const phrase of ["Alder crew", "Company hours", "No visits are booked with this crew."])
      expect(text).toContain(phrase);
    const repeated = await post(path, { intent: "update", name: "Birch crew", email: "" });
    expect([repeated.status, visibleText(await repeated.text())]).toEqual([
      409,
      expect.stringContaining("already a crew called Birch crew."),
    ]);
  });

  test.each([
    [{ intent: "update", name: " " }, "Name is required."],
    [{ intent: "update", name: "X", email: "nobody" }, "Email must be a valid address."],
    [{ intent: "add-member", name: "" }, "Name is required."],
    [{ intent: "hours", hours: "own" }, "Choose at least one day."],
    [{ intent: "hours", hours: "own", works_1: "on", starts_1: "9", ends_1: "8" }, "Monday needs a start"],
    [{ intent: "add-time-off", first_day: "" }, "First day is required."],
    [
      { intent: "add-time-off", first_day: "2026-06-10", last_day: "2026-06-09" },
      "must not be before the first",
    ],
  ])("show what is wrong with %j", async (fields, phrase) => {
    const [id] = await crews();
    const query = fields.intent === "add-member" ? "?member=new" : "";
    const response = await post(`/admin/crews/${id}${query}`, fields as unknown as Record<string, string>);
    expect(response.status).toBe(400);
    expect(visibleText(await response.text())).toContain(phrase);
  });

  test("keep what was typed when somebody else has changed them, until it is saved again", async () => {
    const [id] = await crews();
    const path = `/admin/crews/${id}`;
    const seenOn = (html: string) =>
      /name="seen" value="(\[[^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
    const seen = seenOn(await (await get(path, { Cookie })).text());
    await post(path, { intent: "update", name: "Birch crew", email: "theirs@crew.example", seen });
    const edit = { intent: "update", name: "Birch crew", email: "mine@crew.example" };
    const refused = await post(path, { ...edit, seen });
    const html = await refused.text();
    expect(refused.status).toBe(409);
    expect(visibleText(html)).toContain(
      "Someone else changed this crew while you were editing: Birch crew, theirs@",
    );
    expect(html).toMatch(
      /name="email"[^>]*value="mine@crew\.example"|value="mine@crew\.example"[^>]*name="email"/,
    );
    expect((await post(path, { ...edit, seen: seenOn(html) })).status).toBe(303);
    expect((await page("/admin/crews")).text).toContain("mine@crew.example");
    await post(path, { intent: "update", name: "Birch crew", email: "" });
  });

  test("can't be removed with future visits, and can hand them over", async () => {
    const { crew_id } = await confirmedVisit(ctx(), pool);
    const path = `/admin/crews/${crew_id}`;
    const refused = await post(path, { intent: "deactivate" });
    expect([refused.status, visibleText(await refused.text())]).toEqual([
      409,
      expect.stringContaining("This crew still has 1 upcoming visit."),
    ]);
    expect((await post(path, { intent: "hand-over", which: "all" })).status).toBe(303);
    expect((await post(path, { intent: "deactivate" })).status).toBe(303);
    expect((await page("/admin/crews")).text).toContain("Inactive");
  });

  test("can be restored after removal", async () => {
    const [id] = await crews();
    const path = `/admin/crews/${id}`;
    const undoOf = (response: Response) => {
      const cookie = response.headers.getSetCookie().find((one) => one.startsWith("wb_toast="));
      const value = decodeURIComponent(cookie?.slice("wb_toast=".length).split(";")[0] ?? "");
      return JSON.parse(Buffer.from(value, "base64url").toString()).undo.fields;
    };
    await post(path, { intent: "add-member", name: "Ines Ferro", email: "", phone: "603 555 0142" });
    await post(path, { intent: "add-time-off", first_day: "2026-06-10", last_day: "", reason: "Fair" });
    const { rows } = await pool.query(
      "select m.id as member, o.id as time_off from crew_members m, crew_time_off o",
    );
    const removed = await post(path, { intent: "remove-member", member: rows[0].member });
    const open = await post(path, { intent: "remove-time-off", time_off: rows[0].time_off });
    expect((await page(path)).text).not.toMatch(/Ines Ferro|Fair/);
    for (const response of [removed, open]) await post(path, undoOf(response));
    expect((await page(path)).text).toMatch(/Ines Ferro.*603 555 0142.*Jun 10, 2026.*Fair/s);
  });

  test("are not found for an unknown id", async () => {
    for (const id of ["nobody", "00000000-0000-4000-8000-000000000000"]) {
      expect((await page(`/admin/crews/${id}`)).status).toBe(404);
      for (const intent of ["hours", "deactivate", "hand-over", "remove-member", "remove-time-off"])
        expect((await post(`/admin/crews/${id}`, { intent })).status).toBe(404);
    }
    expect((await post("/admin/crews", { id: "nobody", place: "1" })).status).toBe(404);
  });
});

describe("the drives of a day", () => {
  const PORTSMOUTH = { street: "1 Market Street", city: "Portsmouth", state: "NH", zip: "03801" };
  const DRIVES = `/admin/schedule/drives?date=${DAY}`;
  const seenOn = async () =>
    (await (await get(DRIVES, { Cookie })).text()).match(/name="seen" value="([^"]+)"/)?.[1] ?? "";

  test("are shortened by the swaps that staff saw, and not by those of an older page", async () => {
    expect((await page(DRIVES)).text).toContain("Nothing to shorten");
    await confirmedVisit(ctx(), pool, { time: "8:00 AM", hours: 2 });
    await confirmedVisit(ctx(), pool, { time: "8:00 AM", hours: 2, address: PORTSMOUTH });
    await confirmedVisit(ctx(), pool, { time: "2:00 PM", hours: 2, address: PORTSMOUTH });
    const { id } = await confirmedVisit(ctx(), pool, { time: "2:00 PM", hours: 2 });
    const crewsOf = async () =>
      (await pool.query("select crew_id from bookings order by number")).rows.map((row) => row.crew_id);
    const [before, seen] = [await crewsOf(), await seenOn()];
    expect(seen).not.toBe("");
    await pool.query("update bookings set calendar_sequence = 1 where id = $1", [id]);
    const refused = await post(DRIVES, { date: DAY, seen });
    expect(refused.status).toBe(409);
    expect(visibleText(await refused.text())).toContain("The day has changed since you looked");
    expect(await crewsOf()).toEqual(before);
    const made = await post(DRIVES, { date: DAY, seen: await seenOn() });
    expect([made.status, made.headers.get("Location")]).toEqual([303, DRIVES]);
    expect((await crewsOf()).filter((crew, at) => crew !== before[at])).toHaveLength(2);
    expect((await page(DRIVES)).text).toContain("Nothing to shorten");
  });

  test("of no day are refused", async () => {
    expect((await post(DRIVES, { date: "2026-02-30", seen: "" })).status).toBe(400);
    expect((await page("/admin/schedule/drives?date=soon")).status).toBe(200);
  });
});
