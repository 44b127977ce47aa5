/**
 * The answer to a form that script posts (app/ui/live-forms.ts), which names the path of its page in `X-Live`. A redirect
 * to another page, or to one that is to be loaded anew, it must not follow by itself: that would use up the toast, and
 * leave the old page around the new one. So it is told where to go: 204 with `X-Live-Location`, and `X-Remix-Replace` where
 * the new page takes the old one's place in the browser's history.
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
