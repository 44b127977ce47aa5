import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { endPhone, invitePhone } from "~/features/fieldwork/phones/invite.server";
import type { StaffCtx } from "~/platform/context.server";
import { listenForChanges } from "~/platform/database/change-listener.server";
import { EVERYTHING } from "~/platform/http/live-feed.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aCrewsDay, aMember, aTap, linkOf, PIN } from "../support/crew";
import { officeVisitor } from "../support/office-visitor";
import { signedIn } from "../support/sign-in";
import { staffCtx } from "../support/staff";

const site = await testApp();
const { pool, clock, clear, get, post, app, runtime } = site;
const office = officeVisitor(site);
let staff: () => StaffCtx;
let its: Awaited<ReturnType<typeof aCrewsDay>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(site);
  its = await aCrewsDay(site, staff);
});

const asPhone = (cookie = its.maria.cookie) => ({ Cookie: cookie });
const end = (phone = its.maria) => endPhone(staff(), phone);
const lock = () => clock.advance({ hours: 14 });

async function send(address: string, form: Record<string, string>, cookie = its.maria.cookie) {
  const request = { method: "POST", headers: { Cookie: cookie }, body: new URLSearchParams(form) };
  const response = await app.request(new Request(ORIGIN + address, request));
  const html = await response.text();
  return { response, status: response.status, to: response.headers.get("Location"), text: visibleText(html) };
}

async function page(address: string, headers: Record<string, string> = asPhone()) {
  const response = await get(address, headers);
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: visibleText(html) };
}

describe("the link of a phone", () => {
  const someone = () => aMember(site, { crew_id: its.visit.crew_id, name: "Luz", language: "es" });

  async function aLink() {
    const member = await someone();
    await invitePhone(staff(), member);
    const link = await linkOf(site, member.member_id);
    return { ...member, address: `/crew/join?${new URLSearchParams(link)}` };
  }

  test("asks for a PIN in the member's language, and gives the phone a cookie that only /crew sees", async () => {
    const { address } = await aLink();
    const asked = await page(address, {});
    expect(asked.status).toBe(200);
    expect(asked.html).toContain('lang="es"');
    expect(asked.text).toContain("Luz");
    expect(asked.headers.get("Cache-Control")).toBe("no-store");
    const { status, to, response } = await send(address, { pin: PIN, again: PIN }, "");
    expect([status, to]).toEqual([303, "/crew"]);
    const [cookie = ""] = response.headers.getSetCookie().filter((one) => one.startsWith("wb.phone="));
    const [pair = "", ...flags] = cookie.split("; ");
    expect(flags.sort()).toEqual(["HttpOnly", "Max-Age=34560000", "Path=/crew", "SameSite=Lax", "Secure"]);
    expect(await page("/crew", { Cookie: pair })).toMatchObject({
      status: 200,
      text: expect.stringContaining("Luz"),
    });
    const again = await page(address, {});
    expect([again.status, again.text]).toEqual([410, expect.stringContaining("This link was used already")]);
    expect((await send(address, { pin: PIN, again: PIN }, "")).status).toBe(400);
  });

  test("says in Spanish what is wrong with a PIN, and sets no cookie", async () => {
    const { address } = await aLink();
    for (const [pin, again] of [
      ["12", "12"],
      ["123456", "123456"],
      [PIN, "481517"],
      ["", ""],
    ]) {
      const refused = await send(address, { pin, again } as Record<string, string>, "");
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("PIN");
      expect(refused.response.headers.getSetCookie().join()).not.toContain("wb.phone");
    }
    expect((await send(address, {}, "")).status).toBe(400);
  });

  test("that is wrong or too old leads nowhere, in the browser's language", async () => {
    const { address } = await aLink();
    const wrong = await page(`${address}x`, { "Accept-Language": "es-MX" });
    expect([wrong.status, wrong.text]).toEqual([404, expect.stringContaining("Este enlace no funciona")]);
    expect((await page("/crew/join", {})).status).toBe(404);
    clock.set("2026-06-17T12:00:00Z");
    const old = await page(address, {});
    expect([old.status, old.text]).toEqual([410, expect.stringContaining("too old")]);
  });
});

