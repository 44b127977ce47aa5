import { data, Link } from "react-router";
import { PlaceFields, RoomsFields } from "~/features/booking/office/ui/details-form";
import { HomeFields } from "~/features/booking/phone/ui/home-fields";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { changePlan, previewChange } from "~/features/plans/desk/change.server";
import { readChange } from "~/features/plans/desk/forms";
import type { ChangeRefused, PlannedChange } from "~/features/plans/desk/preview.server";
import { readChangePage, shownChange } from "~/features/plans/desk/queries.server";
import { ChangeForm, ChangeScope } from "~/features/plans/desk/ui/change-form";
import { formatDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { may } from "~/platform/auth/roles";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { buttonLook } from "~/ui/action/button-look";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/plan-change";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Change plan", "Another day, time, crew, home or price, from a visit on.", {
    noindex: true,
  });

export const headers = pageHeaders;

const NO_STORE = { headers: { "Cache-Control": "no-store" } };

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const page = isUuid(id) ? await readChangePage(ctx, id, new URL(request.url).searchParams) : null;
  if (!page) throw data(null, { status: 404 });
  return data({ page }, NO_STORE);
}

const MAY_NOT = "Only owners and managers set another amount.";

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, seen = "", shown: before = "", ...values } = form;
  const refuse = (status: number, errors: Record<string, string>) =>
    data({ sent: { values, errors, shown: null, before: "" }, message: undefined }, { status, ...NO_STORE });
  if (!isUuid(id)) throw data(null, { status: 404 });
  const read = readChange(values);
  if (!read.ok) return refuse(400, read.errors);
  const { wish } = read;
  if (wish.rest?.price === "amount" && !may(ctx.actor.role, "prices.edit"))
    return refuse(403, { price: MAY_NOT });
  const found = await previewChange(ctx, { id, wish }, "staff");
  if (!found) throw data(null, { status: 404 });
  if (!found.planned.ok) return refuse(400, wrong(found.planned));
  const show = async (planned: PlannedChange, status: number, message?: string) => {
    const shown = await shownChange(ctx, found.before, planned);
    const sent = { values, errors: {}, shown, before: message ? before : "" };
    return data({ sent, message }, { status, ...NO_STORE });
  };
  if (intent !== "save") return show(found.planned, 200);
  const outcome = await changePlan(ctx, { id, wish, seen });
  if (outcome.ok) {
    const from = outcome.starts_on && `The new price counts from ${formatDate(outcome.starts_on)} on.`;
    const toast = { title: "Plan changed", ...(from && { description: from }) };
    return redirectTo(context, `/admin/plans/${id}`, { toast });
  }
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  return outcome.reason === "changed" ? show(outcome.planned, 409, CHANGED) : refuse(400, wrong(outcome));
}

const CHANGED =
  "The plan or the calendar has changed since the preview. Check what it would do now, then save.";

function wrong({ field, message }: ChangeRefused): Record<string, string> {
  return { [field]: message };
}

export default function PlanChange({ loaderData: { page }, actionData }: Route.ComponentProps) {
  const sent = actionData?.sent ?? null;
  const fields = { values: { ...page.values, ...sent?.values }, errors: sent?.errors ?? {} };
  const isWrong = Object.keys(fields.errors).length > 0;
  const { asks } = page;
  const asksHome = asks.rooms || asks.half_baths || asks.sizes.length > 0 || asks.extras.length > 0;
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-6">
      <div>
        <BackLink to={`/admin/plans/${page.id}`} label={`Plan ${page.number}`} />
        <h1 className="wrap-anywhere text-title">Change plan</h1>
        <p className="text-moss">
          {page.customer}, {page.service}: {page.when}, {page.price} a month
        </p>
      </div>
      {page.visits.length === 0 ? (
        <Notice
          title="No visits ahead"
          action={
            <Link to={`/admin/plans/${page.id}`} className={buttonLook({ variant: "secondary" })}>
              Open the plan
            </Link>
          }
        >
          A plan is changed from one of its visits on. Resume it first.
        </Notice>
      ) : (
        <>
          <ChangeScope key={`${page.visit} ${page.scope} ${page.home}`} page={page} />
          {(actionData?.message || isWrong) && (
            <Notice tone="error" title="Nothing was changed">
              {actionData?.message ?? "Please check the marked fields."}
            </Notice>
          )}
          <ChangeForm
            key={`form ${page.visit} ${page.scope} ${page.home}`}
            page={page}
            sent={sent}
            place={<PlaceFields {...fields} />}
            home={
              asksHome && (
                <>
                  {asks.rooms && <RoomsFields {...fields} />}
                  <HomeFields service={asks} home={undefined} {...fields} />
                </>
              )
            }
          />
        </>
      )}
    </div>
  );
}
