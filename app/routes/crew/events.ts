import { batchSchema } from "~/features/fieldwork/day/forms";
import { readDay } from "~/features/fieldwork/day/queries.server";
import { receiveEvents } from "~/features/fieldwork/day/receive.server";
import { requirePhoneOfApp } from "~/features/fieldwork/phones/recognize.server";
import { readJson } from "~/platform/request/json.server";
import type { Route } from "./+types/events";

const NO_STORE = { "Cache-Control": "no-store" };

/** `POST /crew/events`: what was tapped, with the phone's time. Answers what was taken, and the day as it is then. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, phone } = await requirePhoneOfApp(request, context);
  const json = await readJson(request);
  if (!json.ok) return Response.json({ error: json.message }, { status: json.status, headers: NO_STORE });
  const batch = batchSchema.safeParse(json.value);
  if (!batch.success) {
    const [issue] = batch.error.issues;
    const error = `${issue?.path.join(".") || "The body"}: ${issue?.message}`;
    return Response.json({ error }, { status: 400, headers: NO_STORE });
  }
  const { phone_now, events } = batch.data;
  const received = await receiveEvents(ctx, { phone_now: Temporal.Instant.from(phone_now), events });
  const day = await readDay(ctx, phone);
  return Response.json({ ...received, server_now: ctx.now.toString(), day }, { headers: NO_STORE });
}

export function loader() {
  return Response.json({ error: "Use POST." }, { status: 405, headers: { ...NO_STORE, Allow: "POST" } });
}
