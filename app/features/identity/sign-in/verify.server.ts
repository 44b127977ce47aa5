import { randomUUID } from "node:crypto";
import { joinGuestBookings } from "~/features/booking/join.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import type { RequestAuth } from "~/platform/request-auth.server";
import { admit, refuseSignIn } from "./sign-in.server";

export type VerifyOutcome =
  | { ok: true; next: "verified" | "signed in" | "two-factor" }
  /** `proof`: the account's password is needed, or was wrong. */
  | { ok: false; reason: "expired" | "invalid" | "proof" };

/**
 * Verifies an address with the token of the mail. Whoever opened the account must do it: signed in, or with the account's
 * password. Otherwise a stranger could open one under somebody's address, and let them hand over their bookings with a
 * press. A second time is as good as the first.
 */
export async function verifyEmail(
  ctx: Ctx,
  auth: RequestAuth,
  { token, password }: { token: string; password: string },
): Promise<VerifyOutcome> {
  const claims = await auth.readVerification(token);
  if (!claims.ok) return claims;
  if (ctx.actor.kind === "user" && ctx.actor.id === claims.user_id) {
    const refusal = await spendToken(auth, token);
    return refusal ?? { ok: true, next: "verified" };
  }
  const asked = password ? await auth.signIn({ email: claims.email, password }) : null;
  if (!asked?.ok) {
    if (asked) refuseSignIn(ctx, { account: claims.user_id, step: "verify-email", reason: "wrong password" });
    return { ok: false, reason: "proof" };
  }
  const refusal = await spendToken(auth, token);
  if (refusal) {
    await auth.refuse(asked);
    return refusal;
  }
  if ("twoFactorRedirect" in asked.value) {
    auth.accept(asked);
    return { ok: true, next: "two-factor" };
  }
  const { value, headers } = asked;
  const admitted = await admit(ctx, auth, { value, headers }, "verify-email");
  return admitted.ok ? admitted : { ok: false, reason: "invalid" };
}

async function spendToken(
  auth: RequestAuth,
  token: string,
): Promise<Extract<VerifyOutcome, { ok: false }> | null> {
  return (await auth.verifyEmail(token)).ok ? null : { ok: false, reason: "invalid" };
}

/** What happens once an address has been verified: bookings made under it without an account join it. */
export async function welcomeVerified(ctx: Ctx, user: { id: string; email: string }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await joinGuestBookings(tx, ctx, user);
    await recordAudit(tx, ctx, { action: "user.verified", entity: "user", entity_id: user.id });
  });
}

/** Sends the verification mail once more. */
export async function resendVerification(ctx: UserCtx): Promise<{ ok: boolean }> {
  if (ctx.actor.email_verified) return { ok: false };
  const data = { user_id: ctx.actor.id, request_id: randomUUID() };
  await ctx.jobs.enqueue(ctx.db, "verification-mail", data);
  return { ok: true };
}
