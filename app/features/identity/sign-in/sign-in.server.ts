import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { users, verifications } from "~/db/schema/accounts";
import { joinGuestBookings } from "~/features/booking/join.server";
import { noteDevice } from "~/features/identity/security/known-devices.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database.server";
import type { RequestAuth } from "~/platform/request-auth.server";
import type { SignIn } from "./forms";

export type SignInOutcome =
  | { ok: true; next: "signed in" | "two-factor" }
  /** `unverified`: the password was right, but the address must be verified first; the mail was sent again. */
  | { ok: false; reason: "invalid" | "unverified" | "expired" | "locked" };

/** Signs in with e-mail and password. The same answer after the same work, whether the address is unknown or not. */
export async function signIn(ctx: Ctx, auth: RequestAuth, form: SignIn): Promise<SignInOutcome> {
  const asked = await auth.signIn(form);
  if (!asked.ok) {
    const account = await accountOf(ctx, form.email);
    refuseSignIn(ctx, { account, step: "password", reason: "wrong password" });
    return { ok: false, reason: "invalid" };
  }
  if ("twoFactorRedirect" in asked.value) {
    auth.accept(asked);
    return { ok: true, next: "two-factor" };
  }
  return admit(ctx, auth, asked, "password");
}

/** Notes a sign-in that was not even looked at, after too many tries. */
export async function noteTooManyTries(ctx: Ctx, email: string): Promise<void> {
  const account = await accountOf(ctx, email);
  refuseSignIn(ctx, { account, step: "password", reason: "too many tries" });
}

/** What Better Auth's codes mean for a second step. */
const CHALLENGE_ENDS: Record<string, "expired" | "locked" | undefined> = {
  INVALID_TWO_FACTOR_COOKIE: "expired",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "expired",
  ACCOUNT_TEMPORARILY_LOCKED: "locked",
};
const LOGGED_AS = { expired: "expired", locked: "locked", invalid: "wrong code" } as const satisfies Record<
  string,
  RefusalReason
>;

/**
 * The second step: a code of the authenticator app, or a recovery code. `expired`: the first step is too long ago, or
 * was followed by too many wrong codes. `locked`: ten wrong codes in a row; none is taken for a quarter of an hour.
 */
export async function answerChallenge(
  ctx: Ctx,
  auth: RequestAuth,
  { kind, code }: { kind: "totp" | "recovery"; code: string },
): Promise<SignInOutcome> {
  const account = await auth.challengedUser(); // asked first: too many wrong codes end the challenge
  const asked = await auth.answerChallenge(kind, code);
  if (asked.ok && (kind === "recovery" || (await spendCode(ctx, asked.value.user.id, code)))) {
    return admit(ctx, auth, asked, kind);
  }
  if (asked.ok) await auth.refuse(asked);
  const reason = asked.ok ? "invalid" : (CHALLENGE_ENDS[asked.code] ?? "invalid");
  refuseSignIn(ctx, { account, step: kind, reason: LOGGED_AS[reason] });
  return { ok: false, reason };
}

/** Whether nobody has come in with this code yet: an app shows it for half a minute, in which others may have read it. */
export function spendCode({ db }: Pick<Ctx, "db">, userId: string, code: string): Promise<boolean> {
  const identifier = createHash("sha256").update(`totp:${userId}:${code}`).digest("base64url");
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, identifier);
    const [spent] = await tx
      .select({ id: verifications.id })
      .from(verifications)
      .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, sql`now()`)));
    if (spent) return false;
    const expiresAt = sql<Date>`now() + interval '5 minutes'`; // longer than any app's code is taken
    await tx.insert(verifications).values({ identifier, value: userId, expiresAt });
    return true;
  });
}

/** Notes that somebody came back from Google or Facebook and was not let in, by them or by the site's own rules. */
export function noteSocialRefusal(ctx: Ctx): void {
  refuseSignIn(ctx, { account: null, step: "social", reason: "not let in" });
}

/** Whoever comes back from Google or Facebook meets the same rules. */
export function admitSocial(ctx: Ctx, auth: RequestAuth, entry: Entry): Promise<SignInOutcome> {
  return admit(ctx, auth, entry, "social");
}

/** What somebody signs in with, or confirms a grave change with. */
export type SignInStep = "password" | "totp" | "recovery" | "social" | "verify-email" | "confirmation";

export type RefusalReason =
  | "wrong password"
  | "wrong code"
  | "unverified"
  | "expired"
  | "locked"
  | "too many tries"
  | "not let in";

type Logged = Pick<Ctx, "log" | "client">;

/** Writes down that an account signed in, and from which network address. */
function noteSignIn({ log, client }: Logged, entry: { account: string; step: SignInStep }): void {
  log.info({ ...entry, client }, "a sign-in succeeded");
}

/** Writes down that a sign-in was refused. `account` is null where nobody has the address; what was typed stays out. */
export function refuseSignIn(
  { log, client }: Logged,
  entry: { account: string | null; step: SignInStep; reason: RefusalReason },
): void {
  log.warn({ ...entry, client }, "a sign-in was refused");
}

/** The account of an address, for the log, which holds no addresses of people. */
export async function accountOf({ db }: Pick<Ctx, "db">, email: string): Promise<string | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user?.id ?? null;
}

export type Entry = Parameters<RequestAuth["refuse"]>[0] & { value: { user: { id: string } } };

/** Everything was right: lets the user in, unless the address must be verified first; then the mail goes out again. */
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
    refuseSignIn(ctx, { account: userId, step, reason: "unverified" });
    return { ok: false, reason: "unverified" };
  }
  await ctx.db.transaction(async (tx) => {
    if (user?.verified) await joinGuestBookings(tx, ctx, { id: userId, email: user.email });
    await noteDevice(tx, ctx, auth, userId);
    await recordAudit(tx, ctx, {
      action: "user.signed_in",
      entity: "user",
      entity_id: userId,
      details: { step },
    });
  });
  noteSignIn(ctx, { account: userId, step });
  auth.accept(entry);
  return { ok: true, next: "signed in" };
}
