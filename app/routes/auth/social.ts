import { redirect } from "react-router";
import { safePath, withRedirect } from "~/features/identity/sign-in/rules";
import { TOO_MANY_TRIES } from "~/features/identity/sign-in/submit.server";
import { allowContext, authContext, type Ctx, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import type { Route } from "./+types/social";

const NAMES = { google: "Google", facebook: "Facebook" } as const;

/** `POST /auth/social`: redirects to Google or Facebook. Without their keys, redirects back with a toast. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx: Ctx = requestContext(context);
  const form = (await readForm(request)) ?? {};
  const path = safePath(form.redirect);
  const provider = form.provider === "facebook" ? "facebook" : "google";
  if (!(await context.get(allowContext)("sign-in-any"))) {
    const toast = { title: "Login failed", description: TOO_MANY_TRIES, destructive: true };
    return redirectTo(context, withRedirect("/login", path), { toast });
  }
  const back = (to: string) => new URL(to, ctx.origin).href;
  const failed = back(withRedirect("/login", path));
  const outcome = await context.get(authContext).socialSignIn(provider, back(path), failed);
  if (outcome.ok && outcome.value.url) return redirect(outcome.value.url, 303);
  return redirectTo(context, withRedirect("/signup", path), {
    toast: {
      title: `${NAMES[provider]} sign-in isn't set up yet`,
      description: "Please use your email address and a password.",
    },
  });
}

export function loader() {
  return redirect("/signup");
}
