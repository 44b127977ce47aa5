// Rooms: the profile shows the account (identity), credit (payments), visits (booking) and plans (plans), by the settings (operations).
import { eq } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import { readPast, readUpcoming } from "~/features/booking/manage/queries.server";
import { shownVisits, visitMonth } from "~/features/booking/manage/visit";
import { readHomesToMove } from "~/features/customers/codes/notes.server";
import { readProperties } from "~/features/customers/homes/queries.server";
import { readHomePhotos } from "~/features/customers/photos/queries.server";
import { readOwnReferrals } from "~/features/customers/referrals/queries.server";
import { readAddress } from "~/features/identity/security/calendar-address.server";
import type { ProfileForm } from "~/features/identity/sign-in/forms";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readCredit } from "~/features/payments/credit/queries.server";
import { shownPlan } from "~/features/plans/change/queries.server";
import { readMyPlans } from "~/features/plans/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Profile, ProfileTab } from "./rules";

export type UpdateProfileOutcome =
  | { ok: true }
  /** The profile was changed since the form was read; `current` is its present state. */
  | { ok: false; reason: "changed"; current: Profile };

export function readProfile({ db, actor }: UserCtx): Promise<Profile> {
  return readOne(db.select().from(profiles).where(eq(profiles.id, actor.id)));
}

/** Updates the customer's own profile. An empty field clears the value. */
export function updateProfile(
  ctx: UserCtx,
  { version, ...form }: ProfileForm,
): Promise<UpdateProfileOutcome> {
  const { id } = ctx.actor;
  const first_name = form.first_name || null;
  const last_name = form.last_name || null;
  return ctx.db.transaction(async (tx): Promise<UpdateProfileOutcome> => {
    const current = await readOne(lockOwn(tx, id));
    if (version && version !== current.version) return { ok: false, reason: "changed", current };
    await tx
      .update(profiles)
      .set({ first_name, last_name, phone: form.phone || null, updated_at: ctx.now })
      .where(eq(profiles.id, id));
    const name = [first_name, last_name].filter(Boolean).join(" ");
    await tx.update(users).set({ name }).where(eq(users.id, id));
    await recordAudit(tx, ctx, { action: "profile.updated", entity: "user", entity_id: id });
    return { ok: true };
  });
}

function lockOwn(tx: Database, id: string) {
  return tx.select().from(profiles).where(eq(profiles.id, id)).for("update");
}

async function readOne(query: PromiseLike<(typeof profiles.$inferSelect)[]>): Promise<Profile> {
  const [row] = await query;
  const { first_name = null, last_name = null, phone = null } = row ?? {};
  return { first_name, last_name, phone, version: row?.updated_at.toString() ?? "" };
}

export type TabPage = Awaited<ReturnType<(typeof READERS)[ProfileTab]>>;

/** Reads the data of a profile tab; `query` is from the page's URL. */
export function readTab(ctx: UserCtx, tab: ProfileTab, query: URLSearchParams): Promise<TabPage> {
  return READERS[tab](ctx, query);
}

const READERS = {
  "user-details": async (ctx: UserCtx, query: URLSearchParams) => ({
    tab: "user-details" as const,
    profile: await readProfile(ctx),
    email: ctx.actor.email,
    verified: ctx.actor.email_verified,
    editing: query.has("edit"),
    credit: await readCredit(ctx, ctx.actor.id),
    referrals: await readOwnReferrals(ctx),
  }),
  "property-details": async (ctx: UserCtx, query: URLSearchParams) => {
    const properties = await readProperties(ctx);
    const ids = properties.map(({ id }) => id);
    return {
      tab: "property-details" as const,
      properties,
      with_codes: await readHomesToMove(ctx),
      photos: await readHomePhotos(ctx, ids),
      adding: query.has("add"),
      editing: query.get("edit"),
      removing: query.get("remove"),
    };
  },
  "upcoming-cleans": async (ctx: UserCtx, query: URLSearchParams) => {
    const [{ today, visits }, address, own] = await Promise.all([
      readUpcoming(ctx),
      readAddress(ctx, { shows: "own visits" }),
      readMyPlans(ctx),
    ]);
    const plans = own
      .filter(({ status }) => status !== "ended")
      .map((plan) => shownPlan(ctx, plan, { id: plan.id, key: null }));
    const month = visitMonth(visits, today, query.get("month"));
    return { tab: "upcoming-cleans" as const, today, visits, month, address, plans };
  },
  "cleaning-history": async (ctx: UserCtx, query: URLSearchParams) => {
    const open = query.get("visit");
    const past = await readPast(ctx);
    const { "reviews.google_url": google_url } = await readSettings(ctx);
    return {
      tab: "cleaning-history" as const,
      ...past,
      google_url,
      open,
      ...shownVisits(past.visits, query.get("show"), open),
    };
  },
};

/** Whether the URL names a property or visit that the customer doesn't have. */
export function isMissing(page: TabPage): boolean {
  const lacks = (rows: { id: string }[], id: string | null) =>
    id !== null && !rows.some((row) => row.id === id);
  if (page.tab === "property-details")
    return lacks(page.properties, page.editing) || lacks(page.properties, page.removing);
  return page.tab === "cleaning-history" && lacks(page.visits, page.open);
}
