import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, ne, type SQL } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { calendar_addresses } from "~/db/schema/background";
import { crews } from "~/db/schema/crews";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import { newestRole } from "~/platform/auth/actor.server";
import { may, parseRole } from "~/platform/auth/roles";
import type { Ctx, StaffCtx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { AddressChange, AddressView, Calendar } from "./calendar-address";

const TOKEN_BYTES = 24;
const FILE = /^([\w-]{32})\.ics$/;
/** Minutes between two recorded reads. */
const READ_INTERVAL_MINUTES = 10;

/** The actor's own address of a calendar; null if they have none. */
export async function readAddress(ctx: UserCtx, calendar: Calendar): Promise<AddressView | null> {
  const [{ timezone }, [row]] = await Promise.all([
    readCompany(ctx),
    ctx.db.select().from(calendar_addresses).where(isOwn(ctx, calendar)),
  ]);
  if (!row) return null;
  return {
    made: formatMoment(row.created_at, timezone),
    last_read: row.last_read_at && formatMoment(row.last_read_at, timezone),
  };
}

/** `url` is the new address, returned here only; null if nothing was made. */
export type AddressOutcome = { ok: true; url: string | null } | { ok: false; reason: "not found" };

/**
 * Makes the actor's own address of a calendar (one that is there stays), replaces it, or removes it. The old address stops at
 * once. `not found`: no such crew.
 */
export function changeAddress(
  ctx: UserCtx,
  calendar: Calendar,
  change: AddressChange,
): Promise<AddressOutcome> {
  return ctx.db.transaction(async (tx): Promise<AddressOutcome> => {
    if (calendar.shows === "crew" && !(await lockCrew(tx, calendar.crew_id)))
      return { ok: false, reason: "not found" };
    const done = await WAYS[change](tx, ctx, calendar);
    if (done) await recordAudit(tx, ctx, entryOf(ctx, calendar, change));
    return { ok: true, url: typeof done === "string" ? `${ctx.origin}/calendar/${done}.ics` : null };
  });
}

/** The token of what was made, or whether anything changed. */
type Way = (tx: Database, ctx: UserCtx, calendar: Calendar) => Promise<string | boolean>;

const WAYS: Record<AddressChange, Way> = {
  async create(tx, ctx, calendar) {
    const { token, row } = newAddress(ctx, calendar);
    const made = await tx.insert(calendar_addresses).values(row).onConflictDoNothing({ target: ONCE });
    return made.rowCount === 1 && token;
  },
  async replace(tx, ctx, calendar) {
    const { token, row } = newAddress(ctx, calendar);
    const { token_hash, created_at } = row;
    const set = { token_hash, created_at, last_read_at: null };
    await tx.insert(calendar_addresses).values(row).onConflictDoUpdate({ target: ONCE, set });
    return token;
  },
  async remove(tx, ctx, calendar) {
    const gone = await tx.delete(calendar_addresses).where(isOwn(ctx, calendar));
    return gone.rowCount === 1;
  },
};

const ONCE = [calendar_addresses.user_id, calendar_addresses.shows, calendar_addresses.crew_id];

function newAddress({ actor, now }: UserCtx, calendar: Calendar) {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const crew_id = calendar.shows === "crew" ? calendar.crew_id : null;
  const shown = { user_id: actor.id, shows: calendar.shows, crew_id };
  return { token, row: { ...shown, token_hash: digestOf(token), created_at: now } };
}

/** The token has 192 random bits and can't be guessed, so an unsalted digest is enough. */
function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function isOwn({ actor }: UserCtx, calendar: Calendar): SQL | undefined {
  return and(
    eq(calendar_addresses.user_id, actor.id),
    eq(calendar_addresses.shows, calendar.shows),
    calendar.shows === "crew"
      ? eq(calendar_addresses.crew_id, calendar.crew_id)
      : isNull(calendar_addresses.crew_id),
  );
}

async function lockCrew(tx: Database, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const found = await tx.select({ id: crews.id }).from(crews).where(eq(crews.id, id)).for("key share");
  return found.length > 0;
}

const DONE: Record<AddressChange, string> = { create: "created", replace: "replaced", remove: "removed" };

function entryOf({ actor }: UserCtx, calendar: Calendar, change: AddressChange) {
  const done = DONE[change];
  if (calendar.shows === "crew")
    return { action: `crew.calendar_${done}`, entity: "crew", entity_id: calendar.crew_id };
  if (calendar.shows === "all crews")
    return { action: `schedule.calendar_${done}`, entity: "closure", entity_id: "office" };
  return { action: `calendar_feed.${done}`, entity: "user", entity_id: actor.id };
}

/**
 * The calendar behind "TOKEN.ics" and whose it is; null if the address is unknown. Staff's addresses need a role that may read
 * the schedule, as it is now.
 */
export async function findCalendar(
  { db, now }: Pick<Ctx, "db" | "now">,
  file: string,
): Promise<(Calendar & { user_id: string }) | null> {
  const [, token] = FILE.exec(file) ?? [];
  if (token === undefined) return null;
  const [found] = await db
    .select({ address: calendar_addresses, role: newestRole })
    .from(calendar_addresses)
    .innerJoin(users, eq(users.id, calendar_addresses.user_id))
    .where(eq(calendar_addresses.token_hash, digestOf(token)));
  if (!found) return null;
  const { id, user_id, shows, crew_id, last_read_at } = found.address;
  if (shows !== "own visits" && !may(parseRole(found.role), "schedule.read")) return null;
  const nextRead = last_read_at?.add({ minutes: READ_INTERVAL_MINUTES });
  if (!nextRead || Temporal.Instant.compare(nextRead, now) <= 0)
    await db.update(calendar_addresses).set({ last_read_at: now }).where(eq(calendar_addresses.id, id));
  return shows === "crew" ? { shows, crew_id: crew_id ?? "", user_id } : { shows, user_id };
}

/** Removes the addresses of somebody whose role may no longer read the schedule; those of their own visits stay. */
export async function removeWorkAddresses(tx: Database, user_id: string): Promise<void> {
  await tx
    .delete(calendar_addresses)
    .where(and(eq(calendar_addresses.user_id, user_id), ne(calendar_addresses.shows, "own visits")));
}

/** Ends an address of somebody else's account. False if there is none. */
export function endAddress(
  ctx: StaffCtx,
  { user_id, id }: { user_id: string; id: string },
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const gone = await tx
      .delete(calendar_addresses)
      .where(and(eq(calendar_addresses.id, id), eq(calendar_addresses.user_id, user_id)));
    if (gone.rowCount !== 1) return false;
    await recordAudit(tx, ctx, { action: "user.calendar_ended", entity: "user", entity_id: user_id });
    return true;
  });
}
