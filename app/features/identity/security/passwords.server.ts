import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import { accounts, passkeys, two_factors, users, verifications } from "~/db/schema/accounts";
import { calendar_addresses } from "~/db/schema/background";
import { profiles } from "~/db/schema/customers";
import { joinGuestBookings } from "~/features/booking/join.server";
import { logRefusedSignIn } from "~/features/identity/sign-in/sign-in.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { trustOnlyThis } from "./devices.server";
import { isPersonalWords } from "./rules";

/** Sends an email with a password link. Unknown emails get the same answer after the same amount of work. */
export async function requestPasswordReset(ctx: Ctx, email: string): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, "password-reset-mail", { email, request_id: randomUUID() });
}

export type PasswordOutcome =
  | { ok: true }
  | { ok: false; reason: "common" | "wrong"; field: string; message: string }
  | { ok: false; reason: "token" };

/** Whether the token from the email is still valid. Checking does not use it up. */
export async function isResetToken(ctx: Pick<Ctx, "db">, token: string): Promise<boolean> {
  return (await ownerOfToken(ctx, token)) !== undefined;
}

/**
 * Sets a new password with the single-use token from the email. Ends every session, other password links, unfinished
 * logins and the trust in other browsers. Trusts this one: it can log in while strangers use up the account's tries.
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
  const outcome = await auth.resetPassword({ token, newPassword: password });
  if (!outcome.ok) return { ok: false, reason: "token" };
  await ctx.db.transaction(async (tx) => {
    await tx.delete(verifications).where(eq(verifications.value, userId));
    await claimEmail(tx, ctx, userId);
    await trustOnlyThis(tx, ctx, auth, userId);
    await recordAudit(tx, ctx, { action: "user.password_reset", entity: "user", entity_id: userId });
    await notifyOwner(tx, ctx, userId);
  });
  return { ok: true };
}

/**
 * The link proves that the email belongs to this person. If the account was not verified, somebody else may have opened
 * it: removes their other sign-in methods before adding the guest bookings made with the email.
 */
async function claimEmail(tx: Database, ctx: Ctx, userId: string): Promise<void> {
  const [claimed] = await tx
    .update(users)
    .set({ emailVerified: true, twoFactorEnabled: false })
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
    .returning({ id: users.id, email: users.email });
  if (!claimed) return;
  await tx.delete(accounts).where(and(eq(accounts.userId, userId), ne(accounts.providerId, "credential")));
  await tx.delete(two_factors).where(eq(two_factors.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(calendar_addresses).where(eq(calendar_addresses.user_id, userId));
  await joinGuestBookings(tx, ctx, claimed);
}

/** Better Auth stores hashes of these tokens. */
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

/**
 * Sets a new password. Requires the old one. Ends the other sessions and the trust in other browsers, and invalidates open
 * password links.
 */
export async function changePassword(
  ctx: UserCtx,
  auth: RequestAuth,
  form: { current_password: string; new_password: string },
): Promise<PasswordOutcome> {
  const weakness = await weaknessOf(ctx, form.new_password, await readOwner(ctx, ctx.actor.id));
  if (weakness) return { ok: false, reason: "common", field: "new_password", message: weakness };
  const outcome = await auth.changePassword({
    currentPassword: form.current_password,
    newPassword: form.new_password,
  });
  if (!outcome.ok) {
    await logRefusedSignIn(ctx, { account: ctx.actor.id, step: "confirmation", reason: "wrong password" });
    const message = "Current password is incorrect";
    return { ok: false, reason: "wrong", field: "current_password", message };
  }
  const { id } = ctx.actor;
  await ctx.db.transaction(async (tx) => {
    await tx.delete(verifications).where(eq(verifications.value, id));
    await trustOnlyThis(tx, ctx, auth, id);
    await recordAudit(tx, ctx, { action: "user.password_changed", entity: "user", entity_id: id });
    await notifyOwner(tx, ctx, id);
  });
  return { ok: true };
}

/** Emails the account's owner, whoever made the change. */
function notifyOwner(tx: Database, { now, jobs }: Ctx, user_id: string): Promise<void> {
  const data = { user_id, at: now.toString(), request_id: randomUUID() };
  return jobs.enqueue(tx, "password-changed-mail", data);
}

/** Email and names that the new password must not consist of. */
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
const PERSONAL = "This password is too similar to your email address or name. Please choose another one";

/** Why the password is too weak, as text for its owner; null if it is strong enough. */
export async function weaknessOf(
  ctx: Pick<Ctx, "db">,
  password: string,
  { email, first_name, last_name }: Owner,
): Promise<string | null> {
  if (await isCommonPassword(password)) return COMMON;
  const { company_name } = await readCompany(ctx);
  return isPersonalWords(password, { email, names: [first_name, last_name], company: company_name })
    ? PERSONAL
    : null;
}

let commonPasswords: Promise<Set<string>> | undefined;

/** Words of this site that attackers combine with digits and punctuation. */
const SITE_WORDS =
  /^(?:white|birch|clean(?:ing|ers?)?|home|office|company|admin|staff|password|welcome|login)+$/;

/** Whether the password is among the most common ones or consists of this site's words only. */
async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  const lower = password.toLowerCase();
  return (await commonPasswords).has(lower) || SITE_WORDS.test(lower.replace(/[^\p{L}]/gu, ""));
}

async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
