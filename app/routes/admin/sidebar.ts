import { redirect } from "react-router";
import { safePath } from "~/features/identity/sign-in/rules";
import { sidebarCookie } from "~/lib/sidebar-cookie";
import { cookiesContext } from "~/platform/context.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import type { Route } from "./+types/sidebar";

/** Target of the sidebar button without script. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { origin } = ctx;
  const state = form.collapsed === "true" ? "collapsed" : "expanded";
  const secure = origin.startsWith("https:");
  context.get(cookiesContext).push(sidebarCookie(state, { secure }));
  return redirect(safePath(form.to), 303);
}

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return redirect("/admin");
}
