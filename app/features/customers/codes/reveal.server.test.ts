import { beforeEach, describe, expect, test } from "vitest";
import { moveToCustomer } from "~/features/customers/records/merge.server";
import { auditOf } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aColleague, staffCtx } from "../../../../tests/support/staff";
import { aUser, confirmedVisit } from "../../../../tests/support/visits";
import { readHomeCodes, readVisitCodes } from "./queries.server";
import { revealCodes, revealToOffice } from "./reveal.server";
import { addCode } from "./save.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
const SECRET = "heron71309";

let home: string;
let ada: Awaited<ReturnType<typeof aUser>>;
let visit: { id: string; number: number; crew_id: string | null };
let maria: { member_id: string; phone_id: string };

const one = async (query: string, ...values: unknown[]) => (await pool.query(query, values)).rows[0];
const adas = () => ({ ...ctx(), actor: ada });
const reveal = (change: Record<string, string> = {}) =>
  revealCodes(ctx(), { booking_id: visit.id, ...maria, ...change });
const reveals = async () =>
  (await pool.query("select * from entry_code_reveals order by revealed_at, label")).rows;

async function aMember(crew_id: string | null, name: string) {
  const member = await one(
    "insert into crew_members (crew_id, name) values ($1, $2) returning id",
    crew_id,
    name,
  );
  const phone = await one(
    `insert into crew_phones (member_id, secret_hash, name, pin_hash, unlocked_until, last_seen_at)
     values ($1, gen_random_uuid()::text, 'Chrome on Android', 'x', now(), now()) returning id`,
    member.id,
  );
  return { member_id: member.id as string, phone_id: phone.id as string };
}

async function seal(kind: "code" | "alarm", label: string, value: string) {
  const outcome = await addCode(adas(), {
    home,
    by: "customer",
    code_id: crypto.randomUUID(),
    kind,
    label,
    value,
  });
  expect(outcome).toEqual({ ok: true });
  clock.advance({ seconds: 1 });
}

/** A visit on June 10 from 12:00 to 15:00 UTC at Ada's home, with two codes, and Maria of its crew. */
beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  ada = await aUser(pool, "ada@mail.example");
  home = (
    await one(
      `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
       values ($1, 'residential', '14 Barnstead Road', 'Pittsfield', 'NH', '03263') returning id`,
      ada.id,
    )
  ).id;
  visit = await confirmedVisit(ctx(), pool);
  await pool.query("update bookings set property_id = $2, user_id = $3 where id = $1", [
    visit.id,
    home,
    ada.id,
  ]);
  await seal("code", "Lockbox", SECRET);
  await seal("alarm", "Hallway", `${SECRET}*`);
  maria = await aMember(visit.crew_id, "Maria da Silva");
  clock.set("2026-06-10T10:00:00Z");
});

