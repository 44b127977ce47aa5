import { data } from "react-router";
import { calendarFile } from "~/features/booking/emails/calendar.server";
import { NO_STORE, openVisit } from "~/features/booking/manage/link.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import type { Route } from "./+types/booking-calendar";

/** Returns the visit as a calendar file. A cancelled visit removes its entry. Returns 404 while the visit is pending. */
export async function loader(args: Route.LoaderArgs) {
  const { ctx, visit } = await openVisit(args);
  if (visit.status === "pending") throw data(null, { status: 404 });
  const method = visit.status === "cancelled" ? "CANCEL" : "PUBLISH";
  return new Response(calendarFile([visit], await readCompany(ctx), { method }), {
    headers: {
      ...NO_STORE.headers,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="cleaning-${visit.date}.ics"`,
    },
  });
}
