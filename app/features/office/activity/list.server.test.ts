import { beforeEach, describe, expect, test } from "vitest";
import { addService } from "~/features/catalog/office/save.server";
import { recordAudit } from "~/platform/audit.server";
import { setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser, confirmedVisit } from "../../../../tests/support/visits";
import { activityList, readActivityEntry, readRecentActivity } from "./list.server";

const world = await testWorld();
const { pool, ctx, clock, db, clear } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await clear();
  office = await staffCtx(world);
  await pool.query("insert into user_roles (user_id, role, created_at) values ($1, 'admin', now())", [
    office().actor.id,
  ]);
});

const note = (entity: string, entity_id: string, action = `${entity}.touched`) => ({
  action,
  entity,
  entity_id,
});
const ask = (text = "") => activityList.read(office(), activityList.parse(new URLSearchParams(text)));
const sentences = async (text = "") => (await ask(text)).rows.map(({ what }) => what);

async function fill() {
  const customer = await aUser(pool, "ada@mail.example");
  await recordAudit(db, ctx({ actor: customer }), note("bread", "aa-1"));
  await recordAudit(db, ctx({ actor: { kind: "guest" } }), note("cheese", "aa-2"));
  clock.set("2026-06-02T03:59:59Z");
  await recordAudit(db, ctx({ actor: { kind: "system" } }), note("booking", "none"));
  clock.set("2026-06-02T04:00:00Z");
  await recordAudit(db, office(), note("crew", "aa_3"));
}

test("the activity list shows the newest entries first, with actor and action", async () => {
  await fill();
  const { rows, total, more, staff } = await ask();
  expect(rows.map(({ who, what }) => `${who} ${what}`)).toEqual([
    expect.stringMatching(/ touched a crew$/),
    "The system touched a booking",
    "A guest touched a cheese",
    expect.stringMatching(/ touched a bread$/),
  ]);
  expect([total, more, staff.map(({ id }) => id)]).toEqual([4, false, [office().actor.id]]);
});

test.each([
  ["actor=customers", ["touched a cheese", "touched a bread"]],
  ["actor=system", ["touched a booking"]],
  ["entity=crew", ["touched a crew"]],
  ["from=2026-06-01&to=2026-06-01", ["touched a booking", "touched a cheese", "touched a bread"]],
  ["from=2026-06-02", ["touched a crew"]],
  ["q=aa-", ["touched a cheese", "touched a bread"]],
  ["q=aa_3", ["touched a crew"]],
  ["q=%25", []],
])("the activity list finds entries with ?%s", async (search, expected) => {
  await fill();
  expect(await sentences(search)).toEqual(expected);
});

test("the activity list finds the entries of one administrator", async () => {
  await fill();
  expect(await sentences(`actor=${office().actor.id}`)).toEqual(["touched a crew"]);
});

test("the activity list and its export include entries of the same moment once each", async () => {
  const entries = Array.from({ length: 60 }, (_, index) => note("thing", String(index)));
  await recordAudit(db, office(), ...entries);
  const seen: number[] = [];
  let page = await ask();
  for (;;) {
    seen.push(...page.rows.map(({ id }) => id));
    if (!page.next) break;
    page = await ask(new URLSearchParams({ after: `${page.next.id}~${page.next.value}` }).toString());
  }
  expect(new Set(seen).size).toBe(60);
  const back = await ask(
    new URLSearchParams({ before: `${page.previous?.id}~${page.previous?.value}` }).toString(),
  );
  expect(back.rows.map(({ id }) => id)).toEqual(seen.slice(25, 50));
  const file = await Array.fromAsync(activityList.lines(office(), activityList.parse(new URLSearchParams())));
  expect(file.flat().map(({ id }) => id)).toEqual(seen);
});

test("an entry shows values before and after, and an unknown id returns null", async () => {
  await recordAudit(db, office(), {
    ...note("crew", "x"),
    details: { before: { name: "Birch" }, after: { name: "Beech" } },
  });
  const [row] = (await ask()).rows;
  expect(await readActivityEntry(office(), String(row?.id))).toMatchObject({
    changes: [{ field: "name", before: "Birch", after: "Beech" }],
    name: "x",
  });
  for (const id of ["0", "-1", "x", "99999999999999999999"]) {
    expect(await readActivityEntry(office(), id)).toBeNull();
  }
});

test("recent activity leaves out sign-ins", async () => {
  await recordAudit(db, office(), note("user", "x", "user.signed_in"), note("crew", "x"));
  expect((await readRecentActivity(office(), 8)).map(({ what }) => what)).toEqual(["touched a crew"]);
});

