import { data } from "react-router";
import { badRowsFile } from "~/features/moving/queries.server";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/import-bad-rows";

/** `GET /admin/imports/:id/bad-rows`: the rows that can't be imported, each with its reason, as CSV. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const file = await badRowsFile(ctx, id);
  if (!file) throw data(null, { status: 404 });
  return file;
}
