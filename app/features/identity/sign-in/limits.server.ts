import { knownDevice } from "~/features/identity/security/devices.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { Ctx } from "~/platform/context.server";
import type { LimitName, RequestLimits, Tried } from "~/platform/request/rate-limits.server";
import { waitAfter } from "./rules";
import { logRefusedSignIn, logTooManyTries } from "./sign-in.server";

/**
 * Whether a password for this email is looked at now (docs/decisions/055-strangers-cannot-lock-out.md). A known device has
 * tries of its own; when they are used up, it counts as any other. Others are counted by client and by network. What all of
 * them together try for the email slows them down, each network by itself. Nothing depends on whether the email has an
 * account. Logs a refusal.
 */
export async function maySignIn(
  ctx: Ctx,
  auth: RequestAuth,
  limits: RequestLimits,
  email: string,
): Promise<Tried> {
  const tried = await trySignIn(ctx, auth, limits, email);
  if (!tried.ok) await logTooManyTries(ctx, email);
  return tried;
}

async function trySignIn(ctx: Ctx, auth: RequestAuth, limits: RequestLimits, email: string): Promise<Tried> {
  const device = await knownDevice(ctx, auth, { email });
  if (device && (await limits.count("sign-in-device-everywhere", device)).ok) return { ok: true };
  const tried = await inTurn(limits, [
    ["sign-in-any"],
    ["sign-in-any-network"],
    ["sign-in", email],
    ["sign-in-network", email],
  ]);
  if (!tried.ok || (await limits.count("sign-in-everywhere", email)).ok) return tried;
  return limits.slowDown(email, waitAfter);
}

/**
 * Whether a code for the second step is looked at now. Six digits can't bear tries that grow with the number of networks, so
 * what unknown devices may try for one account is fixed; a known device has tries of its own. Logs a refusal.
 */
export async function mayAnswerChallenge(
  ctx: Ctx,
  auth: RequestAuth,
  limits: RequestLimits,
  step: "totp" | "recovery",
): Promise<Tried> {
  const account = await auth.challengedUser();
  const device = account && (await knownDevice(ctx, auth, { user_id: account }));
  if (device && (await limits.count("code-device-everywhere", device)).ok) return { ok: true };
  const tried = await inTurn(limits, [
    ["sign-in"],
    ...(account ? [["code-everywhere", account] as const] : []),
  ]);
  if (!tried.ok) await logRefusedSignIn(ctx, { account, step, reason: "too many tries" });
  return tried;
}

/**
 * Whether an email with a password link may be asked for now. A known device may ask for a few when strangers have used up
 * what one address gets in an hour.
 */
export async function mayRequestReset(
  ctx: Ctx,
  auth: RequestAuth,
  limits: RequestLimits,
  email: string,
): Promise<Tried> {
  const device = await knownDevice(ctx, auth, { email });
  if (device && (await limits.count("account-mail-device-everywhere", device)).ok) return { ok: true };
  return inTurn(limits, [["account-mail-any"], ["account-mail", email], ["account-mail-everywhere", email]]);
}

/** Counts a try against each limit, until one refuses it. */
async function inTurn(
  limits: RequestLimits,
  all: readonly (readonly [limit: LimitName, subject?: string])[],
): Promise<Tried> {
  for (const [limit, subject] of all) {
    const tried = await limits.count(limit, subject);
    if (!tried.ok) return tried;
  }
  return { ok: true };
}
