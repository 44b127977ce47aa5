import type { Dispute } from "~/platform/payment-gateway";
import { nullIfMissing } from "./ask.server";
import type { Connection } from "./connection.server";
import { toDispute } from "./dispute";
import { whose } from "./ids";
import { listAll } from "./list.server";
import { paymentOf } from "./refunds.server";
import { secondsOf } from "./seconds";

export function readDispute({ ask }: Connection, id: string): Promise<Dispute | null> {
  return ask((stripe, options) => stripe.disputes.retrieve(id, {}, options)).then(toDispute, nullIfMissing);
}

export async function listDisputes(connection: Connection, paymentId: string): Promise<Dispute[]> {
  const payment = await paymentOf(connection, paymentId);
  if (!payment) return [];
  const disputes = await listAll(connection, (stripe, page, options) =>
    stripe.disputes.list({ ...whose(payment), ...page }, options),
  );
  return disputes.map(toDispute);
}

export async function disputesSince(connection: Connection, since: Temporal.Instant): Promise<Dispute[]> {
  const created = { gte: secondsOf(since) };
  const disputes = await listAll(connection, (stripe, page, options) =>
    stripe.disputes.list({ created, ...page }, options),
  );
  return disputes.map(toDispute);
}
