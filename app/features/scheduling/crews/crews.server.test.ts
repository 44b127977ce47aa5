import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { DAY, openSession, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { hoursKey, keyOf } from "./forms";
import { addMember, removeMember, updateMember } from "./members.server";
import { readCrew, readCrews, setCrewActive } from "./queries.server";
import { addCrew, addTimeOff, orderCrew, removeTimeOff, setCrewHours, updateCrew } from "./save-crew.server";

const world = await testWorld();
const { pool, ctx, clear } = world;
const NOBODY = "00000000-0000-4000-8000-000000000000";
let staff: () => StaffCtx;
let birch: string;
let maple: string;

beforeEach(async () => {
  await clear();
  await pool.query("update crews set sort_order = case name when 'Birch crew' then 1 else 2 end");
  staff = await staffCtx(world);
  [birch = "", maple = ""] = (await readCrews(staff())).map(({ id }) => id);
});

const names = async () => (await readCrews(staff())).map(({ name }) => name);
const trail = async () =>
  (await pool.query("select action, entity_id, details from audit_log where entity = 'crew' order by id"))
    .rows;

describe("the list of crews", () => {
  test("takes a new one at its end, which can be sent out at once", async () => {
    const outcome = await addCrew(staff(), { name: "Aspen crew", email: "aspen@crew.example" });
    expect(outcome).toMatchObject({ ok: true });
    expect(await names()).toEqual(["Birch crew", "Maple crew", "Aspen crew"]);
    for (let visits = 0; visits < 3; visits += 1) await openSession(ctx());
    expect((await trail())[0]).toMatchObject({
      action: "crew.added",
      details: { after: { name: "Aspen crew" } },
    });
  });

  test("has no name twice, whatever its case, also when two add it at once", async () => {
    const twice = await Promise.all([1, 2].map(() => addCrew(staff(), { name: "Aspen crew", email: "" })));
    expect(twice.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await updateCrew(staff(), { id: maple, name: "birch CREW", email: "" })).toMatchObject({
      ok: false,
      reason: "name taken",
    });
    expect(
      await updateCrew(staff(), { id: birch, name: "Birch crew", email: "b@crew.example" }),
    ).toMatchObject({
      ok: true,
    });
    expect(await updateCrew(staff(), { id: NOBODY, name: "X", email: "" })).toMatchObject({
      reason: "not found",
    });
  });

  test("is put into another order, once however often it is asked for", async () => {
    const { id: aspen } = (await addCrew(staff(), { name: "Aspen crew", email: "" })) as { id: string };
    for (const _ of ["sent", "sent again"])
      expect(await orderCrew(staff(), { id: birch, place: 2 })).toBe(true);
    expect(await names()).toEqual(["Maple crew", "Birch crew", "Aspen crew"]);
    expect(await orderCrew(staff(), { id: aspen, place: 0 })).toBe(true);
    expect(await orderCrew(staff(), { id: maple, place: 9 })).toBe(true);
    expect(await names()).toEqual(["Aspen crew", "Birch crew", "Maple crew"]);
    expect(await orderCrew(staff(), { id: NOBODY, place: 1 })).toBe(false);
    const moves = (await trail()).filter(({ action }) => action === "crew.ordered");
    expect(moves.map(({ details }) => [details.before.place, details.after.place])).toEqual([
      [1, 2],
      [3, 1],
      [2, 3],
    ]);
  });
});

describe("what two of the staff change at once", () => {
  test("of a crew is refused to the second, who can save again", async () => {
    await updateCrew(staff(), { id: birch, name: "Birch crew", email: "" });
    const seen = keyOf({ name: "Birch crew", email: null });
    const save = (name: string, email: string, key: string) =>
      updateCrew(staff(), { id: birch, name, email, seen: key });
    expect(await save("Alder crew", "", seen)).toMatchObject({ ok: true });
    const refused = await save("Birch crew", "birch@crew.example", seen);
    expect(refused).toMatchObject({ reason: "changed", message: expect.stringContaining(": Alder crew. ") });
    expect(await names()).toContain("Alder crew");
    expect(await save("Alder crew", "", seen)).toMatchObject({ ok: true });
    const now = keyOf({ name: "Alder crew", email: null });
    expect(await save("Birch crew", "birch@crew.example", now)).toMatchObject({ ok: true });
    await save("Birch crew", "", keyOf({ name: "Birch crew", email: "birch@crew.example" }));
  });

  test("of a member as well", async () => {
    const person = { name: "Ines Ferro", email: "ines@crew.example", phone: "1" };
    await addMember(staff(), { crew_id: birch, ...person });
    const id = (await readCrew(staff(), birch))?.people[0]?.id ?? "";
    const save = (phone: string, seen: string) =>
      updateMember(staff(), { crew_id: birch, id, ...person, phone, seen });
    expect(await save("2", keyOf(person))).toEqual({ ok: true });
    expect(await save("3", keyOf(person))).toMatchObject({
      reason: "changed",
      message: expect.stringContaining("Ines Ferro, 2, ines@crew.example"),
    });
    expect((await readCrew(staff(), birch))?.people[0]?.phone).toBe("2");
    expect(await save("3", keyOf({ ...person, phone: "2" }))).toEqual({ ok: true });
  });
});

describe("a crew with visits to come", () => {
  test("stays at work, and goes once it has none", async () => {
    await openSession(ctx());
    const { rows } = await pool.query("select crew_id as id from bookings");
    const { id } = rows[0];
    expect(await setCrewActive(staff(), { id, active: false })).toEqual({
      ok: false,
      reason: "has visits",
      visits: 1,
    });
    await pool.query("update bookings set status = 'cancelled'");
    expect(await setCrewActive(staff(), { id, active: false })).toMatchObject({ ok: true });
    expect(await readCrew(staff(), id)).toMatchObject({ is_active: false, visits_ahead: 0 });
  });

  test("is not counted to have what is over, or a hold that ran out", async () => {
    await openSession(ctx());
    await pool.query("update bookings set hold_expires_at = '2026-06-01T11:00:00Z'");
    expect((await readCrews(staff())).map(({ visits_ahead }) => visits_ahead)).toEqual([0, 0]);
    await pool.query("update bookings set status = 'confirmed', hold_expires_at = null");
    expect((await readCrews(staff())).map(({ visits_ahead }) => visits_ahead)).toContain(1);
    await pool.query("update bookings set status = 'completed'");
    expect((await readCrews(staff())).map(({ visits_ahead }) => visits_ahead)).toEqual([0, 0]);
  });

  test.each([1, 2, 3, 4])(
    "is never left behind by a booking that comes at the same moment (%i)",
    async () => {
      await setCrews(pool, 1);
      const [booked, deactivated] = await Promise.all([
        openSession(ctx(), { date: DAY }).then(
          () => true,
          () => false,
        ),
        setCrewActive(staff(), { id: birch, active: false }),
      ]);
      expect([booked, deactivated.ok].sort()).toEqual([false, true]);
    },
  );
});

describe("the people of a crew", () => {
  test("come, change and go; the trail names none of them", async () => {
    const person = { name: "Ines Ferro", email: "ines@crew.example", phone: "(603) 555-0177" };
    expect(await addMember(staff(), { crew_id: birch, ...person })).toBe(true);
    const member = (await readCrew(staff(), birch))?.people[0];
    expect(member).toMatchObject(person);
    const id = member?.id ?? "";
    expect(await updateMember(staff(), { crew_id: birch, id, ...person, phone: "" })).toEqual({ ok: true });
    expect((await readCrew(staff(), birch))?.people[0]).toMatchObject({ phone: null });
    expect(await removeMember(staff(), { crew_id: maple, id })).toBeNull();
    expect(await removeMember(staff(), { crew_id: birch, id })).toEqual({ id, ...person, phone: "" });
    expect((await readCrew(staff(), birch))?.people).toEqual([]);
    expect(JSON.stringify(await trail())).not.toMatch(/Ines|555-0177/);
    expect(await addMember(staff(), { crew_id: NOBODY, ...person })).toBe(false);
  });
});

describe("hours and days off", () => {
  test("are kept with what they were before, and show which visits they are against", async () => {
    await openSession(ctx(), { date: DAY, time: "4:00 PM", hours: 3 });
    const { rows } = await pool.query("select crew_id from bookings");
    const { crew_id } = rows[0];
    const shifts = [{ weekday: 3, starts: "08:00", ends: "17:00" }];
    expect(await setCrewHours(staff(), { crew_id, shifts })).toEqual({ ok: true });
    expect(await readCrew(staff(), crew_id)).toMatchObject({
      shifts,
      visits: [{ date: DAY, time: "4:00 PM", ends: "7:00 PM", in_the_way: "hours" }],
    });
    await setCrewHours(staff(), { crew_id, shifts: [] });
    expect((await readCrew(staff(), crew_id))?.visits).toMatchObject([{ in_the_way: null }]);
    const off = { first_day: "2026-06-09", last_day: "", reason: "Fair" };
    expect(await addTimeOff(staff(), { crew_id, ...off })).toBe(true);
    expect((await readCrew(staff(), crew_id))?.visits).toMatchObject([{ in_the_way: null }]);
    await addTimeOff(staff(), { crew_id, ...off, last_day: DAY });
    const crew = await readCrew(staff(), crew_id);
    expect(crew?.visits).toMatchObject([{ in_the_way: "time off" }]);
    expect(crew?.time_off.map(({ last_day }) => last_day).sort()).toEqual(["2026-06-09", DAY]);
    for (const { id } of crew?.time_off ?? [])
      expect(await removeTimeOff(staff(), { crew_id, id })).toMatchObject({ reason: "Fair" });
    expect((await readCrew(staff(), crew_id))?.visits).toMatchObject([{ in_the_way: null }]);
    expect(await removeTimeOff(staff(), { crew_id, id: NOBODY })).toBeNull();
  });
});

describe("a form of a crew", () => {
  const id = "33333333-3333-4333-8333-333333333333";
  const actions = async () => (await trail()).map(({ action }) => action);

  test("that adds somebody adds them once, however often it is sent; so does taking a removal back", async () => {
    const person = { crew_id: birch, id, name: "Ada", email: "", phone: "" };
    const both = await Promise.all([1, 2].map(() => addMember(staff(), person)));
    expect(both).toEqual([true, true]);
    const gone = await removeMember(staff(), { crew_id: birch, id });
    for (let undo = 0; undo < 2; undo += 1) await addMember(staff(), { ...person, ...gone });
    expect((await readCrew(staff(), birch))?.people.map((one) => one.id)).toEqual([id]);
    expect(await actions()).toEqual(["crew.member_added", "crew.member_removed", "crew.member_added"]);
  });

  test("that adds days off adds them once; so does taking a removal back", async () => {
    const days = { crew_id: birch, id, first_day: "2026-06-11", last_day: "", reason: "Fair" };
    await Promise.all([1, 2].map(() => addTimeOff(staff(), days)));
    const gone = await removeTimeOff(staff(), { crew_id: birch, id });
    for (let undo = 0; undo < 2; undo += 1) await addTimeOff(staff(), { ...days, ...gone });
    expect((await readCrew(staff(), birch))?.time_off.map((one) => one.id)).toEqual([id]);
    expect(await actions()).toEqual(["crew.time_off_added", "crew.time_off_removed", "crew.time_off_added"]);
  });

  test("sets no hours over what somebody else has set meanwhile", async () => {
    const theirs = [{ weekday: 1, starts: "08:00", ends: "12:00" }];
    const ours = [{ weekday: 2, starts: "09:00", ends: "17:00" }];
    const seen = hoursKey([]);
    expect(await setCrewHours(staff(), { crew_id: birch, shifts: theirs, seen })).toEqual({ ok: true });
    expect(await setCrewHours(staff(), { crew_id: birch, shifts: ours, seen })).toEqual({
      ok: false,
      reason: "changed",
      message:
        "Someone else changed the hours while you were editing: Mon 8:00 AM – 12:00 PM. Save again to keep yours.",
    });
    expect((await readCrew(staff(), birch))?.shifts).toEqual(theirs);
    const now = hoursKey(theirs);
    expect(await setCrewHours(staff(), { crew_id: birch, shifts: ours, seen: now })).toEqual({ ok: true });
  });
});
