import { beforeEach, describe, expect, test } from "vitest";
import { addMember, removeMember } from "~/features/scheduling/crews/members.server";
import type { StaffCtx } from "~/platform/context.server";
import { aMember, aPhone, linkOf, PIN, requestWith } from "../../../../tests/support/crew";
import { testWorld } from "../../../../tests/support/ctx";
import { rowsWith } from "../../../../tests/support/everywhere";
import { staffCtx } from "../../../../tests/support/staff";
import { endPhone, invitePhone } from "./invite.server";
import { joinPhone, leavePhone, readInvitation, unlockPhone } from "./join.server";
import { readMemberPhones } from "./queries.server";
import { noteWipe, recognizePhone, staysWelcome } from "./recognize.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let office: () => StaffCtx;
let crews: string[];

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  const { rows } = await pool.query("select id from crews order by sort_order");
  crews = rows.map(({ id }) => id);
});

const birch = () => crews[0] ?? "";
const maria = () => aMember(world, { crew_id: birch(), name: "Maria", language: "es" });
const marias = () => aPhone(world, office(), { crew_id: birch(), name: "Maria", language: "es" });
const stateOf = async (cookie: string) => (await recognizePhone(ctx(), requestWith(cookie))).state;
const count = async (table: string) => (await pool.query(`select from ${table}`)).rowCount;
const actions = async () =>
  (await pool.query("select action from audit_log where entity = 'crew' order by id")).rows.map(
    ({ action }) => action,
  );

