import { calendarFile } from "~/features/booking/calendar.server";
import { readFeedVisits } from "~/features/booking/feed.server";
import { readCompany } from "~/features/settings/reads.server";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/calendar-feed";

/** `GET /calendar/TOKEN.ics`: the visits of the customer whose secret address this is, for their calendar program. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const headers = { "Cache-Control": "private, no-store" };
  const visits = await readFeedVisits(ctx, params.file);
  if (!visits) return new Response("There is no calendar here.", { status: 404, headers });
  const company = await readCompany(ctx);
  const file = calendarFile(visits, company, { name: `${company.company_name} visits` });
  return new Response(file, { headers: { ...headers, "Content-Type": "text/calendar; charset=utf-8" } });
}
