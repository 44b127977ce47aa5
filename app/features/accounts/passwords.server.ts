import { randomUUID } from "node:crypto";
import { recordAudit } from "~/features/audit/record.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import type { RequestAuth } from "~/platform/request-auth.server";
import { isCommonPassword } from "./common-passwords.server";
import { COMMON_PASSWORD } from "./sign-up.server";

/** Asks for a mail with a link to a new password. The answer and the work are the same for unknown addresses. */
export async function requestPasswordReset(ctx: Ctx, email: string): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, "password-reset-mail", { email, request_id: randomUUID() });
}

export type PasswordOutcome =
  | { ok: true }
  | { ok: false; reason: "common" | "wrong"; field: string; message: string }
  | { ok: false; reason: "token" };

/** Sets a new password with the single-use token of the mail; every session of the user ends. */
export async function resetPassword(
  auth: RequestAuth,
  { token, password }: { token: string; password: string },
): Promise<PasswordOutcome> {
  if (await isCommonPassword(password)) return commonPassword("password");
  const asked = await auth.resetPassword({ token, newPassword: password });
  return asked.ok ? { ok: true } : { ok: false, reason: "token" };
}

/** Sets a new password with the old one; the user's other sessions end. */
export async function changePassword(
  ctx: UserCtx,
  auth: RequestAuth,
  form: { current_password: string; new_password: string },
): Promise<PasswordOutcome> {
  if (await isCommonPassword(form.new_password)) return commonPassword("new_password");
  const asked = await auth.changePassword({
    currentPassword: form.current_password,
    newPassword: form.new_password,
  });
  if (!asked.ok) {
    const message = "Current password is not right";
    return { ok: false, reason: "wrong", field: "current_password", message };
  }
  await recordAudit(ctx.db, ctx, {
    action: "user.password_changed",
    entity: "user",
    entity_id: ctx.actor.id,
  });
  return { ok: true };
}

function commonPassword(field: string): PasswordOutcome {
  return { ok: false, reason: "common", field, message: COMMON_PASSWORD };
}
