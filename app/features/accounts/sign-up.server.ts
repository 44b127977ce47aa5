import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import { recordAudit } from "~/features/audit/record.server";
import { joinGuestBookings } from "~/features/booking/join.server";
import { readSettings } from "~/features/settings/reads.server";
import type { Ctx } from "~/platform/context.server";
import type { RequestAuth } from "~/platform/request-auth.server";
import { isCommonPassword } from "./common-passwords.server";
import type { SignUp } from "./forms";
import { noteDevice } from "./known-devices.server";

export type SignUpOutcome =
  /** `signed_in` is false while the address must be verified first. */
  | { ok: true; signed_in: boolean }
  | { ok: false; reason: "closed" | "taken" }
  | { ok: false; reason: "common password"; field: "password"; message: string };

export const COMMON_PASSWORD =
  "This password is among the first that guessers try. Please choose another one";

/**
 * Creates an account with its profile and asks by mail to verify the address (spec sections 2 and 7). While the
 * settings require verification, the answer for an address that has an account already is the same as for a new one;
 * its owner gets a mail that says so.
 */
export async function signUp(ctx: Ctx, auth: RequestAuth, form: SignUp): Promise<SignUpOutcome> {
  const settings = await readSettings(ctx);
  if (!settings["users.allow_user_registration"]) return { ok: false, reason: "closed" };
  if (await isCommonPassword(form.password)) {
    return { ok: false, reason: "common password", field: "password", message: COMMON_PASSWORD };
  }
  const { email, password, first_name, last_name } = form;
  const mustVerify = settings["users.require_email_verification"];
  const asked = await auth.signUp({ email, password, name: `${first_name} ${last_name}` });
  if (!asked.ok) {
    if (!(await isTaken(ctx, email))) throw new Error(`Sign-up failed: ${asked.code}`);
    if (!mustVerify) return { ok: false, reason: "taken" };
    await auth.signUpInVain(password);
    await ctx.jobs.enqueue(ctx.db, "account-exists-mail", { email, request_id: randomUUID() });
    return { ok: true, signed_in: false };
  }
  await ctx.db.transaction(async (tx) => {
    const user_id = asked.value.user.id;
    const names = { first_name, last_name, updated_at: ctx.now };
    await tx
      .insert(profiles)
      .values({ id: user_id, created_at: ctx.now, ...names })
      .onConflictDoUpdate({ target: profiles.id, set: names });
    await recordAudit(tx, ctx, { action: "user.signed_up", entity: "user", entity_id: user_id });
    // Its cookie would tell a new address from one that has an account already.
    if (!mustVerify) await noteDevice(tx, ctx, auth, user_id);
    await ctx.jobs.enqueue(tx, "verification-mail", { user_id, request_id: randomUUID() });
  });
  if (mustVerify) await auth.refuse(asked);
  else auth.accept(asked);
  return { ok: true, signed_in: !mustVerify };
}

/** Better Auth has one answer for an address that is taken and for a database that fails. */
async function isTaken({ db }: Ctx, email: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return found.length > 0;
}

/** Whether new accounts may be opened (setting `users.allow_user_registration`). */
export async function mayRegister(ctx: Pick<Ctx, "db">): Promise<boolean> {
  return (await readSettings(ctx))["users.allow_user_registration"];
}

/**
 * A new user, also one who came through Google or Facebook: the name goes into the profile; earlier bookings join, once
 * the address is known to be theirs.
 */
export async function welcomeUser(
  ctx: Ctx,
  user: { id: string; name: string; email: string; emailVerified: boolean },
): Promise<void> {
  const [first_name = "", ...rest] = user.name.trim().split(/\s+/);
  const names = { first_name: first_name || null, last_name: rest.join(" ") || null };
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(profiles)
      .set({ ...names, updated_at: ctx.now })
      .where(eq(profiles.id, user.id));
    if (user.emailVerified) await joinGuestBookings(tx, ctx, user);
  });
}
