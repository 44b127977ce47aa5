import { and, desc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { service_prices } from "~/db/schema/catalog";
import { readOfficeService, readOfficeServices } from "~/features/catalog/office/queries.server";
import type { OfficeService } from "~/features/catalog/office/service";
import type { PriceRules } from "~/features/catalog/rules";
import { needsEstimate, rulesOf, type Service } from "~/features/catalog/service";
import { companyOf, readSettings } from "~/features/operations/settings/queries.server";
import { companyToday, formatDate } from "~/lib/dates";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Bounds } from "./rules";
import { newValues, type PriceValues, valuesOf } from "./values";
import { type ListLine, linesOf, type ShownList } from "./view";

/** A price list of a service. `published_at` is null for the draft. */
export type PriceList = {
  id: string;
  begins_on: string;
  rules: PriceRules;
  version: number;
  published_at: Temporal.Instant | null;
};

const { id, begins_on, version, published_at, service_id, rules } = service_prices;
const LIST = { id, begins_on, version, published_at, rules };

/** Rules are written by `saveDraft` only, which checks them. */
function asList(row: Omit<PriceList, "rules"> & { rules: Record<string, unknown> }): PriceList {
  return { ...row, rules: row.rules as PriceRules };
}

/** All price lists of a service, the newest first. */
async function readLists(db: Database, service: string): Promise<PriceList[]> {
  const rows = await db
    .select(LIST)
    .from(service_prices)
    .where(eq(service_id, service))
    .orderBy(desc(begins_on), desc(published_at));
  return rows.map(asList);
}

/** The draft of a service, locked until the transaction ends if `lock`. */
export async function readDraft(
  db: Database,
  service: string,
  { lock = false } = {},
): Promise<PriceList | null> {
  const one = db
    .select(LIST)
    .from(service_prices)
    .where(and(eq(service_id, service), isNull(published_at)));
  const [row] = await (lock ? one.for("update") : one);
  return row ? asList(row) : null;
}

/** What an editor saw of the draft; empty when there was none. A newer one is refused. */
export function seenOf(draft: PriceList | null): string {
  return draft ? `${draft.id} ${draft.version}` : "";
}

export async function readBounds(ctx: Pick<Ctx, "db" | "now">): Promise<Bounds> {
  const settings = await readSettings({ db: ctx.db });
  const { default_currency, timezone } = companyOf(settings);
  return {
    floor: settings["booking.floor_per_crew_hour"],
    currency: default_currency,
    today: companyToday(ctx.now, timezone),
  };
}

/** A price that is charged now, or by a list that is to come (`begins_on`). */
type Published = { service: Service; begins_on: string | null };

/** Every published price of all services that is charged now or will be. A service that needs an estimate has none. */
export async function readPublished(
  ctx: Pick<Ctx, "db" | "now">,
  today: string,
  only?: string,
): Promise<Published[]> {
  const services = (await readOfficeServices(ctx)).filter((one) => only === undefined || one.id === only);
  const coming = await ctx.db
    .select({ service_id, begins_on, rules })
    .from(service_prices)
    .where(and(isNotNull(published_at), gt(begins_on, today)));
  return services.flatMap((service): Published[] => [
    ...(needsEstimate(service) ? [] : [{ service, begins_on: null }]),
    ...coming
      .filter((list) => list.service_id === service.id)
      .map((list) => ({
        service: { ...service, prices: list.rules as PriceRules },
        begins_on: list.begins_on,
      })),
  ]);
}

/** Everything about the prices of a service. */
type PricesPage = Bounds & {
  service: OfficeService;
  /** What is charged today; `begins` is null for the price of the service's own form. */
  now: { begins: string | null; lines: ListLine[] };
  coming: ShownList[];
  past: ShownList[];
  draft: { begins: string } | null;
  /** What the draft's form begins with. */
  values: PriceValues;
  seen: string;
};

/** Null if there is no such service. */
export async function readPricesPage(ctx: StaffCtx, service: string): Promise<PricesPage | null> {
  const [found, bounds, lists] = await Promise.all([
    readOfficeService(ctx, service),
    readBounds(ctx),
    readLists(ctx.db, service),
  ]);
  if (!found) return null;
  const { today, currency } = bounds;
  const draft = lists.find((list) => !list.published_at) ?? null;
  const published = lists.filter((list) => list.published_at);
  const [current, ...past] = published.filter((list) => list.begins_on <= today);
  const coming = published.filter((list) => list.begins_on > today).reverse();
  const shown = (list: PriceList): ShownList => ({
    id: list.id,
    begins: formatDate(list.begins_on),
    lines: linesOf(list.rules, currency),
  });
  return {
    ...bounds,
    service: found,
    now: {
      begins: current ? formatDate(current.begins_on) : null,
      lines: needsEstimate(found) ? [] : linesOf(rulesOf(found), currency),
    },
    coming: coming.map(shown),
    past: past.map(shown),
    draft: draft && { begins: formatDate(draft.begins_on) },
    values: draft ? valuesOf(draft.rules, draft.begins_on) : newValues(found, published[0] ?? null, today),
    seen: seenOf(draft),
  };
}
