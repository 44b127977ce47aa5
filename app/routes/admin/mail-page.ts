import { readMailPage } from "~/features/notifications/email/office/queries.server";
import { documentHeaders } from "~/platform/http/security-headers.server";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/mail-page";

/** `GET /admin/mail/:id/page`: the email as HTML, for an iframe. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const page = await readMailPage(requireStaff(request, context), id);
  const headers = { ...documentHeaders(), "Cache-Control": "no-store" };
  return new Response(page ?? "This email no longer exists.", { status: page === null ? 404 : 200, headers });
}
