import type { RouterContextProvider } from "react-router";
import { keyIn, recognizePartner } from "~/features/integrations/partners/recognize.server";
import { allowContext, type Ctx, requestContext } from "~/platform/context.server";

/** Of an error, what callers are told. `field` is named as in the request. */
type Problem = { message: string; field?: string } & Record<string, unknown>;

/** What the whole web may read, from any page: it is the same for everybody, and no cookie counts. */
const OPEN = { "Access-Control-Allow-Origin": "*" };
const UNKEPT = { "Cache-Control": "no-store" };

/** An answer that only callers on their own servers, and this site's pages, can read. */
export function answer(body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers: { ...UNKEPT, ...headers } });
}

export function refusal(status: number, error: Problem, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { ...UNKEPT, ...headers } });
}

/** An answer that the script of any page may read. */
export function openAnswer(body: object): Response {
  return answer(body, OPEN);
}

export function openRefusal(status: number, error: Problem, headers: Record<string, string> = {}): Response {
  return refusal(status, error, { ...OPEN, ...headers });
}

/** Who calls: a partner with its key, or anybody. A key rules over a session: `ctx` is then nobody's who has signed in. */
export type Caller = { ctx: Ctx; api_key_id: string | null };

type Admitted = ({ ok: true } & Caller) | { ok: false; refusal: Response };

const LIMITS = {
  "api-read": { partner: "partner-read-everywhere", message: "Too many requests." },
  availability: { partner: "partner-read-everywhere", message: "Too many requests." },
  "create-payment": { partner: "partner-write-everywhere", message: "Too many tries." },
} as const;

/**
 * Lets a call of the API in, or says why not: a wrong key, or too many calls. Without a key each address has its limit;
 * a partner has a higher one, wherever it calls from.
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

/** One partner's drafts are not another's, nor a visitor's, whatever they call them. */
export function draftOf({ api_key_id }: Caller, key: string | null | undefined): string | null {
  if (!key) return null;
  return api_key_id ? `${api_key_id}:${key}` : key;
}
