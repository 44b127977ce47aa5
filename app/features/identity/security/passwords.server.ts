import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import { accounts, two_factors, users, verifications } from "~/db/schema/accounts";
import { calendar_feeds, profiles } from "~/db/schema/customers";
import { joinGuestBookings } from "~/features/booking/join.server";
import { refuseSignIn } from "~/features/identity/sign-in/sign-in.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { RequestAuth } from "~/platform/request-auth.server";
import { isOwnWords } from "./rules";

/** Asks for a mail with a link to a new password. The answer and the work are the same for unknown addresses. */
export async function requestPasswordReset(ctx: Ctx, email: string): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, "password-reset-mail", { email, request_id: randomUUID() });
}

export type PasswordOutcome =
  | { ok: true }
  | { ok: false; reason: "common" | "wrong"; field: string; message: string }
  | { ok: false; reason: "token" };

/** Whether the token of a mail still sets a new password; looking does not use it up. */
export async function isResetToken(ctx: Pick<Ctx, "db">, token: string): Promise<boolean> {
  return (await ownerOfToken(ctx, token)) !== undefined;
}

/**
 * Sets a new password with the single-use token of the mail. Every session of the user ends, and with it whatever else
 * the old password began: other links to a new one, half-done logins, trusted devices.
 */
export async function resetPassword(
  ctx: Ctx,
  auth: RequestAuth,
  { token, password }: { token: string; password: string },
): Promise<PasswordOutcome> {
  const userId = await ownerOfToken(ctx, token);
  if (userId === undefined) return { ok: false, reason: "token" };
  const weakness = await weaknessOf(ctx, password, await readOwner(ctx, userId));
  if (weakness) return { ok: false, reason: "common", field: "password", message: weakness };
  const asked = await auth.resetPassword({ token, newPassword: password });
  if (!asked.ok) return { ok: false, reason: "token" };
  await ctx.db.transaction(async (tx) => {
    await tx.delete(verifications).where(eq(verifications.value, userId));
    await claimAddress(tx, ctx, userId);
    await recordAudit(tx, ctx, { action: "user.password_reset", entity: "user", entity_id: userId });
    await notifyOwner(tx, ctx, userId);
  });
  return { ok: true };
}

/**
 * The link of the mail shows whose address it is. Until now somebody else may have opened the account under it: their
 * other ways in go, and only then do bookings made with the address join.
 */
async function claimAddress(tx: Database, ctx: Ctx, userId: string): Promise<void> {
  const [claimed] = await tx
    .update(users)
    .set({ emailVerified: true, twoFactorEnabled: false })
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
    .returning({ id: users.id, email: users.email });
  if (!claimed) return;
  await tx.delete(accounts).where(and(eq(accounts.userId, userId), ne(accounts.providerId, "credential")));
  await tx.delete(two_factors).where(eq(two_factors.userId, userId));
  await tx.delete(calendar_feeds).where(eq(calendar_feeds.user_id, userId));
  await joinGuestBookings(tx, ctx, claimed);
}

/** Better Auth keeps the hashes of these tokens. */
async function ownerOfToken({ db }: Pick<Ctx, "db">, token: string): Promise<string | undefined> {
  const [found] = await db
    .select({ user_id: verifications.value })
    .from(verifications)
    .where(
      and(
        eq(
          verifications.identifier,
          createHash("sha256").update(`reset-password:${token}`).digest("base64url"),
        ),
        gt(verifications.expiresAt, sql`now()`),
      ),
    );
  return found?.user_id;
}

/** Sets a new password with the old one; the user's other sessions end, and links to a new password with them. */
export async function changePassword(
  ctx: UserCtx,
  auth: RequestAuth,
  form: { current_password: string; new_password: string },
): Promise<PasswordOutcome> {
  const weakness = await weaknessOf(ctx, form.new_password, await readOwner(ctx, ctx.actor.id));
  if (weakness) return { ok: false, reason: "common", field: "new_password", message: weakness };
  const asked = await auth.changePassword({
    currentPassword: form.current_password,
    newPassword: form.new_password,
  });
  if (!asked.ok) {
    refuseSignIn(ctx, { account: ctx.actor.id, step: "confirmation", reason: "wrong password" });
    const message = "Current password is incorrect";
    return { ok: false, reason: "wrong", field: "current_password", message };
  }
  const { id } = ctx.actor;
  await ctx.db.transaction(async (tx) => {
    await tx.delete(verifications).where(eq(verifications.value, id));
    await recordAudit(tx, ctx, { action: "user.password_changed", entity: "user", entity_id: id });
    await notifyOwner(tx, ctx, id);
  });
  return { ok: true };
}

/** Whoever did it, the owner of the address hears of it. */
function notifyOwner(tx: Database, { now, jobs }: Ctx, user_id: string): Promise<void> {
  const told = { user_id, at: now.toString(), request_id: randomUUID() };
  return jobs.enqueue(tx, "password-changed-mail", told);
}

/** Whose password it is going to be: the address and the names that it must not be made of. */
async function readOwner({ db }: Pick<Ctx, "db">, userId: string): Promise<Owner> {
  const [owner] = await db
    .select({ email: users.email, first_name: profiles.first_name, last_name: profiles.last_name })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId));
  return owner ?? { email: "", first_name: null, last_name: null };
}

export type Owner = { email: string; first_name: string | null; last_name: string | null };

const COMMON = "This password is too easy to guess. Please choose another one";
const OWN = "This password is too similar to your email address or name. Please choose another one";

/** Why nobody should have this password, in words for its owner; null when nothing speaks against it. */
export async function weaknessOf(
  ctx: Pick<Ctx, "db">,
  password: string,
  { email, first_name, last_name }: Owner,
): Promise<string | null> {
  if (await isCommonPassword(password)) return COMMON;
  const { company_name } = await readCompany(ctx);
  return isOwnWords(password, { email, names: [first_name, last_name], company: company_name }) ? OWN : null;
}

let known: Promise<Set<string>> | undefined;

/** Words that guessers of this site would put together, with digits and signs between and behind them. */
const OWN_WORDS =
  /^(?:white|birch|clean(?:ing|ers?)?|home|office|company|admin|staff|password|welcome|login)+$/;

/**
 * Whether guessing programs try this password first: it is in the list of the most common ones that the site carries, or
 * is made of the site's own words and nothing else.
 */
async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load();
  const lower = password.toLowerCase();
  return (await known).has(lower) || OWN_WORDS.test(lower.replace(/[^\p{L}]/gu, ""));
}

async function load(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
