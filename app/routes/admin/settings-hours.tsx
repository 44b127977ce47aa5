import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { parseInitialValues } from "~/features/operations/settings/forms";
import { SettingsPage } from "~/features/operations/settings/ui/settings-panel";
import { MAX_REASON, schedulePath, toastOfClosing } from "~/features/scheduling/board/board";
import { closeTime, openTime } from "~/features/scheduling/board/close.server";
import { HOURS_PAGE } from "~/features/scheduling/opening-hours/forms";
import { readHoursPage } from "~/features/scheduling/opening-hours/queries.server";
import { saveHours } from "~/features/scheduling/opening-hours/save.server";
import { ClosedDays } from "~/features/scheduling/opening-hours/ui/closed-days";
import { HoursForm } from "~/features/scheduling/opening-hours/ui/hours-form";
import { OutsideVisits } from "~/features/scheduling/opening-hours/ui/outside-visits";
import { countAffected } from "~/features/scheduling/storm/plan.server";
import { closingPath } from "~/features/scheduling/storm/storm-day";
import { isCalendarDate } from "~/lib/dates";
import { redirectTo } from "~/platform/request/flash.server";
import type { Fields } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/settings-hours";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Hours", "Opening hours, start times, holidays and closed days.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export function loader({ request, context }: Route.LoaderArgs) {
  return readHoursPage(requireStaff(request, context));
}

type Answer = {
  intent: "save" | "close" | "open";
  values: Fields;
  errors: Record<string, string>;
  message: string | null;
  /** What the form starts from the next time. */
  seen: string;
};

/** Saves the hours, closes a day, or opens a closed one. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, seen = "", ...values } = form;
  const refuse = (status: number, answer: Partial<Answer> & Pick<Answer, "intent">) =>
    data<Answer>({ values, errors: {}, message: null, seen, ...answer }, { status });

  if (intent === "save") {
    const outcome = await saveHours(ctx, values, parseInitialValues(seen));
    if (outcome.ok) return redirectTo(context, HOURS_PAGE, { toast: { title: "Hours saved" } });
    const next = outcome.seen ? JSON.stringify(outcome.seen) : seen;
    return refuse(outcome.reason === "changed" ? 409 : 400, { intent, errors: outcome.errors, seen: next });
  }
  if (intent === "close") {
    const { date = "", reason = "" } = values;
    const booked = isCalendarDate(date) ? await countAffected(ctx, { date, towns: [] }) : 0;
    if (booked > 0 && reason.length <= MAX_REASON) return redirectTo(context, closingPath(date, reason));
    const outcome = await closeTime(ctx, { date, time: null, reason });
    if (!outcome.ok) {
      const errors = { [outcome.field]: outcome.message };
      return refuse(outcome.reason === "invalid" ? 400 : 409, { intent, errors });
    }
    return redirectTo(context, HOURS_PAGE, {
      toast: toastOfClosing({ closed: outcome.id, date, time: null }, schedulePath({ view: "day", date })),
    });
  }
  if (intent === "open") {
    const opened = await openTime(ctx, values.id ?? "");
    if (!opened) return refuse(409, { intent, message: "That day is already open." });
    const page = schedulePath({ view: "day", date: opened.date });
    return redirectTo(context, HOURS_PAGE, { toast: toastOfClosing({ opened }, page) });
  }
  return redirectTo(context, HOURS_PAGE);
}

export default function HoursSettings({ loaderData: page, actionData }: Route.ComponentProps) {
  const of = (intent: Answer["intent"]) => (actionData?.intent === intent ? actionData : undefined);
  const refused = of("save");
  return (
    <SettingsPage current="hours" refused={refused !== undefined}>
      <Card className="p-5 sm:p-7">
        <h2 className="sr-only">Hours</h2>
        <HoursForm key={JSON.stringify(page.values)} {...page} refused={refused} offerHref={closingPath} />
      </Card>
      {page.outside.total > 0 && (
        <Card className="grid grid-cols-1 gap-3 p-5 sm:p-7">
          <h2 className="text-heading">Visits outside the hours</h2>
          <OutsideVisits outside={page.outside} />
        </Card>
      )}
      <Card className="grid grid-cols-1 gap-4 p-5 sm:p-7">
        <h2 className="text-heading">Closed days</h2>
        {of("open")?.message && <Notice tone="error">{of("open")?.message}</Notice>}
        <ClosedDays
          key={page.days.map(({ id }) => id).join()}
          {...page}
          refused={of("close")}
          offerHref={closingPath}
        />
      </Card>
    </SettingsPage>
  );
}
