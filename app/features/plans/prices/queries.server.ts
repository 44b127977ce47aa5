import { and, asc, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { plan_prices, plans } from "~/db/schema/plans";
import { readCompany } from "~/features/operations/settings/queries.server";
import { planCustomer } from "~/features/plans/office/list.server";
import { formatRhythm } from "~/features/scheduling/availability/rhythm";
import { companyToday, formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import { type PlannedRise, readEarliest } from "./raise.server";
import { isToCome } from "./store.server";
import type { RisePage, ShownRise } from "./view";

/** The plans whose price can rise, and the rises that are announced. `service` narrows them to one. */
export async function readRisePage(ctx: StaffCtx, service: string | null): Promise<RisePage> {
  const { db } = ctx;
  const today = companyToday(ctx.now, (await readCompany(ctx)).timezone);
  const [offered, going, announced, { day, notice }] = await Promise.all([
    db
      .selectDistinct({ id: services.id, title: services.title })
      .from(services)
      .innerJoin(plans, eq(plans.service_id, services.id))
      .orderBy(asc(services.title)),
    db
      .select({ plan: plans, customer: planCustomer, service: services.title })
      .from(plans)
      .innerJoin(services, eq(services.id, plans.service_id))
      .where(
        and(
          inArray(plans.status, ["active", "paused", "past_due"]),
          isNotNull(plans.period_end),
          service ? eq(plans.service_id, service) : undefined,
        ),
      )
      .orderBy(asc(plans.number)),
    db
      .select({ price: plan_prices, plan: plans, customer: planCustomer })
      .from(plan_prices)
      .innerJoin(plans, eq(plans.id, plan_prices.plan_id))
      .where(and(isToCome(today), eq(plan_prices.kind, "rise")))
      .orderBy(desc(plan_prices.created_at), asc(plans.number)),
    readEarliest(ctx),
  ]);
  const planned = new Set(announced.map(({ plan }) => plan.id));
  return {
    services: offered,
    service: offered.some(({ id }) => id === service) ? (service ?? "") : "",
    plans: going
      .filter(({ plan }) => !planned.has(plan.id))
      .map(({ plan, customer, service: title }) => ({
        id: plan.id,
        number: formatNumber(plan.number),
        customer: customer ?? plan.customer_email ?? "Guest",
        service: title,
        when: formatRhythm(plan),
        price: formatCents(plan.amount, plan.currency),
      })),
    announced: announced.map(({ price, plan, customer }) => ({
      id: price.id,
      plan_id: plan.id,
      number: formatNumber(plan.number),
      customer: customer ?? plan.customer_email ?? "Guest",
      before: formatCents(price.before_amount, plan.currency),
      after: formatCents(price.amount, plan.currency),
      from: formatDate(price.starts_on),
      kept: price.kept_at !== null,
      of: announced.filter((one) => one.price.batch_id === price.batch_id).length,
    })),
    earliest: day,
    notice,
  };
}

/** Formats what a rise would do, with its sums for each currency. */
export function shownRise({ plans: raised, fingerprint }: PlannedRise): ShownRise {
  const sums = new Map<string, { before: number; after: number }>();
  for (const { risen, before, currency } of raised) {
    if (!risen) continue;
    const sum = sums.get(currency) ?? { before: 0, after: 0 };
    sums.set(currency, { before: sum.before + before, after: sum.after + risen.amount });
  }
  return {
    rows: raised.map(({ id, number, customer, service, currency, before, risen, why }) => ({
      ...{ id, number: formatNumber(number), customer: customer ?? "Guest", service, why },
      before: formatCents(before, currency),
      after: risen && formatCents(risen.amount, currency),
      from: risen && formatDate(risen.starts_on),
    })),
    count: raised.filter(({ risen }) => risen).length,
    sums: [...sums].map(([currency, { before, after }]) => ({
      before: formatCents(before, currency),
      after: formatCents(after, currency),
      more: formatCents(after - before, currency),
    })),
    seen: fingerprint,
  };
}
