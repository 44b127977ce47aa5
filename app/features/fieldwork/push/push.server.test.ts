import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { readDay } from "~/features/fieldwork/day/queries.server";
import { answerReport } from "~/features/fieldwork/office/answer.server";
import { endPhone } from "~/features/fieldwork/phones/invite.server";
import { leavePhone, unlockPhone } from "~/features/fieldwork/phones/join.server";
import { removeMember } from "~/features/scheduling/crews/members.server";
import { openVault } from "~/platform/auth/vault.server";
import type { StaffCtx } from "~/platform/context.server";
import { openSafeFetch } from "~/platform/outside/safe-fetch.server";
import { setSetting } from "../../../../tests/support/bookings";
import { aCrewsDay } from "../../../../tests/support/crew";
import { testWorld } from "../../../../tests/support/ctx";
import { aPushBrowser, pushService, senderOf } from "../../../../tests/support/push-service";
import { staffCtx } from "../../../../tests/support/staff";
import { pushNews, queueNews } from "./deliver.server";
import { openPushKeys, renewPushKeys } from "./keys.server";
import { noteSeen, readEndpoint, subscribePhone, unsubscribePhone } from "./subscribe.server";

const world = await testWorld();
const { db, pool, ctx, clock, clear, queues } = world;
const service = await pushService();
let office: () => StaffCtx;
let its: Awaited<ReturnType<typeof aCrewsDay>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  its = await aCrewsDay(world, office);
  service.taken.length = 0;
  service.answers.clear();
});

type Phone = typeof its.maria;

const dayOf = (phone: Phone) => readDay(phone.ctx(), phone.phone);

/** The phone listens at a path of the push service; the form would refuse an address of this machine. */
async function listen(phone: Phone, path = `/${phone.phone.name}`) {
  const browser = aPushBrowser(`https://push.example${path}`);
  const outcome = await subscribePhone(phone.ctx(), { ...browser.subscription, day: await dayOf(phone) });
  expect(outcome).toEqual({ ok: true });
  await pool.query("update push_subscriptions set endpoint = $2 where phone_id = $1", [
    phone.phone_id,
    service.origin + path,
  ]);
  return browser;
}

const moveTo = (time: string) => pool.query("update bookings set scheduled_time = $1", [time]);
const queue = (crew: string | null = its.visit.crew_id) => queueNews(ctx(), crew);
const waiting = () => queues.waiting("push-news");
const run = () => queues.run("push-news").catch(() => "again");
const pathsTaken = () => service.taken.map(({ path }) => path).sort();
const phones = async () =>
  (await pool.query("select phone_id from push_subscriptions")).rows.map(({ phone_id }) => phone_id);

async function tell() {
  await queue();
  return run();
}

describe("a crew whose day may have changed", () => {
  test("is queued once while that waits, if one of its phones listens", async () => {
    await queue();
    expect(await waiting()).toEqual([]);
    await listen(its.maria);
    await listen(its.ben);
    await Promise.all([queue(), queue(), queue()]);
    expect(await waiting()).toEqual([{ crew_id: its.visit.crew_id }]);
    await queue(its.noor.crew_id);
    expect(await waiting()).toHaveLength(1);
  });

  test("is queued with all others when any may have changed", async () => {
    await listen(its.maria);
    await listen(its.noor);
    await queue(null);
    expect((await waiting()).map(({ crew_id }) => crew_id).sort()).toEqual(
      [its.visit.crew_id, its.noor.crew_id].sort(),
    );
  });

  test("waits a minute, so that several changes are one message", async () => {
    await listen(its.ben);
    await queue();
    const { rows } = await pool.query(
      "select extract(epoch from start_after - created_on)::int as seconds from pgboss.job where name = 'push-news'",
    );
    expect(rows).toEqual([{ seconds: 60 }]);
  });
});