describe("who may open the app", () => {
  test("a phone that nobody let in is told what to do", async () => {
    const away = await get("/crew");
    expect([away.status, away.headers.get("Location")]).toEqual([302, "/crew/unlock"]);
    expect(away.headers.get("Cache-Control")).toBe("no-store");
    const told = await page("/crew/unlock", {});
    expect([told.status, told.text]).toEqual([401, expect.stringContaining("This phone is not signed in")]);
    expect(told.headers.get("Clear-Site-Data")).toBeNull();
    for (const address of ["/crew/day", "/crew/live"]) expect((await get(address)).status).toBe(401);
    expect((await post("/crew/events", { phone_now: clock.now, events: [] })).status).toBe(401);
  });

  test("a locked phone is asked for its PIN, and told how many tries are left", async () => {
    lock();
    expect((await get("/crew", asPhone())).headers.get("Location")).toBe("/crew/unlock");
    expect((await get("/crew/day", asPhone())).status).toBe(401);
    expect((await page("/crew/unlock")).text).toContain("Maria");
    const wrong = await send("/crew/unlock", { pin: "271828" });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("4")]);
    expect((await get("/crew/day", asPhone())).status).toBe(401);
    const right = await send("/crew/unlock", { pin: `${PIN.slice(0, 3)} ${PIN.slice(3)}` });
    expect([right.status, right.to]).toEqual([303, "/crew"]);
    expect((await get("/crew/day", asPhone())).status).toBe(200);
    expect((await get("/crew/unlock", asPhone())).headers.get("Location")).toBe("/crew");
  });

  test("a phone that was ended is told by every address to delete what it keeps", async () => {
    await end();
    const answers = [
      await get("/crew/day", asPhone()),
      await get("/crew/live", asPhone()),
      await post("/crew/events", {}, asPhone()),
      await get("/crew/unlock", asPhone()),
    ];
    for (const { status, headers } of answers) {
      expect(status).toBe(410);
      expect(headers.get("Clear-Site-Data")).toBe('"cache", "storage"');
      expect(headers.get("X-Crew")).toBe("ended");
      expect(headers.get("Cache-Control")).toBe("no-store");
    }
    expect(await answers[3]?.text()).toContain("Se cerró la sesión de este teléfono");
    expect(answers[3]?.headers.getSetCookie().join()).toMatch(/wb\.phone=; Path=\/crew; Max-Age=0/);
    expect((await get("/crew", asPhone())).headers.get("Location")).toBe("/crew/unlock");
  });

  test("a member signs the phone out", async () => {
    expect(await send("/crew/unlock", { intent: "leave" })).toMatchObject({
      status: 303,
      to: "/crew/unlock",
    });
    expect((await get("/crew/day", asPhone())).status).toBe(410);
  });

  test("a phone opens nothing of the office, and staff open nothing of the crew's", async () => {
    for (const address of ["/admin", `/admin/bookings/${its.visit.id}`, "/profile"])
      expect((await get(address, asPhone())).headers.get("Location")).toMatch(/^\/login/);
    const { cookie: Cookie } = await signedIn(site, { role: "admin" });
    expect((await get("/crew", { Cookie })).headers.get("Location")).toBe("/crew/unlock");
    for (const address of ["/crew/day", "/crew/live"])
      expect((await get(address, { Cookie })).status).toBe(401);
    const sent = { phone_now: clock.now.toString(), events: [{ id: randomUUID() }] };
    expect((await post("/crew/events", sent, { Cookie })).status).toBe(401);
  });

  test("the office makes a link, ends the phone, and sets the language on the member's page", async () => {
    await office.signIn();
    const address = `/admin/crews/${its.visit.crew_id}/members/${its.ben.member_id}`;
    expect((await office.post(address, { intent: "invite" })).status).toBe(303);
    const { html, text } = await office.page(address);
    const { invitation } = await linkOf(site, its.ben.member_id);
    expect(html).toContain(`/crew/join?invitation=${invitation}`);
    expect(text).toContain("Chrome on Android");
    const other = { intent: "end", phone: its.maria.phone_id };
    expect((await office.post(address, other)).status).toBe(404);
    expect((await office.post(address, { intent: "end", phone: its.ben.phone_id })).status).toBe(303);
    expect((await get("/crew/day", asPhone(its.ben.cookie))).status).toBe(410);
    expect((await get("/crew/day", asPhone())).status).toBe(200);
    expect((await office.post(address, { intent: "language", language: "es" })).status).toBe(303);
    expect((await office.post(address, { intent: "language", language: "xx" })).status).toBe(400);
    expect((await office.page(address.replace(its.visit.crew_id, its.noor.crew_id))).status).toBe(404);
  });
});

