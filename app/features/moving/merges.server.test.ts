import { beforeEach, describe, expect, test } from "vitest";
import { mergeCustomers, undoMerge } from "~/features/customers/merges/merge.server";
import { readPreview } from "~/features/customers/merges/queries.server";
import { checkCustomerForm } from "~/features/customers/office/forms";
import { addCustomer } from "~/features/customers/office/save.server";
import { sendEmailOnce } from "~/features/notifications/email/send.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../tests/support/ctx";
import { csvText, importFile } from "../../../tests/support/imports";
import { staffCtx } from "../../../tests/support/staff";

const world = await testWorld();
const { pool, clear, clock } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const emailOf = (name: string) => `${name.toLowerCase()}@mail.example`;

async function addKnown(name: string) {
  const checked = checkCustomerForm({ kind: "person", first_name: name, email_1: emailOf(name) });
  if (!checked.ok) throw new Error(JSON.stringify(checked));
  await addCustomer(staff(), { id: crypto.randomUUID(), ...checked.value });
}
const addImported = (...names: string[]) =>
  importFile(world, staff(), csvText(["Name", "Email"], ...names.map((name) => [name, emailOf(name)])));
async function idOf(name: string): Promise<string> {
  return (await pool.query("select id from customers where first_name = $1", [name])).rows[0].id;
}
async function merge(keptName: string, mergedName: string) {
  clock.advance({ minutes: 1 });
  const [kept, merged] = [await idOf(keptName), await idOf(mergedName)];
  const { seen } = await readPreview(staff(), kept, merged);
  expect(await mergeCustomers(staff(), { kept, merged, seen })).toEqual({ ok: true });
  return async () => {
    clock.advance({ minutes: 1 });
    const { rows } = await pool.query(
      "select id from customer_merges where merged_id = $1 and undone_at is null",
      [merged],
    );
    expect(await undoMerge(staff(), { id: rows[0].id, kept })).toEqual({ ok: true });
  };
}

let sent = 0;
/** Whether an email to a customer's address is held now. */
async function isHeld(name: string): Promise<boolean> {
  sent += 1;
  const occasion = `test:${sent}`;
  const from = { name: "Us", address: "us@mail.example" };
  const content = { subject: "Hello", html: "<p>Hello</p>", text: "Hello", attachments: [] };
  await sendEmailOnce(world.ctx(), { occasion, from, to: emailOf(name), ...content });
  const { rows } = await pool.query("select error from mails where occasion = $1", [occasion]);
  return Boolean(rows[0]?.error?.includes("was imported"));
}

describe("emails", () => {
  test("stay open while another customer from before is merged with the imported one", async () => {
    await addImported("Ivy");
    await addKnown("Olga");
    await addKnown("Otto");
    const undoOlga = await merge("Ivy", "Olga");
    const undoOtto = await merge("Ivy", "Otto");
    await undoOlga();
    expect(await isHeld("Otto")).toBe(false);
    expect(await isHeld("Ivy")).toBe(false);
    expect(await isHeld("Olga")).toBe(false);
    await undoOtto();
    expect(await isHeld("Ivy")).toBe(true);
    expect(await isHeld("Otto")).toBe(false);
  });

  test("are held again of an imported customer who leaves one with whom somebody from before was merged", async () => {
    await addImported("Ivy", "Iris");
    await addKnown("Olga");
    const undoIris = await merge("Ivy", "Iris");
    const undoOlga = await merge("Ivy", "Olga");
    expect(await isHeld("Iris")).toBe(false);
    await undoIris();
    expect(await isHeld("Iris")).toBe(true);
    expect(await isHeld("Ivy")).toBe(false);
    await undoOlga();
    expect(await isHeld("Ivy")).toBe(true);
    expect(await isHeld("Iris")).toBe(true);
  });

  test("stay open when an imported customer leaves who was merged with somebody else from before since", async () => {
    await addImported("Ivy", "Iris");
    await addKnown("Olga");
    await addKnown("Otto");
    const undoIris = await merge("Ivy", "Iris");
    const undoOlga = await merge("Ivy", "Olga");
    await undoIris();
    await merge("Iris", "Otto");
    await undoOlga();
    expect(await isHeld("Iris")).toBe(false);
    expect(await isHeld("Ivy")).toBe(true);
  });
});
