import { and, eq, sql } from "drizzle-orm";
import { passkeys } from "~/db/schema/accounts";
import { logRefusedSignIn } from "~/features/identity/sign-in/sign-in.server";
import { noteProof } from "~/platform/auth/actor.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { UserCtx } from "~/platform/context.server";
import type { PasskeyAnswer } from "./forms";
import type { ProofMeans } from "./rules";
import { hasPassword } from "./security.server";
import { type Proof, readTwoFactor, refuseProof, type Wrong } from "./two-factor.server";

export async function readProofMeans(ctx: UserCtx): Promise<ProofMeans> {
  const [password, { on }, keys] = await Promise.all([
    hasPassword(ctx),
    readTwoFactor(ctx),
    ctx.db.$count(passkeys, eq(passkeys.userId, ctx.actor.id)),
  ]);
  return { password, code: on, passkey: keys > 0 };
}

/** Proves with the password, and a code when two-factor is on. Counts for 10 minutes, in this session only. */
export async function prove(ctx: UserCtx, auth: RequestAuth, proof: Proof): Promise<{ ok: true } | Wrong> {
  const refusal = await refuseProof(ctx, auth, proof);
  if (refusal) return refusal;
  await noteProof(ctx.db, { id: ctx.actor.session_id });
  return { ok: true };
}

/** Proves with one of the user's own passkeys. The answer counts once. */
export async function proveWithPasskey(
  ctx: UserCtx,
  auth: RequestAuth,
  response: PasskeyAnswer,
): Promise<{ ok: boolean }> {
  const own = and(eq(passkeys.credentialID, response.id), eq(passkeys.userId, ctx.actor.id));
  const isOwn = (await ctx.db.$count(passkeys, own)) > 0;
  const outcome = isOwn ? await auth.signInWithPasskey(response) : null;
  if (!outcome?.ok) {
    await logRefusedSignIn(ctx, { account: ctx.actor.id, step: "confirmation", reason: "wrong passkey" });
    return { ok: false };
  }
  await auth.refuse(outcome); // the session that the check made
  await ctx.db.update(passkeys).set({ usedAt: sql`now()` }).where(own);
  await noteProof(ctx.db, { id: ctx.actor.session_id });
  return { ok: true };
}
