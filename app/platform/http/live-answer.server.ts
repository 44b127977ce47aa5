/**
 * The response to a form that script posts (app/ui/live/live-forms.ts) with the path of its page in `X-Live`. Fetch must not
 * follow a redirect to another page or to one that has to be reloaded: it would use up the toast and keep the old page.
 * Such a redirect becomes 204 with `X-Live-Location`, and with `X-Remix-Replace` if the new page replaces the old one in
 * the history.
 */
export function liveAnswer(page: string | undefined, origin: string, answer: Response): Response {
  const location = answer.headers.get("Location");
  if (page === undefined || location === null || answer.status < 300 || answer.status > 399) return answer;
  const target = new URL(location, origin);
  const isHere = target.origin === new URL(origin).origin && target.pathname === page;
  if (isHere && !answer.headers.has("X-Remix-Reload-Document")) return answer;
  const headers = new Headers(answer.headers);
  for (const name of ["Location", "Content-Type", "Content-Length"]) headers.delete(name);
  headers.set("X-Live-Location", location);
  return new Response(null, { status: 204, headers });
}
