import { Client } from "pg";
import { afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { COUNT_LIMIT } from "~/db/keyset";
import { readPast, readUpcoming } from "~/features/booking/manage/queries.server";
import { bookingList } from "~/features/booking/office/list/list.server";
import { findCallers } from "~/features/booking/phone/find.server";
import { applicationList } from "~/features/careers/office/list.server";
import { subscriberList } from "~/features/content/newsletter/office/list.server";
import { readProperties } from "~/features/customers/homes/queries.server";
import { customerList } from "~/features/customers/office/list.server";
import { readCustomer } from "~/features/customers/office/queries.server";
import { deliveryList } from "~/features/integrations/webhooks/deliveries.server";
import { messageList } from "~/features/messages/office/list.server";
import { mailList } from "~/features/notifications/email/office/list.server";
import { activityList, readRecentActivity } from "~/features/office/activity/list.server";
import { readAttention } from "~/features/office/attention/list.server";
import { readDashboard } from "~/features/office/dashboard/queries.server";
import { readToday } from "~/features/office/dashboard/today.server";
import { search } from "~/features/office/search/queries.server";
import { orderList } from "~/features/payments/office/list.server";
import { planList } from "~/features/plans/office/list.server";
import { readMyPlans } from "~/features/plans/queries.server";
import { reviewList } from "~/features/reviews/office/list.server";
import { readMonth } from "~/features/scheduling/availability/availability.server";
import { readBoard } from "~/features/scheduling/board/queries.server";
import type { UserCtx } from "~/platform/context.server";
import { fillOffice } from "../../../../bench/office-data";
import { idOf } from "../../../../bench/office-past";
import { testWorld } from "../../../../tests/support/ctx";
import { nodesOf } from "../../../../tests/support/explained";
import { staffCtx } from "../../../../tests/support/staff";

const BOOKINGS = 20_000;
/** Tables that grow over time. */
const BIG = [
  "bookings",
  "orders",
  "refunds",
  "audit_log",
  "users",
  "profiles",
  ...["customers", "customer_contacts"],
  "properties",
  "reviews",
  "search_texts",
  "mails",
  "contact_messages",
  "job_applications",
  "newsletter_subscribers",
  "webhook_deliveries",
  "plans",
];

const world = await testWorld({ now: new Date().toISOString() });
const { pool, sitePool } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;
const sizes = new Map<string, number>();
let regular: string;

beforeAll(async () => {
  await asSuperuser((client) => fillOffice(client, { customers: BOOKINGS / 2, bookings: BOOKINGS }));
  staff = await staffCtx(world);
  await measure();
  regular = (await pool.query(`select ${idOf("person", "20")} as id`)).rows[0].id;
}, 120_000);

afterEach(() => vi.restoreAllMocks());

async function asSuperuser(work: (client: Client) => Promise<unknown>): Promise<void> {
  const { superuser } = inject("postgres");
  const { rows } = await pool.query("select current_database() as database");
  const client = new Client({ ...superuser, database: rows[0].database });
  await client.connect();
  await work(client);
  await client.end();
}

async function measure(): Promise<void> {
  for (const table of BIG) {
    const { rows } = await pool.query(`select count(*)::int as count from ${table}`);
    sizes.set(table, rows[0].count);
  }
}

type Query = { text: string; values?: unknown[] };
/** Captures the statements that a read sends. */
async function statementsOf(read: () => Promise<unknown>): Promise<Query[]> {
  const sent: Query[] = [];
  const query = sitePool.query.bind(sitePool);
  vi.spyOn(sitePool, "query").mockImplementation(((config: Query, values?: unknown[]) => {
    sent.push({ text: config.text, values });
    return query(config, values);
  }) as typeof sitePool.query);
  await read();
  vi.restoreAllMocks();
  return sent;
}

/**
 * Statements over tables so small in this test that a sequential scan is cheaper than an index. Sequential scans are
 * disabled for them, so that only a missing index causes one.
 */
const FEW_HERE =
  /"(mails|contact_messages|job_applications|newsletter_subscribers|webhook_deliveries|reviews|plans)"/;

/** The bookings list reads a visit of each plan. A company has few plans. */
const EACH_PLAN = /"plans" cross join lateral/;

/** Tables of which the statement reads a third or more, and more than the counting limit. */
async function wholeTables({ text, values }: Query): Promise<string[]> {
  const { rows } = await explained(text, values);
  return nodesOf(rows[0]["QUERY PLAN"][0].Plan).flatMap((node) => {
    const table = node["Relation Name"] ?? "";
    const size = sizes.get(table);
    if (!size || (table === "plans" && EACH_PLAN.test(text))) return [];
    const each =
      node["Actual Rows"] +
      (node["Rows Removed by Filter"] ?? 0) +
      (node["Rows Removed by Index Recheck"] ?? 0);
    const read = each * node["Actual Loops"];
    return read >= Math.max(size / 3, Math.min(0.9 * size, COUNT_LIMIT + 30))
      ? [`${node["Node Type"]} of ${read} rows of ${table}: ${text}`]
      : [];
  });
}

async function explained(text: string, values?: unknown[]) {
  const client = await pool.connect();
  if (FEW_HERE.test(text)) await client.query("set enable_seqscan = off");
  const found = await client.query(`explain (analyze, format json) ${text}`, values);
  await client.query("reset enable_seqscan");
  client.release();
  return found;
}

async function expectNoWholeTable(read: () => Promise<unknown>): Promise<void> {
  const statements = await statementsOf(read);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) expect(await wholeTables(statement)).toEqual([]);
}