describe("POST /crew/events", () => {
  const tap = (kind = "started") =>
    aTap(its.visit.id, kind, { at: clock.now.toString(), members: [its.maria.member_id] });
  const batch = (events: unknown[]) => ({ phone_now: clock.now.toString(), events });

  test("answers what was taken, with the day as it is then", async () => {
    const [started, lost] = [tap(), { ...tap(), booking_id: randomUUID() }];
    const answer = await post("/crew/events", batch([started, lost]), asPhone());
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({
      applied: [started.id],
      refused: [{ id: lost.id, reason: "missing" }],
      server_now: clock.now.toString(),
      day: { stops: [{ id: its.visit.id, events: [{ id: started.id, kind: "started" }] }] },
    });
  });

  test("takes a hundred events, and refuses more", async () => {
    const events = Array.from({ length: 100 }, () => tap("paused"));
    const answer = await (await post("/crew/events", batch(events), asPhone())).json();
    expect(answer.applied).toHaveLength(100);
    const refused = await post("/crew/events", batch([...events, tap()]), asPhone());
    expect([refused.status, (await refused.json()).error]).toEqual([400, expect.stringContaining("events")]);
  });

  test.each([
    ["no JSON", "{", 400],
    ["no object", [], 400],
    ["no events", { phone_now: "2026-06-10T12:00:00Z", events: [] }, 400],
    ["no time", { events: [{ id: randomUUID() }] }, 400],
    ["a time that is none", { phone_now: "noon", events: [{ id: randomUUID() }] }, 400],
    ["an event without an id", { phone_now: "2026-06-10T12:00:00Z", events: [{}] }, 400],
    ["more than a phone ever has to say", `"${"x".repeat(600_000)}"`, 413],
  ])("refuses %s with the reason, and stores nothing", async (_, body, status) => {
    const answer = await post("/crew/events", body, asPhone());
    expect(answer.status).toBe(status);
    expect(await answer.text()).toMatch(/"error":|larger than 512 KB/);
    expect((await pool.query("select from visit_events")).rowCount).toBe(0);
  });

  test("takes only JSON, only by POST, and only from this site", async () => {
    const text = await post("/crew/events", "a=b", { ...asPhone(), "Content-Type": "text/plain" });
    expect(text.status).toBe(415);
    const answer = await get("/crew/events", asPhone());
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST"]);
    const evil = { ...asPhone(), Origin: "https://evil.example" };
    expect((await post("/crew/events", batch([tap()]), evil)).status).toBe(403);
    expect((await pool.query("select from visit_events")).rowCount).toBe(0);
  });
});

