import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { passkeys, users, verifications } from "~/db/schema/accounts";
import { sign_ins } from "~/db/schema/audit";
import { joinGuestBookings } from "~/features/booking/join.server";
import { recordDevice } from "~/features/identity/security/devices.server";
import type { PasskeyAnswer } from "~/features/identity/security/forms";
import { deviceName } from "~/features/identity/security/rules";
import { readSettings } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import { noteProof } from "~/platform/auth/actor.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { Ctx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import type { SignIn } from "./forms";

export type SignInOutcome =
  | { ok: true; next: "signed in" | "two-factor" }
  /** `unverified`: the password was right, but the email must be verified first. The email was sent again. */
  | { ok: false; reason: "invalid" | "unverified" | "expired" };

/** Signs in with email and password. An unknown email gets the same answer after the same amount of work. */
export async function signIn(ctx: Ctx, auth: RequestAuth, form: SignIn): Promise<SignInOutcome> {
  const outcome = await auth.signIn(form);
  if (!outcome.ok) {
    const account = await accountOf(ctx, form.email);
    await logRefusedSignIn(ctx, { account, step: "password", reason: "wrong password" });
    return { ok: false, reason: "invalid" };
  }
  if ("twoFactorRedirect" in outcome.value) {
    auth.accept(outcome);
    return { ok: true, next: "two-factor" };
  }
  return admit(ctx, auth, outcome, "password");
}

/**
 * Signs in with a passkey. No code follows: the device has checked its owner. Returns `expired` if the page stood open for too
 * long, or if the answer was sent before.
 */
export async function signInWithPasskey(
  ctx: Ctx,
  auth: RequestAuth,
  response: PasskeyAnswer,
): Promise<SignInOutcome> {
  const key = eq(passkeys.credentialID, response.id);
  const outcome = await auth.signInWithPasskey(response);
  if (!outcome.ok) {
    const [owner] = await ctx.db.select({ id: passkeys.userId }).from(passkeys).where(key);
    const reason = outcome.code === "CHALLENGE_NOT_FOUND" ? "expired" : "wrong passkey";
    await logRefusedSignIn(ctx, { account: owner?.id ?? null, step: "passkey", reason });
    return { ok: false, reason: reason === "expired" ? reason : "invalid" };
  }
  await ctx.db.update(passkeys).set({ usedAt: sql`now()` }).where(key);
  return admit(ctx, auth, outcome, "passkey");
}

/** Logs a sign-in that the rate limit refused. */
export async function logTooManyTries(ctx: Ctx, email: string): Promise<void> {
  const account = await accountOf(ctx, email);
  await logRefusedSignIn(ctx, { account, step: "password", reason: "too many tries" });
}

/** Outcomes by Better Auth's error code. */
const CHALLENGE_ENDS: Record<string, "expired" | undefined> = {
  INVALID_TWO_FACTOR_COOKIE: "expired",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "expired",
};
const LOGGED_AS = { expired: "expired", invalid: "wrong code" } as const satisfies Record<
  string,
  RefusalReason
>;

/**
 * Second step of signing in, with an authenticator or recovery code. Returns `expired` if the first step is too old or five
 * wrong codes followed it.
 */
export async function answerChallenge(
  ctx: Ctx,
  auth: RequestAuth,
  { kind, code }: { kind: "totp" | "recovery"; code: string },
): Promise<SignInOutcome> {
  const account = await auth.challengedUser(); // read before answering: too many wrong codes end the challenge
  const outcome = await auth.answerChallenge(kind, code);
  if (outcome.ok && (kind === "recovery" || (await consumeCode(ctx, outcome.value.user.id, code)))) {
    return admit(ctx, auth, outcome, kind);
  }
  if (outcome.ok) await auth.refuse(outcome);
  const reason = outcome.ok ? "invalid" : (CHALLENGE_ENDS[outcome.code] ?? "invalid");
  await logRefusedSignIn(ctx, { account, step: kind, reason: LOGGED_AS[reason] });
  return { ok: false, reason };
}

/**
 * Marks an authenticator code as used. Returns false if it was used before. A code is valid for about 30 seconds, in which
 * somebody else may have read it.
 */
export function consumeCode({ db }: Pick<Ctx, "db">, userId: string, code: string): Promise<boolean> {
  const identifier = createHash("sha256").update(`totp:${userId}:${code}`).digest("base64url");
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, identifier);
    const [spent] = await tx
      .select({ id: verifications.id })
      .from(verifications)
      .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, sql`now()`)));
    if (spent) return false;
    const expiresAt = sql<Date>`now() + interval '5 minutes'`; // longer than any code is valid
    await tx.insert(verifications).values({ identifier, value: userId, expiresAt });
    return true;
  });
}

