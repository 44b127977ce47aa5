import { approvals } from "../../../app/db/schema/approvals";
import { disputes } from "../../../app/db/schema/payments";
import { admin_settings } from "../../../app/db/schema/settings";
import type { Database } from "../../../app/platform/database/database.server";
import { insertAll } from "./bulk";
import { CURRENCY, type Order } from "./orders";
import type { Frame, Visit } from "./visits";

type World = Frame & { visits: readonly Visit[]; orders: ReadonlyMap<string, Order> };

/** Days ago at which the disputed visits took place at the latest. */
const DISPUTES = [
  { visit_days_ago: 96, reason: "product_unacceptable", status: "won", opened_after: 9, open_days: 31 },
  { visit_days_ago: 12, reason: "unrecognized", status: "open", opened_after: 8, open_days: null },
] as const;
/** Days that a bank gives for the evidence. */
const EVIDENCE_DAYS = 14;

/** What a bookkeeper gives back alone, in cents. */
const BOOKKEEPER_LIMIT = 2000;
/** What a bookkeeper asked to give back and waits for, in cents. */
const ASKED = { amount: 6500, reason: "The crew left before the basement was done" };

/**
 * Stores what customers disputed at their bank: one that the company won, and one that waits for its evidence. That one is an inquiry,
 * which took no money yet: the test checkout knows no disputes, and the books are compared with it.
 */
export async function storeDisputes(tx: Database, { now, visits, orders }: World): Promise<void> {
  const taken = new Set<string>();
  const rows = DISPUTES.flatMap(({ visit_days_ago, reason, status, opened_after, open_days }) => {
    const order = paidBefore(visits, orders, now.subtract({ hours: 24 * visit_days_ago }), taken);
    if (!order) return [];
    taken.add(order.row.id);
    const opened_at = now.subtract({ hours: 24 * (visit_days_ago - opened_after) });
    const closed_at = open_days === null ? null : opened_at.add({ hours: 24 * open_days });
    return [
      {
        ...{ id: `test_dispute_${order.row.id}`, order_id: order.row.id, currency: CURRENCY },
        ...{ amount: order.row.amount, status, withdrawn: status === "won", reason, opened_at, closed_at },
        evidence_due_at: opened_at.add({ hours: 24 * EVIDENCE_DAYS }),
        ...{ created_at: opened_at, updated_at: closed_at ?? opened_at },
      },
    ];
  });
  await insertAll(tx, disputes, rows);
}

/** Refunds above a bookkeeper's limit: one that the manager approved, and one that waits. */
export async function storeApprovals(
  tx: Database,
  { random, now, visits, orders }: World,
  { manager, bookkeeper }: { manager: string; bookkeeper: string },
): Promise<void> {
  const dated = { created_at: now, updated_at: now };
  const limit = { category: "users", key: "refund_limit_bookkeeper", value: String(BOOKKEEPER_LIMIT) };
  await tx
    .insert(admin_settings)
    .values({ ...limit, ...dated })
    .onConflictDoNothing();
  const given = visits.findLast(({ id, status }) => status === "completed" && orders.get(id)?.refunds[0]);
  const [refund] = (given && orders.get(given.id)?.refunds) ?? [];
  const waits = paidBefore(visits, orders, now.subtract({ hours: 30 }), new Set());
  const asked = { kind: "refund", asked_by: bookkeeper };
  const rows: (typeof approvals.$inferInsert)[] = [];
  if (refund?.created_at)
    rows.push({
      ...{ ...asked, id: random.uuid(), order_id: refund.order_id, amount: refund.amount },
      ...{ reason: refund.reason ?? "", payload: { left: refund.amount }, status: "approved" },
      ...{
        idempotency_key: `year:asked:${refund.order_id}`,
        asked_at: refund.created_at.subtract({ hours: 2 }),
      },
      ...{ decided_by: manager, decided_at: refund.created_at },
    });
  if (waits)
    rows.push({
      ...{ ...asked, ...ASKED, id: random.uuid(), order_id: waits.row.id, status: "open" },
      ...{ payload: { left: waits.row.amount }, idempotency_key: `year:asked:${waits.row.id}` },
      ...{ asked_at: now.subtract({ hours: 4 }), decided_by: null, decided_at: null },
    });
  await insertAll(tx, approvals, rows);
}

/** The newest order of a visit over by then that was paid online as a whole, and of which nothing was given back. */
function paidBefore(
  visits: readonly Visit[],
  orders: ReadonlyMap<string, Order>,
  before: Temporal.Instant,
  taken: ReadonlySet<string>,
): Order | undefined {
  const found = visits.findLast(({ id, status, range }) => {
    const order = orders.get(id);
    if (status !== "completed" || !order?.session || Temporal.Instant.compare(range.end, before) > 0)
      return false;
    const { amount, charged, tips, upfront } = order.row;
    const isPlain = charged === amount && !tips && !upfront && amount > ASKED.amount;
    return isPlain && order.charges.length === 1 && order.refunds.length === 0 && !taken.has(order.row.id);
  });
  return found && orders.get(found.id);
}
