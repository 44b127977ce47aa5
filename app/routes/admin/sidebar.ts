import { redirect } from "react-router";
import { safePath } from "~/features/identity/sign-in/rules";
import { sidebarCookie } from "~/lib/sidebar-cookie";
import { cookiesContext } from "~/platform/context.server";
import { readForm } from "~/platform/request/form.server";
import { requireAdmin } from "~/platform/request/gate.server";
import type { Route } from "./+types/sidebar";

/** Target of the sidebar button without script. */
export async function action({ request, context }: Route.ActionArgs) {
  const { origin } = requireAdmin(request, context);
  const form = await readForm(request);
  const state = form?.collapsed === "true" ? "collapsed" : "expanded";
  const secure = origin.startsWith("https:");
  context.get(cookiesContext).push(sidebarCookie(state, { secure }));
  return redirect(safePath(form?.to), 303);
}

export function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin(request, context);
  return redirect("/admin");
}