describe("the link of a phone", () => {
  test("lets one phone in with a PIN, and opening it changes nothing", async () => {
    const { member_id, crew_id } = await maria();
    expect(await invitePhone(office(), { member_id, crew_id })).toEqual({ emailed: false });
    const link = await linkOf(world, member_id);
    const open = { state: "open", name: "Maria", language: "es", member_id, crew_id };
    expect(await readInvitation(ctx(), link)).toEqual(open);
    expect(await readInvitation(ctx(), link)).toEqual(open);
    const joined = await joinPhone(ctx(), { ...link, pin: PIN });
    expect(joined).toMatchObject({ ok: true });
    const cookie = joined.ok ? `wb.phone=${joined.secret}` : "";
    expect(await recognizePhone(ctx(), requestWith(cookie))).toMatchObject({
      ...{ state: "open", member_id, crew_id, name: "Maria", language: "es", crew: "Birch crew" },
    });
    expect(await joinPhone(ctx(), { ...link, pin: PIN })).toEqual({ ok: false, reason: "used" });
    expect(await readInvitation(ctx(), link)).toEqual({ state: "used" });
    expect(await actions()).toEqual(["crew.phone_invited", "crew.phone_joined"]);
  });

  test("lets in one of two phones that use it at the same instant", async () => {
    const { member_id, crew_id } = await maria();
    await invitePhone(office(), { member_id, crew_id });
    const link = { ...(await linkOf(world, member_id)), pin: PIN };
    const outcomes = await Promise.all([joinPhone(ctx(), link), joinPhone(ctx(), link)]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(outcomes).toContainEqual({ ok: false, reason: "used" });
    expect(await count("crew_phones")).toBe(1);
  });

  test("is replaced by a new one, while the phones of before stay", async () => {
    const { cookie, member_id, crew_id } = await marias();
    await invitePhone(office(), { member_id, crew_id });
    const old = await linkOf(world, member_id);
    await Promise.all([1, 2].map(() => invitePhone(office(), { member_id, crew_id })));
    expect(await readInvitation(ctx(), old)).toEqual({ state: "missing" });
    expect(await joinPhone(ctx(), { ...old, pin: PIN })).toEqual({ ok: false, reason: "missing" });
    const { rows } = await pool.query("select id from crew_invitations where used_at is null");
    expect(rows).toHaveLength(1);
    expect(await readInvitation(ctx(), await linkOf(world, member_id))).toMatchObject({ state: "open" });
    expect(await stateOf(cookie)).toBe("open");
  });

  test("is over after seven days", async () => {
    const { member_id, crew_id } = await maria();
    await invitePhone(office(), { member_id, crew_id });
    const link = await linkOf(world, member_id);
    clock.set("2026-06-08T11:59:59Z");
    expect(await readInvitation(ctx(), link)).toMatchObject({ state: "open" });
    clock.advance({ seconds: 1 });
    expect(await readInvitation(ctx(), link)).toEqual({ state: "expired" });
    expect(await joinPhone(ctx(), { ...link, pin: PIN })).toEqual({ ok: false, reason: "expired" });
    expect(await count("crew_phones")).toBe(0);
  });

  test("lets nobody in with a wrong key, the key of another link, or made-up ids", async () => {
    const { member_id, crew_id } = await maria();
    const other = await maria();
    await invitePhone(office(), { member_id, crew_id });
    await invitePhone(office(), other);
    const link = await linkOf(world, member_id);
    const { key } = await linkOf(world, other.member_id);
    for (const wrong of [{ key: "" }, { key }, { key: `${link.key}x` }, { invitation: "' or true --" }]) {
      expect(await readInvitation(ctx(), { ...link, ...wrong })).toEqual({ state: "missing" });
      expect(await joinPhone(ctx(), { ...link, ...wrong, pin: PIN })).toEqual({
        ok: false,
        reason: "missing",
      });
    }
    expect(await count("crew_phones")).toBe(0);
  });

  test("of a member who has left lets nobody in", async () => {
    const { member_id, crew_id } = await maria();
    await invitePhone(office(), { member_id, crew_id });
    const link = await linkOf(world, member_id);
    await removeMember(office(), { crew_id, id: member_id });
    expect(await readInvitation(ctx(), link)).toEqual({ state: "missing" });
    expect(await joinPhone(ctx(), { ...link, pin: PIN })).toEqual({ ok: false, reason: "missing" });
    expect(await invitePhone(office(), { member_id, crew_id })).toBeNull();
  });

  test("lets nobody in whose removal is under way", async () => {
    const { member_id, crew_id } = await maria();
    await invitePhone(office(), { member_id, crew_id });
    const link = await linkOf(world, member_id);
    const removing = await pool.connect();
    await removing.query("begin");
    await removing.query("update crew_members set left_at = now() where id = $1", [member_id]);
    const joining = joinPhone(ctx(), { ...link, pin: PIN });
    let isOver = false;
    void joining.finally(() => {
      isOver = true;
    });
    while (!isOver && (await pool.query("select from pg_locks where not granted")).rowCount === 0);
    await removing.query("commit");
    removing.release();
    expect(await joining).toEqual({ ok: false, reason: "missing" });
    expect(await count("crew_phones")).toBe(0);
  });

  test.each([
    ["12345", "digits"],
    ["1234567", "digits"],
    ["12345a", "digits"],
    ["١٢٣٤٥٦", "digits"],
    ["", "digits"],
    ["000000", "weak"],
    ["777777", "weak"],
    ["123456", "weak"],
    ["654321", "weak"],
  ])("refuses the PIN %s and stays open for another", async (pin, reason) => {
    const { member_id, crew_id } = await maria();
    await invitePhone(office(), { member_id, crew_id });
    const link = await linkOf(world, member_id);
    expect(await joinPhone(ctx(), { ...link, pin })).toEqual({ ok: false, reason });
    expect(await joinPhone(ctx(), { ...link, pin: PIN })).toMatchObject({ ok: true });
  });

  test("is made only for a member of the crew in the address", async () => {
    const { member_id } = await maria();
    const wrong = [
      { member_id, crew_id: crews[1] ?? "" },
      { member_id: birch(), crew_id: birch() },
      { member_id: "7", crew_id: birch() },
      { member_id, crew_id: "7" },
    ];
    for (const one of wrong) expect(await invitePhone(office(), one)).toBeNull();
    expect(await count("crew_invitations")).toBe(0);
    expect(await actions()).toEqual([]);
  });

  test("is emailed in the member's language, unless it was used or replaced before", async () => {
    const person = { crew_id: birch(), name: "Maria", language: "es", email: "maria@mail.example" } as const;
    const member = await aMember(world, person);
    expect(await invitePhone(office(), member)).toEqual({ emailed: true });
    await invitePhone(office(), member);
    expect(await queues.run("crew-phone-mail")).toBe(2);
    const { rows } = await pool.query("select recipient, subject, text, html from mails");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      recipient: "maria@mail.example",
      subject: "Su día con White Birch Cleaning, en su teléfono",
    });
    expect(rows[0].html).toContain('lang="es"');
    const { key } = await linkOf(world, member.member_id);
    expect(rows[0].text).toContain(key);
    await invitePhone(office(), member);
    await joinPhone(ctx(), { ...(await linkOf(world, member.member_id)), pin: PIN });
    await queues.run("crew-phone-mail");
    expect(await count("mails")).toBe(1);
  });
});

