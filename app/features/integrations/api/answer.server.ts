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
