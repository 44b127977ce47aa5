import FileText from "lucide-react/icons/file-text";
import { Form, Link } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { readSheets } from "~/features/fieldwork/sheet/queries.server";
import { SHEET_PAGE, sheetPath } from "~/features/fieldwork/sheet/sheet";
import { RouteSheet } from "~/features/fieldwork/sheet/ui/route-sheet";
import { readCompany } from "~/features/operations/settings/queries.server";
import { isShownDate, schedulePath } from "~/features/scheduling/board/board";
import { companyToday, formatLongDate } from "~/lib/dates";
import { requireStaff } from "~/platform/request/gate.server";
import { Button } from "~/ui/action/button";
import { controlLook } from "~/ui/form/control-look";
import { EmptyState } from "~/ui/list/empty-state";
import { useHydrated } from "~/ui/live/use-hydrated";
import { BackLink } from "~/ui/page/back-link";
import type { Route } from "./+types/sheet";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Route sheets", "A crew's day on paper.", { noindex: true });

export const headers = pageHeaders;

/** `?date=`, else today in company time; `?crew=`: only its sheet. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const params = new URL(request.url).searchParams;
  const asked = params.get("date") ?? "";
  const { timezone } = await readCompany(ctx);
  const date = isShownDate(asked) ? asked : companyToday(ctx.now, timezone);
  const crew = params.get("crew") || null;
  return { ...(await readSheets(ctx, { date, crew })), one: crew !== null };
}

export default function SheetPage({ loaderData: { date, company, sheets, one } }: Route.ComponentProps) {
  const hydrated = useHydrated();
  return (
    <div className="grid grid-cols-1 gap-5 print:block">
      <div className="grid gap-3 print:hidden">
        <div>
          <BackLink to={schedulePath({ view: "day", date })} label="Schedule" />
          <h1 className="text-title">Route sheets for {formatLongDate(date)}</h1>
          <p className="text-moss">A page for each crew. Required items are bold.</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Form action={SHEET_PAGE} className="flex gap-2">
            <input
              key={date}
              type="date"
              name="date"
              defaultValue={date}
              aria-label="Day"
              required
              className={`${controlLook} w-auto`}
            />
            <Button type="submit" variant="secondary">
              Show
            </Button>
          </Form>
          {hydrated && sheets.length > 0 && <Button onClick={() => print()}>Print</Button>}
          {one && (
            <Link
              to={sheetPath(date)}
              className="inline-flex min-h-11 items-center px-2 font-semibold text-[0.9375rem] text-evergreen-700 underline-offset-4 hover:underline"
            >
              All crews
            </Link>
          )}
        </div>
      </div>
      {sheets.map((sheet) => (
        <RouteSheet key={sheet.id} sheet={sheet} date={date} company={company} />
      ))}
      {sheets.length === 0 && (
        <EmptyState icon={FileText} title="No visits on this day">
          {one ? "This crew has no visits on this day." : "No crew has a visit on this day."}
        </EmptyState>
      )}
    </div>
  );
}
