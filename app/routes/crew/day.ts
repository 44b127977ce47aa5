import { readDay } from "~/features/fieldwork/day/queries.server";
import { requirePhoneOfApp } from "~/features/fieldwork/phones/recognize.server";
import type { Route } from "./+types/day";

/** `GET /crew/day`: the day as the server knows it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, phone } = await requirePhoneOfApp(request, context);
  return Response.json(await readDay(ctx, phone), { headers: { "Cache-Control": "no-store" } });
}
