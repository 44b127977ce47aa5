import { eq } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import type { ProfileForm } from "~/features/identity/sign-in/forms";
import { recordAudit } from "~/platform/audit.server";
import type { UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { Profile } from "./details";

export type UpdateProfileOutcome =
  | { ok: true }
  /** Somebody changed it since the form was read; `current` is what it says now. */
  | { ok: false; reason: "changed"; current: Profile };

/** The customer's own profile. */
export function readProfile({ db, actor }: UserCtx): Promise<Profile> {
  return readOne(db.select().from(profiles).where(eq(profiles.id, actor.id)));
}

/** Changes the editable part of the customer's own profile; an empty field is cleared. */
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
