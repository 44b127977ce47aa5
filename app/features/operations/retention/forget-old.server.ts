// Rooms: retention reaches bookings (booking), merges (customers), imports (moving), accounts (identity) and checkouts (payments).
import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lt, ne, type SQL } from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { invitations, sessions, verifications } from "~/db/schema/accounts";
import { sign_ins } from "~/db/schema/audit";
import { known_devices, webhook_deliveries } from "~/db/schema/background";
import { bookings } from "~/db/schema/bookings";
import { area_requests } from "~/db/schema/customers";
import { rate_limits } from "~/db/schema/limits";
import { mails } from "~/db/schema/mail";
import { orders, payment_events } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { settings_undos } from "~/db/schema/settings";
import { ERASED_STREET } from "~/features/booking/booking";
import { forgetMerges } from "~/features/customers/merges/merge.server";
import { UNDO_DAYS } from "~/features/customers/merges/rules";
import { scrubBookings } from "~/features/identity/privacy/scrub.server";
import { forgetImports } from "~/features/moving/forget.server";
import { ROW_DAYS } from "~/features/moving/rules";
import { readSettings } from "~/features/operations/settings/queries.server";
import { eraseCards } from "~/features/payments/cards/erase.server";
import { renewImportedHashes } from "~/features/payments/gift-cards/code.server";
import { forgetCheckouts } from "~/features/payments/test-checkout/sessions.server";
import type { Ctx } from "~/platform/context.server";

/** Rows per transaction. Keeps transactions short. */
const BATCH = 2_000;

/** Deletes data whose retention period has ended. Running twice has no further effect. */
export async function forgetOld(ctx: Pick<Ctx, "db" | "now" | "jobs" | "vault">): Promise<void> {
  const { db, now } = ctx;
  const before = (what: Retained) => retentionStart(what, now);
  const ended = new Date(before("ended").epochMilliseconds);
  await forget(ctx, sessions, sessions.id, lt(sessions.expiresAt, ended));
  await forget(ctx, settings_undos, settings_undos.id, lt(settings_undos.expires_at, before("ended")));
  const { "users.sign_in_days": days } = await readSettings(ctx);
  await forget(ctx, sign_ins, sign_ins.id, lt(sign_ins.at, now.subtract({ hours: 24 * days })));
  await forget(ctx, rate_limits, rate_limits.key, lt(rate_limits.expire, ended.getTime()));
  await forget(ctx, verifications, verifications.id, lt(verifications.expiresAt, ended));
  await forget(
    ctx,
    payment_events,
    payment_events.id,
    lt(payment_events.received_at, before("payment_events")),
  );
  const delivered = lt(webhook_deliveries.created_at, before("webhook_deliveries"));
  await forget(ctx, webhook_deliveries, webhook_deliveries.id, delivered);
  // Keeps the last known device. Without one, the next browser would count as the account's first.
  const newer = alias(known_devices, "newer");
  const another = db
    .select({ id: newer.id })
    .from(newer)
    .where(and(eq(newer.user_id, known_devices.user_id), gt(newer.seen_at, known_devices.seen_at)));
  const unseen = and(lt(known_devices.seen_at, before("devices")), exists(another));
  await forget(ctx, known_devices, known_devices.id, unseen);
  await forget(ctx, area_requests, area_requests.id, lt(area_requests.created_at, before("requests")));
  await forget(ctx, invitations, invitations.id, lt(invitations.created_at, before("invitations")));
  await forgetMerges(ctx, before("merges"));
  await forgetImports(ctx, before("imports"));
  await renewImportedHashes(ctx);
  await forgetTexts(ctx, before("mail_texts"));
  await forgetClients(ctx, before("hold_clients"));
  while ((await forgetUnpaid(ctx, before("unpaid"), BATCH)) === BATCH);
}

async function forget({ db }: Pick<Ctx, "db">, table: PgTable, id: PgColumn, where: SQL | undefined) {
  for (let gone = BATCH; gone === BATCH; ) {
    const some = db.select({ id }).from(table).where(where).limit(BATCH);
    gone = (await db.delete(table).where(inArray(id, some)).returning({ id })).length;
  }
}

