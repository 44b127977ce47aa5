import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { ITEM_LIMIT, keyOfItem, type ListOf } from "./checklist";
import { itemSchema } from "./forms";
import { readChecklist, readHomeChecklist } from "./queries.server";
import { addItem, archiveItem, changeItem, moveItem } from "./save.server";

const world = await testWorld();
const { pool, clear } = world;
const NOBODY = "00000000-0000-4000-8000-000000000000";
const SERVICE: ListOf = { of: "service", id: "regular-cleaning" };

let office: () => StaffCtx;
let home: ListOf;

beforeEach(async () => {
  await clear();
  office = await staffCtx(world);
  const { rows } = await pool.query(
    `insert into properties (property_type, address_line1, city, state, zip_code)
     values ('residential', '14 Barnstead Road', 'Pittsfield', 'NH', '03263') returning id`,
  );
  home = { of: "home", id: rows[0].id };
});

const form = (text: string, more = {}) => ({
  ...{ item: randomUUID(), text, text_es: null, required: false },
  ...more,
});
async function add(list: ListOf, text: string, more = {}): Promise<string> {
  const item = form(text, more);
  expect(await addItem(office(), list, item)).toEqual({ ok: true });
  return item.item;
}
const texts = async (list: ListOf) => (await readChecklist(office(), list))?.map(({ text }) => text);
const trail = async () =>
  (await pool.query("select action, entity_id, details from audit_log order by id")).rows;

describe.each(["a service", "a home"])("the checklist of %s", (whose) => {
  const list = () => (whose === "a home" ? home : SERVICE);

  test("takes items at its end, each once however often its form is sent", async () => {
    const item = form("Wipe the stove", { text_es: "Limpiar la estufa", required: true });
    await Promise.all([addItem(office(), list(), item), addItem(office(), list(), item)]);
    await add(list(), "Dust the shelves");
    expect(await readChecklist(office(), list())).toEqual([
      { id: item.item, text: "Wipe the stove", text_es: "Limpiar la estufa", required: true },
      { id: expect.any(String), text: "Dust the shelves", text_es: null, required: false },
    ]);
    expect((await trail())[0]).toMatchObject({
      action: `${whose === "a home" ? "property" : "service"}.checklist_changed`,
      entity_id: list().id,
      details: { item: item.item, what: "added" },
    });
  });

  test("is put into another order, and stays in it at its ends", async () => {
    const [one] = [await add(list(), "One"), await add(list(), "Two"), await add(list(), "Three")];
    const move = (direction: "up" | "down") => moveItem(office(), list(), { item: one, direction });
    await move("down");
    expect(await texts(list())).toEqual(["Two", "One", "Three"]);
    await move("down");
    await move("down");
    expect(await texts(list())).toEqual(["Two", "Three", "One"]);
    await move("up");
    expect(await texts(list())).toEqual(["Two", "One", "Three"]);
  });

  test("loses an archived item and keeps its row", async () => {
    const one = await add(list(), "One");
    expect(await archiveItem(office(), list(), one)).toEqual({ ok: true });
    expect(await texts(list())).toEqual([]);
    expect(await archiveItem(office(), list(), one)).toEqual({ ok: false, reason: "not found" });
    const { rows } = await pool.query("select archived_at from checklist_items where id = $1", [one]);
    expect(rows[0].archived_at).not.toBeNull();
  });

  test("refuses an edit that would undo what somebody else has changed meanwhile", async () => {
    const item = await add(list(), "Wipe the stove");
    const seen = keyOfItem({ text: "Wipe the stove", text_es: null, required: false });
    const save = (text: string) =>
      changeItem(office(), list(), { ...form(text, { item, required: true }), seen });
    expect(await save("Scrub the stove")).toEqual({ ok: true });
    expect(await save("Scrub the stove")).toEqual({ ok: true }); // the same again is no conflict
    expect(await save("Leave the stove")).toMatchObject({ reason: "changed" });
    expect(await texts(list())).toEqual(["Scrub the stove"]);
  });

  test("knows no items of another list", async () => {
    const item = await add(list(), "Wipe the stove");
    const other = list().of === "home" ? SERVICE : home;
    const missing = { ok: false, reason: "not found" };
    expect(await changeItem(office(), other, { ...form("X", { item }), seen: "" })).toEqual(missing);
    expect(await moveItem(office(), other, { item, direction: "up" })).toEqual(missing);
    expect(await archiveItem(office(), other, item)).toEqual(missing);
    expect(await texts(list())).toEqual(["Wipe the stove"]);
  });

  test(`has at most ${ITEM_LIMIT} items`, async () => {
    for (let count = 0; count < ITEM_LIMIT; count += 1) await add(list(), `Item ${count}`);
    expect(await addItem(office(), list(), form("One more"))).toMatchObject({ reason: "too many" });
  });
});

test.each([
  { of: "service", id: "no-service" },
  { of: "home", id: NOBODY },
  { of: "home", id: "no id" },
] as const)("there is no checklist of $of $id", async (list) => {
  expect(await readChecklist(office(), list)).toBeNull();
  expect(await addItem(office(), list, form("X"))).toEqual({ ok: false, reason: "not found" });
  if (list.of === "home") expect(await readHomeChecklist(office(), list.id)).toBeNull();
});

test.each([
  [{ text: "  " }, "text", "Item is required."],
  [{ text: "x".repeat(201) }, "text", "Item is too long: at most 200 characters."],
  [
    { text: "X", text_es: "x".repeat(201) },
    "text_es",
    "Item in Spanish is too long: at most 200 characters.",
  ],
])("the form %j is refused at its field", (fields, field, message) => {
  const { error } = itemSchema.safeParse({ item: NOBODY, ...fields });
  expect(error?.issues).toMatchObject([{ path: [field], message }]);
});
