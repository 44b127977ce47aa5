import { search } from "~/features/office/search/queries.server";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/search-hits";

/** What `?q=` finds, as JSON for the palette. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const found = await search(ctx, new URL(request.url).searchParams.get("q") ?? "");
  return Response.json(found, { headers: { "Cache-Control": "no-store" } });
}