describe("without script", () => {
  const stop = () => `/crew?stop=${its.visit.id}`;

  test("the buttons of a stop are forms that tap and report", async () => {
    const { html } = await page(stop());
    expect(html).toMatch(/<form[^>]* method="post"/);
    expect(html).toContain('value="on_my_way"');
    const both = new URLSearchParams({ kind: "on_my_way" });
    for (const { member_id } of [its.maria, its.ben]) both.append("members", member_id);
    const request = { method: "POST", headers: asPhone(), body: both };
    const answer = await app.request(new Request(ORIGIN + stop(), request));
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, stop()]);
    await send(stop(), { kind: "started" });
    await send(stop(), { kind: "join" }, its.ben.cookie);
    await send(stop(), { kind: "reported", report_kind: "damage", words: "A vase" });
    const { rows } = await pool.query(
      "select kind, cardinality(members) as count from visit_events order by position",
    );
    expect(rows).toEqual([
      { kind: "on_my_way", count: 2 },
      { kind: "started", count: 1 },
      { kind: "started", count: 1 },
    ]);
    expect((await page(stop())).text).toContain("A vase");
  });

  test("a form of another crew's stop, or that says nothing, does nothing and says so", async () => {
    for (const [form, cookie, status, words] of [
      [{ kind: "started" }, its.noor.cookie, 409, "the visit is another crew’s now"],
      [{}, its.maria.cookie, 400, "no se pudo guardar"],
      [{ kind: "danced" }, its.maria.cookie, 400, "no se pudo guardar"],
      [{ kind: "started", members: "7" }, its.maria.cookie, 400, "no se pudo guardar"],
      [{ kind: "reported", report_kind: "damage", words: " " }, its.maria.cookie, 400, "qué pasó"],
    ] as [Record<string, string>, string, number, string][]) {
      const answer = await send(stop(), form, cookie);
      expect([answer.status, answer.response.headers.get("Cache-Control")]).toEqual([status, "no-store"]);
      expect(answer.text).toContain(words);
    }
    expect((await send("/crew", { kind: "started" })).status).toBeLessThan(500);
    expect((await send(stop(), { kind: "started" }, "")).to).toBe("/crew/unlock");
    expect((await pool.query("select from visit_events")).rowCount).toBe(0);
    expect((await pool.query("select from visit_reports")).rowCount).toBe(0);
  });

  test("a report of a cancelled visit comes back with its words and the reason", async () => {
    await pool.query("update bookings set status = 'cancelled', cancelled_at = $1", ["2026-06-10T11:00:00Z"]);
    const answer = await send(stop(), { kind: "reported", report_kind: "extra", words: "The oven, too" });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("se canceló");
  });
});

describe("GET /crew/live", () => {
  async function aStream(cookie = its.maria.cookie) {
    const response = await get("/crew/live", { Cookie: cookie });
    expect(response.headers.get("Content-Type")).toBe("text/event-stream");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) throw new Error("There is no stream.");
    expect((await reader.read()).value).toBe("retry: 5000\n\n");
    return { next: () => reader.read() };
  }

  /** As server.ts does for the site. */
  async function listening() {
    const onCrewDay = (crew: string | null) => runtime.live.tell(crew ?? EVERYTHING);
    const listener = listenForChanges({
      connection: site.siteUser,
      log: runtime.log,
      onChange: () => {},
      onCrewDay,
    });
    await listener.start();
    onTestFinished(() => listener.stop());
  }

  test("tells a phone what changes in its crew's near days, and nothing of other crews", async () => {
    await listening();
    const [marias, noors] = [await aStream(), await aStream(its.noor.cookie)];
    const changed = { done: false, value: "data: changed\n\n" };
    await pool.query("update bookings set scheduled_date = current_date");
    expect(await marias.next()).toEqual(changed);
    await pool.query("update bookings set crew_id = $1", [its.noor.crew_id]); // both hear of it
    expect([await marias.next(), await noors.next()]).toEqual([changed, changed]);
    await pool.query("update bookings set notes = 'Two cats'"); // Noor's only
    const tap = aTap(its.visit.id, "started", { at: clock.now.toString(), members: [its.noor.member_id] });
    await post("/crew/events", { phone_now: clock.now.toString(), events: [tap] }, asPhone(its.noor.cookie));
    expect([await noors.next(), await noors.next()]).toEqual([changed, changed]);
    const told = marias.next();
    runtime.live.close();
    expect(await told).toEqual({ done: true, value: undefined });
    expect(await noors.next()).toEqual({ done: true, value: undefined });
    expect(runtime.live.size()).toBe(0);
  });

  test("ends when the phone goes away", async () => {
    const gone = new AbortController();
    const request = new Request(`${ORIGIN}/crew/live`, { headers: asPhone(), signal: gone.signal });
    await app.request(request);
    expect(runtime.live.size()).toBe(1);
    gone.abort();
    expect(runtime.live.size()).toBe(0);
  });
});
