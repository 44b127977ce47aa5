import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { users, verifications } from "~/db/schema/accounts";
import { recordAudit } from "~/features/audit/record.server";
import { joinGuestBookings } from "~/features/booking/join.server";
import { readSettings } from "~/features/settings/reads.server";
import type { Ctx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database.server";
import type { RequestAuth } from "~/platform/request-auth.server";
import type { SignIn } from "./forms";
import { noteDevice } from "./known-devices.server";

export type SignInOutcome =
  | { ok: true; next: "signed in" | "two-factor" }
  /** `unverified`: the password was right, but the address must be verified first; the mail was sent again. */
  | { ok: false; reason: "invalid" | "unverified" | "expired" | "locked" };

/** Signs in with e-mail and password. The same answer after the same work, whether the address is unknown or not. */
export async function signIn(ctx: Ctx, auth: RequestAuth, form: SignIn): Promise<SignInOutcome> {
  const asked = await auth.signIn(form);
  if (!asked.ok) {
    ctx.log.warn({ step: "password" }, "a sign-in was refused");
    return { ok: false, reason: "invalid" };
  }
  if ("twoFactorRedirect" in asked.value) {
    auth.accept(asked);
    return { ok: true, next: "two-factor" };
  }
  return admit(ctx, auth, asked);
}

/**
 * The second step: a code of the authenticator app, or a recovery code. `expired`: the first step is too long ago, or
 * was followed by too many wrong codes. `locked`: ten wrong codes in a row; none is taken for a quarter of an hour.
 */
export async function answerChallenge(
  ctx: Ctx,
  auth: RequestAuth,
  { kind, code }: { kind: "totp" | "recovery"; code: string },
): Promise<SignInOutcome> {
  const asked = await auth.answerChallenge(kind, code);
  if (asked.ok && (kind === "recovery" || (await spendCode(ctx, asked.value.user.id, code)))) {
    return admit(ctx, auth, asked);
  }
  ctx.log.warn({ step: kind }, "a sign-in was refused");
  if (asked.ok) {
    await auth.refuse(asked);
    return { ok: false, reason: "invalid" };
  }
  const over = ["INVALID_TWO_FACTOR_COOKIE", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"].includes(asked.code);
  if (asked.code === "ACCOUNT_TEMPORARILY_LOCKED") return { ok: false, reason: "locked" };
  return { ok: false, reason: over ? "expired" : "invalid" };
}

/** Whether nobody has come in with this code yet: an app shows it for half a minute, in which others may have read it. */
function spendCode({ db }: Ctx, userId: string, code: string): Promise<boolean> {
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

/** Whoever comes back from Google or Facebook meets the same rules. */
export function admitSocial(ctx: Ctx, auth: RequestAuth, entry: Entry): Promise<SignInOutcome> {
  return admit(ctx, auth, entry);
}

type Entry = Parameters<RequestAuth["refuse"]>[0] & { value: { user: { id: string } } };

/** Everything was right: lets the user in, unless the address must be verified first. */
async function admit(ctx: Ctx, auth: RequestAuth, entry: Entry): Promise<SignInOutcome> {
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
    return { ok: false, reason: "unverified" };
  }
  await ctx.db.transaction(async (tx) => {
    if (user?.verified) await joinGuestBookings(tx, ctx, { id: userId, email: user.email });
    await noteDevice(tx, ctx, auth, userId);
    await recordAudit(tx, ctx, { action: "user.signed_in", entity: "user", entity_id: userId });
  });
  auth.accept(entry);
  return { ok: true, next: "signed in" };
}
