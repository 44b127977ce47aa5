import { redirect } from "react-router";
import { pageMeta } from "~/features/site/page-meta";
import { STORM_PAGE } from "~/features/storm/days";
import { readStormDays } from "~/features/storm/reads.server";
import { StormDayPicker } from "~/features/storm/ui/storm-day-picker";
import { StormDays } from "~/features/storm/ui/storm-days";
import { isCalendarDate } from "~/lib/dates";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/storm";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Storm days", "Days on which weather keeps the crews at home."),
  { name: "robots", content: "noindex" },
];

/** `?date=` is filled in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const date = new URL(request.url).searchParams.get("date") ?? "";
  return { date: isCalendarDate(date) ? date : "", days: await readStormDays(ctx) };
}

/** There is nothing to post here. */
export function action({ request, context }: Route.ActionArgs) {
  requireAdmin(request, context);
  return redirect(STORM_PAGE, 303);
}

export default function Storm({ loaderData: { date, days } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-title">Storm days</h1>
        <p className="mt-1 max-w-2xl text-moss">
          When weather keeps the crews at home: the day is closed for new bookings, and everybody with a visit
          is asked to take a new time, choose another one, or skip the visit. None of it costs them anything.
        </p>
      </div>
      <StormDayPicker date={date} />
      <StormDays days={days} />
    </div>
  );
}
