import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { profiles } from "~/db/schema/customers";
import { joinGuestBookings } from "~/features/booking/join.server";
import { weaknessOf } from "~/features/identity/security/passwords.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { SignUp } from "./forms";
import { accountOf } from "./sign-in.server";

type Weak = { ok: false; reason: "weak password"; field: "password"; message: string };

export type SignUpOutcome = { ok: true } | { ok: false; reason: "closed" } | Weak;

/**
 * Creates an account and its profile, and sends the verification email (spec sections 2 and 7). Does not sign in. An email
 * that already has an account gets the same answer after the same amount of work; its owner gets an email
 * (docs/decisions/032-sign-up-answers-alike.md).
 */
export async function signUp(ctx: Ctx, auth: RequestAuth, form: SignUp): Promise<SignUpOutcome> {
  const settings = await readSettings(ctx);
  if (!settings["users.allow_user_registration"]) return { ok: false, reason: "closed" };
  const opened = await openAccount(ctx, auth.signUp, form);
  if (!opened.ok && opened.reason === "weak password") return opened;
  await ctx.db.transaction(async (tx) => {
    const request_id = randomUUID();
    if (!opened.ok) return ctx.jobs.enqueue(tx, "account-exists-mail", { email: form.email, request_id });
    const { user_id } = opened;
    await completeAccount(tx, ctx, user_id, form);
    await ctx.jobs.enqueue(tx, "verification-mail", { user_id, request_id });
  });
  return { ok: true };
}

/** Opens an account with a password, without the names of its profile: call `completeAccount` next. `taken`: there is one. */
export async function openAccount(
  ctx: Ctx,
  open: RequestAuth["signUp"],
  form: SignUp,
): Promise<{ ok: true; user_id: string } | { ok: false; reason: "taken" } | Weak> {
  const { email, password, first_name, last_name } = form;
  const message = await weaknessOf(ctx, password, form);
  if (message) return { ok: false, reason: "weak password", field: "password", message };
  const outcome = await open({ email, password, name: `${first_name} ${last_name}` });
  const account = await accountOf(ctx, email);
  if (!outcome.ok && account === null) throw new Error(`Sign-up failed: ${outcome.code}`);
  const created = outcome.ok && account === outcome.value.user.id;
  return created ? { ok: true, user_id: account } : { ok: false, reason: "taken" };
}

/** Stores the names of a new account, and that it was opened. */
export async function completeAccount(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  user_id: string,
  { first_name, last_name }: Pick<SignUp, "first_name" | "last_name">,
): Promise<void> {
  const names = { first_name, last_name, updated_at: ctx.now };
  await tx
    .insert(profiles)
    .values({ id: user_id, created_at: ctx.now, ...names })
    .onConflictDoUpdate({ target: profiles.id, set: names });
  await recordAudit(tx, ctx, { action: "user.signed_up", entity: "user", entity_id: user_id });
}

/** Whether sign-up is open (setting `users.allow_user_registration`). */
export async function mayRegister(ctx: Pick<Ctx, "db">): Promise<boolean> {
  return (await readSettings(ctx))["users.allow_user_registration"];
}

/**
 * Completes a new user, including one from Google or Facebook: copies the name to the profile and, if the email is
 * verified, adds their guest bookings.
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
