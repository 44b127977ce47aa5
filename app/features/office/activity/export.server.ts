import type { CsvColumns } from "~/lib/csv";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { csvResponse } from "~/platform/csv-response.server";

/** Names of filters are the program's own; whatever else stands in an address is not written down. */
const FILTER = /^[a-z_]{1,20}$/;

/**
 * A list as a CSV download, which leaves a row in the audit trail: who took it, which list, the names of the filters in
 * use (what was searched for may be a person's name) and how many rows went out. The row is written before the last
 * rows go out, so that nobody has the whole list without one; a download that is broken off leaves one as well.
 */
export function exportList<Row>(
  ctx: AdminCtx,
  request: Request,
  list: string,
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): Response {
  const filters = filtersOf(new URL(request.url).searchParams);
  return csvResponse(`${list}.csv`, columns, batches, (rows) =>
    recordAudit(ctx.db, ctx, {
      action: "list.exported",
      entity: "list",
      entity_id: list,
      details: { rows, filters },
    }),
  );
}

function filtersOf(query: URLSearchParams): string[] {
  const used = [...query].flatMap(([name, value]) => (value !== "" && FILTER.test(name) ? [name] : []));
  return [...new Set(used)];
}
