import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { exportData } from "~/features/identity/privacy/export.server";
import { auditOf } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aColleague } from "../../../../tests/support/staff";
import { aUser } from "../../../../tests/support/visits";
import { readHomeCodes } from "./queries.server";
import { CODE_LIMIT } from "./rules";
import { addCode, openCode, removeCode, replaceCode } from "./save.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;

let ada: Awaited<ReturnType<typeof aUser>>;
let home: string;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  ada = await aUser(pool, "ada@mail.example");
  home = await aHome(ada.id);
});

const adas = () => ({ ...ctx(), actor: ada });

async function aHome(user: string): Promise<string> {
  const { rows } = await pool.query(
    `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
     values ($1, 'residential', '14 Barnstead Road', 'Pittsfield', 'NH', '03263') returning id`,
    [user],
  );
  return rows[0].id;
}

const FORM = { kind: "code", label: "Lockbox", value: "heron71309" } as const;
const add = (code_id: string = randomUUID(), change: Partial<Parameters<typeof addCode>[1]> = {}) =>
  addCode(adas(), { home, by: "customer", code_id, ...FORM, ...change });
const stored = async () => (await pool.query("select * from entry_codes order by created_at, id")).rows;
const values = async () => (await stored()).map((row) => openCode(ctx().vault, row));

describe("adding a code", () => {
  test("seals it under the key of entry codes, and leaves no word of it in row, page or trail", async () => {
    expect(await add()).toEqual({ ok: true });
    const [row] = await stored();
    expect(row).toMatchObject({ property_id: home, kind: "code", label: "Lockbox", author_id: ada.id });
    expect(await values()).toEqual(["heron71309"]);
    expect(ctx().vault.open(row.sealed, `entry_codes.${home}.${row.id}`)).toBeNull();
    const page = await readHomeCodes(adas(), { home, by: "customer" });
    expect(page?.codes).toMatchObject([{ label: "Lockbox", saved: "Jun 01, 2026, 8:00 AM by you" }]);
    const { rows } = await pool.query("select * from audit_log");
    expect(await auditOf(pool, home)).toEqual(["property.code_added"]);
    expect(JSON.stringify([row, page, rows])).not.toContain("heron71309");
  });

  test("twice with one form adds it once, also at the same time", async () => {
    const id = randomUUID();
    expect(await Promise.all([add(id), add(id)])).toEqual([{ ok: true }, { ok: true }]);
    expect(await stored()).toHaveLength(1);
  });

  test("ends at the limit, whoever is fast", async () => {
    const outcomes = await Promise.all(Array.from({ length: CODE_LIMIT + 2 }, () => add()));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(CODE_LIMIT);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: "too many" });
  });

  test("by the office is said on the customer's page", async () => {
    const sam = await aColleague(world, "dispatcher", "Sam");
    expect(await addCode(sam(), { home, by: "office", code_id: randomUUID(), ...FORM })).toEqual({
      ok: true,
    });
    const page = await readHomeCodes(adas(), { home, by: "customer" });
    expect(page?.codes[0]?.saved).toBe("Jun 01, 2026, 8:00 AM by our office");
  });
});

test("a replaced code opens with its new value only, a removed one is gone", async () => {
  const code_id = randomUUID();
  await add(code_id);
  expect(await replaceCode(adas(), { home, by: "customer", code_id, value: "5555" })).toEqual({ ok: true });
  expect(await values()).toEqual(["5555"]);
  expect(await removeCode(adas(), { home, by: "customer", code_id })).toEqual({ ok: true });
  expect(await removeCode(adas(), { home, by: "customer", code_id })).toMatchObject({ reason: "not found" });
  expect(await stored()).toEqual([]);
  const said = ["property.code_added", "property.code_replaced", "property.code_removed"];
  expect(await auditOf(pool, home)).toEqual(said);
});

test("a code can be changed by its home's customer and by roles with the permission, and by nobody else", async () => {
  const code_id = randomUUID();
  await add(code_id);
  const eve = { ...ctx(), actor: await aUser(pool, "eve@mail.example") };
  const evesHome = await aHome(eve.actor.id);
  const bo = (await aColleague(world, "bookkeeper", "Bo"))();
  const sam = (await aColleague(world, "dispatcher", "Sam"))();
  const refused = { ok: false, reason: "not found" };
  for (const [who, by] of [
    [eve, "customer"],
    [bo, "office"],
    [eve, "office"],
    [sam, "customer"],
  ] as const)
    for (const id of [home, "nonsense", randomUUID()]) {
      expect(await addCode(who, { home: id, by, code_id: randomUUID(), ...FORM })).toEqual(refused);
      expect(await replaceCode(who, { home: id, by, code_id, value: "1" })).toEqual(refused);
      expect(await removeCode(who, { home: id, by, code_id })).toEqual(refused);
      expect(await readHomeCodes(who, { home: id, by })).toBeNull();
    }
  expect(await replaceCode(eve, { home: evesHome, by: "customer", code_id, value: "1" })).toEqual(refused);
  expect(await addCode(eve, { home: evesHome, by: "customer", code_id, ...FORM })).toMatchObject({
    ok: false,
  });
  expect(await values()).toEqual(["heron71309"]);
});

test("a customer's data name the codes and no value; the codes go with their home", async () => {
  await add();
  const { zip } = await exportData(adas());
  const { unzipSync, strFromU8 } = await import("fflate");
  const text = Object.values(unzipSync(zip))
    .map((file) => strFromU8(file))
    .join("\n");
  const [row] = await stored();
  expect(text).toContain('"label": "Lockbox"');
  for (const secret of ["heron71309", row.sealed]) expect(text).not.toContain(secret);
  await pool.query("delete from users where id = $1", [ada.id]);
  expect(await stored()).toEqual([]);
});
