import { createHash } from "node:crypto";
import { calendarFile } from "~/features/booking/emails/calendar.server";
import { readFeedVisits } from "~/features/booking/manage/feed.server";
import { type Company, readCompany } from "~/features/operations/settings/queries.server";
import { readWorkCalendar } from "~/features/scheduling/board/calendar-feeds.server";
import { allowContext, type Ctx, requestContext } from "~/platform/context.server";
import type { Route } from "./+types/calendar-feed";

/** `GET /calendar/TOKEN.ics`: calendar feed of the customer, crew or office that owns the secret URL. */
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
  const company = await readCompany(ctx);
  const visits = await readFeedVisits(ctx, file);
  return visits ? calendarFile(visits, company, nameFor(company)) : readWorkCalendar(ctx, company, file);
}

function nameFor({ company_name }: Company) {
  return { name: `${company_name} visits` };
}

/** ETag that ignores the time at which the file was made. */
function tagOf(file: string): string {
  const visits = file.replace(/^DTSTAMP:.*$/gm, "");
  return `W/"${createHash("sha256").update(visits).digest("base64url")}"`;
}
