import { beforeEach, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { setSetting } from "../../../../tests/support/bookings";
import { aCrewsDay, aTap } from "../../../../tests/support/crew";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { receiveEvents } from "./receive.server";

const world = await testWorld();
const { pool, clock, clear, queues } = world;
let office: () => StaffCtx;
let its: Awaited<ReturnType<typeof aCrewsDay>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  its = await aCrewsDay(world, office);
});

async function setOut(by = its.maria, at = clock.now.toString()) {
  const tap = aTap(its.visit.id, "on_my_way", { at, members: [by.member_id] });
  return receiveEvents(by.ctx(), { phone_now: clock.now, events: [tap] });
}

async function sent() {
  await queues.run("crew-on-the-way-mail");
  const { rows } = await pool.query(
    "select recipient, subject, text from mails where occasion like 'on-the-way:%' order by created_at",
  );
  return rows;
}

test("the customer is told once a visit that the crew is on its way", async () => {
  await setOut();
  await setOut(its.ben);
  const mails = await sent();
  expect(mails).toMatchObject([
    { recipient: "ada@mail.example", subject: "Your crew is on the way: Regular Cleaning" },
  ]);
  expect(mails[0].text).toContain("Your crew has set out and will be there soon.");
  await setOut();
  expect(await sent()).toHaveLength(1);
});

test("nobody is told that a crew is on its way when it takes that back in time", async () => {
  const tap = aTap(its.visit.id, "on_my_way", { at: clock.now.toString(), members: [its.maria.member_id] });
  await receiveEvents(its.maria.ctx(), { phone_now: clock.now, events: [tap] });
  clock.advance({ seconds: 10 });
  const undo = aTap(its.visit.id, "undone", { at: clock.now.toString(), undoes: tap.id });
  await receiveEvents(its.maria.ctx(), { phone_now: clock.now, events: [undo] });
  expect(await sent()).toEqual([]);
});

test("the email says when they should be there, by the drive from the visit before", async () => {
  await setSetting(pool, "roads.drive_times", "true");
  const { rows } = await pool.query("select id from bookings");
  clock.set("2026-06-01T12:00:00Z");
  const later = await aCrewsDay(world, office);
  await pool.query(
    `update bookings set crew_id = $1, starts_at = '2026-06-10T18:00Z', ends_at = '2026-06-10T21:00Z',
       blocked = '[2026-06-10T18:00Z,2026-06-10T21:30Z)', scheduled_time = '14:00', zip_code = '03301' where id = $2`,
    [its.visit.crew_id, later.visit.id],
  );
  expect(rows).toHaveLength(1);
  clock.set("2026-06-10T17:31:00Z");
  const tap = aTap(later.visit.id, "on_my_way", { at: clock.now.toString(), members: [its.maria.member_id] });
  await receiveEvents(its.maria.ctx(), { phone_now: clock.now, events: [tap] });
  const [mail] = await sent();
  const [, hour, minute] = /should be there at about (\d+):(\d\d) PM/.exec(mail.text) ?? [];
  expect([1, 2]).toContain(Number(hour));
  expect(Number(minute) % 5).toBe(0);
});

test("nobody is told late, of a visit that is not confirmed, or when the office wants no such emails", async () => {
  await setOut(its.maria, "2026-06-10T11:29:59Z");
  expect(await sent()).toEqual([]);
  await setOut();
  await pool.query("update bookings set status = 'cancelled'");
  expect(await sent()).toEqual([]);
  await pool.query("update bookings set status = 'confirmed'");
  await setSetting(pool, "crews.on_the_way_emails", "false");
  await setOut();
  expect(await sent()).toEqual([]);
  await pool.query("delete from admin_settings");
  await setOut(its.maria, "2026-06-10T11:30:00Z");
  expect(await sent()).toHaveLength(1);
});
