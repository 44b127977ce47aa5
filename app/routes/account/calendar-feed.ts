import { createHash } from "node:crypto";
import { calendarFile } from "~/features/booking/emails/calendar.server";
import { readFeedVisits } from "~/features/booking/manage/feed.server";
import { findCalendar } from "~/features/identity/security/calendar-address.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { readWorkCalendar } from "~/features/scheduling/board/calendar-feeds.server";
import { allowContext, type Ctx, requestContext } from "~/platform/context.server";
import type { Route } from "./+types/calendar-feed";

/** `GET /calendar/TOKEN.ics`: the calendar that a person's secret address shows. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const headers = { "Cache-Control": "private, no-cache" };
  if (!(await context.get(allowContext)("calendar"))) {
    const later = { ...headers, "Retry-After": "3600" };
    return new Response("Too many requests. Please try again in an hour.", { status: 429, headers: later });
  }
  const file = await readCalendar(ctx, params.file);
  if (file === null) return new Response("There is no calendar here.", { status: 404, headers });
  const known = { ...headers, ETag: tagOf(file) };
  if (request.headers.get("If-None-Match")?.includes(known.ETag))
    return new Response(null, { status: 304, headers: known });
  return new Response(file, { headers: { ...known, "Content-Type": "text/calendar; charset=utf-8" } });
}

async function readCalendar(ctx: Ctx, file: string): Promise<string | null> {
  const calendar = await findCalendar(ctx, file);
  if (!calendar) return null;
  const company = await readCompany(ctx);
  if (calendar.shows !== "own visits")
    return readWorkCalendar(ctx, company, calendar.shows === "crew" ? calendar.crew_id : null);
  const visits = await readFeedVisits(ctx, calendar.user_id);
  return calendarFile(visits, company, { name: `${company.company_name} visits` });
}

/** ETag that ignores the time at which the file was made. */
function tagOf(file: string): string {
  const visits = file.replace(/^DTSTAMP:.*$/gm, "");
  return `W/"${createHash("sha256").update(visits).digest("base64url")}"`;
}