test("amounts keep the currency of their order when the company's currency changes", async () => {
  const { order_id } = await confirmedVisit(ctx(), pool);
  await recordAudit(db, office(), { ...note("order", order_id, "order.paid"), details: { amount: 100 } });
  const added = await addService(office(), {
    title: "Window Shine",
    description: "Panes, inside and out.",
    price: 4550,
    subscription_type: "one_time",
    service_type: "residential",
    is_popular: false,
    is_active: true,
    features: [],
    visit_minutes: 120,
    plan_frequencies: ["weekly"],
    terms: null,
    image: null,
  });
  await pool.query("delete from services where id = $1", [added.ok && added.id]);
  await setSetting(pool, "payments.default_currency", "CAD");
  await recordAudit(db, office(), {
    ...note("booking", "none", "booking.refunded"),
    details: { amount: 200 },
  });
  const { rows } = await ask();
  const whats = rows.map(({ what }) => what).join("\n");
  expect(whats).toMatch(/confirmed booking #\d{4,} \(Jun 10, 2026\): \$159\.00 paid/);
  expect(whats).toContain("recorded a payment of $1.00");
  expect(whats).toContain("refunded CA$2.00 of a booking");
  const service = rows.find(({ entity }) => entity === "service");
  const { changes, facts } = (await readActivityEntry(office(), String(service?.id))) ?? {};
  expect(changes).toContainEqual({ field: "price", before: null, after: "$45.50" });
  expect(facts).toEqual([]);
  const confirmed = rows.find(({ what }) => what.startsWith("confirmed booking"));
  expect((await readActivityEntry(office(), String(confirmed?.id)))?.facts).toContainEqual({
    field: "amount",
    value: "$159.00",
  });
});

describe("the customer of an entry", () => {
  const named = async (text = "") =>
    (await ask(text)).rows.map(
      ({ what, customer }) => `${what.split(" ")[0]}: ${customer?.name ?? "nobody"}`,
    );

  test("is named for bookings, orders, plans and homes, and links to the customer", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    const person = await aUser(pool, "grace@mail.example");
    await pool.query("update profiles set first_name = 'Grace', last_name = 'Hopper' where id = $1", [
      person.id,
    ]);
    const home = await pool.query(
      `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
       values ($1, 'residential', '1 Elm Street', 'Pittsfield', 'NH', '03263') returning id`,
      [person.id],
    );
    await pool.query("truncate audit_log");
    await recordAudit(db, office(), note("booking", id), note("order", order_id), note("crew", "x"));
    await recordAudit(db, office(), note("property", home.rows[0].id, "property.washed"));
    expect(await named()).toEqual([
      "washed: Grace Hopper",
      "touched: nobody",
      "touched: Ada Lovelace",
      "touched: Ada Lovelace",
    ]);
    const { rows } = await ask("entity=order");
    const of = await pool.query("select customer_id from orders where id = $1", [order_id]);
    expect(rows[0]?.customer?.id).toBe(of.rows[0].customer_id);
    const file = await Array.fromAsync(
      activityList.lines(office(), activityList.parse(new URLSearchParams())),
    );
    expect(file.flat().map(({ customer }) => customer?.name ?? null)).toContain("Grace Hopper");
  });

  test("stays who it was at the time, also when the booking is somebody else's since", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await recordAudit(db, office(), note("booking", id));
    await pool.query("insert into customers (first_name, last_name) values ('Grace', 'Hopper')");
    await pool.query(
      "update bookings set customer_id = (select id from customers where last_name = 'Hopper') where id = $1",
      [id],
    );
    expect((await named("entity=booking"))[0]).toBe("touched: Ada Lovelace");
    await recordAudit(db, office(), note("booking", id));
    expect((await named("entity=booking"))[0]).toBe("touched: Grace Hopper");
  });

  test("of an entry from before is the one of its booking now", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query("truncate audit_log");
    await pool.query(
      "insert into audit_log (at, actor, action, entity, entity_id, details) values (now(), 'system', 'booking.touched', 'booking', $1, '{}')",
      [id],
    );
    expect(await named()).toEqual(["touched: Ada Lovelace"]);
  });

  test("is found by name, with older entries about what is theirs", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query("truncate audit_log");
    await pool.query(
      "insert into audit_log (at, actor, action, entity, entity_id, details) values (now(), 'system', 'booking.older', 'booking', $1, '{}')",
      [id],
    );
    await recordAudit(db, office(), note("booking", id), note("crew", "x"));
    expect((await named("q=lovelace")).toSorted()).toEqual(["older: Ada Lovelace", "touched: Ada Lovelace"]);
    expect(await named("q=nobody")).toEqual([]);
  });

  test("whom another one was merged into stands for both", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await recordAudit(db, office(), note("booking", id));
    const kept = await pool.query(
      "insert into customers (company_name) values ('Analytical Engines') returning id",
    );
    await pool.query("update customers set merged_into = $1 where last_name = 'Lovelace'", [kept.rows[0].id]);
    expect((await named("entity=booking"))[0]).toBe("touched: Analytical Engines");
    expect(await named("q=engines")).toContain("touched: Analytical Engines");
  });

  test("has no name any more once they were erased", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await recordAudit(db, office(), note("booking", id));
    await pool.query("delete from customers where last_name = 'Lovelace'");
    await pool.query("update bookings set customer_id = null, customer_name = null where id = $1", [id]);
    const { rows } = await ask("entity=booking");
    expect(rows[0]?.customer).toEqual({ id: null, name: "A former customer" });
    expect(await named("q=lovelace")).toEqual([]);
  });
});
