import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { startPlan } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { search } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clear } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

type Person = { first?: string; last?: string; phone?: string; email?: string; street?: string };

async function customer({ first = "", last = "", phone, email, street }: Person) {
  const { rows } = await pool.query(
    "insert into customers (first_name, last_name) values ($1, $2) returning id, number",
    [first, last],
  );
  const { id, number } = rows[0] as { id: string; number: number };
  for (const [kind, value] of [
    ["phone", phone],
    ["email", email],
  ])
    if (value)
      await pool.query("insert into customer_contacts (customer_id, kind, value) values ($1, $2, $3)", [
        ...[id, kind, value],
      ]);
  if (street)
    await pool.query(
      `insert into properties (customer_id, property_type, address_line1, city, state, zip_code)
       values ($1, 'residential', $2, 'Concord', 'NH', '03301')`,
      [id, street],
    );
  return { id, number };
}

async function message(name: string, { phone = "", text = "Do you clean windows?" } = {}) {
  await pool.query(
    `insert into contact_messages (submission_id, name, email, phone, message)
     values (gen_random_uuid(), $1, 'someone@mail.example', $2, $3)`,
    [name, phone, text],
  );
}

/** "Customers: Ada Byron; Orders: …". */
async function find(q: string) {
  const { groups } = await search(staff(), q);
  return groups.map(({ label, hits }) => `${label}: ${hits.map(({ title }) => title).join(", ")}`).join("; ");
}

describe("customers are found by", () => {
  beforeEach(async () => {
    await customer({
      ...{ first: "Ottilie", last: "Byrnesworth", phone: "+16035550142" },
      ...{ email: "tilly@mail.example", street: "48 Old Turnpike" },
    });
    await customer({ first: "Grace", last: "Holloway", phone: "+16035559999", street: "7 Elm Street" });
  });

  test.each([
    "ottilie",
    "BYRNES",
    "ot",
    "byrnesworth ottilie",
    "(603) 555-0142",
    "603.555.0142",
    "5550142",
    "0142",
    "tilly@mail.example",
    "tilly",
    "48 old turn",
    "turnpike",
  ])("%s", async (q) => {
    expect(await find(q)).toBe("Customers: Ottilie Byrnesworth");
  });

  test.each(["%", "_ttilie", "o%e", "\\", "'", "x", "603", "--", "*", "\0", "😀", "byrnesworth grace"])(
    "nothing by %j, which is literal text",
    async (q) => {
      expect(await find(q)).toBe("");
    },
  );
});

test("what a number belongs to comes first, with its kinds in order", async () => {
  const visit = await confirmedVisit(ctx(), pool);
  const plan = await startPlan(ctx(), pool);
  const { id } = await customer({ first: "Ada", last: "Byron" });
  await pool.query("update bookings set number = 5042 where id = $1", [visit.id]);
  await pool.query("update orders set number = 5042 where id = $1", [visit.order_id]);
  await pool.query("update plans set number = 5042 where id = $1", [plan]);
  await pool.query("update customers set number = 5042 where id = $1", [id]);
  await customer({ first: "Zoe", last: "Lane", street: "5042 Elm Street" });
  for (const q of ["5042", "#5042", " # 5042 "]) {
    const { groups } = await search(staff(), q);
    expect(groups.map(({ kind, hits: [first] }) => [kind, first?.number, first?.exact])).toEqual([
      ["customer", "#5042", true],
      ["booking", "#5042", true],
      ["order", "#5042", true],
      ["plan", "#5042", true],
    ]);
    expect(groups[0]?.hits.map(({ title }) => title)).toEqual(
      q === "5042" ? ["Ada Byron", "Zoe Lane"] : ["Ada Byron"],
    );
  }
});

test("the number of a merged customer finds the one that is left", async () => {
  const kept = await customer({ first: "Ada", last: "Byron" });
  const merged = await customer({ first: "A.", last: "Byron" });
  await pool.query("update customers set merged_into = $1 where id = $2", [kept.id, merged.id]);
  expect(await find(`#${merged.number}`)).toBe("Customers: Ada Byron");
  expect(await find("byron")).toBe("Customers: Ada Byron");
});

test("a phone number finds the customer with their next visits, orders and messages", async () => {
  const first = await confirmedVisit(ctx(), pool, { date: "2026-06-12" });
  const next = await confirmedVisit(ctx(), pool, { date: "2026-06-10" });
  await pool.query("update bookings set scheduled_date = '2026-05-01' where id = $1", [first.id]);
  const { id } = await customer({ first: "Ada", last: "Byron", phone: "+16035550142" });
  await pool.query("update bookings set customer_id = $1, customer_name = 'Ada Byron'", [id]);
  await pool.query("update orders set customer_id = $1", [id]);
  await message("Somebody else", { phone: "603-555-0142" });
  const { groups } = await search(staff(), "603 555 0142");
  expect(groups.map(({ label, hits }) => [label, hits.length])).toEqual([
    ["Customers", 1],
    ["Bookings", 2],
    ["Orders", 2],
    ["Messages", 1],
  ]);
  expect(groups[1]?.hits.map(({ href }) => href)).toEqual([
    `/admin/bookings/${next.id}`,
    `/admin/bookings/${first.id}`,
  ]);
});

test("bookings and plans are found by the name and street that were left with them", async () => {
  const visit = await confirmedVisit(ctx(), pool);
  await pool.query("update bookings set customer_id = null, customer_name = 'Iris Quist' where id = $1", [
    visit.id,
  ]);
  await pool.query("update orders set customer_id = null");
  const plan = await startPlan(ctx(), pool);
  await pool.query("update plans set customer_id = null, customer_name = 'Iris Quist' where id = $1", [plan]);
  await pool.query("update orders set customer_id = null where plan_id = $1", [plan]);
  const { groups } = await search(staff(), "quist iris");
  expect(groups.map(({ kind }) => kind)).toEqual(["booking", "order", "plan"]);
});

test("messages by their sender come before those that only mention the word", async () => {
  await message("Otto", { text: "My neighbor Lindqvist told me about you." });
  await message("Berit Lindqvist");
  expect(await find("lindqvist")).toBe("Messages: Berit Lindqvist, Otto");
});

test("of many, six are shown and the list has the others", async () => {
  for (let n = 0; n < 8; n += 1) await customer({ first: `Ann${n}`, last: "Marchbanks" });
  const { groups } = await search(staff(), "marchbanks");
  expect(groups[0]).toMatchObject({ kind: "customer", more: "/admin/customers?q=marchbanks" });
  expect(groups[0]?.hits.map(({ title }) => title.slice(0, 4))).toEqual([
    ...["Ann0", "Ann1", "Ann2", "Ann3", "Ann4", "Ann5"],
  ]);
});

test("a phone number that nobody has is offered for a booking", async () => {
  expect(await search(staff(), "603-555-0199")).toMatchObject({ groups: [], call: "603-555-0199" });
  expect(await search(staff(), "0199")).toMatchObject({ groups: [], call: null });
  expect(await search(staff(), "nobody")).toMatchObject({ groups: [], call: null });
});

test("an unnamed customer is shown as the specification says", async () => {
  const { id } = await customer({ email: "who@mail.example" });
  expect(await find("who@mail")).toBe(`Customers: No name provided ${id.slice(0, 8)}`);
});
