import { eq, ne, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import { isLinkOver } from "~/features/booking/manage/link";
import { readCompany } from "~/features/operations/settings/queries.server";
import { companyToday } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { guestSubject, type Linked } from "~/platform/auth/links.server";
import type { Actor, Ctx } from "~/platform/context.server";
import { requireLinkOrUser } from "~/platform/request/gate.server";

/**
 * Limits `plans` to those that the actor may see and change. Put it in the WHERE of every query. An administrator gets only
 * their own.
 */
export function ownPlan(actor: Actor): SQL | undefined {
  switch (actor.kind) {
    case "user":
      return eq(plans.user_id, actor.id);
    case "plan link":
      return sql`(${eq(plans.id, actor.plan_id)} and ${ne(plans.address_line1, ERASED_STREET)})`;
    case "system":
      return sql`true`;
    case "crew":
    case "link":
    case "guest":
      return sql`false`;
  }
}

/** The signed link to a plan, for use without an account. Whoever has it may see and change the plan. */
export function planUrl(
  { links, origin }: Pick<Ctx, "links" | "origin">,
  { id, link_generation }: Linked,
): string {
  return `${origin}/plans/${id}?key=${links.sign(guestSubject(subjectOf(id), link_generation))}`;
}

/** Returns the context of a plan's page, for the holder of its signed link or the signed-in user. */
export function planCtx(
  request: Request,
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<Ctx> {
  const holder = { kind: "plan link", plan_id: id } as const;
  return requireLinkOrUser(request, context, {
    subject: subjectOf(id),
    holder,
    read: (ctx) => readLink(ctx, id),
  });
}

async function readLink(ctx: Ctx, id: string) {
  if (!isUuid(id)) return;
  const { link_generation, ends_on, ended_at } = plans;
  const [plan] = await ctx.db
    .select({ link_generation, ends_on, ended_at })
    .from(plans)
    .where(eq(plans.id, id));
  if (!plan) return;
  const { timezone } = await readCompany(ctx);
  return { ...plan, over: isLinkOver(endOf(plan, timezone), companyToday(ctx.now, timezone)) };
}

/** The day from which the time of a plan's guest link counts; null while no end is set. */
function endOf(
  { ends_on, ended_at }: Pick<typeof plans.$inferSelect, "ends_on" | "ended_at">,
  zone: string,
): string | null {
  return ended_at ? companyToday(ended_at, zone) : ends_on;
}

function subjectOf(planId: string): string {
  return `plan:${planId}`;
}
