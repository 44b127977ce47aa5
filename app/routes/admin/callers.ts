import { data } from "react-router";
import { findCallers } from "~/features/booking/phone/find.server";
import { cleanLine } from "~/lib/text";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/callers";

/** `GET /admin/bookings/callers?find=`: who may be calling, while their number is typed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const find = cleanLine(new URL(request.url).searchParams.get("find") ?? "");
  return data({ find, callers: await findCallers(ctx, find) }, { headers: { "Cache-Control": "no-store" } });
}
