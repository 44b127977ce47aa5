import { data } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { PLAN_LIST } from "~/features/plans/office/list";
import { readNotice, readRise } from "~/features/plans/prices/forms";
import { readRisePage, shownRise } from "~/features/plans/prices/queries.server";
import { planRise, raisePrices, readEarliest, saveNotice } from "~/features/plans/prices/raise.server";
import { AnnouncedRises, NoticeForm } from "~/features/plans/prices/ui/announced";
import { RiseForm, RiseService, type SentRise } from "~/features/plans/prices/ui/rise-form";
import { withdrawRise } from "~/features/plans/prices/withdraw.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/plan-prices";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Prices of plans", "New prices of plans that are running.", { noindex: true });

export const headers = pageHeaders;

const NO_STORE = { headers: { "Cache-Control": "no-store" } };
const PAGE = "/admin/plans/prices";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const service = new URL(request.url).searchParams.get("service");
  return data({ page: await readRisePage(ctx, service) }, NO_STORE);
}

const CHANGED = "A plan has changed since the preview. Check what would happen now, then announce it.";
const WRONG_DAYS = "Notice must be a whole number of days from 1 to 365.";

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, seen = "", ...values } = form;
  const answer = (status: number, sent: SentRise | null, more: { message?: string; days?: string } = {}) =>
    data({ sent, message: undefined, days: undefined, ...more }, { status, ...NO_STORE });
  if (intent === "withdraw" || intent === "withdraw-all") {
    const all = intent === "withdraw-all";
    const count = await withdrawRise(ctx, { id: form.price ?? "", all });
    const title = count === 0 ? "Nothing was withdrawn" : count === 1 ? "Withdrawn" : `${count} withdrawn`;
    const description =
      count === 0 ? "It's charged already, or somebody else withdrew it." : "Each customer gets an email.";
    return redirectTo(context, PAGE, { toast: { title, description } });
  }
  if (intent === "notice") {
    const days = readNotice(form.days ?? "");
    if (days === null) return answer(400, null, { days: form.days ?? "" });
    await saveNotice(ctx, days);
    return redirectTo(context, PAGE, { toast: { title: "Notice saved" } });
  }
  const read = readRise(values, (await readEarliest(ctx)).day);
  if (!read.ok) return answer(400, { values, errors: read.errors, shown: null });
  const { wish } = read;
  if (intent !== "save")
    return answer(200, { values, errors: {}, shown: shownRise(await planRise(ctx, wish)) });
  const outcome = await raisePrices(ctx, { wish, seen });
  if (outcome.ok) {
    const title = outcome.count === 1 ? "1 customer is told" : `${outcome.count} customers are told`;
    return redirectTo(context, PAGE, {
      toast: { title: "New prices announced", description: `${title} by email.` },
    });
  }
  if (outcome.reason === "changed")
    return answer(409, { values, errors: {}, shown: shownRise(outcome.planned) }, { message: CHANGED });
  return answer(400, { values, errors: { [outcome.field]: outcome.message }, shown: null });
}

export default function PlanPrices({ loaderData: { page }, actionData }: Route.ComponentProps) {
  const sent = actionData?.sent ?? null;
  const isWrong = Object.keys(sent?.errors ?? {}).length > 0;
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-6">
      <div>
        <BackLink to={PLAN_LIST.path} label="Plans" />
        <h1 className="text-title">Prices of plans</h1>
        <p className="text-moss">
          Customers are told about a new price at least {page.notice} days before it is charged.
        </p>
      </div>
      {(actionData?.message || isWrong) && (
        <Notice tone="error" title="Nothing was announced">
          {actionData?.message ?? "Please check the marked fields."}
        </Notice>
      )}
      <RiseService key={page.service} page={page} />
      {page.plans.length === 0 ? (
        <Card className="p-5 text-moss">No plans here can get a new price.</Card>
      ) : (
        <RiseForm key={`form ${page.service}`} page={page} sent={sent} />
      )}
      <AnnouncedRises announced={page.announced} />
      <NoticeForm
        key={page.notice}
        notice={actionData?.days ?? String(page.notice)}
        error={actionData?.days === undefined ? undefined : WRONG_DAYS}
      />
    </div>
  );
}
