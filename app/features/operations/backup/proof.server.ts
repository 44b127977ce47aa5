import { hasPassword } from "~/features/identity/security/security.server";
import { logRefusedSignIn } from "~/features/identity/sign-in/sign-in.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { StaffCtx } from "~/platform/context.server";
import type { ProofForm } from "./backup";

export type Refusal = {
  ok: false;
  reason: "wrong";
  field: "password" | "confirm" | "identity_key";
  message: string;
};

/** Checks the typed word and the password. Returns the error to show, or null if both are right. */
export async function refuseProof(
  ctx: StaffCtx,
  auth: RequestAuth,
  form: ProofForm,
  word: string,
): Promise<Refusal | null> {
  const wrong = (field: Refusal["field"], message: string): Refusal => ({
    ok: false,
    reason: "wrong",
    field,
    message,
  });
  if (form.confirm !== word) return wrong("confirm", `Type ${word} to confirm`);
  if (!(await hasPassword(ctx))) {
    return wrong(
      "password",
      "Your account has no password. Set one first with 'Forgot password' on the login page",
    );
  }
  if ((await auth.checkPassword(form.password)).ok) return null;
  logRefusedSignIn(ctx, { account: ctx.actor.id, step: "confirmation", reason: "wrong password" });
  return wrong("password", "Incorrect password");
}
