import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { batchesOf, keyset, likePattern, PAGE_SIZE, type Page, pageOf } from "~/db/keyset";
import { users } from "~/db/schema/accounts";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { profiles } from "~/db/schema/customers";
import { plans } from "~/db/schema/plans";
import { subselect } from "~/db/subselect";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { FREQUENCIES } from "~/features/catalog/service";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatWhen } from "~/features/plans/emails/words";
import { PLAN_STATUSES } from "~/features/plans/plan";
import { companyToday } from "~/features/scheduling/availability/slots";
import { formatDate, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { isTestPayment } from "~/lib/test-payment";
import type { AdminCtx } from "~/platform/context.server";
import { countUpTo } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import { findFew } from "~/platform/few.server";
import type { PlanExport, PlanListQuery, PlanRow } from "./list";

/** `of`: the email of the customer whose plans are asked for. */
export type PlanList = Page<PlanRow> & { total: number; more: boolean; of: string | null };

/** Who a plan is for: as left with it, else as the account has it. */
export const planCustomer = subselect(sql<string | null>`coalesce(nullif(${plans.customer_name}, ''), (
  select nullif(concat_ws(' ', nullif(person.first_name, ''), nullif(person.last_name, '')), '')
  from ${profiles} person where person.id = ${plans.user_id}))`);

/** Plans that were begun or may be paid still: what was let go before its payment is no plan. */
const worthListing = or(ne(plans.status, "ended"), isNotNull(plans.subscription_id));

/** One page of all plans, with how many the search and the filters find in all. */
export async function readPlanList(ctx: AdminCtx, query: PlanListQuery): Promise<PlanList> {
  const { where, of } = await wantedOf(ctx.db, query);
  const [{ timezone }, found, count] = await Promise.all([
    readCompany(ctx),
    readRows(ctx.db, query, where, PAGE_SIZE + 1),
    countOf(ctx.db, query, where),
  ]);
  const page = pageOf(query, found, (row) => keyOf(query, row));
  return { ...page, rows: page.rows.map((row) => rowOf(row, timezone)), ...count, of };
}

/** Everything that the search and the filters find, in batches of the list's order. */
export async function* exportPlans({ db }: AdminCtx, asked: PlanListQuery) {
  const { where } = await wantedOf(db, asked);
  const batches = batchesOf(
    asked,
    (query, limit) => readRows(db, query, where, limit),
    (row, query) => keyOf(query, row),
  );
  for await (const found of batches) yield found.map(exportOf);
}

const KEYS = {
  started: { column: plans.created_at, id: plans.id },
  charge: { column: sql`coalesce(${plans.period_end}, ${plans.created_at})`, id: plans.id },
};

function keyOf({ sort }: PlanListQuery, { plan }: Found) {
  const at = sort === "charge" ? (plan.period_end ?? plan.created_at) : plan.created_at;
  return { value: at.toString(), id: plan.id };
}

function select(db: Database) {
  return db
    .select({ plan: plans, customer: planCustomer, service: services.title, crew: crews.name })
    .from(plans)
    .innerJoin(services, eq(services.id, plans.service_id))
    .leftJoin(crews, eq(crews.id, plans.crew_id));
}

type Found = Awaited<ReturnType<typeof select>>[number];

/** The rows after (or before) the cursor. */
function readRows(db: Database, query: PlanListQuery, where: SQL | undefined, limit: number) {
  const { where: beyond, orderBy } = keyset(query, KEYS[query.sort]);
  return select(db)
    .where(and(where, beyond))
    .orderBy(...orderBy)
    .limit(limit);
}

async function wantedOf(db: Database, { q, filters }: PlanListQuery) {
  const status = PLAN_STATUSES.find((one) => one === filters.status);
  const frequency = FREQUENCIES.find((one) => one === filters.frequency);
  const customer = filters.customer ? await customerOf(db, filters.customer) : null;
  const where = and(
    worthListing,
    status && eq(plans.status, status),
    frequency && eq(plans.frequency, frequency),
    customer?.where,
    q ? await searchFor(db, q) : undefined,
  );
  return { where, of: customer?.email ?? null };
}

/** A company has few plans, and their status is indexed: only what is searched for is counted up to a limit. */
async function countOf(db: Database, { q }: PlanListQuery, where: SQL | undefined) {
  if (!q) return { total: await db.$count(plans, where), more: false };
  return countUpTo(db, db.select({ id: plans.id }).from(plans).where(where));
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

/** A name, an address, an email or a service: each is looked for by an index of its own. */
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
  ];
  const few = await findFew(
    db,
    conditions.map((has) => ({ from: sql`${plans}`, id: plans.id, has })),
  );
  return few ? inArray(plans.id, few) : or(...conditions);
}

function rowOf({ plan, customer, service, crew }: Found, zone: string): PlanRow {
  const charged = plan.status === "active" || plan.status === "past_due";
  const day = (at: Temporal.Instant) => formatDate(companyToday(at, zone));
  return {
    id: plan.id,
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
    needs_attention: plan.needs_attention !== null,
  };
}

function exportOf({ plan, customer, service, crew }: Found): PlanExport {
  return {
    id: plan.id,
    created_at: plan.created_at,
    status: plan.status,
    customer: customer ?? UNKNOWN.customer,
    email: plan.customer_email,
    service,
    frequency: plan.frequency,
    first_date: plan.first_date,
    time: formatTime(plan.slot_time),
    crew,
    street: plan.address_line1,
    city: plan.city,
    state: plan.state,
    zip_code: plan.zip_code,
    amount: plan.amount,
    currency: plan.currency,
    is_test: isTestPayment(plan.provider),
    next_charge: plan.period_end,
    resumes_on: plan.resumes_on,
    ends_on: plan.ends_on,
  };
}
