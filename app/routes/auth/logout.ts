import { redirect } from "react-router";
import { forgottenDraft } from "~/features/booking/checkout/draft";
import { redirectOf } from "~/features/identity/sign-in/rules";
import { authContext, cookiesContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import type { Route } from "./+types/logout";

/**
 * Ends the session and redirects to the home page (spec section 4), or to `?redirect=`. The cookies are deleted only if the
 * session ended. The reloaded page then informs the other tabs.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  try {
    await context.get(authContext).signOut();
  } catch (err) {
    ctx.log.error({ err }, "somebody could not be logged out");
    const description = "Something went wrong on our side, and you are still logged in. Please try again.";
    return redirectTo(context, "/", { toast: { title: "Logout failed", description, destructive: true } });
  }
  const secure = ctx.origin.startsWith("https:");
  context.get(cookiesContext).push(...forgottenDraft({ secure }));
  const toast = { title: "Logged out", description: "You have been successfully logged out." };
  return redirectTo(context, redirectOf(request.url), { toast, reload: true });
}

/** A GET request changes nothing. */
export function loader() {
  return redirect("/");
}
