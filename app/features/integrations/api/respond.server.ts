import type { RouterContextProvider } from "react-router";
import { bearerKey, recognizePartner } from "~/features/integrations/partners/recognize.server";
import { allowContext, type Ctx, requestContext } from "~/platform/context.server";

/** Body of an error. `field` has its name in the request. */
type Problem = { message: string; field?: string } & Record<string, unknown>;

/** CORS for public data: any page may read it, and cookies are ignored. */
const PUBLIC_CORS = { "Access-Control-Allow-Origin": "*" };
const NO_STORE = { "Cache-Control": "no-store" };

/** Response without CORS: readable by servers and this site's pages only. */
export function jsonResponse(body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers: { ...NO_STORE, ...headers } });
}

export function errorResponse(
  status: number,
  error: Problem,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error }, { status, headers: { ...NO_STORE, ...headers } });
}

/** Response that scripts of any page may read. */
export function publicResponse(body: object): Response {
  return jsonResponse(body, PUBLIC_CORS);
}

export function publicError(status: number, error: Problem, headers: Record<string, string> = {}): Response {
  return errorResponse(status, error, { ...PUBLIC_CORS, ...headers });
}

/** The caller: a partner with its key, or anybody. A key overrides a session: `ctx` then has no signed-in account. */
export type Caller = { ctx: Ctx; api_key_id: string | null };

type Admission = ({ ok: true } & Caller) | { ok: false; refusal: Response };

const LIMITS = {
  "api-read": { partner: "partner-read-everywhere", message: "Too many requests." },
  availability: { partner: "partner-read-everywhere", message: "Too many requests." },
  "create-payment": { partner: "partner-write-everywhere", message: "Too many tries." },
} as const;

/**
 * Admits a call of the API, or returns 401 for a wrong key and 429 for too many calls. The limit is per address without a key,
 * and a higher one per partner with a key.
 */
export async function admitCaller(
  request: Request,
  context: Readonly<RouterContextProvider>,
  limit: keyof typeof LIMITS,
): Promise<Admission> {
  const ctx = requestContext(context);
  const allow = context.get(allowContext);
  const refuse = limit === "create-payment" ? errorResponse : publicError;
  const tooMany = () => {
    const message = `${LIMITS[limit].message} Please wait a minute and try again.`;
    return { ok: false, refusal: refuse(429, { message }, { "Retry-After": "60" }) } as const;
  };
  const key = bearerKey(request.headers.get("Authorization"));
  if (key === null) return (await allow(limit)) ? { ok: true, ctx, api_key_id: null } : tooMany();
  const partner = await recognizePartner(ctx, key);
  if (!partner) {
    ctx.log.warn({ client: ctx.client }, "an API key was refused");
    if (!(await allow("wrong-api-key"))) return tooMany();
    const message = "The key in the Authorization header is not valid. Ask the company for a new one.";
    const headers = { "WWW-Authenticate": "Bearer" };
    return { ok: false, refusal: refuse(401, { message, field: "Authorization" }, headers) };
  }
  if (!(await allow(LIMITS[limit].partner, partner.api_key_id))) return tooMany();
  const { api_key_id } = partner;
  const counted = ctx.counted && { ...ctx.counted, api_key_id };
  return { ok: true, ctx: { ...ctx, actor: { kind: "guest" }, counted }, api_key_id };
}

/** Key of a draft, separate for each partner and for visitors. */
export function draftKey({ api_key_id }: Caller, key: string | null | undefined): string | null {
  if (!key) return null;
  return api_key_id ? `${api_key_id}:${key}` : key;
}
