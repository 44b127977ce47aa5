import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { auditOf } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aColleague, staffCtx } from "../../../../tests/support/staff";
import { aUser, confirmedVisit } from "../../../../tests/support/visits";
import { dismissCode, moveCode } from "./move.server";
import { readFoundAtHome, readFoundCodes, readHomesToMove } from "./notes.server";
import { openCode } from "./save.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;

let office: Awaited<ReturnType<typeof staffCtx>>;
let ada: Awaited<ReturnType<typeof aUser>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  ada = await aUser(pool, "ada.account@mail.example"); // the guests of the tests are ada@mail.example
});

const one = async (query: string, ...values: unknown[]) => (await pool.query(query, values)).rows[0];
const adas = () => ({ ...ctx(), actor: ada });

async function aHome(instructions: string | null, user = ada): Promise<string> {
  const { id } = await one(
    `insert into properties (user_id, property_type, address_line1, city, state, zip_code,
       special_instructions, updated_at)
     values ($1, 'residential', '14 Barnstead Road', 'Pittsfield', 'NH', '03263', $2, '2026-06-01') returning id`,
    user.id,
    instructions,
  );
  return id;
}

/** A guest's booking, whose customer has a home by it. */
async function aGuestVisit(notes: string, time?: "2:00 PM") {
  const { id } = await confirmedVisit(ctx(), pool, { notes, ...(time && { time }) });
  return id as string;
}

const found = async () =>
  (await readFoundCodes(office(), null)).notes.map(({ where, words, rest }) => [where, words, rest]);
const opened = async () =>
  (await pool.query("select * from entry_codes order by label")).rows.map((row) => [
    row.kind,
    row.label,
    openCode(ctx().vault, row),
  ]);
const notesOf = async (id: string) => (await one("select notes from bookings where id = $1", id)).notes;

describe("the list of codes in notes", () => {
  test("has homes, plans and bookings with what would remain, and not what is harmless", async () => {
    await aHome("Dog inside, lockbox 4711");
    const id = await aGuestVisit("Alarm 1234*. Two cats.");
    await aGuestVisit("Call 603-555-0142, apt 1204", "2:00 PM");
    const { number } = await one("select number from bookings where id = $1", id);
    expect(await found()).toEqual([
      [`Notes of booking #${number}`, "Alarm 1234*", "Two cats."],
      ["Instructions of 14 Barnstead Road", "lockbox 4711", "Dog inside"],
    ]);
    const { notes } = await readFoundCodes(office(), null);
    expect(notes.map(({ customer }) => customer?.name)).toEqual([
      "Ada Lovelace",
      expect.stringMatching(/^#\d+$/),
    ]);
  });

  test("goes on page by page without losing or doubling one", async () => {
    for (let number = 0; number < 45; number += 1) await aHome(`Lockbox ${4000 + number}`);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await readFoundCodes(office(), after);
      expect(page.notes.length).toBeLessThanOrEqual(20);
      seen.push(...page.notes.map(({ words }) => words));
      after = page.next;
    } while (after);
    expect([seen.length, new Set(seen).size]).toEqual([45, 45]);
    expect((await readFoundCodes(office(), "nonsense_1")).notes).toHaveLength(20);
  });

  test("has what is said of a home's pets and parking", async () => {
    await pool.query("update properties set pets = $2, parking = $3 where id = $1", [
      await aHome(null),
      "Two cats, alarm 1234*",
      "In the drive. Gate code 2580.",
    ]);
    expect(await found()).toEqual([
      ["Pets of 14 Barnstead Road", "alarm 1234*", "Two cats"],
      ["Parking of 14 Barnstead Road", "Gate code 2580", "In the drive."],
    ]);
    expect(await readHomesToMove(adas())).toHaveLength(1);
  });

  test("leaves out visits that repeat the note of their plan", async () => {
    const id = await aGuestVisit("Lockbox 4711");
    await pool.query(
      `with plan as (insert into plans (service_id, status, frequency, first_date, slot_time, visit_minutes, amount,
         price_lines, currency, policy, notes, address_line1, city, state, zip_code, provider)
       select 'monthly-home-care', 'ended', 'weekly', '2026-05-05', '10:00', 180, 28900, '[]', 'USD', policy, notes,
         address_line1, city, state, zip_code, 'test' from bookings where id = $1 returning id)
       update bookings set plan_id = plan.id, plan_visit = 1 from plan where bookings.id = $1`,
      [id],
    );
    expect((await found()).map(([where]) => where)).toEqual([expect.stringMatching(/^Notes of plan/)]);
  });

  test("shows a customer the notes of one home, and those homes that have some", async () => {
    const home = await aHome("Lockbox 4711");
    await pool.query("update properties set address_line1 = '1 Elm' where id = $1", [
      await aHome("Code 5555"),
    ]);
    const visit = await aGuestVisit("Gate: 2580");
    await pool.query("update bookings set user_id = $2, customer_id = $2 where id = $1", [visit, ada.id]);
    const notes = await readFoundAtHome(ctx(), { id: home, customer_id: ada.id }, ada.id);
    expect(notes.map(({ words }) => words)).toEqual(["Gate: 2580", "Lockbox 4711"]);
    const eve = await aUser(pool, "eve@mail.example");
    expect(await readHomesToMove(adas())).toHaveLength(2);
    expect(await readHomesToMove({ ...ctx(), actor: eve })).toEqual([]);
  });
});

