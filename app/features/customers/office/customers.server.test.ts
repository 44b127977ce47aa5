import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { bookingList } from "~/features/booking/office/list/list.server";
import { orderList } from "~/features/payments/office/list.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { aCustomer, aRefund, bookAndPay } from "../../../../tests/support/customers";
import { staffCtx } from "../../../../tests/support/staff";
import { customerList } from "./list.server";
import { addCustomerNote, removeCustomerNote } from "./notes.server";
import { readCustomer } from "./queries.server";

const world = await testWorld();
const { pool, clear, ctx } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
  await pool.query("update customers set created_at = '2020-01-01'"); // the last of the list
});

type Person = {
  first_name?: string | null;
  last_name?: string;
  phone?: string;
  email?: string;
  joined?: string;
};

async function person({ first_name = null, last_name, phone, email, joined = "2026-05-01T12:00Z" }: Person) {
  const { rows } = await pool.query("insert into users (name, email) values ('', $1) returning id", [
    email ?? `${randomUUID()}@mail.example`,
  ]);
  await pool.query("update profiles set first_name = $2, last_name = $3, phone = $4 where id = $1", [
    rows[0].id,
    first_name,
    last_name,
    phone,
  ]);
  await pool.query("update customers set created_at = $2 where id = $1", [rows[0].id, joined]);
  return rows[0].id as string;
}

const list = (query = "") => customerList.read(staff(), customerList.parse(new URLSearchParams(query)));
const names = async (query: string) => (await list(query)).rows.map(({ name }) => name);

describe("the list of customers", () => {
  test("shows the newest first with their number of bookings and the last one", async () => {
    const ada = await aCustomer(world, "ada");
    await bookAndPay(world, ada.ctx, "ada", { date: "2026-06-10" });
    await bookAndPay(world, ada.ctx, "ada", { date: "2026-06-04" });
    const unnamed = await person({ joined: "2026-06-02T03:59:00Z" });
    const { rows, total } = await list();
    expect(total).toBe(3);
    expect(rows.at(-1)?.id).toBe(staff().actor.id);
    expect(rows.find(({ id }) => id === ada.ctx.actor.id)).toMatchObject({
      name: "adafirst adalast",
      phone: null,
      total_bookings: 2,
      last_booking: "Jun 10, 2026",
    });
    expect(rows.find(({ id }) => id === unnamed)).toMatchObject({
      name: null,
      total_bookings: 0,
      last_booking: "No bookings",
      joined: "Jun 01, 2026", // company time
    });
  });

  test.each([
    ["q=love", ["Ada Lovelace"]],
    ["q=ADA+LOVE", ["Ada Lovelace"]],
    ["q=555-0142", ["Grace Hopper"]],
    ["q=6035550142", ["Grace Hopper"]],
    ["q=603.555.0142", ["Grace Hopper"]],
    ["q=compiler@navy", ["Grace Hopper"]],
    ["q=100%25", ["100% Clean"]],
    ["q=_", []],
    ["q=nobody", []],
    ["q=a&sort=joined", ["Ada Lovelace", "Grace Hopper", "100% Clean"]],
  ])("finds %2$j for ?%1$s", async (query, found) => {
    await person({
      first_name: "Ada",
      last_name: "Lovelace",
      phone: "+1 (603) 555-0100",
      joined: "2026-01-01",
    });
    await person({
      first_name: "Grace",
      last_name: "Hopper",
      phone: "(603) 555-0142",
      email: "compiler@navy.example",
      joined: "2026-02-01",
    });
    await person({ first_name: "100%", last_name: "Clean", joined: "2026-03-01" });
    const all = await names(query);
    expect(all.filter((name) => name !== null)).toEqual(found);
  });

  test("pages forward and back without skipping or repeating a customer", async () => {
    for (let number = 0; number < 60; number += 1) {
      // Some customers joined at the same moment.
      await person({
        first_name: `Person ${number}`,
        joined: `2026-04-${10 + (number % 7)}T12:00:00.123456Z`,
      });
    }
    const whole: string[] = [];
    let page = await list("q=person");
    expect([page.total, page.more, page.previous]).toEqual([60, false, null]);
    const pages = [page];
    for (let next = page.next; next; next = page.next) {
      page = await list(new URLSearchParams({ q: "person", after: `${next.id}~${next.value}` }).toString());
      pages.push(page);
    }
    for (const { rows } of pages) whole.push(...rows.map(({ id }) => id));
    expect(new Set(whole).size).toBe(60);
    const back = pages[2]?.previous;
    const again = await list(
      new URLSearchParams({ q: "person", before: `${back?.id}~${back?.value}` }).toString(),
    );
    expect(again.rows).toEqual(pages[1]?.rows);
  });

  test("counts up to a thousand and still finds each page", async () => {
    await pool.query(
      `insert into users (name, email) select 'Birch', 'birch' || n || '@mail.example' from generate_series(1, 1100) n`,
    );
    await pool.query("update profiles set first_name = 'Birch' where first_name is null");
    const { rows, total, more, next } = await list("q=birch");
    expect([rows.length, total, more]).toEqual([25, 1000, true]);
    const second = await list(
      new URLSearchParams({ q: "birch", after: `${next?.id}~${next?.value}` }).toString(),
    );
    const both = [...rows, ...second.rows].map(({ id }) => id);
    expect(new Set(both).size).toBe(50);
  });

  test("exports exactly the search results in their order", async () => {
    await pool.query(
      `insert into users (name, email) select 'Birch', 'birch' || n || '@mail.example' from generate_series(1, 1234) n`,
    );
    await person({ first_name: "Ada" });
    const ids: string[] = [];
    for await (const batch of customerList.lines(staff(), customerList.parse(new URLSearchParams("q=birch"))))
      ids.push(...batch.map(({ id }) => id));
    const { rows } = await pool.query(
      "select c.id from customers c join users u using (id) where u.email like '%birch%' order by c.created_at desc, c.id desc",
    );
    expect(ids).toEqual(rows.map(({ id }) => id));
  });
});

