import { and, desc, eq, like, max, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { audit_log } from "~/db/schema/audit";
import { service_prices, services } from "~/db/schema/catalog";
import { site_texts } from "~/db/schema/texts";
import { belowFloor, floorText } from "~/features/catalog/floor";
import { needsEstimate, rulesOf, type Service } from "~/features/catalog/service";
import { readCompany } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import {
  type Database,
  FOREIGN_KEY_VIOLATION,
  lockUntilCommit,
  postgresCode,
} from "~/platform/database/database.server";
import type { ServiceForm } from "./forms";
import { readBounds, readPublished } from "./prices/queries.server";
import { wrongPrices } from "./prices/rules";
import { lockPrices } from "./prices/save.server";
import { readOfficeServices, VERSION } from "./queries.server";
import { moveWithin, slugOf } from "./service";

/**
 * Adds a service at the end of its list. Its id is made from the title and never changes. `form_id` is the form's id; sending
 * twice with it adds one service.
 */
export function addService(
  ctx: StaffCtx,
  { price, form_id, ...form }: ServiceForm & { form_id?: string },
): Promise<AddOutcome> {
  return ctx.db.transaction(async (tx): Promise<AddOutcome> => {
    await lockPrices(tx);
    await lockServices(tx);
    const [earlier] = form_id
      ? await tx.select({ id: services.id }).from(services).where(eq(services.form_id, form_id))
      : [];
    if (earlier) return { ok: true, ...earlier };
    const wrong = await wrongSale(
      { ...ctx, db: tx },
      { ...form, id: "", start_times: null, price_per_hour: price },
    );
    if (wrong) return { ok: false, reason: "wrong", ...wrong };
    const taken = new Set(await takenIds(tx));
    const id = slugOf(form.title, (slug) => taken.has(slug));
    const [last] = await tx.select({ place: max(services.sort_order) }).from(services);
    const service = { ...form, id, price_per_hour: price };
    const timestamps = { created_at: ctx.now, updated_at: ctx.now };
    await tx
      .insert(services)
      .values({ ...service, ...timestamps, form_id, sort_order: (last?.place ?? 0) + 1 });
    await recordService(tx, ctx, "service.added", id, {
      before: null,
      after: { ...form, price_per_hour: price },
    });
    return { ok: true, id };
  });
}

/** The ids that no new service gets: those of services, and of texts that wait for the undo of a deleted service. */
async function takenIds(tx: Database): Promise<string[]> {
  const own = tx.select({ id: services.id }).from(services);
  const texts = tx
    .select({ id: sql<string>`substr(${site_texts.kind}, 9)` }) // after "service-"
    .from(site_texts)
    .where(like(site_texts.kind, "service-%"));
  return (await union(own, texts)).map(({ id }) => id);
}

/** A price below the floor, or a way of billing for which the price lists have no prices. */
type WrongSale = { field: "price" | "subscription_type"; message: string };

export type AddOutcome = { ok: true; id: string } | ({ ok: false; reason: "wrong" } & WrongSale);

export type UpdateOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" | "changed" }
  | ({ ok: false; reason: "wrong" } & WrongSale);

/** Updates a service. Bookings keep their price. `seen` is the version that staff saw; a newer one is refused as a conflict. */
export function updateService(
  ctx: StaffCtx,
  { id, price, seen, ...form }: ServiceForm & { id: string; seen?: string },
): Promise<UpdateOutcome> {
  return ctx.db.transaction(async (tx): Promise<UpdateOutcome> => {
    await lockPrices(tx);
    const [found] = await tx
      .select({ service: services, version: VERSION })
      .from(services)
      .where(eq(services.id, id))
      .for("update");
    if (!found) return { ok: false, reason: "not found" };
    const { service, version } = found;
    const wanted = { ...form, price_per_hour: price };
    const names = Object.keys(wanted) as (keyof typeof wanted)[];
    const changed = names.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(service[name]));
    if (changed.length === 0) return { ok: true };
    if (seen && seen !== version) return { ok: false, reason: "changed" };
    const wrong = await wrongSale({ ...ctx, db: tx }, { ...service, ...wanted });
    if (wrong) return { ok: false, reason: "wrong", ...wrong };
    await tx
      .update(services)
      .set({ ...wanted, updated_at: ctx.now })
      .where(eq(services.id, id));
    const pickChanged = (from: typeof wanted) =>
      Object.fromEntries(changed.map((name) => [name, from[name]]));
    const sides = { before: pickChanged(service), after: pickChanged(wanted) };
    await recordService(tx, ctx, "service.updated", id, sides);
    return { ok: true };
  });
}

/** Whether a service as it is to be can be sold by what is published: its own price, and its price lists. */
async function wrongSale(ctx: StaffCtx, wanted: Omit<Service, "prices">): Promise<WrongSale | null> {
  const bounds = await readBounds(ctx);
  const lists = wanted.id ? await readPublished(ctx, bounds.today, wanted.id) : [];
  const own = { ...wanted, prices: null };
  for (const { service } of lists) {
    if (!service.prices) continue;
    const [message] = Object.values(wrongPrices({ ...wanted, prices: service.prices }, bounds));
    if (message) return { field: "subscription_type", message: `By its price list: ${message}` };
  }
  const hasBegun = lists.some(({ service, begins_on }) => service.prices && !begins_on);
  const rate = hasBegun || needsEstimate(own) ? null : belowFloor(own, bounds.floor);
  if (!rate) return null;
  return { field: "price", message: floorText(rate, rulesOf(own), bounds.floor, bounds.currency) };
}

/** Serializes changes to the list of services. */
function lockServices(tx: Database): Promise<void> {
  return lockUntilCommit(tx, "services");
}