describe("moving a code out of a note", () => {
  test("seals it and takes it out of every note about that home, and of no other", async () => {
    const home = await aHome("Dog inside. Lockbox 4711.");
    const { id: longer } = await confirmedVisit(ctx(), pool, { notes: "Lockbox 47110", date: "2026-06-11" });
    const [here, elsewhere] = [
      await aGuestVisit("Lockbox 4711, cats"),
      await aGuestVisit("Lockbox 4711", "2:00 PM"),
    ];
    await pool.query("update bookings set user_id = $1, customer_id = $1", [ada.id]);
    await pool.query("update bookings set address_line1 = '1 Elm' where id = $1", [elsewhere]);
    const outcome = await moveCode(adas(), {
      by: "customer",
      source: "home",
      id: home,
      words: "Lockbox 4711",
    });
    expect(outcome).toEqual({ ok: true, home, notes: 2 });
    expect(await opened()).toEqual([["code", "Lockbox", "4711"]]);
    expect(await notesOf(here)).toBe("cats");
    expect([await notesOf(elsewhere), await notesOf(longer)]).toEqual(["Lockbox 4711", "Lockbox 47110"]);
    expect(
      (await one("select special_instructions from properties where id = $1", home)).special_instructions,
    ).toBe("Dog inside.");
    expect(await auditOf(pool, home)).toContain("property.code_moved");
    expect(JSON.stringify((await pool.query("select * from audit_log")).rows)).not.toContain("ockbox");
  });

  test("takes it out of what is said of pets and parking too", async () => {
    const home = await aHome("Gate code 2580");
    await pool.query("update properties set pets = 'A shy cat', parking = 'Inside, gate code 2580'");
    await pool.query("update properties set special_instructions = 'Ring twice, gate code 2580'");
    const move = { by: "customer", source: "home", id: home, words: "gate code 2580" } as const;
    expect(await moveCode(adas(), move)).toEqual({ ok: true, home, notes: 2 });
    expect(await one("select special_instructions, pets, parking from properties")).toEqual({
      ...{ special_instructions: "Ring twice", pets: "A shy cat", parking: "Inside" },
    });
  });

  test("of pets that somebody said is none is offered no more", async () => {
    const home = await aHome(null);
    await pool.query("update properties set pets = 'Pin 1887 is the dog'");
    const words = (await readFoundCodes(office(), null)).notes[0]?.words ?? "";
    expect(await dismissCode(adas(), { by: "customer", source: "home", id: home, words })).toEqual({
      ok: true,
    });
    expect(await found()).toEqual([]);
  });

  test("uses the home that a guest's booking has, and makes one where there is none", async () => {
    const first = await aGuestVisit("Alarm: 1234*");
    const { id: home } = await one("select id from properties");
    const move = (id: string, words: string) =>
      moveCode(office(), { by: "office", source: "booking", id, words });
    expect(await move(first, "Alarm: 1234*")).toEqual({ ok: true, home, notes: 1 });
    expect(await notesOf(first)).toBeNull();
    await pool.query("update bookings set address_line1 = '9 New Street', notes = 'key under the mat'");
    const made = await move(first, "key under the mat");
    if (!made.ok) throw new Error(made.reason);
    expect(made.home).not.toBe(home);
    expect(await one("select address_line1, property_type from properties where id = $1", made.home)).toEqual(
      {
        address_line1: "9 New Street",
        property_type: "residential",
      },
    );
    expect(await opened()).toEqual([
      ["alarm", "Alarm", "1234*"],
      ["key", "Key", "under the mat"],
    ]);
  });

  test("twice at once seals it once", async () => {
    const home = await aHome("Lockbox 4711");
    const move = () => moveCode(office(), { by: "office", source: "home", id: home, words: "Lockbox 4711" });
    const outcomes = await Promise.all([move(), move()]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: "changed" });
    expect(await opened()).toHaveLength(1);
  });

  test("is refused for another's home, by a role without the permission, and for a booking of nobody", async () => {
    const home = await aHome("Lockbox 4711");
    const visit = await aGuestVisit("Lockbox 4711");
    const eve = { ...ctx(), actor: await aUser(pool, "eve@mail.example") };
    const bo = (await aColleague(world, "bookkeeper", "Bo"))();
    const words = "Lockbox 4711";
    for (const verb of [moveCode, dismissCode])
      for (const [source, id] of [
        ["home", home],
        ["booking", visit],
        ["plan", randomUUID()],
      ] as const) {
        expect(await verb(eve, { by: "customer", source, id, words })).toMatchObject({ reason: "not found" });
        expect(await verb(bo, { by: "office", source, id, words })).toMatchObject({ reason: "not found" });
      }
    await pool.query("update bookings set customer_id = null");
    const nobodys = { by: "office", source: "booking", id: visit, words } as const;
    expect(await moveCode(office(), nobodys)).toMatchObject({ ok: false, reason: "no home" });
    expect(await notesOf(visit)).toBe("Lockbox 4711");
    expect(await opened()).toEqual([]);
  });
});

