import { randomUUID } from "node:crypto";
import { recordAudit } from "~/features/audit/record.server";
import { joinGuestBookings } from "~/features/booking/join.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import type { RequestAuth } from "~/platform/request-auth.server";

export type VerifyOutcome = { ok: true } | { ok: false; reason: "expired" | "invalid" };

/** Verifies an address with the token of the mail. A second time is as good as the first. */
export async function verifyEmail(auth: RequestAuth, token: string): Promise<VerifyOutcome> {
  if (!namesAddress(token)) return { ok: false, reason: "invalid" };
  const asked = await auth.verifyEmail(token);
  if (asked.ok) return { ok: true };
  return { ok: false, reason: asked.code === "TOKEN_EXPIRED" ? "expired" : "invalid" };
}

/** Other tokens that this site signs, such as a session's, say nothing of an address. */
function namesAddress(token: string): boolean {
  try {
    const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return typeof payload?.email === "string";
  } catch {
    return false;
  }
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
