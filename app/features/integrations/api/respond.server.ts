import type { RouterContextProvider } from "react-router";
import { keyIn, recognizePartner } from "~/features/integrations/partners/recognize.server";
import { allowContext, type Ctx, requestContext } from "~/platform/context.server";

/** Body of an error. `field` has its name in the request. */
type Problem = { message: string; field?: string } & Record<string, unknown>;

/** CORS for public data: any page may read it, and cookies are ignored. */
const OPEN = { "Access-Control-Allow-Origin": "*" };
const UNKEPT = { "Cache-Control": "no-store" };

/** Response without CORS: readable by servers and this site's pages only. */
export function answer(body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers: { ...UNKEPT, ...headers } });
}

export function refusal(status: number, error: Problem, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { ...UNKEPT, ...headers } });
}

/** Response that scripts of any page may read. */
export function openAnswer(body: object): Response {
  return answer(body, OPEN);
}

export function openRefusal(status: number, error: Problem, headers: Record<string, string> = {}): Response {
  return refusal(status, error, { ...OPEN, ...headers });
}

/** The caller: a partner with its key, or anybody. A key overrides a session: `ctx` then has no signed-in account. */
export type Caller = { ctx: Ctx; api_key_id: string | null };

type Admitted = ({ ok: true } & Caller) | { ok: false; refusal: Response };

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
): Promise<Admitted> {
  const ctx = requestContext(context);
  const allow = context.get(allowContext);
  const refuse = limit === "create-payment" ? refusal : openRefusal;
  const tooOften = () => {
    const message = `${LIMITS[limit].message} Please wait a minute and try again.`;
    return { ok: false, refusal: refuse(429, { message }, { "Retry-After": "60" }) } as const;
  };
  const key = keyIn(request.headers.get("Authorization"));
  if (key === null) return (await allow(limit)) ? { ok: true, ctx, api_key_id: null } : tooOften();
  const partner = await recognizePartner(ctx, key);
  if (!partner) {
    ctx.log.warn({ client: ctx.client }, "an API key was refused");
    if (!(await allow("wrong-api-key"))) return tooOften();
    const message = "The key in the Authorization header is not valid. Ask the company for a new one.";
    const headers = { "WWW-Authenticate": "Bearer" };
    return { ok: false, refusal: refuse(401, { message, field: "Authorization" }, headers) };
  }
  if (!(await allow(LIMITS[limit].partner, partner.api_key_id))) return tooOften();
  const { api_key_id } = partner;
  const counted = ctx.counted && { ...ctx.counted, api_key_id };
  return { ok: true, ctx: { ...ctx, actor: { kind: "guest" }, counted }, api_key_id };
}

/** Key of a draft, separate for each partner and for visitors. */
export function draftOf({ api_key_id }: Caller, key: string | null | undefined): string | null {
  if (!key) return null;
  return api_key_id ? `${api_key_id}:${key}` : key;
}