test("the check detects a statement that reads a whole table", async () => {
  const found = await wholeTables({ text: "select max(total_amount + 1) from bookings" });
  expect(found).toEqual([expect.stringContaining(`Scan of ${BOOKINGS} rows of bookings`)]);
});

const SEARCHES = ["grace smith", "quackenbush", "xanthippe", "qx", "road", "gilford", "pittsfield"];

/** Ranges of days, alone and with what narrows a list else. */
const RANGES = "range=today range=week from=2026-01-01&to=2026-01-31".split(" ");
const BOOKING_RANGES =
  "range=month&sort=amount range=month&status=cancelled range=month&q=smith range=week&q=concord".split(" ");

const MESSAGE_SEARCHES =
  " status=archived q=lighthouse q=weekend q=xanthippe q=smith&status=archived range=month&status=archived".split(
    " ",
  );

const CUSTOMER_SEARCHES =
  "smith quackenbush person-777@ (603)+12 603-012-3456 xanthippe main 17+birch+lane mail.example 603 %231042".split(
    " ",
  );

describe("no large table is read completely for", () => {
  test.each([
    ...["", "sort=amount", "sort=-amount", "status=cancelled", "status=pending"],
    ...SEARCHES.map((q) => `q=${q}`),
    "q=smith",
    "q=concord",
    "q=deep",
    "q=smith&status=cancelled",
    "q=road&status=cancelled",
    "q=smith&sort=amount",
    "q=person-777@",
    "q=Person-77",
    "q=mail.example",
    "q=(603) 012-3456",
    ...["q=6030", "q=5512&status=cancelled", "q=603", "q=%231042", "q=1042"],
    ...["when=today", "when=upcoming", "when=unassigned", "when=past", "when=past&status=cancelled"],
    "when=upcoming&sort=amount",
    "when=past&q=smith",
    "when=past&q=concord",
    "when=upcoming&q=road",
    ...[...RANGES, ...BOOKING_RANGES],
  ])("bookings with ?%s and its next page", async (search) => {
    const readBookings = (more = "") =>
      bookingList.read(staff(), bookingList.parse(new URLSearchParams(search + more)));
    await expectNoWholeTable(() => readBookings());
    const { next } = await readBookings();
    if (next)
      await expectNoWholeTable(() =>
        readBookings(`&after=${encodeURIComponent(`${next.id}~${next.value}`)}`),
      );
  });

  test("bookings in the middle of the list", async () => {
    const { rows } = await pool.query(
      "select id, starts_at from bookings order by starts_at offset $1 limit 1",
      [BOOKINGS / 2],
    );
    const after = `after=${rows[0].id}~${rows[0].starts_at.toISOString()}`;
    await expectNoWholeTable(() => bookingList.read(staff(), bookingList.parse(new URLSearchParams(after))));
  });

  test.each(["xanthippe", "(603) 012-3456", "person-777@", "quackenbush", "603"])(
    "finding a caller by %s",
    async (find) => {
      await expectNoWholeTable(() => findCallers(staff(), find));
    },
  );

  test.each([
    ...[...SEARCHES, "smith", "sm", "concord", "smith concord", "person-777@", "mail.example", "1042"],
    ...["603-012-3456", "6030", "603", "#1042", "17 birch lane", "lighthouse"],
  ])("what is found everywhere by %s", async (q) => {
    await expectNoWholeTable(() => search(staff(), q));
  });

  test.each([
    "",
    "status=failed",
    ...SEARCHES.map((q) => `q=${q}`),
    ...[...RANGES, "q=smith&status=failed", "q=3f2a9c10", "q=%231042", "range=month&status=failed"],
  ])("orders with ?%s", async (search) => {
    await expectNoWholeTable(() => orderList.read(staff(), orderList.parse(new URLSearchParams(search))));
  });

  test.each(["", ...RANGES, "range=month&q=smith", ...CUSTOMER_SEARCHES.map((q) => `q=${q}`)])(
    "customers with ?%s",
    async (search) => {
      await expectNoWholeTable(customersWith(search));
    },
  );

  test.each([
    "",
    "actor=customers",
    "actor=system",
    "entity=order",
    "entity=crew&actor=customers",
    ...[...RANGES, "entity=order&range=month", "q=3f2a", "q=lovelace", "q=%231042"],
  ])("activity with ?%s", async (search) => {
    await expectNoWholeTable(() =>
      activityList.read(staff(), activityList.parse(new URLSearchParams(search))),
    );
  });

  test.each([...RANGES, ...MESSAGE_SEARCHES])("messages with ?%s", async (search) => {
    await expectNoWholeTable(() => messageList.read(staff(), messageList.parse(new URLSearchParams(search))));
  });

  test.each(["", "status=new", "position=Team+Lead", "q=quackenbush", "q=xanthippe"])(
    "applications with ?%s",
    async (search) => {
      await expectNoWholeTable(() =>
        applicationList.read(staff(), applicationList.parse(new URLSearchParams(search))),
      );
    },
  );

  const REVIEWS = "rating=1 rating=5 state=published state=consented q=thimble q=kitchen q=quackenbush";
  test.each(["", ...RANGES, ...REVIEWS.split(" ")])("reviews with ?%s", async (search) => {
    await expectNoWholeTable(() => reviewList.read(staff(), reviewList.parse(new URLSearchParams(search))));
  });

  const EMAILS = "status=failed q=receipt q=person-777@ q=xanthippe q=receipt&status=failed";
  test.each(["", ...RANGES, ...EMAILS.split(" ")])("emails with ?%s", async (search) => {
    await expectNoWholeTable(() => mailList.read(staff(), mailList.parse(new URLSearchParams(search))));
  });

  test.each(["", "status=pending", "q=person-778@"])("the newsletter with ?%s", async (search) => {
    await expectNoWholeTable(() =>
      subscriberList.read(staff(), subscriberList.parse(new URLSearchParams(search))),
    );
  });

  test.each([
    "",
    "status=failed",
    "event=message.received",
    "q=3f2a9c10",
    "q=hooks-1",
    "q=hooks-1&status=failed",
    "webhook=3f2a9c10-0000-4000-8000-000000000001",
  ])("webhook deliveries with ?%s", async (search) => {
    await expectNoWholeTable(() =>
      deliveryList.read(staff(), deliveryList.parse(new URLSearchParams(search))),
    );
  });

  // A company has few plans, so all are counted without a search.
  test.each([
    "q=grace smith",
    "q=quackenbush",
    "q=xanthippe",
    "q=person-20@",
    "q=smith&status=past_due",
    "q=%231042",
  ])("plans with ?%s", async (search) => {
    await expectNoWholeTable(() => planList.read(staff(), planList.parse(new URLSearchParams(search))));
  });

  test("a customer's own lists, and the slots of a month", async () => {
    const own = (): UserCtx => ({
      ...world.ctx(),
      actor: { ...staff().actor, id: regular, email: "person-20@mail.example", role: "user" },
    });
    for (const read of [readUpcoming, readPast, readProperties, readMyPlans])
      await expectNoWholeTable(() => read(own()));
    const month = world.clock.now.toString().slice(0, 7);
    await expectNoWholeTable(() => readMonth(world.ctx(), { month, minutes: 60 }));
  });

  test("one customer, the dashboard and the schedule", async () => {
    expect(await readCustomer(staff(), regular)).not.toBeNull();
    await expectNoWholeTable(() => readCustomer(staff(), regular));
    await expectNoWholeTable(() => readDashboard(staff()));
    await expectNoWholeTable(() => readToday(staff()));
    await expectNoWholeTable(() => readAttention(staff(), { limit: 3 }));
    await expectNoWholeTable(() => readRecentActivity(staff(), 8));
    await expectNoWholeTable(() => readBoard(staff(), new URLSearchParams("view=day")));
    await expectNoWholeTable(() => readBoard(staff(), new URLSearchParams("view=week")));
  });
});

