import { readFeedUrl } from "~/features/booking/manage/feed.server";
import { readPast, readUpcoming } from "~/features/booking/manage/queries.server";
import { shownVisits, visitMonth } from "~/features/booking/manage/visit";
import { readProperties } from "~/features/customers/homes/reads.server";
import { shownPlan } from "~/features/plans/change/queries.server";
import { readMyPlans } from "~/features/plans/queries.server";
import type { UserCtx } from "~/platform/context.server";
import type { ProfileTab } from "./details";
import { readProfile } from "./details.server";

export type TabPage = Awaited<ReturnType<(typeof READERS)[ProfileTab]>>;

/** What a tab of the profile shows; `query` is the page's address. */
export function readTab(ctx: UserCtx, tab: ProfileTab, query: URLSearchParams): Promise<TabPage> {
  return READERS[tab](ctx, query);
}

const READERS = {
  "user-details": async (ctx: UserCtx, query: URLSearchParams) => ({
    tab: "user-details" as const,
    profile: await readProfile(ctx),
    email: ctx.actor.email,
    verified: ctx.actor.email_verified,
    editing: query.has("edit"),
  }),
  "property-details": async (ctx: UserCtx, query: URLSearchParams) => ({
    tab: "property-details" as const,
    properties: await readProperties(ctx),
    adding: query.has("add"),
    editing: query.get("edit"),
    removing: query.get("remove"),
  }),
  "upcoming-cleans": async (ctx: UserCtx, query: URLSearchParams) => {
    const [{ today, visits }, feed_url, own] = await Promise.all([
      readUpcoming(ctx),
      readFeedUrl(ctx),
      readMyPlans(ctx),
    ]);
    const plans = own
      .filter(({ status }) => status !== "ended")
      .map((plan) => shownPlan(ctx, plan, { id: plan.id, key: null }));
    const month = visitMonth(visits, today, query.get("month"));
    return { tab: "upcoming-cleans" as const, today, visits, month, feed_url, plans };
  },
  "cleaning-history": async (ctx: UserCtx, query: URLSearchParams) => {
    const open = query.get("visit");
    const past = await readPast(ctx);
    return {
      tab: "cleaning-history" as const,
      ...past,
      open,
      ...shownVisits(past.visits, query.get("show"), open),
    };
  },
};

/** Whether the address names a property or a visit that this customer hasn't got. */
export function isMissing(page: TabPage): boolean {
  const lacks = (rows: { id: string }[], id: string | null) =>
    id !== null && !rows.some((row) => row.id === id);
  if (page.tab === "property-details")
    return lacks(page.properties, page.editing) || lacks(page.properties, page.removing);
  return page.tab === "cleaning-history" && lacks(page.visits, page.open);
}
