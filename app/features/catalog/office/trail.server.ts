import { readCompany } from "~/features/operations/settings/reads.server";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

type Sides = { before: object | null; after: object | null };

/** Writes down what became of a service, with the currency that its price has on that day. */
export async function recordService(tx: Database, ctx: AdminCtx, action: string, id: string, sides: Sides) {
  const { default_currency: currency } = await readCompany({ db: tx });
  await recordAudit(tx, ctx, { action, entity: "service", entity_id: id, details: { ...sides, currency } });
}
