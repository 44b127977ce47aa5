import { z } from "zod";
import { defineEmail } from "~/features/notifications/email/define.server";
import { readForEmail, toCustomer } from "~/features/plans/emails/queries.server";
import { formatDay, formatMoment } from "~/lib/dates";
import { planPayUrl } from "./link.server";
import { heldOf, readSale } from "./queries.server";

/** Where to pay for a plan that staff sold by phone; nothing once it is paid, taken back or expired. `at`: epoch milliseconds. */
export const sendPlanLink = defineEmail({
  queue: "plan-link-mail",
  input: z.object({ plan_id: z.guid(), at: z.int() }),
  templates: () => import("./emails"),
  async compose(ctx, { plan_id, at }) {
    const sale = await readSale(ctx, plan_id);
    const found = sale?.state === "waiting" && (await readForEmail(ctx, plan_id));
    if (!found || !sale.plan.held_until) return;
    const { plan, content } = found;
    const pay_url = planPayUrl(ctx, plan_id);
    const until = formatMoment(sale.plan.held_until, ctx.company.timezone);
    const days = heldOf(plan).map(({ date, time }) => `${formatDay(date)}, ${time}`);
    const { secrets, ...customer } = toCustomer(found);
    return {
      ...customer,
      occasion: `plan-link:${plan_id}:${at}`,
      subject: `Start your plan: ${plan.service}, ${plan.price} a month`,
      template: ({ PlanLinkEmail }) => <PlanLinkEmail {...content} {...{ pay_url, until, days }} />,
      secrets: [...secrets, new URL(pay_url).searchParams.get("key") ?? ""],
    };
  },
});
