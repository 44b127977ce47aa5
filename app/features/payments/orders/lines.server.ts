import { asc, eq, type SQL, sql } from "drizzle-orm";
import { order_lines, orders } from "~/db/schema/payments";
import type { Cents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { closePayLink } from "./charges.server";

type Line = typeof order_lines.$inferInsert;

/** A line to write. `amount` in cents, negative for what is taken off. */
export type NewLine = Pick<Line, "kind" | "label" | "amount"> &
  Partial<Pick<Line, "reason" | "author_id" | "form_id">>;

/** The lines of a price as rows. Prices of before have no kinds: their first line is the service. */
export function rowsOf(
  order_id: string,
  lines: readonly { kind?: NewLine["kind"]; label: string; amount: Cents }[],
  now: Temporal.Instant,
): Line[] {
  return lines.map(({ kind, label, amount }, index) => ({
    order_id,
    position: index + 1,
    kind: kind ?? (index === 0 ? "service" : "extra"),
    label,
    amount,
    created_at: now,
  }));
}

/**
 * Adds lines to an order, whose amount follows; an open pay link asks for another amount and is closed. Lock the order first.
 * Returns their ids.
 */
export async function addLines(
  tx: Database,
  { now, jobs }: Pick<Ctx, "now" | "jobs">,
  order_id: string,
  lines: readonly NewLine[],
): Promise<string[]> {
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${order_lines.position}), 0)::int` })
    .from(order_lines)
    .where(eq(order_lines.order_id, order_id));
  const first = (last?.position ?? 0) + 1;
  const added = await tx
    .insert(order_lines)
    .values(lines.map((line, index) => ({ ...line, order_id, position: first + index, created_at: now })))
    .returning({ id: order_lines.id });
  await closePayLink(tx, { jobs }, order_id);
  return added.map(({ id }) => id);
}

/** What a cancellation writes: it takes off all that was owed, and leaves the fee. */
export const CANCELLED_LABEL = "Visit cancelled";
export const FEE_LABEL = "Fee for a late cancellation or no-show";
const RESTORED_LABEL = "Visit restored";
export const TIP_LABEL = "Tip";
/** What takes a tip off again that goes back. */
export const TIP_BACK_LABEL = "Tip refunded";

/** Takes off what is due of a completed order whose visit does not take place. Lock the order first. */
export async function cancelDue(
  tx: Database,
  ctx: Pick<Ctx, "now" | "jobs">,
  order_id: string,
): Promise<void> {
  const [order] = await tx.select({ due: orders.due }).from(orders).where(eq(orders.id, order_id));
  if (!order || order.due === 0) return;
  await addLines(tx, ctx, order_id, [{ kind: "cancelled", label: CANCELLED_LABEL, amount: -order.due }]);
}

/** Takes back what the newest cancellation wrote, when its visit comes back. Lock the order first. */
export async function restoreLines(
  tx: Database,
  ctx: Pick<Ctx, "now" | "jobs">,
  order_id: string,
): Promise<void> {
  const lines = await readLines({ db: tx }, order_id);
  const written = lines.slice(lines.findLastIndex(({ kind }) => kind === "cancelled"));
  if (written[0]?.kind !== "cancelled" || written.some(({ label }) => label === RESTORED_LABEL)) return;
  const taken = written.filter(({ kind, label }) => kind === "cancelled" || label === FEE_LABEL);
  const amount = -taken.reduce((sum, line) => sum + line.amount, 0);
  await addLines(tx, ctx, order_id, [{ kind: "correction", label: RESTORED_LABEL, amount }]);
}

/** The lines of an order, in the order in which they were written. */
export function readLines({ db }: Pick<Ctx, "db">, orderId: string) {
  return db
    .select()
    .from(order_lines)
    .where(eq(order_lines.order_id, orderId))
    .orderBy(asc(order_lines.position));
}

/** Kind, label and cents of each line, as a column of a query on orders; null without lines. */
export const linesOfOrder: SQL<Pick<NewLine, "kind" | "label" | "amount">[] | null> = sql`(
  select json_agg(json_build_object('kind', ${order_lines.kind}, 'label', ${order_lines.label}, 'amount', ${order_lines.amount}) order by ${order_lines.position})
  from ${order_lines} where ${order_lines.order_id} = ${orders.id})`;
