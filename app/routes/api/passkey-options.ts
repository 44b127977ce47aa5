import { allowContext, authContext, requestContext } from "~/platform/context.server";
import type { Route } from "./+types/passkey-options";

/** `POST /api/passkey-options`: what a browser needs to ask for a passkey. Sets the cookie of its challenge, for five minutes. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return refuse(405, "Use POST.");
  if (request.headers.get("Origin") !== requestContext(context).origin)
    return refuse(403, "This request came from another site.");
  if (!(await context.get(allowContext)("passkey-options"))) return refuse(429, "Too many attempts.");
  const options = await context.get(authContext).passkeyOptions();
  if (!options) return refuse(503, "Passkeys can't be asked for just now.");
  return Response.json(options, { headers: { "Cache-Control": "no-store" } });
}

export function loader() {
  return refuse(405, "Use POST.");
}

function refuse(status: 403 | 405 | 429 | 503, message: string) {
  const headers = { "Cache-Control": "no-store", ...(status === 405 && { Allow: "POST" }) };
  return Response.json({ error: { message } }, { status, headers });
}
