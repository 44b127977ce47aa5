import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { readVisit } from "~/features/booking/manage/queries.server";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { readStartTimes } from "~/features/scheduling/availability/availability.server";
import { answerByPhone, readStormQuestion, skipByPhone } from "~/features/scheduling/storm/answer.server";
import { resendOffers } from "~/features/scheduling/storm/call.server";
import { readStormDay } from "~/features/scheduling/storm/queries.server";
import { parseChoice, stormDayPath } from "~/features/scheduling/storm/storm-day";
import { StormVisitPanel } from "~/features/scheduling/storm/ui/visit-panel";
import { formatLongDate } from "~/lib/dates";
import { allowContext, type StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { formIdOf } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/storm-visit";

type Params = Route.LoaderArgs["params"];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  return readPanel(requireStaff(request, context), params);
}

async function readPanel(ctx: StaffCtx, { id, visit: visitId }: Params) {
  const day = await readStormDay(ctx, id);
  const offer = day?.offers.find(({ visit }) => visit === visitId);
  const visit = offer && (await readVisit({ ...ctx, ...OFFICE_ACTOR }, visitId));
  const question = visit && (await readStormQuestion(ctx, visit));
  if (!day || !offer || !visit || !question) throw data(null, { status: 404 });
  const { amount, text } = visit.refund;
  return {
    offer,
    question,
    from: visit.slot,
    slots: await readStartTimes(ctx, visit.service_id),
    address: visit.address,
    refund: { amount, text },
    form_id: randomUUID(),
  };
}

/** Answers on behalf of a customer, or sends the offer again. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, form: fields } = await requireStaffForm(request, context);
  const [page, visit] = [stormDayPath(params.id), params.visit];
  const refuse = async (status: 400 | 409 | 429, message: string, wish = {}) =>
    data({ panel: await readPanel(ctx, params), message, wish }, { status });
  const { offer } = await readPanel(ctx, params);
  switch (fields.intent) {
    case "resend": {
      if (!(await context.get(allowContext)("send-again", ctx.actor.id)))
        return refuse(429, "Too many emails were sent again in a short time. Please wait an hour.");
      const sent = await resendOffers(ctx, { id: params.id, visit, form_id: formIdOf(fields) });
      if (sent === 0)
        return refuse(409, "Nothing to send: the customer has already responded or has no email address.");
      return redirectTo(context, stormDayPath(params.id, visit), { toast: { title: "Email sent" } });
    }
    case "skip": {
      const refund = /^\d{1,9}$/.test(fields.refund ?? "") ? Number(fields.refund) : Number.NaN;
      const outcome = await skipByPhone(ctx, { id: visit, refund });
      if (!outcome.ok) return refuse(409, outcome.message);
      return redirectTo(context, page, {
        toast: { title: "Visit skipped", description: offer.customer ?? "" },
      });
    }
    case "take": {
      const { choice, from_date = "", from_time = "" } = fields;
      const { date, time } = choice
        ? parseChoice(choice)
        : { date: fields.date ?? "", time: fields.time ?? "" };
      const from = { date: from_date, time: from_time };
      const outcome = await answerByPhone(ctx, { id: visit, date, time, from });
      const toast = { title: "Visit moved", description: `${dateInWordsOf(date)}, ${time}` };
      if (outcome.ok) return redirectTo(context, page, { toast });
      return refuse(outcome.reason === "invalid" ? 400 : 409, outcome.message, { date, time });
    }
    default:
      return refuse(400, "Choose an action first.");
  }
}

const dateInWordsOf = (date: string) => (/^\d{4}-\d{2}-\d{2}$/.test(date) ? formatLongDate(date) : date);

export default function StormVisit({ loaderData, actionData, params }: Route.ComponentProps) {
  const panel = actionData?.panel ?? loaderData;
  return (
    <SidePanel
      key={params.visit}
      title={panel.offer.customer || "Unknown Customer"}
      closeHref={stormDayPath(params.id)}
    >
      <StormVisitPanel {...panel} message={actionData?.message} wish={actionData?.wish} />
    </SidePanel>
  );
}
