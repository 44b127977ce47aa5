import { redirect } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { readStormDays } from "~/features/scheduling/storm/queries.server";
import { STORM_PAGE } from "~/features/scheduling/storm/storm-day";
import { StormDayPicker, StormDays } from "~/features/scheduling/storm/ui/storm-days";
import { isCalendarDate } from "~/lib/dates";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/storm";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Storm days", "Days when the weather keeps crews home.", { noindex: true });

/** `?date=` prefills the form. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const date = new URL(request.url).searchParams.get("date") ?? "";
  return { date: isCalendarDate(date) ? date : "", days: await readStormDays(ctx) };
}

/** No form posts here. */
export function action({ request, context }: Route.ActionArgs) {
  requireStaff(request, context);
  return redirect(STORM_PAGE, 303);
}

export default function Storm({ loaderData: { date, days } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-title">Storm days</h1>
        <p className="mt-1 max-w-2xl text-moss">
          For days when the weather keeps crews home: the day closes for new bookings, and every customer with
          a visit is asked to accept a new time, choose another one or skip the visit, free of charge.
        </p>
      </div>
      <StormDayPicker date={date} />
      <StormDays days={days} />
    </div>
  );
}
