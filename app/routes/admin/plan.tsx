import { data, useLocation } from "react-router";
import { parseMoves } from "~/features/booking/checkout/draft";
import { EndGuestLink } from "~/features/booking/office/ui/guest-link";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { withdrawPlan } from "~/features/payments/plan-link/withdraw.server";
import {
  clearPlanAttention,
  endPlan,
  endPlanNow,
  pausePlan,
  resumePlan,
  skipMonth,
  skipVisit,
} from "~/features/plans/change/change.server";
import { type Done, formatDone } from "~/features/plans/change/preview";
import { giveBackAndEnd, startPaidPlan } from "~/features/plans/charge/resolve-payment.server";
import { endPlanLink } from "~/features/plans/office/link.server";
import { PLAN_LIST } from "~/features/plans/office/list";
import { readOfficePlan } from "~/features/plans/office/queries.server";
import { OfficePlanPanel } from "~/features/plans/office/ui/panel";
import { resendPlanLink } from "~/features/plans/phone/resend.server";
import type { PlanRefusal } from "~/features/plans/plan";
import { clashLines } from "~/features/plans/schedule/rules";
import { isUuid } from "~/lib/ids";
import { ownEntry } from "~/lib/own-entry";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import type { Fields } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/plan";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Plan", "Everything about one plan.", { noindex: true });

export const headers = pageHeaders;

export const shouldRevalidate = reloadAfterConflict;

const NO_STORE = { "Cache-Control": "no-store" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const plan = await readOfficePlan(ctx, params.id);
  if (!plan) throw data(null, { status: 404 });
  return data({ plan }, { headers: NO_STORE });
}

const NOT_CHANGED = { title: "Nothing was changed", destructive: true };

type Found = ReturnType<typeof clashLines> & {
  /** Error of the date on which the plan resumes. */
  error?: string;
};

const NONE: Found = { clashes: [], moves: "" };

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent = "", ...fields } = form;
  const handle = ownEntry(INTENTS, intent);
  const refuse = (status: number, description: string, found = NONE) =>
    data({ toast: { ...NOT_CHANGED, description }, ...found }, { status, headers: NO_STORE });
  if (!isUuid(id)) throw data(null, { status: 404 });
  if (!handle) return refuse(400, "This form is not known here. Please reload the page.");
  const outcome = await handle.run(ctx, id, fields);
  if (outcome.ok) {
    const { search } = new URL(request.url);
    const title = typeof handle.done === "string" ? handle.done : handle.done(outcome);
    return redirectTo(context, `${PLAN_LIST.path}/${id}${search}`, { toast: { title } });
  }
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  if (outcome.reason === "invalid") return refuse(400, outcome.message, { ...NONE, error: outcome.message });
  return refuse(409, outcome.message, outcome.reason === "clashes" ? clashLines(outcome.clashes) : NONE);
}

type Intent = {
  run: (ctx: StaffCtx, id: string, fields: Fields) => Promise<Done | PlanRefusal>;
  done: string | ((done: Done) => string);
};

const GONE = { ok: false, reason: "not found", message: "This visit no longer exists." } as const;

/** Amount in cents; -1, which matches no plan, for anything else. */
function parseSeen(seen = ""): number {
  return /^\d{1,9}$/.test(seen) ? Number(seen) : -1;
}

const INTENTS: Record<string, Intent> = {
  "skip-month": {
    run: (ctx, id, { seen }) => skipMonth(ctx, { id, seen }, OFFICE_ACTOR),
    done: "Next month skipped",
  },
  pause: {
    run: (ctx, id, { seen, resumes_on = "" }) =>
      pausePlan(ctx, { id, seen, resumes_on: resumes_on || null }, OFFICE_ACTOR),
    done: "Plan paused",
  },
  resume: {
    run: (ctx, id, { seen, moves = "" }) =>
      resumePlan(ctx, { id, seen, moves: moves ? parseMoves(moves) : undefined }, OFFICE_ACTOR),
    done: "Plan resumed",
  },
  end: {
    run: (ctx, id, { seen }) => endPlan(ctx, { id, seen }, OFFICE_ACTOR),
    done: (done) => formatDone("end", done),
  },
  "end-now": { run: (ctx, id) => endPlanNow(ctx, { id }), done: "Plan ended" },
  skip: {
    run: async (ctx, id, { visit = "" }) => {
      const plan = await readOfficePlan(ctx, id);
      return plan?.visits.some((one) => one.id === visit)
        ? skipVisit(ctx, { id: visit }, OFFICE_ACTOR)
        : GONE;
    },
    done: "Visit skipped",
  },
  start: {
    run: (ctx, id, { seen }) => startPaidPlan(ctx, { id, seen: parseSeen(seen) }),
    done: "Plan started",
  },
  "give-back": {
    run: (ctx, id, { seen }) => giveBackAndEnd(ctx, { id, seen: parseSeen(seen) }),
    done: "Plan ended",
  },
  clear: {
    run: async (ctx, id) => ((await clearPlanAttention(ctx, { id })).ok ? { ok: true } : GONE),
    done: "Marked as resolved",
  },
  "email-link": { run: (ctx, id) => resendPlanLink(ctx, { id }), done: "Pay link sent" },
  withdraw: { run: (ctx, id) => withdrawPlan(ctx, { id }), done: "Plan cancelled" },
  "end-link": { run: (ctx, id, { seen }) => endPlanLink(ctx, { id, seen }), done: "Guest links ended" },
};

export default function Plan({ loaderData: { plan }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const { clashes, moves, error }: Found = actionData ?? NONE;
  return (
    <SidePanel title={`Plan ${plan.number}`} closeHref={`${PLAN_LIST.path}${search}`}>
      <Refusal toast={actionData?.toast} className="hidden!" />
      {actionData && clashes.length === 0 && !error && (
        <Notice tone="error" title={NOT_CHANGED.title} className="mb-5">
          {actionData.toast.description}
        </Notice>
      )}
      <OfficePlanPanel
        key={plan.id}
        guestLink={<EndGuestLink link={plan.guest_link} of="plan" />}
        {...{ plan, clashes, moves, error }}
      />
    </SidePanel>
  );
}
