import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { plan_prices } from "~/db/schema/plans";
import { defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import { readForEmail, toCustomer } from "~/features/plans/emails/queries.server";
import { formatLongDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";

const templates = () => import("./emails");
const input = z.object({ plan_id: z.guid(), price_id: z.guid() });

async function readPrice(
  { db }: EmailCtx,
  { plan_id, price_id }: z.output<typeof input>,
  statuses: ("scheduled" | "applied" | "withdrawn")[],
) {
  const which = and(eq(plan_prices.id, price_id), eq(plan_prices.plan_id, plan_id));
  const [price] = await db
    .select()
    .from(plan_prices)
    .where(and(which, inArray(plan_prices.status, statuses)));
  return price;
}

/** The notice of a rise, also once the plan has its new price; nothing if it was withdrawn, or the plan has ended. */
export const sendPlanRise = defineEmail({
  queue: "plan-rise-mail",
  input,
  templates,
  async compose(ctx, about) {
    const price = await readPrice(ctx, about, ["scheduled", "applied"]);
    const found = price && (await readForEmail(ctx, about.plan_id));
    if (!found || found.plan.status === "ended") return;
    const { plan } = found;
    const content = { ...found.content, price: formatCents(price.before_amount, plan.currency) };
    const page = (name: string) => {
      const url = new URL(content.url);
      url.pathname += `/${name}`;
      return url.href;
    };
    const new_price = formatCents(price.amount, plan.currency);
    const from = formatLongDate(price.starts_on);
    const urls = { keep_url: page("price"), end_url: page("end") };
    return {
      ...toCustomer(found),
      occasion: `plan-rise:${price.id}`,
      subject: `Your plan will cost ${new_price} a month from ${from} on`,
      template: ({ PlanRiseEmail }) => <PlanRiseEmail {...content} {...{ new_price, from }} {...urls} />,
    };
  },
});

/** 'The price stays the same', to whoever was told of the rise. */
export const sendPlanRiseWithdrawn = defineEmail({
  queue: "plan-rise-withdrawn-mail",
  input,
  templates,
  async compose(ctx, about) {
    const price = await readPrice(ctx, about, ["withdrawn"]);
    const found = price && (await readForEmail(ctx, about.plan_id));
    if (!found || found.plan.status === "ended") return;
    const { plan, content } = found;
    const new_price = formatCents(price.amount, plan.currency);
    return {
      ...toCustomer(found),
      occasion: `plan-rise-withdrawn:${price.id}`,
      subject: `Your plan still costs ${plan.price} a month`,
      template: ({ PlanRiseWithdrawnEmail }) => <PlanRiseWithdrawnEmail {...content} new_price={new_price} />,
    };
  },
});
