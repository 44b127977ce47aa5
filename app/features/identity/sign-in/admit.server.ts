import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { joinGuestBookings } from "~/features/booking/join.server";
import { noteDevice } from "~/features/identity/security/known-devices.server";
import { readSettings } from "~/features/operations/settings/reads.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { RequestAuth } from "~/platform/request-auth.server";
import { noteSignIn, refuseSignIn, type SignInStep } from "./sign-in-log.server";

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
