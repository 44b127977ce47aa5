import { redirect } from "react-router";
import { exportData } from "~/features/identity/privacy/export.server";
import { allowContext } from "~/platform/context.server";
import { requireUser } from "~/platform/request/gate.server";
import type { Route } from "./+types/data";

/** `POST /profile/data.zip`: downloads all data about the signed-in customer. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireUser(request, context);
  if (!(await context.get(allowContext)("account-change", ctx.actor.id))) {
    const message = "Too many downloads in a short time. Please wait 15 minutes and try again.";
    return new Response(message, { status: 429, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
  const { filename, zip } = await exportData(ctx);
  return new Response(zip, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** GET redirects to the privacy page, also after signing in on the way. */
export function loader({ request, context }: Route.LoaderArgs) {
  requireUser(request, context);
  return redirect("/profile/privacy");
}
