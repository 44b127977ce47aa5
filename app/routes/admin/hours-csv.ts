import { askedWeek } from "~/features/fieldwork/hours/week";
import { PAYROLL_COLUMNS, payrollFile } from "~/features/fieldwork/pay/payroll";
import { exportWeek } from "~/features/fieldwork/pay/queries.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { csvOf } from "~/lib/csv";
import { companyToday } from "~/lib/dates";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/hours-csv";

/** `GET /admin/hours.csv?week=`: the pay of a week for a payroll program. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const zone = (await readSettings(ctx))["general.timezone"];
  const monday = askedWeek(new URL(request.url).searchParams.get("week"), companyToday(ctx.now, zone));
  const { lines, approved } = await exportWeek(ctx, monday);
  const rows = lines.map((line) => ({ ...line, monday }));
  return new Response(csvOf(rows, PAYROLL_COLUMNS), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${payrollFile(monday, approved)}"`,
      "Cache-Control": "no-store",
    },
  });
}
