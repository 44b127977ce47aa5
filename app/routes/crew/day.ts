import { readDay } from "~/features/fieldwork/day/queries.server";
import { requirePhoneOfApp } from "~/features/fieldwork/phones/recognize.server";
import { noteSeen } from "~/features/fieldwork/push/subscribe.server";
import type { Route } from "./+types/day";

/** `GET /crew/day`: the day as the server knows it. `?seen`: somebody looks at the page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, phone } = await requirePhoneOfApp(request, context);
  const day = await readDay(ctx, phone);
  if (new URL(request.url).searchParams.has("seen")) await noteSeen(ctx, day);
  return Response.json(day, { headers: { "Cache-Control": "no-store" } });
}