describe("the details of a customer", () => {
  test("include visits, guest visits, payments and refunds", async () => {
    const ada = await aCustomer(world, "ada");
    const own = await bookAndPay(world, ada.ctx, "ada", { date: "2026-06-10" });
    const guest = await bookAndPay(world, ctx(), "ada", { date: "2026-06-04" });
    await bookAndPay(world, ctx(), "eve", { date: "2026-06-05" });
    await aRefund(pool, own.order, "completed");
    const found = await readCustomer(staff(), ada.ctx.actor.id);
    expect(found?.bookings.map(({ id, as_guest }) => [id, as_guest])).toEqual([
      [own.id, false],
      [guest.id, false], // joined, since the account's email is verified
    ]);
    expect(found?.payments.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
      ["paid", "$159.00"],
      ["paid", "$159.00"],
      ["refund", "$79.50"],
    ]);
    expect(found?.account).toMatchObject({ email: ada.email, email_verified: true, sessions: 1 });
    expect(found?.money).toEqual({ paid: "$238.50", due: null, overdue: null, credit: null });
  });

  test("say in one figure what is due, and what of it is overdue since its visit is over", async () => {
    const ada = await aCustomer(world, "ada");
    const { id } = ada.ctx.actor;
    const visits = [
      await bookAndPay(world, ada.ctx, "ada", { date: "2026-06-10" }),
      await bookAndPay(world, ada.ctx, "ada", { date: "2026-06-04" }),
    ];
    for (const { order } of visits)
      await pool.query(
        "insert into order_lines (order_id, position, kind, label, amount) values ($1, 2, 'time', 'Extra time', 2650)",
        [order],
      );
    const money = async () => (await readCustomer(staff(), id))?.money;
    expect(await money()).toMatchObject({ paid: "$318.00", due: "$53.00", overdue: null });
    await pool.query("update bookings set status = 'completed' where id = $1", [visits[1]?.id]);
    expect(await money()).toMatchObject({ paid: "$318.00", due: "$53.00", overdue: "$26.50" });
  });

  test("include their messages, reviews and properties", async () => {
    const ada = await aCustomer(world, "ada");
    const { id } = ada.ctx.actor;
    await pool.query(
      `insert into properties (user_id, property_type, address_line1, city, state, zip_code, bedrooms, square_footage)
       values ($1, 'residential', '1 Birch Lane', 'Epsom', 'NH', '03234', 3, 1450)`,
      [id],
    );
    await pool.query(
      `insert into contact_messages (submission_id, name, email, message) values
       (gen_random_uuid(), 'Ada', 'ADAemail@mail.example', 'Do you do barns?'),
       (gen_random_uuid(), 'Eve', 'eve@mail.example', 'Not mine')`,
    );
    const found = await readCustomer(staff(), id);
    expect(found?.properties).toMatchObject([
      { address: "1 Birch Lane, Epsom, NH 03234", rooms: "3 bed · 1,450 sq ft" },
    ]);
    expect(found?.messages).toMatchObject([{ message: "Do you do barns?", status: "new" }]);
  });

  test("include totals, links to all rows and the payments of old visits", async () => {
    const ada = await aCustomer(world, "ada");
    const { id } = ada.ctx.actor;
    const first = await bookAndPay(world, ada.ctx, "ada", { date: "2026-06-10" });
    await bookAndPay(world, ctx(), "ada", { date: "2026-06-11" }); // without an account
    await bookAndPay(world, ctx(), "eve", { date: "2026-06-12" });
    await aRefund(pool, first.order, "failed");
    await pool.query(
      `insert into bookings (user_id, service_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at,
         blocked, status, total_amount, price_lines, policy, address_line1, city, state, zip_code)
       select user_id, service_id, scheduled_date + n, scheduled_time, duration_hours, starts_at + n * interval '1 day',
         ends_at + n * interval '1 day', tstzrange(lower(blocked), upper(blocked) + n * interval '1 day'), 'cancelled', total_amount, price_lines, policy, address_line1, city, state,
         zip_code from bookings, generate_series(10, 34) n where id = $1`,
      [first.id],
    );
    await pool.query(
      `insert into staff_notes (user_id, body) select $1, 'Note ' || n from generate_series(1, 23) n`,
      [id],
    );
    await pool.query(
      `insert into contact_messages (submission_id, name, email, message)
       select gen_random_uuid(), 'Ada', $1, 'Hello ' || n from generate_series(1, 22) n`,
      [ada.email.toUpperCase()],
    );
    const found = await readCustomer(staff(), id);
    expect(found?.totals).toEqual({ bookings: 27, payments: 3, notes: 23, messages: 22, reviews: 0 });
    expect([found?.bookings.length, found?.notes.length, found?.messages.length]).toEqual([20, 20, 20]);
    expect(found?.payments.map(({ kind }) => kind).sort()).toEqual(["paid", "paid", "refund"]);
    expect((await readCustomer(staff(), id, "notes"))?.notes).toHaveLength(23);
    expect((await readCustomer(staff(), id, "messages"))?.messages).toHaveLength(22);

    const search = new URLSearchParams({ customer: id });
    const bookings = await bookingList.read(staff(), bookingList.parse(search));
    expect([bookings.total, bookings.rows.length, bookings.of]).toEqual([27, 25, ada.email.toLowerCase()]);
    const orders = await orderList.read(staff(), orderList.parse(search));
    expect([orders.total, orders.rows.length, orders.of]).toEqual([2, 2, ada.email.toLowerCase()]);
    search.set("status", "cancelled");
    expect((await bookingList.read(staff(), bookingList.parse(search))).total).toBe(25);
    search.set("status", "pending");
    expect((await orderList.read(staff(), orderList.parse(search))).total).toBe(0);
    const nobody = new URLSearchParams({ customer: randomUUID() });
    expect(await bookingList.read(staff(), bookingList.parse(nobody))).toMatchObject({ total: 0, rows: [] });
    expect(await orderList.read(staff(), orderList.parse(nobody))).toMatchObject({ total: 0, rows: [] });
    const odd = new URLSearchParams({ customer: "' or true" });
    expect((await bookingList.read(staff(), bookingList.parse(odd))).total).toBe(28);
  });

  test("are null for an unknown id", async () => {
    expect(await readCustomer(staff(), randomUUID())).toBeNull();
  });
});

