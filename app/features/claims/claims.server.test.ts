import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { openMailer } from "~/platform/outside/mail.server";
import { setSetting } from "../../../tests/support/bookings";
import { aClaim } from "../../../tests/support/claims";
import { testWorld } from "../../../tests/support/ctx";
import { testSmtp } from "../../../tests/support/smtp";
import { staffCtx } from "../../../tests/support/staff";
import { aUser, confirmedVisit, linkTo } from "../../../tests/support/visits";
import { readClaimFigures } from "./figures.server";
import { claimList } from "./list.server";
import { openClaim } from "./open.server";
import { readOfficeClaim, readVisitClaims } from "./queries.server";

const smtp = await testSmtp();
const world = await testWorld({
  mailer: openMailer({ smtpUrl: smtp.url, from: undefined, filesDir: undefined }),
});
const { pool, ctx, clock, queues, clear } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;
let ada: Awaited<ReturnType<typeof aUser>>;
let visit: Awaited<ReturnType<typeof confirmedVisit>>;

const own = () => ctx({ actor: ada });
const WORDS = { room: "Kitchen", words: "The sink is still dirty.", file_ids: [] };
const claim = (as = own(), more = {}) =>
  openClaim(as, { id: randomUUID(), booking_id: visit.id, ...WORDS, ...more });

const listed = async () => (await claimList.read(office(), claimList.parse(new URLSearchParams()))).rows;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  ada = await aUser(pool, "ada@mail.example");
  visit = await confirmedVisit(own(), pool); // June 10, 8 AM to 11 AM in New York
  clock.set("2026-06-10T15:00:00Z");
  await setBookingStatus(office(), { id: visit.id, status: "completed" });
  smtp.received.length = 0;
});

async function mailed(queue: string) {
  await queues.run(queue);
  return smtp.received.map(({ to, source }) => ({ to, source: source.replace(/=\r\n/g, "") }));
}

describe("a customer", () => {
  test("opens a claim: the office and they get an email, and its clock runs", async () => {
    expect(await claim()).toEqual({ ok: true });
    const { claim: open, until } = await readVisitClaims(own(), visit.id);
    expect(open).toMatchObject({ status: "open", room: "Kitchen", words: WORDS.words, decision: null });
    expect(open?.due).toBe("Jun 11, 2026, 11:00 AM");
    expect(until).toBeNull();
    clock.set("2026-06-10T20:40:00Z");
    expect(await listed()).toMatchObject([{ clock: "18 h 20 min left", overdue: false }]);
    clock.set("2026-06-11T15:01:00Z");
    expect(await listed()).toMatchObject([{ clock: "1 min overdue", overdue: true }]);
    const [received] = await mailed("claim-received-mail");
    expect(received?.source).toContain("11:00 AM");
    expect(received?.source).not.toContain("sink");
    smtp.received.length = 0;
    const [notice] = await mailed("claim-notice-mail");
    expect(notice?.source).toContain("The sink is still dirty.");
  });

  test("opens one claim with a form that is sent twice, at once or later", async () => {
    const id = randomUUID();
    const both = await Promise.all([claim(own(), { id }), claim(own(), { id })]);
    expect(both).toEqual([{ ok: true }, { ok: true }]);
    expect(await claim(own(), { id })).toEqual({ ok: true });
    expect((await pool.query("select 1 from claims")).rowCount).toBe(1);
  });

  test("has one open claim about a visit, also when two forms are sent at once", async () => {
    const outcomes = await Promise.all([claim(), claim()]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: "open" });
  });

  test("opens another one after the answer, while there is time", async () => {
    await claim();
    await pool.query("update claims set status = 'refused', answered_at = now()");
    expect((await readVisitClaims(own(), visit.id)).until).toBe("Jun 11, 2026, 11:00 AM");
    expect(await claim()).toEqual({ ok: true });
  });

  test("with a guest link opens one, and reads it", async () => {
    const guest = () => ctx({ actor: linkTo(visit.id) });
    expect(await claim(guest())).toEqual({ ok: true });
    expect((await readVisitClaims(guest(), visit.id)).claim).toMatchObject({ room: "Kitchen" });
  });

  test("finds nothing of somebody else's visit", async () => {
    await claim();
    for (const actor of [await aUser(pool, "eve@mail.example"), linkTo(randomUUID())]) {
      expect(await claim(ctx({ actor }))).toEqual({ ok: false, reason: "not found" });
      expect(await readVisitClaims(ctx({ actor }), visit.id)).toEqual({ claim: null, until: null });
    }
    const other = await confirmedVisit(own(), pool, { date: "2026-06-17" });
    const { rows } = await pool.query("select id from claims");
    expect(await claim(own(), { id: rows[0].id, booking_id: other.id })).toEqual({
      ok: false,
      reason: "not found",
    });
  });

  test("can't claim once the hours of the setting are over", async () => {
    clock.set("2026-06-11T15:00:00.001Z");
    expect(await claim()).toMatchObject({ ok: false, reason: "closed" });
    await setSetting(pool, "claims.hours", "48");
    expect(await claim()).toEqual({ ok: true });
  });
});

test("the office finds a claim with its visit", async () => {
  await claim();
  const [row] = await listed();
  expect(await readOfficeClaim(office(), row?.id ?? "")).toMatchObject({
    words: WORDS.words,
    booking_id: visit.id,
    visit: "Jun 10, 2026, 8:00 AM",
    answered: null,
  });
  expect(await readOfficeClaim(office(), "nothing")).toBeNull();
});

test("the figures count claims and completed visits of the last 90 days, by crew and by service", async () => {
  await claim();
  const { crews, services } = await readClaimFigures(office());
  expect(crews).toMatchObject([{ claims: 1, visits: 1 }]);
  const again = await confirmedVisit(own(), pool, { date: "2026-06-17" });
  await pool.query("update bookings set re_clean_of = $2, status = 'completed' where id = $1", [
    ...[again.id, visit.id],
  ]);
  await aClaim(pool, { booking_id: again.id });
  expect(await readClaimFigures(office())).toEqual({ crews, services });
  expect(services).toMatchObject([{ id: "regular-cleaning", claims: 1, visits: 1 }]);
  clock.set("2026-09-20T12:00:00Z");
  expect(await readClaimFigures(office())).toEqual({ crews: [], services: [] });
});