const customersWith = (search: string) => () =>
  customerList.read(staff(), customerList.parse(new URLSearchParams(search)));

/** Each index with a read that would read a whole table without it. */
const INDEXES: [index: string, read: () => Promise<unknown>][] = [
  ["bookings_list", () => bookingList.read(staff(), bookingList.parse(new URLSearchParams()))],
  ["bookings_amount", () => bookingList.read(staff(), bookingList.parse(new URLSearchParams("sort=amount")))],
  [
    "bookings_contact",
    () => bookingList.read(staff(), bookingList.parse(new URLSearchParams("q=person-777@"))),
  ],
  [
    "bookings_contact",
    () => bookingList.read(staff(), bookingList.parse(new URLSearchParams("q=603-012-3456"))),
  ],
  ["bookings_number", () => bookingList.read(staff(), bookingList.parse(new URLSearchParams("q=%231042")))],
  ["plans_number", () => search(staff(), "#1042")],
  ["orders_number", () => orderList.read(staff(), orderList.parse(new URLSearchParams("q=%231042")))],
  ["bookings_customer_id", () => readCustomer(staff(), regular)],
  ["orders_created_at", () => orderList.read(staff(), orderList.parse(new URLSearchParams()))],
  ["customers_created_at", customersWith("")],
  ["customers_name", customersWith("q=quackenbush")],
  ["customer_contacts_search", customersWith("q=603-012-3456")],
  ["properties_street", customersWith("q=17 birch lane")],
  ["audit_log_at", () => readRecentActivity(staff(), 8)],
  ["contact_messages_list", () => messageList.read(staff(), messageList.parse(new URLSearchParams()))],
  [
    "contact_messages_search",
    () => messageList.read(staff(), messageList.parse(new URLSearchParams("q=lighthouse"))),
  ],
  [
    "job_applications_list",
    () => applicationList.read(staff(), applicationList.parse(new URLSearchParams())),
  ],
  ["reviews_created_at", () => reviewList.read(staff(), reviewList.parse(new URLSearchParams()))],
  ["reviews_rating", () => reviewList.read(staff(), reviewList.parse(new URLSearchParams("rating=1")))],
  ["mails_created_at", () => mailList.read(staff(), mailList.parse(new URLSearchParams()))],
  ["mails_search", () => mailList.read(staff(), mailList.parse(new URLSearchParams("q=person-777@")))],
  [
    "newsletter_subscribers_created_at",
    () => subscriberList.read(staff(), subscriberList.parse(new URLSearchParams())),
  ],
  [
    "webhook_deliveries_created_at",
    () => deliveryList.read(staff(), deliveryList.parse(new URLSearchParams())),
  ],
  ["plans_search", () => planList.read(staff(), planList.parse(new URLSearchParams("q=xanthippe")))],
  ["plans_nameless", () => planList.read(staff(), planList.parse(new URLSearchParams("q=xanthippe")))],
  [
    "webhook_deliveries_event",
    () => deliveryList.read(staff(), deliveryList.parse(new URLSearchParams("event=message.received"))),
  ],
];