describe("a member of the crew", () => {
  test("reads the codes from 2 hours before, with the time to wipe them", async () => {
    expect(await reveal()).toMatchObject({
      ok: true,
      until: Temporal.Instant.from("2026-06-10T17:00:00Z"),
      codes: [
        { kind: "code", label: "Lockbox", value: SECRET },
        { kind: "alarm", label: "Hallway", value: `${SECRET}*` },
      ],
    });
  });

  test("is told when it is too early or too late, and nothing is logged", async () => {
    clock.set("2026-06-10T09:59:59Z");
    const from = Temporal.Instant.from("2026-06-10T10:00:00Z");
    expect(await reveal()).toEqual({ ok: false, reason: "too early", from });
    clock.set("2026-06-10T17:00:01Z");
    expect(await reveal()).toEqual({ ok: false, reason: "too late" });
    expect(await reveals()).toEqual([]);
  });

  test("who comes in place of another crew reads them, and the other one does not any more", async () => {
    const crew = await one("select id from crews where id <> $1 limit 1", visit.crew_id);
    const noor = await aMember(crew.id, "Noor");
    expect(await reveal(noor)).toEqual({ ok: false, reason: "not yours" });
    await pool.query("update bookings set crew_id = $2 where id = $1", [visit.id, crew.id]);
    expect(await reveal(noor)).toMatchObject({ ok: true });
    expect(await reveal()).toEqual({ ok: false, reason: "not yours" });
  });

  test("waits for whoever ends the phone at the same time, and then reads nothing", async () => {
    const office = await pool.connect();
    await office.query("begin");
    const { pid } = (await office.query("select pg_backend_pid() as pid")).rows[0];
    await office.query("select from crew_members where id = $1 for update", [maria.member_id]);
    const revealed = reveal();
    const waiting = "select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))";
    await expect.poll(async () => (await pool.query(waiting, [pid])).rowCount).toBe(1);
    await office.query("update crew_phones set ended_at = now() where id = $1", [maria.phone_id]);
    await office.query("commit");
    office.release();
    expect(await revealed).toEqual({ ok: false, reason: "not yours" });
    expect(await reveals()).toEqual([]);
  });

  test.each([
    ["a cancelled visit", "update bookings set status = 'cancelled'"],
    ["a visit that is not confirmed", "update bookings set status = 'pending'"],
    ["a phone that was ended", "update crew_phones set ended_at = now()"],
    ["a member who has left", "update crew_members set left_at = now()"],
  ])("reads nothing with %s", async (_what, sql) => {
    await pool.query(sql);
    expect(await reveal()).toEqual({ ok: false, reason: "not yours" });
    expect(await reveals()).toEqual([]);
  });

  test("reads nothing with another's phone or with made-up ids", async () => {
    const { phone_id } = await aMember(visit.crew_id, "Noor");
    const none = crypto.randomUUID();
    const changes: Record<string, string>[] = [{ phone_id }, { phone_id: none }, { booking_id: none }];
    for (const change of [...changes, { member_id: "' or true --" }])
      expect(await reveal(change)).toEqual({ ok: false, reason: "not yours" });
  });

  test("finds the home of a guest, who picked none, by the customer and the address", async () => {
    await pool.query("update bookings set property_id = null where id = $1", [visit.id]);
    expect(await reveal()).toMatchObject({ ok: true, codes: [{ value: SECRET }, {}] });
    await pool.query(
      "update bookings set address_line2 = 'Apt 2'; update properties set address_line2 = 'Apt 1'",
    );
    expect(await reveal()).toMatchObject({ ok: true, codes: [] });
  });

  test("finds no home of another customer at the same address", async () => {
    const eve = await aUser(pool, "eve@mail.example");
    const values = [visit.id, eve.id];
    await pool.query(
      "update bookings set property_id = null, user_id = $2, customer_id = $2 where id = $1",
      values,
    );
    expect(await reveal()).toMatchObject({ ok: true, codes: [] });
  });

  test("gets no value of a code that was moved to another home's row", async () => {
    const other = await one(
      `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
       values ($1, 'residential', '1 Elm', 'Concord', 'NH', '03301') returning id`,
      ada.id,
    );
    await pool.query("update entry_codes set property_id = $1", [other.id]);
    await pool.query("update bookings set property_id = $1", [other.id]);
    expect(await reveal()).toMatchObject({ ok: true, codes: [{ value: null }, { value: null }] });
    expect(await reveals()).toEqual([]);
  });
});

test("codes and their log go with the home when customers are merged", async () => {
  await reveal();
  const { id: kept } = await one("insert into customers (first_name) values ('Adele') returning id");
  await ctx().db.transaction((tx) => moveToCustomer(tx, ctx(), { kept, merged: ada.id }, null));
  expect(await one("select customer_id from properties where id = $1", home)).toEqual({ customer_id: kept });
  await pool.query("update bookings set property_id = null");
  expect(await reveal()).toMatchObject({ ok: true, codes: [{ value: SECRET }, {}] });
  const page = await readHomeCodes((await staffCtx(world))(), { home, by: "office" });
  expect(page).toMatchObject({ customer: { name: "Adele" }, codes: [{}, {}], reveals: [{}, {}, {}, {}] });
});

