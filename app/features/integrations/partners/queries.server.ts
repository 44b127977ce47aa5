import { asc, count, eq, sql } from "drizzle-orm";
import { api_keys, partner_orders } from "~/db/schema/partners";
import { orders } from "~/db/schema/payments";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { StaffCtx } from "~/platform/context.server";
import type { ApiKey } from "./partner";

/** All keys: active ones first, by name. */
export function readApiKeys(ctx: StaffCtx): Promise<ApiKey[]> {
  return read(ctx);
}

/** One key. Null if there is none with this id. */
export async function readApiKey(ctx: StaffCtx, id: string): Promise<ApiKey | null> {
  return isUuid(id) ? ((await read(ctx, id))[0] ?? null) : null;
}

async function read(ctx: StaffCtx, id?: string): Promise<ApiKey[]> {
  const { timezone } = await readCompany(ctx);
  const rows = await ctx.db
    .select({ key: api_keys, bookings: count(orders.id) })
    .from(api_keys)
    .leftJoin(partner_orders, eq(partner_orders.api_key_id, api_keys.id))
    .leftJoin(orders, sql`${orders.id} = ${partner_orders.order_id} and ${orders.status} = 'completed'`)
    .where(id ? eq(api_keys.id, id) : undefined)
    .groupBy(api_keys.id)
    .orderBy(sql`${api_keys.revoked_at} is not null`, asc(sql`lower(${api_keys.name})`), asc(api_keys.id));
  const moment = (at: Temporal.Instant | null) => at && formatMoment(at, timezone);
  return rows.map(({ key: { id, name, key_end, ...at }, bookings }) => ({
    id,
    name,
    bookings,
    end: key_end,
    added: formatMoment(at.created_at, timezone),
    last_used: moment(at.last_used_at),
    revoked: moment(at.revoked_at),
  }));
}
