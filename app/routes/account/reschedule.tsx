import { data } from "react-router";
import { lateFeeNote } from "~/features/booking/cancellation";
import {
  NO_STORE,
  openVisit,
  shownVisit,
  TOO_MANY_CHANGES,
  visitAccess,
} from "~/features/booking/manage/link.server";
import { whyNotMovable } from "~/features/booking/manage/reschedule";
import { readRescheduleOptions, rescheduleBooking } from "~/features/booking/manage/reschedule.server";
import { VisitFrame, VisitRefusal } from "~/features/booking/manage/ui/visit-page";
import { VisitReschedule } from "~/features/booking/manage/ui/visit-reschedule";
import { visitPath } from "~/features/booking/manage/visit";
import { pageHeaders } from "~/features/content/site/page-meta";
import { formatLongDate, isCalendarDate, isMonth } from "~/lib/dates";
import { allowContext, type Ctx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/reschedule";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Reschedule | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

/** Shows the free slots of `?month=`; `?date=` and `?time=` preselect one. GET changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  const { ctx, link } = await openVisit(args);
  const query = new URL(args.request.url).searchParams;
  const wish = { date: query.get("date") ?? "", time: query.get("time") ?? "" };
  return data({ link, page: await readPage(ctx, link.id, wish, query.get("month")) }, NO_STORE);
}

export const headers = pageHeaders;

export async function action(args: Route.ActionArgs) {
  const { ctx, link } = await visitAccess(args);
  const fields = (await readForm(args.request)) ?? {};
  const { date = "", time = "", from_date = "", from_time = "" } = fields;
  const from = { date: from_date, time: from_time };
  if (!(await args.context.get(allowContext)("visit-change", link.id))) {
    const page = await readPage(ctx, link.id, { date, time }, null);
    return data({ page, message: TOO_MANY_CHANGES, errors: {} }, { status: 429, ...NO_STORE });
  }
  const outcome = await rescheduleBooking(ctx, { id: link.id, date, time, from });
  if (outcome.ok) {
    const toast = { title: "Cleaning rescheduled", description: `${formatLongDate(date)}, ${time}` };
    return redirectTo(args.context, visitPath(link), { toast });
  }
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  const page = await readPage(ctx, link.id, { date, time }, null);
  return data(
    { page, ...messagesFor(outcome) },
    { status: outcome.reason === "invalid" ? 400 : 409, ...NO_STORE },
  );
}

type Refusal = { reason: string; field?: "date" | "time"; message: string };

/** Splits a refusal into the message at the top and the errors of fields. */
function messagesFor({ reason, field, message }: Refusal): {
  message: string;
  errors: Record<string, string>;
} {
  if (!field) return { message, errors: {} };
  if (reason === "taken") return { message, errors: { [field]: "Please pick another time." } };
  return { message: "Please choose an available day and time.", errors: { [field]: message } };
}

type Wish = { date: string; time: string };

async function readPage(ctx: Ctx, id: string, wish: Wish, wishedMonth: string | null) {
  const to = isCalendarDate(wish.date) ? wish : { date: "", time: "" };
  const month = wishedMonth && isMonth(wishedMonth) ? wishedMonth : to.date.slice(0, 7) || null;
  const options = await readRescheduleOptions(ctx, { id, month });
  if (!options) throw data(null, { status: 404 });
  const { visit, ...calendar } = options;
  const chosen = calendar.days.find(({ date }) => date === to.date);
  return {
    ...calendar,
    visit: shownVisit(visit),
    from: visit.slot,
    to: !chosen || chosen.state === "free" ? to : { date: "", time: "" },
    lateFee: lateFeeNote(visit, ctx.now),
    storm: visit.storm,
    whyNot: whyNotMovable(visit, ctx.now),
  };
}

export default function Reschedule({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { link } = loaderData;
  const { visit, lateFee, storm, whyNot, from, ...choice } = actionData?.page ?? loaderData.page;
  return (
    <VisitFrame
      back={{ to: visitPath(link), label: "Back to your cleaning" }}
      heading="Reschedule"
      lead={`${visit.service} ${visit.number}, ${visit.duration}, ${visit.address}`}
    >
      {actionData && <VisitRefusal title="Nothing was changed" message={actionData.message} />}
      {whyNot && (
        <Notice className="mt-6 max-w-2xl" title={whyNot}>
          It can’t be rescheduled online. Questions? Call us at {matches[0].loaderData.company.phone}.
        </Notice>
      )}
      {!whyNot && (
        <>
          {storm && (
            <Notice className="mt-6 max-w-2xl">
              A storm keeps us from making it that day. Rescheduling this visit is free.
            </Notice>
          )}
          {lateFee && <Notice className="mt-6 max-w-2xl">{lateFee}</Notice>}
          <VisitReschedule {...choice} link={link} from={from} errors={actionData?.errors ?? {}} />
        </>
      )}
    </VisitFrame>
  );
}