/** Removes the network addresses (hashed) behind old holds. */
async function forgetClients({ db }: Pick<Ctx, "db">, before: Temporal.Instant) {
  for (const table of [bookings, plans]) {
    const { id } = table;
    const old = and(isNotNull(table.client_hash), lt(table.created_at, before));
    for (let done = BATCH; done === BATCH; ) {
      const some = db.select({ id }).from(table).where(old).limit(BATCH);
      done = (await db.update(table).set({ client_hash: null }).where(inArray(id, some)).returning({ id }))
        .length;
    }
  }
}

/** Deletes the content of old emails and their files. Queued ones are kept until sent. */
async function forgetTexts({ db, jobs }: Pick<Ctx, "db" | "jobs">, before: Temporal.Instant) {
  const old = and(lt(mails.created_at, before), ne(mails.status, "queued"), ne(mails.html, ""));
  for (let done = BATCH; done === BATCH; ) {
    done = await db.transaction(async (tx) => {
      const some = tx.select({ id: mails.id }).from(mails).where(old).limit(BATCH);
      const emptied = await tx
        .update(mails)
        .set({ html: "", text: "", envelope: null, error: null })
        .where(inArray(mails.id, some))
        .returning({ id: mails.id });
      const ids = emptied.map(({ id }) => id);
      if (ids.length > 0) await jobs.enqueue(tx, "forget-mail-files", { ids });
      return ids.length;
    });
  }
}

/**
 * Removes the customer from unpaid, released holds and deletes their emails. Date, time and price are kept. Returns the
 * number of holds, at most `limit`.
 */
async function forgetUnpaid(
  { db, now, jobs }: Pick<Ctx, "db" | "now" | "jobs">,
  before: Temporal.Instant,
  limit: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: bookings.id, session: orders.payment_session_id })
      .from(bookings)
      .innerJoin(orders, eq(orders.booking_id, bookings.id))
      .where(
        and(
          eq(bookings.status, "cancelled"),
          isNull(bookings.cancelled_at), // an expired hold; a visit that somebody cancelled is kept
          isNull(bookings.plan_id),
          isNull(bookings.needs_attention),
          eq(orders.status, "failed"),
          isNull(orders.processing_at),
          lt(bookings.updated_at, before),
          ne(bookings.address_line1, ERASED_STREET),
        ),
      )
      .orderBy(asc(bookings.id))
      .limit(limit)
      .for("update", { of: bookings });
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await eraseCards(tx, { jobs }, { customer_ids: [], booking_ids: ids });
    await scrubBookings(tx, { now, jobs }, ids);
    await forgetCheckouts(
      tx,
      found.flatMap(({ session }) => session ?? []),
    );
    const gone = await tx.delete(mails).where(inArray(mails.booking_id, ids)).returning({ id: mails.id });
    if (gone.length > 0) await jobs.enqueue(tx, "forget-mail-files", { ids: gone.map(({ id }) => id) });
    return ids.length;
  });
}

/** Retention periods in days. What accounting needs is not listed: it is kept. */
export const RETENTION_DAYS = {
  /** What is needed to undo a merge of two customers. */
  merges: UNDO_DAYS,
  /** The rows of an import. What they became stays. */
  imports: ROW_DAYS,
  /** An abandoned booking. A month is enough to answer "I could not pay". */
  unpaid: 30,
  /** Content of an email. Subject, recipient and time are kept, so that it is never sent twice. */
  mail_texts: 365,
  /** A request from outside the service area: by then the demand is old. */
  requests: 730,
  /** An invitation to the team, whatever became of it. The audit trail keeps who got which role. */
  invitations: 180,
  /** Enough to debug a lost delivery. */
  webhook_deliveries: 90,
  /** Providers repeat an event for days; the rest is for lookups. */
  payment_events: 90,
  /** Ended sessions, tokens and rate limits. One day distinguishes "expired" from "unknown". */
  ended: 1,
  /** Hashed network address of a guest who holds a slot. Needed for 30 minutes. */
  hold_clients: 1,
  /** Lifetime of the device cookie. */
  devices: 400,
} as const;

export type Retained = keyof typeof RETENTION_DAYS;

/** Time before which data of this kind is deleted. */
export function retentionStart(what: Retained, now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: 24 * RETENTION_DAYS[what] });
}
