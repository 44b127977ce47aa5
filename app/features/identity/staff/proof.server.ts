import { hasPassword } from "~/features/identity/security/security.server";
import { refuseSignIn } from "~/features/identity/sign-in/sign-in-log.server";
import type { AdminCtx } from "~/platform/context.server";
import type { RequestAuth } from "~/platform/request-auth.server";

export type WrongField = { ok: false; reason: "wrong"; field: "password" | "email"; message: string };

/** What is wrong with the password that an administrator has confirmed a change with; null when nothing is. */
export async function refusePassword(
  ctx: AdminCtx,
  auth: RequestAuth,
  password: string,
): Promise<WrongField | null> {
  if ((await auth.checkPassword(password)).ok) return null;
  refuseSignIn(ctx, { account: ctx.actor.id, step: "confirmation", reason: "wrong password" });
  const message = (await hasPassword(ctx))
    ? "Incorrect password"
    : "You sign in without a password. Set one first under Password and security";
  return { ok: false, reason: "wrong", field: "password", message };
}
