import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { COUNT_LIMIT } from "~/db/keyset";
import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Fields } from "~/platform/request/form.server";
import type { AttentionCase } from "./attention";

export type Handled =
  | { ok: true; toast: ToastMessage }
  | { ok: false; status: 400 | 404 | 409; message: string; field?: string };

/** `back`: the page that the form is on. */
export type Handler = (ctx: StaffCtx, fields: Fields, back: string) => Promise<Handled>;

/** The part of a kind's cases to read. */
export type Part = { limit: number; offset: number };

/** A kind of what needs somebody. */
export type AttentionKind = {
  /** Its name in addresses. */
  kind: string;
  /** What a count says: "1 visit has no crew", "3 visits have no crew". */
  one: string;
  many: string;
  /** A part of the cases, the most urgent first, and how many there are; behind the last one, no count either. */
  read: (ctx: StaffCtx, part: Part) => Promise<{ count: number; cases: AttentionCase[] }>;
  /** What the forms of its cases do, by intent. */
  handlers?: Record<string, Handler>;
};

/**
 * Defines a kind of what needs somebody: who it is about, how many, and what can be done beside each. Add it to KINDS
 * (list.server.ts), where its place says how urgent it is.
 */
export function defineAttention(kind: AttentionKind): AttentionKind {
  return kind;
}

export const GONE: Handled = { ok: false, status: 404, message: "This is no longer there." };

/** Words for an outcome that refuses. */
export function refused({
  reason,
  message,
  field,
}: {
  reason: string;
  message: string;
  field?: string;
}): Handled {
  const status = reason === "invalid" ? 400 : reason === "not found" ? 404 : 409;
  return { ok: false, status, message, field };
}

/** A version or a number of tries that a form carries; undefined when it is none. */
export function seenIn(text = ""): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Number of rows as a column, counted in the same statement up to one more than COUNT_LIMIT. */
export function countOf(db: Database, table: PgTable, where: SQL | undefined): SQL<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(table)
    .where(where)
    .limit(COUNT_LIMIT + 1)
    .as("some");
  return sql<number>`(select count(*)::int from ${some})`;
}

export function totalOf([first]: { found: number }[]): number {
  return first?.found ?? 0;
}
