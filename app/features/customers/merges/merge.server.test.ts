import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { addCustomer } from "~/features/customers/office/save.server";
import { forgetOld } from "~/features/operations/retention/forget-old.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser, confirmedVisit } from "../../../../tests/support/visits";
import { keepApart, mergeCustomers, undoMerge } from "./merge.server";
import { readMerges, readPreview, readProposals } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clear, clock } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

type Given = { first?: string; emails?: string[]; phones?: string[]; street?: string };

async function customer({ first = "Ruth", emails = [], phones = [], street }: Given = {}): Promise<string> {
  const id = randomUUID();
  const names = { kind: "person" as const, first_name: first, last_name: "Merrill", company_name: null };
  await addCustomer(staff(), {
    id,
    ...names,
    emails,
    phones,
    labels: {},
    language: "en",
    tags: [],
    source: null,
  });
  if (street)
    await pool.query(
      `insert into properties (customer_id, property_type, address_line1, city, state, zip_code)
       values ($1, 'residential', $2, 'Epsom', 'NH', '03234')`,
      [id, street],
    );
  return id;
}

const rowsOf = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows;
const proposed = async () =>
  (await readProposals(staff())).map(({ one, other, reasons }) => [[one.id, other.id].sort(), reasons]);

async function merge(kept: string, merged: string) {
  const { seen } = await readPreview(staff(), kept, merged);
  return mergeCustomers(staff(), { kept, merged, seen });
}

/** Everything that points to a customer, as text. */
const everything = async () =>
  rowsOf(`select 'booking' as what, id::text, customer_id::text as of from bookings
    union all select 'order', id::text, customer_id::text from orders
    union all select 'home', id::text, customer_id::text from properties
    union all select 'note', id::text, customer_id::text from staff_notes
    union all select kind, value || verified_at::text || is_primary, customer_id::text from customer_contacts
    union all select 'merged', id::text, merged_into::text from customers order by 1, 2, 3`);

describe("the office is shown", () => {
  test("who has the same email, phone, or name and street, with the reason, and nobody else", async () => {
    const [a, b] = [
      await customer({ emails: ["r@mail.example"] }),
      await customer({ emails: ["r@mail.example"] }),
    ];
    const [c, d] = [
      await customer({ phones: ["+16035550177"] }),
      await customer({ phones: ["+16035550177"] }),
    ];
    const [e, f] = [await customer({ street: "1 Main St" }), await customer({ street: "1 MAIN ST" })];
    await customer({ first: "Eve", street: "1 Main St" }); // another name in the same house
    await customer(); // the same name elsewhere
    const pairs = [
      [[a, b].sort(), ["Same email"]],
      [[c, d].sort(), ["Same phone"]],
      [[e, f].sort(), ["Same name and street"]],
    ];
    expect((await proposed()).sort()).toEqual(pairs.sort());
    expect((await readProposals(staff(), c)).map(({ reasons }) => reasons)).toEqual([["Same phone"]]);
    expect(await rowsOf("select 1 from customers where merged_into is not null")).toEqual([]);
  });

  test("a pair no more once staff said that they are not the same", async () => {
    const [a, b] = [
      await customer({ phones: ["+16035550177"] }),
      await customer({ phones: ["+16035550177"] }),
    ];
    expect(await keepApart(staff(), [b, a])).toEqual({ ok: true });
    await keepApart(staff(), [a, b]);
    expect(await proposed()).toEqual([]);
    expect(await readProposals(staff(), a)).toEqual([]);
    expect(await rowsOf("select one < other as sorted from customer_distinctions")).toEqual([
      { sorted: true },
    ]);
    expect(await keepApart(staff(), [a, randomUUID()])).toMatchObject({ ok: false });
  });
});