describe("a note about a customer", () => {
  test("is saved once if its form is sent twice, and its text is not in the audit trail", async () => {
    const user_id = await person({ first_name: "Ada" });
    const note = { customer_id: user_id, body: "Has a shy cat", note_id: randomUUID() };
    await Promise.all([addCustomerNote(staff(), note), addCustomerNote(staff(), note)]);
    const found = await readCustomer(staff(), user_id);
    expect(found?.notes).toMatchObject([
      { body: "Has a shy cat", author: "Ada Lovelace", on: "Jun 01, 2026" },
    ]);
    const { rows } = await pool.query("select action, details from audit_log");
    expect(rows).toEqual([{ action: "customer.note_added", details: { note: note.note_id } }]);
  });

  test("can be removed only through the customer that it is about", async () => {
    const [user_id, other] = [await person({ first_name: "Ada" }), await person({ first_name: "Eve" })];
    const note_id = randomUUID();
    await addCustomerNote(staff(), { customer_id: user_id, body: "Has a shy cat", note_id });
    expect(await removeCustomerNote(staff(), { customer_id: other, note_id })).toMatchObject({ ok: false });
    expect(await removeCustomerNote(staff(), { customer_id: user_id, note_id })).toEqual({ ok: true });
    expect((await readCustomer(staff(), user_id))?.notes).toEqual([]);
  });

  test("is refused for an unknown customer", async () => {
    const about = { customer_id: randomUUID(), body: "Who?" };
    expect(await addCustomerNote(staff(), about)).toEqual({ ok: false, reason: "missing" });
  });
});
