import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser } from "../../../../tests/support/visits";
import type { CustomerForm } from "./forms";
import { customerList } from "./list.server";
import { readCustomer } from "./queries.server";
import { addCustomer, confirmEmail, editCustomer, readCustomerFields } from "./save.server";

const world = await testWorld();
const { pool, clear } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

const RUTH: CustomerForm = {
  kind: "person",
  first_name: "Ruth",
  last_name: "Merrill",
  company_name: null,
  emails: ["ruth@mail.example", "ruth@work.example"],
  phones: ["+16035550177", "+16035550178"],
  labels: { "+16035550178": "her office" },
  language: "es",
  tags: ["vip"],
  source: "referral",
};

async function added(change: Partial<CustomerForm> = {}): Promise<string> {
  const id = randomUUID();
  await addCustomer(staff(), { id, ...RUTH, ...change });
  return id;
}

const found = async (q: string) =>
  (await customerList.read(staff(), customerList.parse(new URLSearchParams({ q })))).rows.map(({ id }) => id);

async function edit(id: string, change: Partial<CustomerForm>, seen?: string) {
  const saved = await readCustomerFields(staff(), id);
  world.clock.now = world.clock.now.add({ seconds: 1 });
  return editCustomer(staff(), { id, seen: seen ?? saved?.seen, ...RUTH, ...change });
}

describe("a customer whom staff add", () => {
  test("has everything that was entered, once, and needs no account", async () => {
    const id = await added();
    await addCustomer(staff(), { id, ...RUTH });
    expect(await readCustomer(staff(), id)).toMatchObject({
      name: "Ruth Merrill",
      emails: [{ value: "ruth@mail.example", verified: false }, { value: "ruth@work.example" }],
      phones: [{ value: "(603) 555-0177" }, { value: "(603) 555-0178", label: "her office" }],
      language: "Spanish",
      tags: ["vip"],
      source: "A recommendation",
      account: null,
    });
    const { rows } = await pool.query("select action from audit_log");
    expect(rows).toEqual([{ action: "customer.created" }]);
  });

  test.each(["merrill", "ruth mer", "5550178", "(603) 555-0177", "ruth@work", "VIP", "9 main"])(
    "is found by %s",
    async (q) => {
      const id = await added();
      await added({ first_name: "Eve", last_name: "Dow", emails: [], phones: [], tags: [] });
      await pool.query(
        `insert into properties (customer_id, property_type, address_line1, city, state, zip_code)
         values ($1, 'residential', '9 Main Street', 'Concord', 'NH', '03301')`,
        [id],
      );
      expect(await found(q)).toEqual([id]);
    },
  );

  test("is found by the number, and a company by its name", async () => {
    const id = await added({ kind: "company", company_name: "Acme LLC" });
    expect(await found((await readCustomer(staff(), id))?.number ?? "")).toEqual([id]);
    expect(await found("acme")).toEqual([id]);
    expect(await readCustomer(staff(), id)).toMatchObject({ name: "Acme LLC", person: "Ruth Merrill" });
  });
});

describe("editing a customer", () => {
  test("replaces what changed; the first email and phone are the ones to use", async () => {
    const id = await added();
    await confirmEmail(staff(), { id, email: "ruth@work.example" });
    expect(
      await edit(id, { last_name: "Dow", emails: ["ruth@work.example", "new@mail.example"], phones: [] }),
    ).toEqual({ ok: true });
    expect(await readCustomer(staff(), id)).toMatchObject({
      name: "Ruth Dow",
      emails: [
        { value: "ruth@work.example", verified: true },
        { value: "new@mail.example", verified: false },
      ],
      phones: [],
    });
  });

  test("is refused when somebody else was faster, and changes nothing", async () => {
    const id = await added();
    const seen = (await readCustomerFields(staff(), id))?.seen;
    const outcomes = await Promise.all([
      edit(id, { first_name: "Ada" }, seen),
      edit(id, { first_name: "Eve" }, seen),
    ]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      reason: "changed",
      message: expect.stringContaining("Somebody else"),
    });
    const winner = outcomes[0]?.ok ? "Ada Merrill" : "Eve Merrill";
    expect((await readCustomer(staff(), id))?.name).toBe(winner);
  });

  test("can't take away the email that an account signs in with", async () => {
    const { id } = await aUser(pool, "ada@mail.example");
    expect(await edit(id, { emails: [] })).toEqual({ ok: true });
    expect((await readCustomer(staff(), id))?.emails).toMatchObject([
      { value: "ada@mail.example", verified: true },
    ]);
  });

  test("of nobody is refused", async () => {
    expect(await edit(randomUUID(), {}, "2026-06-01T12:00:00Z")).toEqual({ ok: false, reason: "missing" });
  });
});

describe("an email that staff confirm", () => {
  test("brings the messages sent from it, and belongs to one customer only", async () => {
    const [id, other] = [await added(), await added({ first_name: "Eve" })];
    await pool.query(
      `insert into contact_messages (submission_id, name, email, message)
       values (gen_random_uuid(), 'Ruth', 'Ruth@Mail.example', 'Do you do barns?')`,
    );
    expect(await confirmEmail(staff(), { id, email: "ruth@mail.example" })).toEqual({ ok: true });
    expect((await readCustomer(staff(), id))?.messages).toMatchObject([{ message: "Do you do barns?" }]);
    const taken = await confirmEmail(staff(), { id: other, email: "ruth@mail.example" });
    expect(taken).toMatchObject({
      ok: false,
      reason: "taken",
      message: expect.stringMatching(/Ruth Merrill #\d+\. Merge/),
    });
    const unknown = await confirmEmail(staff(), { id, email: "nobody@mail.example" });
    expect(unknown).toEqual({ ok: false, reason: "missing" });
  });
});