describe("a phone that listens", () => {
  test("hears in its member's language what the office changed, encrypted and without an address or a name", async () => {
    const [maria, ben, noor] = [await listen(its.maria), await listen(its.ben), await listen(its.noor)];
    await moveTo("11:00");
    await tell();
    expect(pathsTaken()).toEqual(["/Ben", "/Maria"]);
    const messageTo = (path: string) => service.taken.find((one) => one.path === path) ?? service.taken[2];
    const [toMaria, toBen] = [messageTo("/Maria"), messageTo("/Ben")];
    if (!toMaria || !toBen) throw new Error("Nothing was sent.");
    expect(maria.read(toMaria)).toEqual({
      ...{ title: "Su día cambió", body: "La visita de las 8:00 AM cambia a las 11:00 AM." },
      ...{ lang: "es", url: "/crew" },
    });
    expect(ben.read(toBen)).toEqual({
      ...{ title: "Your day changed", body: "8:00 AM is now 11:00 AM.", lang: "en", url: "/crew" },
    });
    expect(() => noor.read(toBen)).toThrow();
  });

  test.each(["pets", "parking", "special_instructions"])(
    "hears that a home's %s are others",
    async (text) => {
      const { rows } = await pool.query(
        `insert into properties (customer_id, property_type, address_line1, city, state, zip_code)
       select id, 'residential', '14 Barnstead Road', 'Pittsfield', 'NH', '03263' from customers limit 1 returning id`,
      );
      await pool.query("update bookings set property_id = $1", [rows[0].id]);
      const ben = await listen(its.ben);
      await pool.query(`update properties set ${text} = 'The dog is in the yard.'`);
      await tell();
      const [message] = service.taken;
      expect(message && ben.read(message)).toMatchObject({ body: "Look at the 8:00 AM visit again." });
    },
  );

  test("is sent a message that is worth nothing after the day, and says who sent it", async () => {
    await setSetting(pool, "general.contact_email", "office@birch.example");
    await listen(its.ben);
    clock.set("2026-06-11T02:30:00Z"); // June 10, 10:30 PM in New Hampshire
    await moveTo("11:00");
    await tell();
    const [message] = service.taken;
    if (!message) throw new Error("Nothing was sent.");
    expect(message.headers).toMatchObject({
      ...{ ttl: "5400", urgency: "normal", topic: "day", "content-encoding": "aes128gcm" },
    });
    const { key, claims } = senderOf(message);
    expect(claims).toMatchObject({ aud: service.origin, sub: "mailto:office@birch.example" });
    expect(key).toBe((await openPushKeys(ctx())).publicKey);
  });

  test("hears at seven of what was changed at night, once, unless the visit begins by eight", async () => {
    const ben = await listen(its.ben);
    await moveTo("13:00");
    await noteSeen(its.ben.ctx(), await dayOf(its.ben));
    clock.set("2026-06-10T02:00:00Z"); // 10:00 PM of the evening before
    await moveTo("14:00");
    await tell();
    await tell();
    expect(service.taken).toEqual([]);
    const { rows } = await pool.query(
      `select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
       where name = 'push-news' and state = 'created'`,
    );
    expect(rows).toEqual([{ seconds: 9 * 3600 }]);
    clock.set("2026-06-10T11:00:00Z");
    await run();
    expect(service.taken.map(ben.read)).toMatchObject([{ body: "1:00 PM is now 2:00 PM." }]);
    clock.set("2026-06-10T10:30:00Z"); // 6:30 AM
    await moveTo("08:00");
    await tell();
    expect(service.taken.map(ben.read)).toMatchObject([{}, { body: "2:00 PM is now 8:00 AM." }]);
  });

  test("hears nothing of a finish that its crew took back, in a message that tells of nothing else", async () => {
    await listen(its.ben);
    await pool.query("update bookings set status = 'completed'");
    await tell();
    await pool.query("update bookings set status = 'confirmed'");
    await tell();
    expect(service.taken).toEqual([]);
  });

  test("hears nothing when nothing changed for it, or what changed was changed back", async () => {
    await listen(its.ben);
    await tell();
    await moveTo("11:00");
    await moveTo("08:00");
    await tell();
    await pool.query(
      `insert into visit_events (id, booking_id, member_id, kind, members, happened_at, phone_at, received_at)
       values ($1, $2, $3, 'started', array[$3::uuid], $4, $4, $4)`,
      [randomUUID(), its.visit.id, its.maria.member_id, clock.now.toString()],
    );
    await tell();
    expect(service.taken).toEqual([]);
  });

  test("hears nothing of what somebody has seen on it meanwhile, and of what comes after that", async () => {
    const ben = await listen(its.ben);
    await moveTo("11:00");
    await noteSeen(its.ben.ctx(), await dayOf(its.ben));
    await tell();
    expect(service.taken).toEqual([]);
    await moveTo("12:00");
    await tell();
    expect(service.taken.map(ben.read)).toMatchObject([{ body: "11:00 AM is now 12:00 PM." }]);
  });

  test.each([
    ["a cancelled visit", "update bookings set status = 'cancelled', cancelled_at = now()", "off your list"],
    ["another address", "update bookings set address_line1 = '9 Pine Street'", "Look at the 8:00 AM visit"],
    ["another note", "update bookings set notes = 'Two cats'", "Look at the 8:00 AM visit"],
    ["a visit that moved to tomorrow", "update bookings set scheduled_date = '2026-06-11'", "on another day"],
    ["a visit that moved to next week", "update bookings set scheduled_date = '2026-06-17'", "off your list"],
  ])("hears of %s", async (_, change, words) => {
    const ben = await listen(its.ben);
    await pool.query(change);
    await tell();
    expect(service.taken.map(ben.read)).toMatchObject([{ body: expect.stringContaining(words) }]);
    expect(JSON.stringify(service.taken.map(ben.read))).not.toMatch(/Pine|cats/);
  });

  test("hears no more of notes once a visit is completed", async () => {
    await listen(its.ben);
    await pool.query("update bookings set status = 'completed'");
    await tell();
    await pool.query("update bookings set notes = 'Two cats'");
    await tell();
    expect(service.taken).toEqual([]);
  });

  test("hears of a visit that it gets from another crew, which loses it", async () => {
    const [ben, noor] = [await listen(its.ben), await listen(its.noor)];
    await pool.query("update bookings set crew_id = $1", [its.noor.crew_id]);
    await queue(null);
    await run();
    const [toBen, toNoor] = service.taken.toSorted((one, other) => one.path.localeCompare(other.path));
    if (!toBen || !toNoor) throw new Error("Somebody heard nothing.");
    expect(ben.read(toBen)).toMatchObject({ body: "The 8:00 AM visit is off your list." });
    expect(noor.read(toNoor)).toMatchObject({ body: "New visit at 8:00 AM." });
  });

  test("hears of an answer of the office", async () => {
    const id = randomUUID();
    await pool.query(
      "insert into visit_reports (id, booking_id, member_id, kind, words, happened_at) values ($1, $2, $3, 'extra', 'Windows?', now())",
      [id, its.visit.id, its.ben.member_id],
    );
    const ben = await listen(its.ben);
    await answerReport(office(), { id, answer: "Yes, do it" });
    await tell();
    expect(service.taken.map(ben.read)).toMatchObject([
      { body: "The office answered you about the 8:00 AM visit." },
    ]);
  });
});

