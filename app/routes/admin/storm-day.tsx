import { randomUUID } from "node:crypto";
import { data, Outlet, useMatches } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { openStormDay, resendOffers } from "~/features/scheduling/storm/call.server";
import { readStormDay } from "~/features/scheduling/storm/queries.server";
import { STORM_PAGE, stormDayPath } from "~/features/scheduling/storm/storm-day";
import { StormOffers } from "~/features/scheduling/storm/ui/preview";
import { StormHead } from "~/features/scheduling/storm/ui/storm-days";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { formIdOf } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/storm-day";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Storm day", "Customer responses for this storm day.", { noindex: true });

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const day = await readStormDay(requireStaff(request, context), id);
  if (!day) throw data(null, { status: 404 });
  return { day, form_id: randomUUID() };
}

/** Sends the offers again to customers who haven't answered, or reopens the day. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form: fields } = await requireStaffForm(request, context);
  const { intent } = fields;
  const page = stormDayPath(id);
  if (intent === "resend") {
    if (!(await context.get(allowContext)("send-again", ctx.actor.id))) {
      const message = "The offers were sent again too often in a short time. Please wait an hour.";
      return data({ message }, { status: 429 });
    }
    const sent = await resendOffers(ctx, { id, form_id: formIdOf(fields) });
    if (sent === 0) return data({ message: "There's no one left to email." }, { status: 409 });
    const title = sent === 1 ? "Email sent to 1 customer" : `Emails sent to ${sent} customers`;
    return redirectTo(context, page, { toast: { title } });
  }
  if (intent === "open") {
    const outcomes = await openStormDay(ctx, id);
    if (outcomes === null) return data({ message: "That day is already open." }, { status: 409 });
    const who = outcomes === 1 ? "1 customer keeps their visit" : `${outcomes} customers keep their visits`;
    const description = outcomes === 0 ? undefined : `${who} and will be emailed.`;
    return redirectTo(context, page, { toast: { title: "The day is open again", description } });
  }
  return data({ message: "Choose an action first." }, { status: 400 });
}

export default function StormDayPage({ loaderData: { day, form_id }, actionData }: Route.ComponentProps) {
  const open = useMatches().at(-1)?.params.visit;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to={STORM_PAGE} label="Storm days" />
        <StormHead day={day} formId={form_id} />
      </div>
      {actionData && <Notice tone="error">{actionData.message}</Notice>}
      <StormOffers day={day} open={open} />
      <Outlet />
    </div>
  );
}
