import { exportCustomer } from "~/features/identity/privacy/export.server";
import { isUuid } from "~/lib/ids";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/customer-data";

/** `GET /admin/customers/:id/data.zip`: everything stored about a customer, as they may ask for it. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const made = isUuid(id) ? await exportCustomer(ctx, id) : null;
  if (!made) throw new Response(null, { status: 404 });
  return new Response(made.zip, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${made.filename}"`,
      "Cache-Control": "no-store",
    },
  });
}