describe("a push service", () => {
  test("that does not answer is asked again, and phones that were told are not told twice", async () => {
    await listen(its.maria);
    await listen(its.ben);
    service.answers.set("/Maria", 503);
    await moveTo("11:00");
    expect(await tell()).toBe("again");
    expect(pathsTaken()).toEqual(["/Ben", "/Maria"]);
    service.answers.clear();
    expect(await run()).toBe(1);
    expect(pathsTaken()).toEqual(["/Ben", "/Maria", "/Maria"]);
    await tell();
    expect(service.taken).toHaveLength(3);
  });

  test.each([404, 410])("that answers %i has forgotten the phone, and so does the site", async (status) => {
    await listen(its.maria);
    await listen(its.ben);
    service.answers.set("/Maria", status);
    await moveTo("11:00");
    expect(await tell()).toBe(1);
    expect(await phones()).toEqual([its.ben.phone_id]);
    expect(pathsTaken()).toEqual(["/Ben", "/Maria"]);
  });

  test.each([400, 403, 413])("that refuses a message with %i is not asked again", async (status) => {
    await listen(its.ben);
    service.answers.set("/Ben", status);
    await moveTo("11:00");
    expect([await tell(), await tell(), service.taken.length]).toEqual([1, 1, 1]);
    expect(await phones()).toEqual([its.ben.phone_id]);
  });

  test("in a private network is never called", async () => {
    await listen(its.ben);
    await moveTo("11:00");
    const told = pushNews(ctx(), openSafeFetch(), { crew_id: its.visit.crew_id });
    await expect(told).rejects.toThrow("told again");
    expect(service.taken).toEqual([]);
  });
});