describe("a merge", () => {
  async function twoOfRuth() {
    const visit = await confirmedVisit(ctx(), pool);
    const [{ merged }] = await rowsOf("select customer_id as merged from bookings where id = $1", [visit.id]);
    const kept = await customer({ emails: ["ada@mail.example", "k@mail.example"], street: "2 Elm St" });
    await pool.query("insert into staff_notes (customer_id, body) values ($1, 'Has a shy cat')", [merged]);
    await pool.query(
      "update customer_contacts set verified_at = now() where customer_id = $1 and kind = 'email'",
      [merged],
    );
    return { kept, merged };
  }

  test("moves everything, and undone brings everything back", async () => {
    const { kept, merged } = await twoOfRuth();
    const before = await everything();
    expect(await merge(kept, merged)).toEqual({ ok: true });
    const owners = (await everything()).filter(({ what }) => what !== "merged").map(({ of }) => of);
    expect(owners).toContain(kept);
    expect(owners).not.toContain(merged);
    expect(
      await rowsOf(
        "select customer_id from customer_contacts where verified_at is not null and value like 'ada@mail%'",
      ),
    ).toEqual([{ customer_id: kept }]);
    const [done] = await readMerges(staff(), kept);
    expect(done).toMatchObject({ author: "Ada Lovelace", on: "Jun 01, 2026", until: "Jul 01, 2026" });
    clock.advance({ hours: 29 * 24 });
    expect(await undoMerge(staff(), { id: done?.id ?? "", kept })).toEqual({ ok: true });
    expect(await everything()).toEqual(before);
    expect(await undoMerge(staff(), { id: done?.id ?? "", kept })).toMatchObject({ ok: false });
    expect(await readMerges(staff(), kept)).toEqual([]);
  });

  test("leaves what came to the kept customer later with it", async () => {
    const { kept, merged } = await twoOfRuth();
    await merge(kept, merged);
    await pool.query("insert into staff_notes (customer_id, body) values ($1, 'Later')", [kept]);
    const [done] = await readMerges(staff(), kept);
    await undoMerge(staff(), { id: done?.id ?? "", kept });
    expect(await rowsOf("select customer_id from staff_notes where body = 'Later'")).toEqual([
      { customer_id: kept },
    ]);
  });

  test("can't be undone after 30 days, when what was kept for it is deleted", async () => {
    const { kept, merged } = await twoOfRuth();
    await merge(kept, merged);
    const [done] = await readMerges(staff(), kept);
    clock.advance({ hours: 30 * 24 });
    expect(await undoMerge(staff(), { id: done?.id ?? "", kept })).toMatchObject({ ok: false });
    clock.advance({ hours: 1 });
    await forgetOld(ctx());
    expect(
      await rowsOf("select 1 from customer_merges union all select 1 from customers where id = $1", [merged]),
    ).toEqual([]);
    expect(await rowsOf("select customer_id from bookings")).toEqual([{ customer_id: kept }]);
  });

  test("of one with itself, of two accounts, and of an account into none is refused", async () => {
    const [one, other] = [await aUser(pool, "a@mail.example"), await aUser(pool, "b@mail.example")];
    const guest = await customer();
    expect(await merge(guest, guest)).toMatchObject({ ok: false, message: expect.stringContaining("same") });
    expect(await merge(one.id, other.id)).toMatchObject({ ok: false });
    expect(await merge(guest, one.id)).toMatchObject({ ok: false });
    expect(await merge(guest, randomUUID())).toMatchObject({ ok: false });
    expect(await merge(one.id, guest)).toEqual({ ok: true });
  });

  test("of what somebody else changed or merged meanwhile is refused with a message", async () => {
    const [a, b] = [await customer({ phones: ["+16035550177"] }), await customer()];
    const { seen } = await readPreview(staff(), a, b);
    await pool.query("update customers set first_name = 'Eve' where id = $1", [b]);
    expect(await mergeCustomers(staff(), { kept: a, merged: b, seen })).toMatchObject({
      ok: false,
      message: expect.stringContaining("changed meanwhile"),
    });
    const now = (await readPreview(staff(), a, b)).seen;
    const both = await Promise.all([
      mergeCustomers(staff(), { kept: a, merged: b, seen: now }),
      mergeCustomers(staff(), { kept: b, merged: a, seen: now }),
    ]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await rowsOf("select 1 from customers where merged_into is not null")).toHaveLength(1);
  });
});
