import { redirect } from "react-router";
import { withRedirect } from "~/features/identity/sign-in/rules";
import { admitSocial, logSocialRefusal } from "~/features/identity/sign-in/sign-in.server";
import { authContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import type { Route } from "./+types/auth-callback";

/** Callback of Google and Facebook. Better Auth's other endpoints are not exposed. */
async function handleCallback({ request, context }: Route.LoaderArgs | Route.ActionArgs) {
  const [ctx, auth] = [requestContext(context), context.get(authContext)];
  const { location, entry, challenged } = await auth.callback(request);
  const path = pathOf(location);
  if (challenged) return redirectTo(context, withRedirect("/two-factor", path));
  if (!entry) {
    await logSocialRefusal(ctx);
    return redirect(path, 303);
  }
  const outcome = await admitSocial(ctx, auth, entry);
  if (outcome.ok) {
    const toast = { title: "Login successful!", description: "Welcome back!" };
    return redirectTo(context, path, { toast, reload: true });
  }
  const description = "Please verify your email first. We have sent you the link.";
  return redirectTo(context, "/login", { toast: { title: "Login failed", description, destructive: true } });
}

function pathOf(location: string | null): string {
  const { pathname, search } = new URL(location ?? "/login?error=unknown", "http://site.invalid");
  return pathname + search;
}

export const loader = handleCallback;
export const action = handleCallback;
