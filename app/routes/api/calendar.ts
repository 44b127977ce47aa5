import { calendarFile } from "~/features/booking/calendar.server";
import { readBookingBySession } from "~/features/booking/reads.server";
import { readCompany } from "~/features/settings/reads.server";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/calendar";

/** `GET /api/calendar?session_id=`: a confirmed booking as a calendar file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const booking = await readBookingBySession(ctx, new URL(request.url).searchParams.get("session_id") ?? "");
  if (!booking || booking.status === "cancelled" || booking.status === "pending") {
    return new Response("There is no confirmed booking here.", { status: 404 });
  }
  return new Response(calendarFile([booking], await readCompany(ctx)), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="cleaning-${booking.date}.ics"`,
      "Cache-Control": "no-store",
    },
  });
}