describe("the log", () => {
  test("has every code of every look, with who, when and which phone", async () => {
    await reveal();
    clock.advance({ seconds: 1 });
    await reveal();
    const rows = await reveals();
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatchObject({
      ...{ label: "Lockbox", booking_id: visit.id, phone_name: "Chrome on Android", ...maria },
      revealed_at: new Date("2026-06-10T10:00:00Z"),
    });
    expect(JSON.stringify(rows)).not.toContain(SECRET);
  });

  test("can't be changed, and outlives the code and the phone", async () => {
    await reveal();
    await expect(pool.query("update entry_code_reveals set revealed_at = now()")).rejects.toThrow(
      "append-only",
    );
    await pool.query("delete from entry_codes; delete from crew_phones");
    expect(await reveals()).toMatchObject([
      { label: "Hallway", code_id: null, phone_id: null, phone_name: "Chrome on Android" },
      { label: "Lockbox" },
    ]);
  });

  test("is read by the customer with first names, and by the office with whole ones", async () => {
    await reveal();
    clock.advance({ minutes: 1 });
    const sam = await aColleague(world, "dispatcher", "Sam");
    expect(await revealToOffice(sam(), { home })).toMatchObject({ ok: true, codes: [{ value: SECRET }, {}] });
    const phone = "Chrome on Android";
    const when = "Jun 10, 2026, 6:00 AM";
    const own = await readHomeCodes(adas(), { home, by: "customer" });
    expect(own?.reveals.slice(0, 2)).toMatchObject([
      { who: "Our office" },
      { who: "Our office", phone: null },
    ]);
    expect(own?.reveals.at(-1)).toMatchObject({ who: "Maria", when, phone });
    expect(JSON.stringify(own)).not.toMatch(/Silva|Sam|heron71309/);
    const office = await readHomeCodes(sam(), { home, by: "office" });
    expect(office?.reveals[0]?.who).toBe("Sam");
    const ofVisit = await readVisitCodes(ctx(), visit.id);
    expect(ofVisit).toMatchObject({ home, codes: 2, reveals: [{ who: "Maria da Silva" }, {}] });
    expect(JSON.stringify([office, ofVisit])).not.toContain(SECRET);
  });

  test("names a look of the office in the audit trail too, without the codes", async () => {
    await revealToOffice((await staffCtx(world))(), { home });
    expect(await auditOf(pool, home)).toContain("property.codes_revealed");
    const { rows } = await pool.query("select * from audit_log");
    expect(JSON.stringify(rows)).not.toContain(SECRET);
  });
});

test("a role without the permission, and a home that is not there, show the office nothing", async () => {
  const bo = await aColleague(world, "bookkeeper", "Bo");
  const office = await staffCtx(world);
  expect(await revealToOffice(bo(), { home })).toEqual({ ok: false, reason: "not found" });
  expect(await readHomeCodes(bo(), { home, by: "office" })).toBeNull();
  for (const id of [crypto.randomUUID(), "nonsense"])
    expect(await revealToOffice(office(), { home: id })).toEqual({ ok: false, reason: "not found" });
});

describe("the customer's email", () => {
  const mails = async () =>
    (await pool.query("select recipient, subject, text from mails where occasion like 'codes-shown:%'")).rows;

  test("is sent once a visit to those who wish it, and names no code", async () => {
    await pool.query("insert into mail_choices (user_id, reveals) values ($1, true)", [ada.id]);
    await reveal();
    clock.advance({ minutes: 30 });
    await reveal();
    await queues.run("codes-shown-mail");
    const sent = await mails();
    expect(sent).toMatchObject([{ recipient: ada.email, subject: "Maria looked at your entry codes" }]);
    expect(sent[0].text).toContain("Jun 10, 2026, 6:00 AM");
    expect(sent[0].text).toContain(`/profile/homes/${home}/codes`);
    expect(sent[0].text).not.toMatch(/heron71309|Silva|Lockbox|Hallway/);
  });

  test("is not sent to others", async () => {
    await reveal();
    await pool.query("insert into mail_choices (user_id) values ($1)", [ada.id]);
    await queues.run("codes-shown-mail");
    expect(await mails()).toEqual([]);
  });
});
