import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { two_factors, users } from "~/db/schema/accounts";
import { refuseSignIn, spendCode } from "~/features/identity/sign-in/sign-in.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { UserCtx } from "~/platform/context.server";
import type { RequestAuth } from "~/platform/request-auth.server";
import { firstCodeSchema, type TwoFactorChange } from "./forms";

/** `offered`: the user may set it up (administrators always, customers where the settings say so); `on`: signing in asks for a code. */
export type TwoFactor = { offered: boolean; on: boolean };

/** What an authenticator app needs: `picture` is the address of a QR code, `secret` the same to type. */
export type TwoFactorSetup = { secret: string; picture: string };

type Refusal = { ok: false; reason: "not offered" | "already on" | "not on" };
type Wrong = { ok: false; reason: "wrong"; field: "password" | "code"; message: string };

export async function readTwoFactor(ctx: UserCtx): Promise<TwoFactor> {
  const [settings, [user]] = await Promise.all([
    readSettings(ctx),
    ctx.db.select({ on: users.twoFactorEnabled }).from(users).where(eq(users.id, ctx.actor.id)),
  ]);
  const offered = ctx.actor.role === "admin" || settings["users.enable_two_factor_auth"];
  return { offered, on: user?.on ?? false };
}

/** Begins to set two-factor up, with the password. Nothing counts until `confirmTwoFactor` has seen a right code. */
export async function beginTwoFactor(
  ctx: UserCtx,
  auth: RequestAuth,
  { password }: { password: string },
): Promise<{ ok: true; setup: TwoFactorSetup } | Refusal | Wrong> {
  const { offered, on } = await readTwoFactor(ctx);
  if (on) return { ok: false, reason: "already on" };
  if (!offered) return { ok: false, reason: "not offered" };
  const asked = await auth.enableTwoFactor({ password, issuer: await issuerOf(ctx) });
  if (!asked.ok) return wrongPassword;
  const secret = "totpURI" in asked.value && new URL(asked.value.totpURI).searchParams.get("secret");
  if (!secret) throw new Error("No secret was made for the authenticator app");
  return { ok: true, setup: await describeSetup(ctx, secret) };
}

/** The same setup once more, from the secret that came back with a form whose code was wrong. */
export async function readSetup(ctx: UserCtx, secret: unknown): Promise<TwoFactorSetup | null> {
  const known = firstCodeSchema.shape.secret.safeParse(secret);
  return known.success ? describeSetup(ctx, known.data) : null;
}

/** Turns two-factor on with the first code of the app, and answers the recovery codes. */
export async function confirmTwoFactor(
  ctx: UserCtx,
  auth: RequestAuth,
  { code }: { code: string },
): Promise<{ ok: true; recovery_codes: string[] } | Refusal | Wrong> {
  const [{ offered, on }, [begun]] = await Promise.all([
    readTwoFactor(ctx),
    ctx.db
      .select({ verified: two_factors.verified })
      .from(two_factors)
      .where(eq(two_factors.userId, ctx.actor.id)),
  ]);
  if (on) return { ok: false, reason: "already on" };
  if (!offered) return { ok: false, reason: "not offered" };
  if (!begun || begun.verified) return { ok: false, reason: "not on" };
  const asked = await auth.confirmTwoFactor(code);
  if (!asked.ok) {
    const message = "That code is incorrect. Please enter the one showing now";
    return { ok: false, reason: "wrong", field: "code", message };
  }
  await noteChange(ctx, "user.two_factor_enabled", "on");
  return { ok: true, recovery_codes: await auth.recoveryCodes(ctx.actor.id) };
}

/** Turns two-factor off, with the password and the second factor; also when it is no longer offered. */
export async function turnOffTwoFactor(
  ctx: UserCtx,
  auth: RequestAuth,
  proof: Proof,
): Promise<{ ok: true } | Refusal | Wrong> {
  const { on } = await readTwoFactor(ctx);
  if (!on) return { ok: false, reason: "not on" };
  const refusal = await refuseProof(ctx, auth, proof);
  if (refusal) return refusal;
  const asked = await auth.disableTwoFactor(proof.password);
  if (!asked.ok) return wrongPassword;
  await noteChange(ctx, "user.two_factor_disabled", "off");
  return { ok: true };
}

/**
 * Makes new recovery codes, with the password and the second factor, of which they are one; the old ones are worth nothing
 * from then on.
 */
export async function renewRecoveryCodes(
  ctx: UserCtx,
  auth: RequestAuth,
  proof: Proof,
): Promise<{ ok: true; recovery_codes: string[] } | Refusal | Wrong> {
  const { on } = await readTwoFactor(ctx);
  if (!on) return { ok: false, reason: "not on" };
  const refusal = await refuseProof(ctx, auth, proof);
  if (refusal) return refusal;
  const asked = await auth.newRecoveryCodes(proof.password);
  if (!asked.ok) return wrongPassword;
  await noteChange(ctx, "user.recovery_codes_renewed", "codes");
  return { ok: true, recovery_codes: asked.value.backupCodes };
}

/** `code`: of the authenticator app, or a recovery code. */
type Proof = { password: string; code: string };

/** What is wrong with the password or the second factor; null when both are right. The code is used up then. */
async function refuseProof(
  ctx: UserCtx,
  auth: RequestAuth,
  { password, code }: Proof,
): Promise<Wrong | null> {
  const account = ctx.actor.id;
  if (!(await auth.checkPassword(password)).ok) {
    refuseSignIn(ctx, { account, step: "confirmation", reason: "wrong password" });
    return wrongPassword;
  }
  const right = /^\d{6}$/.test(code)
    ? (await auth.checkCode("totp", code)) && (await spendCode(ctx, account, code))
    : await auth.checkCode("recovery", code);
  if (right) return null;
  refuseSignIn(ctx, { account, step: "confirmation", reason: "wrong code" });
  const message = "That code is incorrect or was already used";
  return { ok: false, reason: "wrong", field: "code", message };
}

const wrongPassword: Wrong = {
  ok: false,
  reason: "wrong",
  field: "password",
  message: "Incorrect password",
};

async function describeSetup(ctx: UserCtx, secret: string): Promise<TwoFactorSetup> {
  const issuer = await issuerOf(ctx);
  const name = [issuer, ctx.actor.email].map(encodeURIComponent).join(":");
  const query = new URLSearchParams({ secret, issuer, digits: "6", period: "30" });
  const { default: qrcode } = await import("qrcode");
  const svg = await qrcode.toString(`otpauth://totp/${name}?${query}`, { type: "svg", margin: 2 });
  return { secret, picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}` };
}

/** Under which name authenticator apps list the account; a colon would end it. */
async function issuerOf(ctx: UserCtx): Promise<string> {
  return (await readSettings(ctx))["general.company_name"].replaceAll(":", " ");
}

/** Writes down what was changed, and tells the account by mail. */
async function noteChange(ctx: UserCtx, action: string, change: TwoFactorChange): Promise<void> {
  const user_id = ctx.actor.id;
  await ctx.db.transaction(async (tx) => {
    await recordAudit(tx, ctx, { action, entity: "user", entity_id: user_id });
    const told = { user_id, change, at: ctx.now.toString(), request_id: randomUUID() };
    await ctx.jobs.enqueue(tx, "two-factor-mail", told);
  });
}
