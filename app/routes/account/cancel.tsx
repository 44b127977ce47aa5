import { data } from "react-router";
import { aboutTip, whyFee, whyRefund } from "~/features/booking/cancellation";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { NO_STORE, openVisit, shownVisit, TOO_MANY_CHANGES } from "~/features/booking/manage/link.server";
import type { Visit } from "~/features/booking/manage/queries.server";
import { VisitCancel } from "~/features/booking/manage/ui/visit-cancel";
import { VisitFrame, VisitRefusal, VisitShort } from "~/features/booking/manage/ui/visit-page";
import { visitPath } from "~/features/booking/manage/visit";
import { pageHeaders } from "~/features/content/site/page-meta";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/cancel";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Cancel | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

/** Shows the refund that cancelling would give now. GET changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  return data(await readPage(args), NO_STORE);
}

export const headers = pageHeaders;

async function readPage(args: Route.LoaderArgs) {
  const { ctx, visit, link } = await openVisit(args);
  return {
    link,
    visit: shownVisit(visit),
    refund: visit.refund.amount,
    amount: visit.refund.text,
    fee: visit.fee.amount,
    feeText: visit.fee.text,
    card: visit.card,
    reason: (visit.fee.amount > 0 ? whyFee(visit, ctx.now) : whyRefund(visit, ctx.now)) + aboutTip(visit),
    storm: visit.storm,
    plan: visit.plan_id !== null,
    paid: visit.paid_on ? (visit.paid ?? visit.total) : (visit.paid_otherwise ?? visit.paid),
    refunded: visit.refunded,
    whyNot: visit.can_cancel ? null : visit.why_not,
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, visit, link } = await openVisit(args);
  const refuse = async (status: 409 | 429, message: string) =>
    data({ page: await readPage(args), message }, { status, ...NO_STORE });
  if (!(await args.context.get(allowContext)("visit-change", link.id))) return refuse(429, TOO_MANY_CHANGES);
  const { refund = "", fee = "0" } = (await readForm(args.request)) ?? {};
  const centsOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);
  const outcome = await cancelBooking(ctx, { id: link.id, refund: centsOf(refund), fee: centsOf(fee) });
  if (outcome.ok) {
    return redirectTo(args.context, visitPath(link), { toast: toastOf(visit, outcome) });
  }
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  return refuse(409, outcome.message);
}

function toastOf(
  { plan_id, refund, fee, card, processing, date_in_words, time }: Visit,
  { refund: paidBack, fee: due = 0 }: { refund: number; fee?: number },
) {
  if (plan_id) return { title: "Visit skipped", description: `${date_in_words}, ${time}` };
  const how = card ? `is charged to your ${card}` : "is due";
  if (due > 0) return { title: "Cleaning cancelled", description: `A fee of ${fee.text} ${how}.` };
  const nothing = processing
    ? "Once your payment goes through, we’ll refund all of it."
    : "There was nothing to refund.";
  const description = paidBack > 0 ? `Your refund: ${refund.text}.` : nothing;
  return { title: "Cleaning cancelled", description };
}

export default function Cancel({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { link, visit, whyNot, ...offer } = actionData?.page ?? loaderData;
  const back = { to: visitPath(link), label: "Back to your cleaning" };
  return (
    <VisitFrame narrow back={back} heading={headingOf(offer.plan, whyNot !== null)}>
      {actionData && <VisitRefusal title="Nothing was changed" message={actionData.message} />}
      <div className="mt-6">
        <VisitShort visit={visit} />
      </div>
      {whyNot && !actionData && (
        <Notice className="mt-6" title={whyNot}>
          It can’t be cancelled online. Questions? Call us at {matches[0].loaderData.company.phone}.
        </Notice>
      )}
      {!whyNot && <VisitCancel link={link} {...offer} />}
    </VisitFrame>
  );
}

function headingOf(plan: boolean, over: boolean): string {
  if (plan) return over ? "Skip" : "Skip this cleaning?";
  return over ? "Cancel" : "Cancel this cleaning?";
}
