import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** What staff must look at with one more reason, in a line of its own; one that is there already stays as it is. */
export function withReason(needs_attention: PgColumn, reason: string): SQL<string> {
  return sql`case
    when ${needs_attention} is null then ${reason}
    when position(${reason} in ${needs_attention}) > 0 then ${needs_attention}
    else ${needs_attention} || ${`\n${reason}`} end`;
}

/** Whether a reason is not among those that staff must look at yet. */
export function withoutReason(needs_attention: PgColumn, reason: string): SQL<boolean> {
  return sql`position(${reason} in coalesce(${needs_attention}, '')) = 0`;
}