describe("where a phone listens", () => {
  const { subscription } = aPushBrowser("https://push.example/1");
  const add = async (phone: Phone, changes: object = {}) =>
    subscribePhone(phone.ctx(), { ...subscription, ...changes, day: await dayOf(phone) });

  test("is one place, the last one, and moves to another phone with the browser", async () => {
    await add(its.ben, { endpoint: "https://push.example/0" });
    await add(its.ben);
    expect(await readEndpoint(its.ben.ctx())).toBe("https://push.example/1");
    await Promise.all([add(its.maria), add(its.maria)]);
    expect(await readEndpoint(its.ben.ctx())).toBeNull();
    expect(await phones()).toEqual([its.maria.phone_id]);
    await unsubscribePhone(its.ben.ctx());
    expect(await phones()).toEqual([its.maria.phone_id]);
    await unsubscribePhone(its.maria.ctx());
    expect(await phones()).toEqual([]);
  });

  test("keeps no address, name or note of the day", async () => {
    await pool.query("update bookings set address_line1 = '9 Pine Street', notes = 'Two cats'");
    await add(its.ben);
    const { rows } = await pool.query("select known from push_subscriptions");
    expect(rows[0].known.stops).toEqual([
      {
        ...{ id: its.visit.id, date: "2026-06-10", starts: "8:00 AM", answers: 0 },
        mark: expect.stringMatching(/^[\w-]{8}$/),
      },
    ]);
  });

  test.each([
    [{ endpoint: "https://10.0.0.1/1" }, "private"],
    [{ endpoint: "https://[::1]/1" }, "private"],
    [{ keys: { ...subscription.keys, p256dh: "B".repeat(87) } }, "key"],
  ])("is refused: case %#", async (changes, reason) => {
    expect(await add(its.ben, changes)).toEqual({ ok: false, reason });
    expect(await phones()).toEqual([]);
  });

  test("is forgotten when the phone is ended, signed out or locked for good", async () => {
    const ends: ((phone: Phone) => Promise<unknown>)[] = [
      (phone) => endPhone(office(), phone),
      (phone) => leavePhone(phone.ctx()),
      async ({ phone_id }) => {
        for (let tries = 0; tries < 5; tries += 1) await unlockPhone(ctx(), { phone_id, pin: "271828" });
      },
    ];
    for (const [index, end] of ends.entries()) {
      const phone = [its.maria, its.ben, its.noor][index] ?? its.maria;
      await add(phone);
      expect(await phones()).toEqual([phone.phone_id]);
      await end(phone);
      expect(await phones()).toEqual([]);
      expect(await add(phone)).toEqual({ ok: false, reason: "ended" });
    }
  });

  test("is forgotten when its member leaves", async () => {
    await add(its.ben);
    await removeMember(office(), { crew_id: its.ben.crew_id, id: its.ben.member_id });
    expect(await phones()).toEqual([]);
  });
});

describe("the site's key pair", () => {
  test("is made once, also for two that ask at the same instant, and its private key is sealed", async () => {
    const [one, other] = await Promise.all([openPushKeys(ctx()), openPushKeys(ctx())]);
    expect(other).toEqual(one);
    const { rows } = await pool.query("select * from push_keys");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(one.privateKey);
  });

  test("is sealed anew with the newest secret", async () => {
    const before = await openPushKeys(ctx());
    const vault = openVault("a new secret of the tests", "a third secret of the tests");
    expect(await renewPushKeys(db, vault)).toEqual({ renewed: 1, unreadable: 0 });
    expect(await renewPushKeys(db, vault)).toEqual({ renewed: 0, unreadable: 0 });
    expect(await openPushKeys(ctx({ vault: openVault("a new secret of the tests") }))).toEqual(before);
    expect(await renewPushKeys(db, openVault("another one"))).toEqual({ renewed: 0, unreadable: 1 });
  });

  test("is replaced when its secret is lost, and phones are asked to listen anew", async () => {
    const before = await openPushKeys(ctx());
    await listen(its.ben);
    const lost = ctx({ vault: openVault("another secret altogether") });
    await moveTo("11:00");
    await pushNews(lost, openSafeFetch({ anywhere: true }), { crew_id: its.visit.crew_id });
    expect(await phones()).toEqual([]);
    expect((await openPushKeys(lost)).publicKey).not.toBe(before.publicKey);
    expect(service.taken).toEqual([]);
  });
});