/** Logs a failed sign-in with Google or Facebook, whether they or this site refused it. */
export async function logSocialRefusal(ctx: Ctx): Promise<void> {
  await logRefusedSignIn(ctx, { account: null, step: "social", reason: "not let in" });
}

/** Completes a sign-in with Google or Facebook under the same rules as a password. */
export function admitSocial(ctx: Ctx, auth: RequestAuth, entry: Entry): Promise<SignInOutcome> {
  return admit(ctx, auth, entry, "social");
}

/** Method of a sign-in; `confirmation` is a password outcome for before a sensitive change. */
export type SignInStep =
  | "password"
  | "passkey"
  | "totp"
  | "recovery"
  | "social"
  | "verify-email"
  | "confirmation";

/** Sign-ins that are a proof themselves. Google and Facebook may have asked for nothing. */
const PROOFS: readonly SignInStep[] = ["password", "passkey", "totp", "recovery"];

export type RefusalReason =
  | "wrong password"
  | "wrong code"
  | "wrong passkey"
  | "unverified"
  | "expired"
  | "too many tries"
  | "not let in";

type TraceCtx = Pick<Ctx, "db" | "log" | "client" | "agent" | "now">;

/** Logs the account and network address of a sign-in, and keeps it for the office. */
async function logSignIn(ctx: TraceCtx, entry: { account: string; step: SignInStep }): Promise<void> {
  ctx.log.info({ ...entry, client: ctx.client }, "a sign-in succeeded");
  await keepSignIn(ctx, { ...entry, reason: null });
}

/**
 * Logs a refused sign-in, and keeps it for the office. `account` is null if no account has the email. What was typed is neither
 * logged nor kept.
 */
export async function logRefusedSignIn(
  ctx: TraceCtx,
  entry: { account: string | null; step: SignInStep; reason: RefusalReason },
): Promise<void> {
  ctx.log.warn({ ...entry, client: ctx.client }, "a sign-in was refused");
  // Whoever is over a limit could fill the table; the log shows them.
  if (entry.reason !== "too many tries") await keepSignIn(ctx, entry);
}

/** Nobody is kept out because the trace can't be written. */
async function keepSignIn(
  { db, log, client, agent = null, now }: TraceCtx,
  { account, step, reason }: { account: string | null; step: SignInStep; reason: RefusalReason | null },
): Promise<void> {
  const row = {
    at: now,
    user_id: account,
    step,
    refused: reason,
    address: client,
    device: deviceName(agent),
  };
  await db
    .insert(sign_ins)
    .values(row)
    .catch((err: unknown) => log.error({ err }, "a sign-in was not kept for the office"));
}

/** Account id for an email, or null. Logs hold ids, never emails. */
export async function accountOf({ db }: Pick<Ctx, "db">, email: string): Promise<string | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user?.id ?? null;
}

export type Entry = Parameters<RequestAuth["refuse"]>[0] & { value: { user: { id: string } } };

/** Completes a sign-in. If the email must be verified first, refuses it and sends the verification email again. */
export async function admit(
  ctx: Ctx,
  auth: RequestAuth,
  entry: Entry,
  step: SignInStep,
): Promise<{ ok: true; next: "signed in" } | { ok: false; reason: "unverified" }> {
  const userId = entry.value.user.id;
  const [[user], settings] = await Promise.all([
    ctx.db
      .select({ email: users.email, verified: users.emailVerified })
      .from(users)
      .where(eq(users.id, userId)),
    readSettings(ctx),
  ]);
  if (!user?.verified && settings["users.require_email_verification"]) {
    await auth.refuse(entry);
    await ctx.jobs.enqueue(ctx.db, "verification-mail", { user_id: userId, request_id: randomUUID() });
    await logRefusedSignIn(ctx, { account: userId, step, reason: "unverified" });
    return { ok: false, reason: "unverified" };
  }
  await ctx.db.transaction(async (tx) => {
    if (user?.verified) await joinGuestBookings(tx, ctx, { id: userId, email: user.email });
    await recordDevice(tx, ctx, auth, userId);
    await recordAudit(tx, ctx, {
      action: "user.signed_in",
      entity: "user",
      entity_id: userId,
      details: { step },
    });
  });
  const token = "token" in entry.value && entry.value.token;
  if (token && PROOFS.includes(step)) await noteProof(ctx.db, { token });
  await logSignIn(ctx, { account: userId, step });
  auth.accept(entry);
  return { ok: true, next: "signed in" };
}
