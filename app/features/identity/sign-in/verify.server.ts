import { randomUUID } from "node:crypto";
import { joinGuestBookings } from "~/features/booking/join.server";
import { recordAudit } from "~/platform/audit.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import { admit, logRefusedSignIn } from "./sign-in.server";

export type VerifyOutcome =
  | { ok: true; next: "verified" | "signed in" | "two-factor" }
  /** `proof`: the account's password is missing or wrong. */
  | { ok: false; reason: "expired" | "invalid" | "proof" };

/**
 * Verifies an email with the token from the verification email. The caller must be signed in to the account or give its
 * password; otherwise a stranger could open an account under somebody's email and get their bookings with one click.
 * Verifying twice has no further effect.
 */
export async function verifyEmail(
  ctx: Ctx,
  auth: RequestAuth,
  { token, password }: { token: string; password: string },
): Promise<VerifyOutcome> {
  const claims = await auth.readVerification(token);
  if (!claims.ok) return claims;
  if (ctx.actor.kind === "user" && ctx.actor.id === claims.user_id) {
    const refusal = await consumeToken(auth, token);
    return refusal ?? { ok: true, next: "verified" };
  }
  const signedIn = password ? await auth.signIn({ email: claims.email, password }) : null;
  if (!signedIn?.ok) {
    if (signedIn)
      await logRefusedSignIn(ctx, {
        account: claims.user_id,
        step: "verify-email",
        reason: "wrong password",
      });
    return { ok: false, reason: "proof" };
  }
  const refusal = await consumeToken(auth, token);
  if (refusal) {
    await auth.refuse(signedIn);
    return refusal;
  }
  if ("twoFactorRedirect" in signedIn.value) {
    auth.accept(signedIn);
    return { ok: true, next: "two-factor" };
  }
  const { value, headers } = signedIn;
  const admitted = await admit(ctx, auth, { value, headers }, "verify-email");
  return admitted.ok ? admitted : { ok: false, reason: "invalid" };
}

async function consumeToken(
  auth: RequestAuth,
  token: string,
): Promise<Extract<VerifyOutcome, { ok: false }> | null> {
  return (await auth.verifyEmail(token)).ok ? null : { ok: false, reason: "invalid" };
}

/** After an email is verified, adds the guest bookings made with it to the account. */
export async function welcomeVerified(ctx: Ctx, user: { id: string; email: string }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await joinGuestBookings(tx, ctx, user);
    await recordAudit(tx, ctx, { action: "user.verified", entity: "user", entity_id: user.id });
  });
}

export async function resendVerification(ctx: UserCtx): Promise<{ ok: boolean }> {
  if (ctx.actor.email_verified) return { ok: false };
  const data = { user_id: ctx.actor.id, request_id: randomUUID() };
  await ctx.jobs.enqueue(ctx.db, "verification-mail", data);
  return { ok: true };
}
