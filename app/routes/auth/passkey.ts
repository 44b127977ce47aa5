import { redirect } from "react-router";
import { passkeyAnswer } from "~/features/identity/security/forms";
import { safePath, withRedirect } from "~/features/identity/sign-in/rules";
import { signInWithPasskey } from "~/features/identity/sign-in/sign-in.server";
import { SERVER_ERROR, TOO_MANY_TRIES } from "~/features/identity/sign-in/submit.server";
import { allowContext, authContext, requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import type { Route } from "./+types/passkey";

const FAILURES = {
  invalid: "We don’t know this passkey. Please try another one, or use your email and password.",
  expired: "This login has expired. Please try again.",
  unverified: "Please verify your email first. We just sent you a new link.",
};

/** `POST /login/passkey`: signs in with the answer that a passkey gave to `/api/passkey-options`. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  const form = (await readForm(request)) ?? {};
  const path = safePath(form.redirect);
  const refuse = (description: string) => {
    const toast = { title: "Login failed", description, destructive: true };
    return redirectTo(context, withRedirect("/login", path), { toast });
  };
  const answer = passkeyAnswer.safeParse(form.response);
  if (!answer.success || request.headers.get("Origin") !== ctx.origin) return refuse(FAILURES.invalid);
  if (!(await context.get(allowContext)("sign-in-any"))) return refuse(TOO_MANY_TRIES);
  return orElse(
    ctx.log,
    "Login failed",
    async () => {
      const outcome = await signInWithPasskey(ctx, context.get(authContext), answer.data);
      if (!outcome.ok) return refuse(FAILURES[outcome.reason]);
      const toast = { title: "Login successful!", description: "Welcome back!" };
      return redirectTo(context, path, { toast, reload: true });
    },
    () => refuse(SERVER_ERROR),
  );
}

export function loader() {
  return redirect("/login");
}
