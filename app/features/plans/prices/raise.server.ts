import { createHash, randomUUID } from "node:crypto";
import { and, asc, eq, inArray } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { plan_prices, plans } from "~/db/schema/plans";
import { readCompany, readSettings } from "~/features/operations/settings/queries.server";
import { recordSettings, storeSetting } from "~/features/operations/settings/store.server";
import { planCustomer } from "~/features/plans/office/list.server";
import { companyToday } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import type { RiseWish } from "./forms";
import { earliestRise, type Risen, riseOf } from "./rise";
import { isToCome } from "./store.server";

/** A plan and what a rise makes of its price; `why` it has none. */
type RaisedPlan = {
  id: string;
  number: number;
  customer: string | null;
  service: string;
  currency: string;
  before: number;
} & ({ risen: Risen; why: null } | { risen: null; why: string });

export type PlannedRise = { plans: RaisedPlan[]; fingerprint: string };

/** The first day on which a new price may be charged. */
export async function readEarliest(ctx: Pick<Ctx, "db" | "now">): Promise<{ day: string; notice: number }> {
  const settings = await readSettings(ctx);
  const notice = settings["booking.price_notice_days"];
  return { day: earliestRise(companyToday(ctx.now, settings["general.timezone"]), notice), notice };
}

/** What a rise would make of each plan. Nothing is saved. `lock`: the plans stay as they are until the transaction ends. */
export async function planRise(
  ctx: Pick<Ctx, "db" | "now">,
  { plans: ids, rise, from }: RiseWish,
  { lock = false } = {},
): Promise<PlannedRise> {
  if (lock)
    await ctx.db
      .select({ id: plans.id })
      .from(plans)
      .where(inArray(plans.id, ids))
      .orderBy(asc(plans.id))
      .for("update");
  const { tax, timezone: zone } = await readCompany(ctx);
  const today = companyToday(ctx.now, zone);
  const rows = await ctx.db
    .select({ plan: plans, customer: planCustomer, service: services.title })
    .from(plans)
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(inArray(plans.id, ids))
    .orderBy(asc(plans.number));
  const coming = await ctx.db
    .select({ plan_id: plan_prices.plan_id })
    .from(plan_prices)
    .where(and(inArray(plan_prices.plan_id, ids), isToCome(today)));
  const planned = new Set(coming.map(({ plan_id }) => plan_id));
  const raised = rows.map(({ plan, customer, service }): RaisedPlan => {
    const { id, number, currency, amount: before } = plan;
    const about = { id, number, customer: customer ?? plan.customer_email, service, currency, before };
    const decided = riseOf(plan, rise, from, { tax, zone, planned: planned.has(id) });
    return decided.ok
      ? { ...about, risen: decided.risen, why: null }
      : { ...about, risen: null, why: decided.why };
  });
  const facts = raised.map(({ id, before, risen, why }) => [
    id,
    before,
    risen?.amount,
    risen?.starts_on,
    why,
  ]);
  return {
    plans: raised,
    fingerprint: createHash("sha256")
      .update(JSON.stringify([rise, from, facts]))
      .digest("base64url"),
  };
}

export type RaiseOutcome =
  | { ok: true; count: number }
  | { ok: false; reason: "changed"; planned: PlannedRise }
  | { ok: false; reason: "invalid"; field: "from" | "plans"; message: string };

/** Schedules a rise as it was previewed, and tells each customer. `seen`: the preview's fingerprint. */
export function raisePrices(
  ctx: StaffCtx,
  { wish, seen }: { wish: RiseWish; seen: string },
): Promise<RaiseOutcome> {
  return ctx.db.transaction(async (tx): Promise<RaiseOutcome> => {
    const here = { db: tx, now: ctx.now };
    if (wish.from < (await readEarliest(here)).day)
      return {
        ...{ ok: false, reason: "invalid", field: "from" },
        message: "This is too soon: the notice in the terms isn't over by then.",
      };
    const planned = await planRise(here, wish, { lock: true });
    if (planned.fingerprint !== seen) return { ok: false, reason: "changed", planned };
    const raised = planned.plans.flatMap(({ risen, ...about }) => (risen ? [{ ...about, risen }] : []));
    if (raised.length === 0)
      return {
        ok: false,
        reason: "invalid",
        field: "plans",
        message: "None of these plans gets another price.",
      };
    const batch_id = randomUUID();
    const lines = await tx
      .select({ id: plans.id, price_lines: plans.price_lines })
      .from(plans)
      .where(
        inArray(
          plans.id,
          raised.map(({ id }) => id),
        ),
      );
    for (const { id, before, risen } of raised) {
      const before_lines = lines.find((one) => one.id === id)?.price_lines ?? [];
      const [price] = await tx
        .insert(plan_prices)
        .values({
          ...{
            plan_id: id,
            kind: "rise",
            status: "scheduled",
            batch_id,
            before_amount: before,
            before_lines,
          },
          ...risen,
          ...{ created_at: ctx.now, updated_at: ctx.now },
        })
        .returning({ id: plan_prices.id });
      await recordAudit(tx, ctx, {
        action: "plan.rise_scheduled",
        entity: "plan",
        entity_id: id,
        details: { amount: risen.amount, was: before, from: risen.starts_on },
      });
      if (price) await ctx.jobs.enqueue(tx, "plan-rise-mail", { plan_id: id, price_id: price.id });
    }
    return { ok: true, count: raised.length };
  });
}

/** Sets how many days before a rise its customers hear of it. The terms say the same number. */
export function saveNotice(ctx: StaffCtx, days: number): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "settings");
    const before = (await readSettings({ db: tx }))["booking.price_notice_days"];
    if (before === days) return;
    await storeSetting(tx, ctx, { category: "booking", key: "price_notice_days", value: String(days) });
    const named = (value: number) => ({ price_notice_days: String(value) });
    await recordSettings(tx, ctx, "prices", { before: named(before), after: named(days) });
  });
}
