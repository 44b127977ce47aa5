import { asc, eq } from "drizzle-orm";
import { area_requests } from "~/db/schema/customers";
import { markRequest } from "~/features/booking/requests/answer.server";
import { requestPath } from "~/features/booking/requests/list";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { countOf, defineAttention, GONE, totalOf } from "./define.server";

/** Requests from outside the service area that nobody answered, the oldest first. */
export const requests = defineAttention({
  kind: "requests",
  one: "request from outside the area",
  many: "requests from outside the area",
  read: async (ctx, part) => {
    const { timezone } = await readCompany(ctx);
    const open = eq(area_requests.status, "new");
    const { id, name, zip_code, created_at } = area_requests;
    const rows = await ctx.db
      .select({ id, name, zip_code, created_at, found: countOf(ctx.db, area_requests, open) })
      .from(area_requests)
      .where(open)
      .orderBy(asc(created_at), asc(id))
      .limit(part.limit)
      .offset(part.offset);
    const cases = rows.map((row) => ({
      id: row.id,
      href: requestPath(row.id),
      what: `${row.name} in ${row.zip_code}`,
      when: formatMoment(row.created_at, timezone),
      actions: [
        { label: "Mark as answered", intent: "answered", pending: "Saving...", fields: { id: row.id } },
      ],
    }));
    return { count: totalOf(rows), cases };
  },
  handlers: {
    answered: async (ctx, { id = "" }) => {
      const outcome = await markRequest(ctx, { id, status: "answered" });
      return outcome.ok ? { ok: true, toast: { title: "Marked as answered" } } : GONE;
    },
  },
});
