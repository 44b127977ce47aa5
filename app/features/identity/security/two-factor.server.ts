import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { two_factors, users } from "~/db/schema/accounts";
import { consumeCode, logRefusedSignIn } from "~/features/identity/sign-in/sign-in.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { UserCtx } from "~/platform/context.server";
import { firstCodeSchema, type TwoFactorChange } from "./forms";

/**
 * `offered`: the user can set it up (staff always, customers if the setting allows it). `on`: signing in asks for
 * a code.
 */
export type TwoFactor = { offered: boolean; on: boolean };

/** Key for an authenticator app: `picture` is a data URL of a QR code, `secret` the same key as text. */
export type TwoFactorSetup = { secret: string; picture: string };

type Refusal = { ok: false; reason: "not offered" | "already on" | "not on" };
export type Wrong = { ok: false; reason: "wrong"; field: "password" | "code"; message: string };

export async function readTwoFactor(ctx: UserCtx): Promise<TwoFactor> {
  const [settings, [user]] = await Promise.all([
    readSettings(ctx),
    ctx.db.select({ on: users.twoFactorEnabled }).from(users).where(eq(users.id, ctx.actor.id)),
  ]);
  const offered = ctx.actor.role !== "user" || settings["users.enable_two_factor_auth"];
  return { offered, on: user?.on ?? false };
}

/** Starts the setup. Requires the password. Takes effect with `confirmTwoFactor`. */
export async function beginTwoFactor(
  ctx: UserCtx,
  auth: RequestAuth,
  { password }: { password: string },
): Promise<{ ok: true; setup: TwoFactorSetup } | Refusal | Wrong> {
  const { offered, on } = await readTwoFactor(ctx);
  if (on) return { ok: false, reason: "already on" };
  if (!offered) return { ok: false, reason: "not offered" };
  const outcome = await auth.enableTwoFactor({ password, issuer: await issuerOf(ctx) });
  if (!outcome.ok) return wrongPassword;
  const secret = "totpURI" in outcome.value && new URL(outcome.value.totpURI).searchParams.get("secret");
  if (!secret) throw new Error("No secret was made for the authenticator app");
  return { ok: true, setup: await describeSetup(ctx, secret) };
}

/** Returns the setup again, from the secret of a form whose code was wrong. */
export async function readSetup(ctx: UserCtx, secret: unknown): Promise<TwoFactorSetup | null> {
  const known = firstCodeSchema.shape.secret.safeParse(secret);
  return known.success ? describeSetup(ctx, known.data) : null;
}

/** Turns two-factor on with the first code from the app. Returns the recovery codes. */
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
  const outcome = await auth.confirmTwoFactor(code);
  if (!outcome.ok) {
    const message = "That code is incorrect. Please enter the one showing now";
    return { ok: false, reason: "wrong", field: "code", message };
  }
  await recordChange(ctx, "user.two_factor_enabled", "on");
  return { ok: true, recovery_codes: await auth.recoveryCodes(ctx.actor.id) };
}

/** Turns two-factor off, also when it is no longer offered. Requires the password and a code. */
export async function turnOffTwoFactor(
  ctx: UserCtx,
  auth: RequestAuth,
  proof: Proof,
): Promise<{ ok: true } | Refusal | Wrong> {
  const { on } = await readTwoFactor(ctx);
  if (!on) return { ok: false, reason: "not on" };
  const refusal = await refuseProof(ctx, auth, proof);
  if (refusal) return refusal;
  const outcome = await auth.disableTwoFactor(proof.password);
  if (!outcome.ok) return wrongPassword;
  await recordChange(ctx, "user.two_factor_disabled", "off");
  return { ok: true };
}

/** Replaces the recovery codes. Requires the password and a code; an old recovery code counts. */
export async function renewRecoveryCodes(
  ctx: UserCtx,
  auth: RequestAuth,
  proof: Proof,
): Promise<{ ok: true; recovery_codes: string[] } | Refusal | Wrong> {
  const { on } = await readTwoFactor(ctx);
  if (!on) return { ok: false, reason: "not on" };
  const refusal = await refuseProof(ctx, auth, proof);
  if (refusal) return refusal;
  const outcome = await auth.newRecoveryCodes(proof.password);
  if (!outcome.ok) return wrongPassword;
  await recordChange(ctx, "user.recovery_codes_renewed", "codes");
  return { ok: true, recovery_codes: outcome.value.backupCodes };
}

/** `code`: from the authenticator app, or a recovery code. Needed when two-factor is on. */
export type Proof = { password: string; code?: string };

/**
 * Checks the password and, when two-factor is on, the code, which is used up. Returns the error to show, or null if all is
 * right.
 */
export async function refuseProof(
  ctx: UserCtx,
  auth: RequestAuth,
  { password, code = "" }: Proof,
): Promise<Wrong | null> {
  const account = ctx.actor.id;
  if (!(await auth.checkPassword(password)).ok) {
    await logRefusedSignIn(ctx, { account, step: "confirmation", reason: "wrong password" });
    return wrongPassword;
  }
  if (!(await readTwoFactor(ctx)).on) return null;
  const right = /^\d{6}$/.test(code)
    ? (await auth.checkCode("totp", code)) && (await consumeCode(ctx, account, code))
    : await auth.checkCode("recovery", code);
  if (right) return null;
  await logRefusedSignIn(ctx, { account, step: "confirmation", reason: "wrong code" });
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

/** Account name for authenticator apps. A colon would end it. */
async function issuerOf(ctx: UserCtx): Promise<string> {
  return (await readSettings(ctx))["general.company_name"].replaceAll(":", " ");
}

/** Writes to the audit trail and emails the account's owner. */
async function recordChange(ctx: UserCtx, action: string, change: TwoFactorChange): Promise<void> {
  const user_id = ctx.actor.id;
  await ctx.db.transaction(async (tx) => {
    await recordAudit(tx, ctx, { action, entity: "user", entity_id: user_id });
    const data = { user_id, change, at: ctx.now.toString(), request_id: randomUUID() };
    await ctx.jobs.enqueue(tx, "two-factor-mail", data);
  });
}
