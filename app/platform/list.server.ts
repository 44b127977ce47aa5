import { data } from "react-router";
import type { AdminCtx } from "./context.server";

const NOT_KEPT = { "Cache-Control": "no-store" };

/** What a list's page shows: the list, or null with a 503 when it can't be read (say the database is away). */
export async function listData<Query, List>(
  ctx: AdminCtx,
  noun: string,
  query: Query,
  read: (ctx: AdminCtx, query: Query) => Promise<List>,
) {
  try {
    return data({ query, list: await read(ctx, query) }, { headers: NOT_KEPT });
  } catch (err) {
    ctx.log.error({ err }, `the ${noun} could not be read`);
    return data({ query, list: null }, { status: 503, headers: { ...NOT_KEPT, "Retry-After": "30" } });
  }
}
