import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "./world.ts";

export type Audit = {
  crewsTwice: number;
  paid: number;
  confirmed: number;
  flagged: number;
  givenBack: number;
  /** Paid sessions that are none of these. */
  forgotten: string[];
  /** Orders that count as paid without a payment. */
  unpaid: number;
  holds: number;
  openCheckouts: number;
  /** Cents: the sum in the site's tables, less the provider's. */
  moneyOff: number;
  refundsOff: number;
};

const SETTLE_MS = 60_000;

/** Lets up to an hour pass with frequent sweeps, until nothing is pending. */
export async function settle(world: World): Promise<void> {
  await world.stripe.events.arrive();
  for (const until = Date.now() + SETTLE_MS; Date.now() < until; await sleep(250)) {
    const { waiting } = await state(world);
    if (waiting === 0) break;
    await world.query(
      "update orders set asked_at = asked_at - interval '1 hour' where payment_session_id is not null and session_closed_at is null",
    );
    await world.doNow("reconcile-payments");
    await sleep(250);
    if ((await openPaid(world)) > 0) continue; // first what is paid
    await world.query(
      "update bookings set hold_expires_at = now() - interval '1 second' where status = 'pending' and hold_expires_at > now()",
    );
    await world.doNow("expire-holds");
  }
  await world.stripe.events.arrive(); // events of the checkouts that just ended
}

async function state(world: World) {
  const [row] = await world.query(
    `select count(*)::int as waiting from orders o join bookings b on b.id = o.booking_id
     where (o.payment_session_id is not null and o.session_closed_at is null)
        or (b.status = 'pending' and b.needs_attention is null)
        or exists (select from refunds r where r.order_id = o.id and r.status = 'pending')`,
  );
  return { waiting: Number(row?.waiting) };
}

async function openPaid(world: World): Promise<number> {
  const rows = await world.query(
    "select payment_session_id as id from orders where payment_session_id is not null and session_closed_at is null",
  );
  return rows.filter(({ id }) => world.stripe.books.sessions.get(id)?.payment_status === "paid").length;
}

/** Compares the database with itself and with the provider's records. */
export async function audit(world: World): Promise<Audit> {
  const { books } = world.stripe;
  const paid = [...books.sessions.values()].filter(({ payment_status }) => payment_status === "paid");
  const orders = await world.query(
    `select o.payment_session_id as session, o.status, o.amount, o.paid_amount, b.status as visit, b.crew_id,
       b.needs_attention, coalesce((select sum(amount) from refunds r where r.order_id = o.id and r.status = 'completed'), 0)::int as refunded
     from orders o join bookings b on b.id = o.booking_id`,
  );
  const bySession = new Map(orders.map((order) => [order.session, order]));
  const found = { confirmed: 0, flagged: 0, givenBack: 0, forgotten: [] as string[] };
  for (const { id, amount_total } of paid) {
    const order = bySession.get(id);
    const settled = order?.status === "completed";
    if (settled && order.visit === "confirmed" && order.crew_id) found.confirmed += 1;
    else if (order?.needs_attention && (settled || order.paid_amount === amount_total)) found.flagged += 1;
    else if (settled && order.visit === "cancelled" && order.refunded === amount_total) found.givenBack += 1;
    else found.forgotten.push(`${id}: ${JSON.stringify(order ?? null)}`);
  }
  const [twice] = await world.query(
    `select count(*)::int as count from bookings a join bookings b on a.crew_id = b.crew_id and a.id < b.id and a.blocked && b.blocked
     where a.status <> 'cancelled' and b.status <> 'cancelled'`,
  );
  const [holds] = await world.query(
    "select count(*)::int as count from bookings where status = 'pending' and needs_attention is null",
  );
  const paidIds = new Set(paid.map(({ id }) => id));
  const completed = orders.filter(({ status }) => status === "completed");
  const given = [...books.refunds.values()].filter(({ status }) => status === "succeeded");
  return {
    crewsTwice: twice?.count,
    paid: paid.length,
    ...found,
    unpaid: completed.filter(({ session }) => !paidIds.has(session)).length,
    holds: holds?.count,
    openCheckouts: [...books.sessions.values()].filter(({ status }) => status === "open").length,
    moneyOff:
      sum(completed.map(({ amount }) => amount)) +
      sum(orders.map(({ paid_amount }) => paid_amount ?? 0)) -
      sum([...books.intents.values()].map(({ amount_received }) => amount_received)),
    refundsOff: sum(orders.map(({ refunded }) => refunded)) - sum(given.map(({ amount }) => amount)),
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