test.each(INDEXES)("without the index %s, a whole table is read", expectNeeded);

async function expectNeeded(index: string, read: () => Promise<unknown>): Promise<void> {
  const { rows } = await pool.query("select indexdef from pg_indexes where indexname = $1", [index]);
  await pool.query(`drop index ${index}`);
  const found = (await Promise.all((await statementsOf(read)).map(wholeTables))).flat();
  await pool.query(rows[0].indexdef);
  expect(found).not.toEqual([]);
}

/** Weekly visits of this many plans for most of a year. */
const FAR_VISITS = `
  insert into bookings (user_id, service_id, plan_id, plan_visit, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at,
    blocked, status, total_amount, price_lines, policy, address_line1, city, state, zip_code, customer_name)
  select user_id, service_id, id, 1 + week, current_date + 7 * week, '09:00', 1, starts, starts + interval '1 hour',
    tstzrange(starts, starts + interval '1 hour'), case when week % 9 = 0 then 'cancelled' else 'confirmed' end, 0, '[]', policy,
    address_line1, city, state, zip_code, customer_name
  from (select * from plans order by id limit 320) laid, generate_series(1, 45) week,
    lateral (select (current_date + 7 * week + time '09:00') at time zone 'America/New_York' as starts) moment`;

describe("when plans have visits far ahead, no large table is read completely for", () => {
  const readBookings = (search: string) =>
    bookingList.read(staff(), bookingList.parse(new URLSearchParams(search)));

  beforeAll(async () => {
    await asSuperuser(async (client) => {
      await client.query("set session_replication_role = replica");
      await client.query(FAR_VISITS);
      await client.query("vacuum analyze bookings");
    });
    await measure();
  });

  test.each([
    "",
    "sort=date",
    "sort=amount",
    "sort=-amount",
    "status=cancelled",
    "when=today",
    "when=unassigned",
    "when=upcoming",
    "when=upcoming&sort=-date",
    "when=past",
    "customer=CUSTOMER",
    "plan=PLAN",
    "plan=PLAN&when=upcoming",
  ])("bookings with ?%s and all next pages", async (search) => {
    const { rows } = await pool.query(
      "select user_id, id from plans where user_id is not null order by id limit 1",
    );
    const query = search.replace("CUSTOMER", rows[0].user_id).replace("PLAN", rows[0].id);
    await expectNoWholeTable(() => readBookings(query));
    let { next } = await readBookings(query);
    for (let pages = 1; next && pages < 20; pages += 1) {
      const after = `&after=${encodeURIComponent(`${next.id}~${next.value}`)}`;
      if (pages % 6 === 1) await expectNoWholeTable(() => readBookings(query + after));
      ({ next } = await readBookings(query + after));
    }
  });

  test.each(["bookings_plan_list", "bookings_single_list"])(
    "without the index %s, a whole table is read",
    (index) => expectNeeded(index, () => readBookings("")),
  );
});