describe("a phone", () => {
  test("is locked 14 hours after its PIN, and its PIN opens it", async () => {
    const { cookie, phone_id } = await marias();
    clock.set("2026-06-02T01:59:59Z");
    expect(await stateOf(cookie)).toBe("open");
    clock.advance({ seconds: 1 });
    expect(await stateOf(cookie)).toBe("locked");
    expect(await unlockPhone(ctx(), { phone_id, pin: "271828" })).toEqual({ ok: false, left: 4 });
    expect(await stateOf(cookie)).toBe("locked");
    expect(await unlockPhone(ctx(), { phone_id, pin: PIN })).toEqual({ ok: true });
    expect(await stateOf(cookie)).toBe("open");
    clock.advance({ hours: 14 });
    for (const left of [4, 3, 2, 1])
      expect(await unlockPhone(ctx(), { phone_id, pin: "271828" })).toEqual({ ok: false, left });
    expect(await unlockPhone(ctx(), { phone_id, pin: PIN })).toEqual({ ok: true });
  });

  test("ends with the fifth wrong PIN, also when all are sent at once", async () => {
    for (const atOnce of [false, true]) {
      const { cookie, phone_id } = await marias();
      clock.advance({ hours: 14 });
      const tries = [1, 2, 3, 4, 5, 6].map(
        (digit) => () => unlockPhone(ctx(), { phone_id, pin: `27182${digit}` }),
      );
      const outcomes = [];
      if (atOnce) outcomes.push(...(await Promise.all(tries.map((one) => one()))));
      else for (const one of tries) outcomes.push(await one());
      expect(outcomes.map((one) => (one.ok ? "open" : one.left)).sort()).toEqual([0, 0, 1, 2, 3, 4]);
      expect(await unlockPhone(ctx(), { phone_id, pin: PIN })).toEqual({ ok: false, left: 0 });
      expect(await stateOf(cookie)).toBe("ended");
    }
  });

  test("that wrong PINs ended is told to the office, once, and shown on the member's page", async () => {
    const { phone_id, member_id, crew_id } = await marias();
    clock.advance({ hours: 14 });
    for (let tries = 0; tries < 6; tries += 1) await unlockPhone(ctx(), { phone_id, pin: "271828" });
    const { rows } = await pool.query(
      "select actor, details from audit_log where action = 'crew.phone_ended' and entity_id = $1",
      [crew_id],
    );
    const details = { member: member_id, phone: phone_id, why: "wrong PINs" };
    expect(rows).toEqual([{ actor: `crew:${member_id}`, details }]);
    expect((await readMemberPhones(office(), { crew_id, member_id }))?.phones).toMatchObject([
      { ended: { by_pin: true, wiped: false } },
    ]);
    expect(await queues.run("crew-phone-ended-mail")).toBe(1);
    const { rows: mails } = await pool.query("select subject, text from mails");
    expect(mails).toMatchObject([{ subject: "Birch crew: the phone of Maria was ended" }]);
    expect(mails[0].text).toContain(`/admin/crews/${crew_id}/members/${member_id}`);
  });

  test("is ended by the office, only with its own member and crew, and once", async () => {
    const { cookie, phone_id, member_id, crew_id } = await marias();
    const other = await aPhone(world, office(), { crew_id: birch(), name: "Noor" });
    const wrong = [
      { crew_id, member_id: other.member_id, phone_id },
      { crew_id: crews[1] ?? "", member_id, phone_id },
      { crew_id, member_id, phone_id: "7" },
      { crew_id, member_id, phone_id: crew_id },
    ];
    for (const one of wrong) expect(await endPhone(office(), one)).toBe(false);
    expect(await stateOf(cookie)).toBe("open");
    const ends = await Promise.all([1, 2].map(() => endPhone(office(), { crew_id, member_id, phone_id })));
    expect(ends.sort()).toEqual([false, true]);
    expect(await stateOf(cookie)).toBe("ended");
    expect(await stateOf(other.cookie)).toBe("open");
    expect((await actions()).filter((action) => action === "crew.phone_ended")).toHaveLength(1);
  });

  test("hears of its crew's day until the office ends it or its member joins another crew", async () => {
    const { crew_id, member_id, phone_id, ctx: crew } = await marias();
    expect(await staysWelcome(crew())).toBe(true);
    await pool.query("update crew_members set crew_id = $2 where id = $1", [member_id, crews[1]]);
    expect(await staysWelcome(crew())).toBe(false);
    await pool.query("update crew_members set crew_id = $2 where id = $1", [member_id, crew_id]);
    const client = await pool.connect();
    await client.query("listen crew_days");
    const told = new Promise((resolve) => client.once("notification", resolve));
    await endPhone(office(), { crew_id, member_id, phone_id });
    expect(await told).toMatchObject({ channel: "crew_days", payload: crew_id });
    client.release(true);
    expect(await staysWelcome(crew())).toBe(false);
  });

  test("that was ended is shown as such, and as wiped once it was told to wipe", async () => {
    const { cookie, phone_id, member_id, crew_id } = await marias();
    await endPhone(office(), { crew_id, member_id, phone_id });
    const shown = async () => (await readMemberPhones(office(), { crew_id, member_id }))?.phones;
    expect(await shown()).toMatchObject([
      { name: "Chrome on Android", ended: { by_pin: false, wiped: false } },
    ]);
    await stateOf(cookie);
    expect(await shown()).toMatchObject([{ ended: { wiped: false } }]);
    clock.set("2026-06-02T12:00:00Z");
    await noteWipe(ctx(), phone_id);
    expect(await shown()).toMatchObject([{ ended: { wiped: true } }]);
    clock.set("2026-06-03T12:00:00Z");
    await noteWipe(ctx(), phone_id);
    const { rows } = await pool.query("select wiped_at from crew_phones");
    expect(rows).toEqual([{ wiped_at: new Date("2026-06-02T12:00:00Z") }]);
  });

  test("ends when its member signs it out", async () => {
    const { cookie, ctx: own } = await marias();
    await leavePhone(own());
    await leavePhone(own());
    expect(await stateOf(cookie)).toBe("ended");
    expect((await actions()).filter((action) => action === "crew.phone_ended")).toHaveLength(1);
  });

  test("of a member who has left stays ended when an undo brings them back", async () => {
    const { cookie, member_id, crew_id } = await marias();
    const bens = await aPhone(world, office(), { crew_id, name: "Ben" });
    const gone = await removeMember(office(), { crew_id, id: member_id });
    expect(await stateOf(cookie)).toBe("ended");
    expect(await readMemberPhones(office(), { crew_id, member_id })).toBeNull();
    await addMember(office(), { crew_id, ...{ id: member_id, name: "", email: "", phone: "" }, ...gone });
    expect(await stateOf(cookie)).toBe("ended");
    expect((await readMemberPhones(office(), { crew_id, member_id }))?.phones).toMatchObject([
      { ended: { wiped: false } },
    ]);
    expect(await stateOf(bens.cookie)).toBe("open");
  });

  test("is noted as seen once a minute at most", async () => {
    const { cookie } = await marias();
    const seen = async () => (await pool.query("select last_seen_at from crew_phones")).rows[0].last_seen_at;
    clock.advance({ seconds: 60 });
    await stateOf(cookie);
    expect(await seen()).toEqual(new Date("2026-06-01T12:00:00Z"));
    clock.advance({ seconds: 1 });
    await stateOf(cookie);
    expect(await seen()).toEqual(new Date("2026-06-01T12:01:01Z"));
  });

  test("that nobody knows is told to wipe; without a cookie there is none", async () => {
    expect(await stateOf("wb.phone=made-up")).toBe("ended");
    expect(await stateOf("")).toBe("none");
    expect(await stateOf("wb.phone=")).toBe("none");
  });

  test("leaves its secret and its PIN nowhere readable", async () => {
    const { secret, phone_id } = await marias();
    expect(secret).toHaveLength(43);
    expect(await rowsWith(pool, secret)).toEqual({});
    expect(await rowsWith(pool, PIN)).toEqual({});
    const { rows } = await pool.query("select * from crew_phones where id = $1", [phone_id]);
    expect(rows[0].pin_hash).not.toContain(PIN);
  });
});
