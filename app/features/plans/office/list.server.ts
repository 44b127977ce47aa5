import { and, eq, getTableColumns, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { likePattern } from "~/db/keyset";
import { users } from "~/db/schema/accounts";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { profiles } from "~/db/schema/customers";
import { plans } from "~/db/schema/plans";
import { subselect } from "~/db/subselect";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { defineList } from "~/features/office/lists/define.server";
import { findFew, numbered } from "~/features/office/lists/find.server";
import { formatWhen } from "~/features/plans/emails/words";
import { saleState } from "~/features/plans/phone/rules";
import { inUnits } from "~/lib/csv";
import { companyToday, formatDate, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import { countUpTo } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { PLAN_LIST, type PlanRow } from "./list";

/** Who a plan is for: as left with it, else as the account has it. */
export const planCustomer = subselect(sql<string | null>`coalesce(nullif(${plans.customer_name}, ''), (
  select nullif(concat_ws(' ', nullif(person.first_name, ''), nullif(person.last_name, '')), '')
  from ${profiles} person where person.id = ${plans.user_id}))`);

/** Plans that were begun or may be paid still, and those that staff sold. What a visitor let go before paying is no plan. */
const worthListing = or(
  ne(plans.status, "ended"),
  isNotNull(plans.subscription_id),
  isNotNull(plans.held_until),
);

export const planList = defineList(PLAN_LIST, {
  select,
  id: plans.id,
  date: plans.created_at,
  keys: {
    started: plans.created_at,
    charge: sql`coalesce(${plans.period_end}, ${plans.created_at})`,
  },
  edge: ({ created_at, period_end }, sort) => (sort === "charge" && period_end) || created_at,
  wanted: async ({ db }, { q, filters: { status, frequency, customer } }) => {
    const asked = customer ? await customerOf(db, customer) : null;
    const filter = and(
      worthListing,
      status && eq(plans.status, status),
      frequency && eq(plans.frequency, frequency),
      asked?.where,
      q ? await searchFor(db, q) : undefined,
    );
    return { filter, of: asked?.email };
  },
  /** A company has few plans, and their status is indexed: only what is searched for is counted up to a limit. */
  count: async ({ db }, { q }, { filter }) => {
    if (!q) return { total: await db.$count(plans, filter), more: false };
    return countUpTo(db, db.select({ id: plans.id }).from(plans).where(filter));
  },
  rows: (found, { zone, ctx }) => found.map((one) => rowOf(one, zone, ctx.now)),
  columns: [
    ["Plan", ({ number }) => formatNumber(number)],
    ["Started", ({ created_at }) => created_at.toString()],
    ["Status", ({ status }) => status],
    ["Customer", ({ customer }) => customer ?? UNKNOWN.customer],
    ["Email", ({ customer_email }) => customer_email],
    ["Service", ({ service }) => service],
    ["How often", ({ frequency }) => frequency],
    ["First visit", ({ first_date, earlier_rhythms }) => earlier_rhythms[0]?.first_date ?? first_date],
    ["Time", ({ slot_time }) => formatTime(slot_time)],
    ["Crew", ({ crew }) => crew],
    ["Street", ({ address_line1 }) => address_line1],
    ["City", ({ city }) => city],
    ["State", ({ state }) => state],
    ["ZIP", ({ zip_code }) => zip_code],
    ["Monthly amount", ({ amount }) => inUnits(amount)],
    ["Currency", ({ currency }) => currency],
    ["Test payment", ({ provider }) => isTestPayment(provider)],
    ["Next charge", ({ period_end }) => period_end?.toString() ?? null],
    ["Resumes", ({ resumes_on }) => resumes_on],
    ["Ends", ({ ends_on }) => ends_on],
  ],
});

function select(db: Database) {
  return db
    .select({
      ...getTableColumns(plans),
      customer: planCustomer,
      service: services.title,
      crew: crews.name,
    })
    .from(plans)
    .innerJoin(services, eq(services.id, plans.service_id))
    .leftJoin(crews, eq(crews.id, plans.crew_id));
}

async function customerOf(
  db: Database,
  id: string,
): Promise<{ email: string | null; where: SQL | undefined }> {
  const [customer] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  if (!customer) return { email: null, where: sql`false` };
  const asGuest = and(
    sql`${plans.user_id} is null`,
    eq(sql`lower(${plans.customer_email})`, customer.email.toLowerCase()),
  );
  return { email: customer.email, where: or(eq(plans.user_id, id), asGuest) };
}

/** The texts behind the indexes of migration 0006: what is left with a plan, and which plans have no name left with them. */
const LEFT = sql`lower(coalesce(${plans.customer_name}, '') || ' ' || ${plans.address_line1} || ' ' || ${plans.city} || ' ' || coalesce(${plans.customer_email}, ''))`;
const NAMELESS = sql`coalesce(${plans.customer_name}, '') = ''`;

/** A name, an address, an email, a service or its number: each is looked for by an index of its own. */
async function searchFor(db: Database, q: string): Promise<SQL | undefined> {
  const pattern = likePattern(q);
  const offered = await db
    .select({ id: services.id })
    .from(services)
    .where(sql`lower(${services.title}) like ${pattern}`);
  const ids = offered.map(({ id }) => id);
  const named = sql`exists (select from ${profiles} person where person.id = ${plans.user_id}
    and lower(concat_ws(' ', nullif(person.first_name, ''), nullif(person.last_name, ''))) like ${pattern})`;
  const conditions = [
    sql`${LEFT} like ${pattern}`,
    sql`(${NAMELESS} and ${named})`,
    ...(ids.length > 0 ? [inArray(plans.service_id, ids)] : []),
    ...numbered(plans.number, q).map(({ where }) => where),
  ];
  const few = await findFew(
    db,
    conditions.map((has) => ({ from: sql`${plans}`, id: plans.id, has })),
  );
  return few ? inArray(plans.id, few) : or(...conditions);
}

type Found = Awaited<ReturnType<typeof select>>[number];

function rowOf({ customer, service, crew, ...plan }: Found, zone: string, now: Temporal.Instant): PlanRow {
  const charged = plan.status === "active" || plan.status === "past_due";
  const day = (at: Temporal.Instant) => formatDate(companyToday(at, zone));
  return {
    id: plan.id,
    number: formatNumber(plan.number),
    customer: customer ?? UNKNOWN.customer,
    town: [plan.city, plan.state].filter(Boolean).join(", "),
    service,
    rhythm: formatWhen(plan),
    crew: crew ?? "No crew",
    amount: formatCents(plan.amount, plan.currency),
    is_test: isTestPayment(plan.provider),
    charge: charged && !plan.ends_on && plan.period_end ? day(plan.period_end) : null,
    started: day(plan.created_at),
    status: plan.status,
    sale: plan.held_until && saleState(plan, now),
    needs_attention: plan.needs_attention !== null,
  };
}
