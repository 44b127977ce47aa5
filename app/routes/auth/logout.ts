import { redirect } from "react-router";
import { authContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/flash.server";
import type { Route } from "./+types/logout";

/** Ends the session and goes home (spec section 4). */
export async function action({ context }: Route.ActionArgs) {
  if (requestContext(context).actor.kind === "user") await context.get(authContext).signOut();
  const toast = { title: "Logged out", description: "You have been successfully logged out." };
  return redirectTo(context, "/", { toast, reload: true });
}

/** Opening the address changes nothing. */
export function loader() {
  return redirect("/");
}
