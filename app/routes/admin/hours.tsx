import { randomUUID } from "node:crypto";
import { data, Link } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { askedWeek } from "~/features/fieldwork/hours/week";
import { adjustPay } from "~/features/fieldwork/pay/adjust.server";
import { type ApproveOutcome, approveWeek, reopenWeek } from "~/features/fieldwork/pay/approve.server";
import { hoursPath } from "~/features/fieldwork/pay/forms";
import { readOverruns } from "~/features/fieldwork/pay/overruns.server";
import { readPayWeek } from "~/features/fieldwork/pay/queries.server";
import { OverrunList } from "~/features/fieldwork/pay/ui/overrun-list";
import { Approval, LateList, type Refused } from "~/features/fieldwork/pay/ui/week-forms";
import { WeekHead } from "~/features/fieldwork/pay/ui/week-head";
import { WeekTable } from "~/features/fieldwork/pay/ui/week-table";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { formIdOf } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { cx } from "~/ui/cx";
import type { Route } from "./+types/hours";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Hours", "Hours and pay of the crews by week.", { noindex: true });

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

/** `?week=` any day of the week, else the current one in company time; `?crew=` shows one crew. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const asked = new URL(request.url).searchParams;
  const crew = asked.get("crew") ?? "";
  const monday = await readMonday(ctx, request);
  const week = await readPayWeek(ctx, monday, isUuid(crew) ? crew : null);
  const overruns = await readOverruns(ctx);
  return data({ week, overruns, crew, token: randomUUID() }, { headers: NO_STORE });
}

const REFUSALS: Record<Extract<ApproveOutcome, { ok: false }>["reason"], string> = {
  "not over": "The week is not over yet.",
  approved: "Somebody else has approved it meanwhile.",
  flagged: "There are times to check first.",
  changed: "The figures have changed meanwhile. Check them, then approve.",
};

/** Approves or reopens the week, or puts what came late into the next one. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, seen = "", why = "", member = "", amount = "", reason = "" } = form;
  const monday = await readMonday(ctx, request);
  const back = (title: string, description?: string, destructive = false) =>
    redirectTo(context, hoursPath(monday), { toast: { title, description, destructive } });
  const refuse = (refused: Refused) => data(refused, { status: 400, headers: NO_STORE });
  if (intent === "approve") {
    const outcome = await approveWeek(ctx, { monday, seen });
    if (!outcome.ok) return back("Not approved", REFUSALS[outcome.reason], true);
    return back("Week approved", "Its figures are kept as they are.");
  }
  if (intent === "reopen") {
    const outcome = await reopenWeek(ctx, { monday, why });
    if (outcome.ok) return back("Week reopened");
    if (outcome.reason === "open") return back("Nothing was changed", "The week is open already.", true);
    return refuse({ form: "reopen", values: { why }, errors: { why: outcome.message } });
  }
  if (intent !== "late") throw data(null, { status: 400 });
  const input = { monday, member_id: member, late: true, seen, amount, reason };
  const outcome = await adjustPay(ctx, { ...input, id: formIdOf(form, `late ${member}`) });
  if (outcome.ok) return back("Adjustment added", `It is paid in the week of ${outcome.monday}.`);
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  if (outcome.reason === "changed")
    return back("Nothing was changed", "The difference is another one by now. Check it, then add it.", true);
  if (outcome.reason !== "invalid")
    return back("Nothing was changed", "There is nothing left to make up for.", true);
  return refuse({ form: `late ${member}`, values: { amount, reason }, errors: outcome.errors });
}

async function readMonday(ctx: StaffCtx, request: Request): Promise<string> {
  const settings = await readSettings(ctx);
  const asked = new URL(request.url).searchParams.get("week");
  return askedWeek(asked, companyToday(ctx.now, settings["general.timezone"]));
}

export default function Hours({ loaderData, actionData }: Route.ComponentProps) {
  const { week, overruns, crew, token } = loaderData;
  const crews = [{ id: "", name: "All crews" }, ...week.crews];
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-title">Hours</h1>
        <WeekHead title={week.title} state={week.state} crew={crew} />
      </div>
      {week.crews.length > 1 && (
        <nav aria-label="Crew" className="flex flex-wrap gap-2">
          {crews.map(({ id, name }) => (
            <Link
              key={id}
              to={hoursPath(week.monday) + (id ? `&crew=${id}` : "")}
              preventScrollReset
              aria-current={id === crew ? "true" : undefined}
              className={cx(
                "inline-flex min-h-11 items-center rounded-full px-4 font-medium text-[0.9375rem]/5 ring-1 ring-line transition-colors",
                id === crew ? "bg-evergreen-700 text-snow" : "bg-snow hover:bg-sage-soft",
              )}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <Approval week={week} refused={actionData} />
      <WeekTable week={week} />
      <LateList week={week} token={token} refused={actionData} />
      {overruns.length > 0 && (
        <section aria-labelledby="overruns">
          <h2 id="overruns" className="mb-3 text-heading">
            Homes that take longer than planned
          </h2>
          <OverrunList overruns={overruns} linked />
        </section>
      )}
    </div>
  );
}
