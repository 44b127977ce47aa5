import { readDay } from "~/features/fieldwork/day/queries.server";
import { requirePhoneOfApp } from "~/features/fieldwork/phones/recognize.server";
import { subscriptionSchema } from "~/features/fieldwork/push/forms";
import { openPushKeys } from "~/features/fieldwork/push/keys.server";
import { type PushState, wordsIn } from "~/features/fieldwork/push/push";
import { readEndpoint, subscribePhone, unsubscribePhone } from "~/features/fieldwork/push/subscribe.server";
import { allowContext } from "~/platform/context.server";
import { readJson } from "~/platform/request/json.server";
import type { Route } from "./+types/push";

const NO_STORE = { "Cache-Control": "no-store" };
const REFUSED = {
  private: "endpoint: Address must be on the public internet.",
  key: "keys.p256dh: must be a point of the curve P-256",
  ended: "This phone was ended.",
};

/** `GET /crew/push`: the site's public key for push, where this phone hears of changes, and the words for the button. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, phone } = await requirePhoneOfApp(request, context, { locked: true });
  const { publicKey } = await openPushKeys(ctx);
  const state: PushState = {
    key: publicKey,
    endpoint: await readEndpoint(ctx),
    words: wordsIn(phone.language),
  };
  return Response.json(state, { headers: NO_STORE });
}

/** `POST /crew/push`: the browser's subscription, to hear of changes from now on. `DELETE`: no more. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, phone } = await requirePhoneOfApp(request, context, { locked: true });
  if (request.method === "DELETE") {
    await unsubscribePhone(ctx);
    return new Response(null, { status: 204, headers: NO_STORE });
  }
  if (!(await context.get(allowContext)("push-everywhere", phone.phone_id)))
    return refuse(429, "Too many tries.");
  const json = await readJson(request);
  if (!json.ok) return refuse(json.status, json.message);
  const read = subscriptionSchema.safeParse(json.value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refuse(400, `${issue?.path.join(".") || "The body"}: ${issue?.message}`);
  }
  const outcome = await subscribePhone(ctx, { ...read.data, day: await readDay(ctx, phone) });
  if (!outcome.ok) return refuse(400, REFUSED[outcome.reason]);
  return new Response(null, { status: 204, headers: NO_STORE });
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: NO_STORE });
}