test("a code in a note is in no email to the customer or the crew", async () => {
  const id = await aGuestVisit("Gate: 2580#. Key under the mat");
  const { crew_id } = await one("select crew_id from bookings where id = $1", id);
  const before = { date: "2026-06-09", time: "08:00" };
  const news = { booking_id: id, crew_id, sequence: 0, had: false, before };
  await ctx().jobs.enqueue(ctx().db, "crew-visit-mail", news);
  for (const queue of ["booking-confirmed-mail", "crew-visit-mail"])
    expect(await world.queues.run(queue)).toBeGreaterThan(0);
  const { rows } = await pool.query("select html || text || subject || envelope as said from mails");
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const { said } of rows) expect(said).not.toMatch(/2580#|under the mat/);
});

test("visits of a customer with the same note are one case, which is moved or dismissed at once", async () => {
  const visits = [await aGuestVisit("Pin 1887"), await aGuestVisit("Pin 1887", "2:00 PM")];
  await pool.query("update bookings set customer_id = (select customer_id from bookings limit 1)");
  expect(await found()).toHaveLength(1);
  const note = { by: "office", source: "booking", id: visits[1] ?? "", words: "Pin 1887" } as const;
  expect(await dismissCode(office(), note)).toEqual({ ok: true });
  expect(await found()).toEqual([]);
});

test("words that are said to be no code are offered no more, and come back when they change", async () => {
  const home = await aHome("Pin 1887 is our photo");
  const note = { by: "office", source: "home", id: home } as const;
  expect(await dismissCode(office(), { ...note, words: "Pin 1887" })).toEqual({ ok: true });
  expect(await dismissCode(office(), { ...note, words: "Pin 1887" })).toEqual({ ok: true });
  expect(await found()).toEqual([]);
  expect(await dismissCode(office(), { ...note, words: "our photo" })).toMatchObject({ ok: false });
  await pool.query("update properties set special_instructions = 'Pin 1888'");
  expect(await found()).toHaveLength(1);
});
