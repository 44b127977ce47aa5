import { authContext, requestContext, sessionFailed } from "~/platform/context.server";
import type { Route } from "./+types/session";

/** `POST /api/session`: renews the short-lived token of the session. Returns its lifetime in milliseconds. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return refuse(405, "Use POST.");
  const { actor } = requestContext(context);
  if (sessionFailed(actor)) return refuse(503, "It can't be told just now who is signed in.");
  const session = actor.kind === "user" ? await context.get(authContext).refresh() : null;
  if (!session) return refuse(401, "Nobody is signed in.");
  return Response.json(
    { expires_in: session.token_expires_at - Date.now() },
    { headers: { "Cache-Control": "no-store" } },
  );
}

export function loader() {
  return refuse(405, "Use POST.");
}

function refuse(status: 401 | 405 | 503, message: string) {
  const headers = { "Cache-Control": "no-store", ...(status === 405 && { Allow: "POST" }) };
  return Response.json({ error: { message } }, { status, headers });
}
