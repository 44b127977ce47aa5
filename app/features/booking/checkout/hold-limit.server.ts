import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { readSettings } from "~/features/operations/settings/queries.server";
import { OFFICE_PROVIDER } from "~/features/payments/orders/rules";
import type { Ctx } from "~/platform/context.server";
import type { Given } from "~/platform/database/database.server";
import {
  HOLD_LIMITS,
  type HoldKind,
  type HoldLimitRefusal,
  holdLimitRefusal,
  UNPAID_VISITS_TO_COME,
} from "./hold-limit";

/**
 * Who unpaid holds count for: the account if its email is verified; else the client's network (or partner key) and the
 * email or account, if known. All null: no limit.
 */
export type Holder = {
  client_hash: string | null;
  user_id: string | null;
  email: string | null;
  limits: Record<HoldKind, number>;
  partner: boolean;
};

export function holderOf({ actor, counted, links }: Ctx, customer_email: string | null): Holder {
  const partner = counted?.api_key_id !== undefined;
  const nobody = { client_hash: null, user_id: null, email: null, limits: HOLD_LIMITS.customer, partner };
  if (!counted) return nobody;
  const { visits, plans } = HOLD_LIMITS[partner ? "partner" : "customer"];
  const widened = (limit: number) => Math.max(1, Math.round(limit * counted.leeway));
  const limits = { visits: widened(visits), plans: widened(plans) };
  const user_id = actor.kind === "user" ? actor.id : null;
  if (actor.kind === "user" && actor.email_verified) return { ...nobody, user_id, limits };
  const subject = partner ? `partner:${counted.api_key_id}` : `network:${counted.network}`;
  const email = user_id || partner ? null : (customer_email?.toLowerCase() ?? null);
  return { client_hash: links.sign(`holds:${subject}`), user_id, email, limits, partner };
}

/** The part of a holder that is stored with a booking. */
export type HeldBy = Pick<Holder, "client_hash" | "user_id" | "email">;

/** Locks for requests that are counted together. Take them before any other, in this order. */
export function holderLocks({ client_hash, user_id, email }: HeldBy): string[] {
  return [client_hash, user_id, email].flatMap((key) => (key ? [`holds:${key}`] : [])).sort();
}

type Asked = Record<"client_hash" | "user_id" | "email" | "draft_id", Given<string | null>> & {
  limit: Given<number>;
  now: Given;
};

/**
 * When the holder may hold one more, in milliseconds; null for now. Does not count the draft's own hold, nor paid or
 * pending ones.
 */
export function freeAt(kind: HoldKind, { client_hash, user_id, email, draft_id, limit, now }: Asked): SQL {
  const table = kind === "visits" ? bookings : plans;
  const latest = (mine: SQL | undefined) => sql`(
    select ${table.hold_expires_at} from ${table}
    where ${eq(table.status, "pending").inlineParams()} and ${gt(table.hold_expires_at, sql`${now}::timestamptz`)}
      and ${mine} and (${table.draft_id} = ${draft_id}::text) is not true
      and ${isNull(kind === "visits" ? bookings.plan_id : plans.held_until)}
    order by ${table.hold_expires_at} desc offset ${limit}::int - 1 limit 1)`;
  const byEmail = and(eq(sql`lower(${table.customer_email})`, sql`${email}::text`), isNull(table.user_id));
  return sql`(extract(epoch from greatest(
    ${latest(sql`${table.client_hash} = ${client_hash}::text`)},
    ${latest(sql`${table.user_id} = ${user_id}::uuid`)},
    ${latest(byEmail)})) * 1000)::float8`;
}

/** Rolls back a hold beyond the limit, so that a changed draft keeps what it held. */
export class HoldLimitReached extends Error {
  readonly free_at: number;
  constructor(free_at: number) {
    super();
    this.free_at = free_at;
  }
}

/** How many visits to come somebody may pay for on the day. */
export function unpaidLimitOf({ counted }: Pick<Ctx, "counted">): number {
  if (!counted) return Number.POSITIVE_INFINITY;
  const limit = UNPAID_VISITS_TO_COME[counted.api_key_id ? "partner" : "customer"];
  return Math.max(1, Math.round(limit * counted.leeway));
}

/**
 * How many upcoming confirmed visits, to be paid for on the day, a network, a guest's email or an account has: the largest
 * of the three. The draft's own booking doesn't count.
 */
export async function countUnpaidToCome(
  { db, now }: Pick<Ctx, "db" | "now">,
  { client_hash, user_id, email }: HeldBy,
  draft_id: string | null = null,
): Promise<number> {
  const mine = [
    client_hash ? eq(bookings.client_hash, client_hash) : undefined,
    user_id ? eq(bookings.user_id, user_id) : undefined,
    email ? and(isNull(bookings.user_id), eq(sql`lower(${bookings.customer_email})`, email)) : undefined,
  ].filter((it) => it !== undefined);
  if (mine.length === 0) return 0;
  const counts = mine.map((one) => sql`count(*) filter (where ${one})`);
  const [found] = await db
    .select({ most: sql<number>`greatest(${sql.join(counts, sql`, `)})::int` })
    .from(bookings)
    .innerJoin(orders, eq(orders.booking_id, bookings.id))
    .where(
      and(
        or(...mine),
        eq(bookings.status, "confirmed"),
        gt(bookings.starts_at, now),
        draft_id ? sql`${bookings.draft_id} is distinct from ${draft_id}` : undefined,
        eq(orders.provider, OFFICE_PROVIDER),
        eq(orders.status, "pending"),
      ),
    );
  return found?.most ?? 0;
}

/** The refusal at the limit. */
export async function refuseHold(
  ctx: Ctx,
  kind: HoldKind,
  { limits, partner }: Holder,
  { free_at }: HoldLimitReached,
): Promise<HoldLimitRefusal> {
  const { "general.timezone": zone } = await readSettings(ctx);
  ctx.log.warn({ kind, limit: limits[kind], client: ctx.client }, "too many unpaid holds");
  const can_log_in = ctx.actor.kind !== "user" && !partner;
  const at = Temporal.Instant.fromEpochMilliseconds(Math.ceil(free_at));
  return holdLimitRefusal({ kind, limit: limits[kind], can_log_in }, at, { now: ctx.now, zone });
}
