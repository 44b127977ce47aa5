import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Adds a reason to what needs attention, on a line of its own, unless it is there already. */
export function withReason(needs_attention: PgColumn, reason: string): SQL<string> {
  return sql`case
    when ${needs_attention} is null then ${reason}
    when position(${reason} in ${needs_attention}) > 0 then ${needs_attention}
    else ${needs_attention} || ${`\n${reason}`} end`;
}

/** Whether a reason is not yet among those that need attention. */
export function withoutReason(needs_attention: PgColumn, reason: string): SQL<boolean> {
  return sql`position(${reason} in coalesce(${needs_attention}, '')) = 0`;
}
