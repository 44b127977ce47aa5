import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, test } from "vitest";
import { editCustomer, readCustomerFields } from "~/features/customers/office/save.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { aCustomer, bookAndPay } from "../../../../tests/support/customers";
import { placesOf } from "../../../../tests/support/everywhere";
import { staffCtx } from "../../../../tests/support/staff";
import { eraseAgain, eraseCustomer } from "./erase.server";
import { exportCustomer } from "./export.server";

const world = await testWorld();
const { pool, db, ctx, clear } = world;
let staff: () => StaffCtx;

const TAG = "xqzguest";
const OTHER = "xqyother";

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

/** A customer without account who has a visit, a home, a note, a tag, a confirmed email, a message and a newsletter. */
async function aGuestOfEverything(tag: string, date: string): Promise<{ id: string; number: number }> {
  await bookAndPay(world, ctx(), tag, { date });
  const { rows } = await pool.query(
    "select id, number from customers where last_name is null and first_name = $1",
    [`${tag}card`],
  );
  const [{ id, number }] = rows;
  const saved = await readCustomerFields(staff(), id);
  const form = { kind: "person" as const, first_name: `${tag}card`, last_name: null, company_name: null };
  const emails = [`${tag}email@mail.example`, `${tag}second@mail.example`];
  const more = { emails, phones: [], labels: {}, language: "en", tags: [`${tag}tag`], source: "phone" };
  await editCustomer(staff(), { id, seen: saved?.seen, ...form, ...more });
  await pool.query("update customer_contacts set verified_at = now() where customer_id = $1", [id]);
  await pool.query("insert into staff_notes (customer_id, body) values ($1, $2)", [id, `${tag}note`]);
  for (const email of emails) {
    await pool.query(
      "insert into contact_messages (submission_id, name, email, message) values (gen_random_uuid(), 'x', $1, 'Hello')",
      [email],
    );
    await pool.query("insert into newsletter_subscribers (email, status) values ($1, 'subscribed')", [email]);
  }
  return { id, number };
}

const over = () => pool.query("update bookings set status = 'completed'");
const rowsOf = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows;

describe("a customer without account", () => {
  test("is erased by staff everywhere, and nobody else is; what accounting needs is kept", async () => {
    const guest = await aGuestOfEverything(TAG, "2026-06-10");
    await aGuestOfEverything(OTHER, "2026-06-11");
    await over();
    const money = await rowsOf("select sum(amount)::int as sum, count(*)::int as orders from orders");
    const others = (await placesOf(pool, OTHER)).length;
    expect((await placesOf(pool, TAG)).length).toBeGreaterThan(5);
    expect(await eraseCustomer(staff(), { id: guest.id, confirm: `#${guest.number}` })).toEqual({ ok: true });
    expect(await placesOf(pool, TAG)).toEqual([]);
    expect((await placesOf(pool, OTHER)).length).toBe(others);
    expect(await rowsOf("select sum(amount)::int as sum, count(*)::int as orders from orders")).toEqual(
      money,
    );
    expect(await rowsOf("select user_id from erasures")).toEqual([{ user_id: guest.id }]);
    expect(await rowsOf("select entity_id from audit_log where action = 'customer.erased'")).toEqual([
      { entity_id: guest.id },
    ]);
  });

  test("is not erased with a wrong number, or while a visit is to come", async () => {
    const { id, number } = await aGuestOfEverything(TAG, "2026-06-10");
    for (const confirm of ["", "DELETE", String(number + 1)])
      expect(await eraseCustomer(staff(), { id, confirm })).toMatchObject({ ok: false, reason: "refused" });
    expect(await eraseCustomer(staff(), { id, confirm: String(number) })).toMatchObject({
      ok: false,
      message: expect.stringContaining("still open"),
    });
    expect(await rowsOf("select 1 from customers where id = $1", [id])).toHaveLength(1);
    const nobody = "00000000-0000-4000-8000-000000000000";
    expect(await eraseCustomer(staff(), { id: nobody, confirm: "1" })).toMatchObject({ reason: "missing" });
  });

  test("whom a restored backup brings back is erased again", async () => {
    const { id } = await aGuestOfEverything(TAG, "2026-06-10");
    await db.transaction((tx) => eraseAgain(tx, ctx(), [id]));
    expect(await placesOf(pool, TAG)).toEqual([]);
    expect(await rowsOf("select status from bookings")).toEqual([{ status: "cancelled" }]);
  });

  test("gets an export of everything, and of nobody else", async () => {
    const { id } = await aGuestOfEverything(TAG, "2026-06-10");
    await aGuestOfEverything(OTHER, "2026-06-11");
    const made = await exportCustomer(staff(), id);
    const text = Object.values(unzipSync(made?.zip ?? new Uint8Array()))
      .map((file) => strFromU8(file))
      .join("\n");
    for (const word of ["card", "street", "tag", "note", "email@mail.example", "second@mail.example"])
      expect(text).toContain(TAG + word);
    expect(text).not.toContain(OTHER);
    expect(await exportCustomer(staff(), "00000000-0000-4000-8000-000000000000")).toBeNull();
  });
});

describe("a customer with account", () => {
  test("is erased by staff with the account, and what was booked for them without it", async () => {
    const ada = await aCustomer(world, TAG);
    const { id } = ada.ctx.actor;
    await bookAndPay(world, ada.ctx, TAG, { date: "2026-06-10" });
    await bookAndPay(world, ctx(), OTHER, { date: "2026-06-11" });
    await pool.query("update bookings set customer_id = $1 where customer_name like $2", [id, `${OTHER}%`]);
    await over();
    const [{ number }] = await rowsOf("select number from customers where id = $1", [id]);
    expect(await eraseCustomer(staff(), { id, confirm: String(number) })).toEqual({ ok: true });
    expect(await placesOf(pool, TAG)).toEqual([]);
    expect(await rowsOf("select 1 from bookings where customer_name is not null")).toEqual([]);
    expect(await rowsOf("select 1 from users where id = $1", [id])).toEqual([]);
  });

  test("is not erased while the account is the office's", async () => {
    const { id } = staff().actor;
    await pool.query("insert into user_roles (user_id, role, created_at) values ($1, 'admin', now())", [id]);
    const [{ number }] = await rowsOf("select number from customers where id = $1", [id]);
    expect(await eraseCustomer(staff(), { id, confirm: String(number) })).toMatchObject({
      message: expect.stringContaining("Take its role away first"),
    });
  });
});
