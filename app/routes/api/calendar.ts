import { calendarFile } from "~/features/booking/emails/calendar.server";
import { readBookingBySession } from "~/features/booking/queries.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { readPlanBySession } from "~/features/plans/queries.server";
import { comingOf, planCalendar } from "~/features/plans/schedule/calendar.server";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/calendar";

/** `GET /api/calendar?session_id=`: a confirmed booking or the visits of a plan as a calendar file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const sessionId = new URL(request.url).searchParams.get("session_id") ?? "";
  const plan = await readPlanBySession(ctx, sessionId);
  if (plan?.order_status === "completed") {
    const file = await planCalendar(ctx, await readCompany(ctx), comingOf(plan));
    return calendarResponse(file, `cleanings-${plan.first_date}.ics`);
  }
  const booking = await readBookingBySession(ctx, sessionId);
  if (!booking || booking.status === "cancelled" || booking.status === "pending") {
    return new Response("There is no confirmed booking here.", { status: 404 });
  }
  return calendarResponse(calendarFile([booking], await readCompany(ctx)), `cleaning-${booking.date}.ics`);
}

function calendarResponse(file: string, name: string): Response {
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}