/** Shows a service on the site or removes it from it. Null if there is none. */
export function setServiceActive(
  ctx: StaffCtx,
  { id, active }: { id: string; active: boolean },
): Promise<{ title: string } | null> {
  return ctx.db.transaction(async (tx) => {
    const [service] = await tx.select().from(services).where(eq(services.id, id)).for("update");
    if (!service) return null;
    if (service.is_active !== active) await switchService(tx, ctx, service, active);
    return { title: service.title };
  });
}

/** Sets `is_active` of a service whose row is locked. */
async function switchService(
  tx: Database,
  ctx: StaffCtx,
  { id, is_active }: { id: string; is_active: boolean },
  active: boolean,
): Promise<void> {
  await tx.update(services).set({ is_active: active, updated_at: ctx.now }).where(eq(services.id, id));
  await recordAudit(tx, ctx, {
    action: active ? "service.activated" : "service.deactivated",
    entity: "service",
    entity_id: id,
    details: { before: { is_active }, after: { is_active: active } },
  });
}

export type DeleteOutcome = { done: "deleted" | "deactivated" | "inactive already"; title: string };

/**
 * Deletes a service that was never booked. A booked one is deactivated, since its bookings need its name. Null if there is none.
 */
export function deleteService(ctx: StaffCtx, id: string): Promise<DeleteOutcome | null> {
  return ctx.db.transaction(async (tx): Promise<DeleteOutcome | null> => {
    const [service] = await tx.select().from(services).where(eq(services.id, id)).for("update");
    if (!service) return null;
    const { title } = service;
    const prices = await tx.select().from(service_prices).where(eq(service_prices.service_id, id));
    try {
      await tx.transaction((inner) => inner.delete(services).where(eq(services.id, id)));
    } catch (error) {
      if (postgresCode(error) !== FOREIGN_KEY_VIOLATION) throw error;
      if (!service.is_active) return { done: "inactive already", title };
      await switchService(tx, ctx, service, false);
      return { done: "deactivated", title };
    }
    const { created_at: _, updated_at: __, form_id: ___, ...before } = service;
    await recordService(tx, ctx, DELETED, id, {
      ...{ before, after: null },
      ...(prices.length > 0 && { undo: { prices } }),
    });
    return { done: "deleted", title };
  });
}

/** Restores a deleted service from the audit trail. Null if none was deleted, or its id is in use again. */
export function restoreService(ctx: StaffCtx, id: string): Promise<{ title: string } | null> {
  return ctx.db.transaction(async (tx) => {
    await lockServices(tx);
    const [deleted] = await tx
      .select({ details: audit_log.details })
      .from(audit_log)
      .where(and(eq(audit_log.entity, "service"), eq(audit_log.entity_id, id), eq(audit_log.action, DELETED)))
      .orderBy(desc(audit_log.id))
      .limit(1);
    if (!deleted) return null;
    const service = deleted.details.before as typeof services.$inferInsert;
    const [last] = await tx.select({ place: max(services.sort_order) }).from(services);
    const sort_order = service.sort_order ?? (last?.place ?? 0) + 1;
    const timestamps = { created_at: ctx.now, updated_at: ctx.now };
    const stored = await tx
      .insert(services)
      .values({ ...service, ...timestamps, sort_order })
      .onConflictDoNothing()
      .returning({ title: services.title });
    if (!stored[0]) return null;
    await restorePrices(tx, Object(deleted.details.undo).prices ?? []);
    await recordService(tx, ctx, "service.restored", id, { before: null, after: service });
    return stored[0];
  });
}

/** Restores the price lists that were deleted with their service, as the audit trail has them. */
async function restorePrices(tx: Database, lists: StoredPrices[]): Promise<void> {
  for (const list of lists) {
    const moment = (text: string) => Temporal.Instant.from(text);
    await tx
      .insert(service_prices)
      .values({
        ...list,
        author_id: null,
        published_at: list.published_at ? moment(list.published_at) : null,
        created_at: moment(list.created_at),
        updated_at: moment(list.updated_at),
      })
      .onConflictDoNothing();
  }
}

type Moments = "published_at" | "created_at" | "updated_at";
type StoredPrices = Omit<typeof service_prices.$inferSelect, Moments> & {
  published_at: string | null;
  created_at: string;
  updated_at: string;
};

const DELETED = "service.deleted";

/** Moves a service to a place (0 is the first) in the list of its type. False if there is none. */
export function placeService(ctx: StaffCtx, target: { id: string; place: number }): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await lockServices(tx);
    const all = await readOfficeServices({ db: tx, now: ctx.now });
    const service = all.find(({ id }) => id === target.id);
    if (!service) return false;
    const ofType = (one: typeof service) => one.service_type === service.service_type;
    const group = all.filter(ofType);
    const from = group.indexOf(service);
    const ordered = moveWithin(group, target.id, target.place);
    const place = ordered.indexOf(service);
    if (place === from) return true;
    const places = [...ordered, ...all.filter((one) => !ofType(one))];
    for (const [index, { id }] of places.entries()) {
      await tx
        .update(services)
        .set({ sort_order: index + 1 })
        .where(eq(services.id, id));
    }
    await recordAudit(tx, ctx, {
      action: "service.ordered",
      entity: "service",
      entity_id: target.id,
      details: { before: { place: from + 1 }, after: { place: place + 1 } },
    });
    return true;
  });
}

type Sides = { before: object | null; after: object | null; undo?: object };

/** Writes an audit entry with the currency of the price. */
async function recordService(tx: Database, ctx: StaffCtx, action: string, id: string, sides: Sides) {
  const { default_currency: currency } = await readCompany({ db: tx });
  await recordAudit(tx, ctx, { action, entity: "service", entity_id: id, details: { ...sides, currency } });
}
