import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { html } from "hono/html";
import { clientAddress, type HttpEnv, isRead, siteOrigin } from "./http-env.server";
import { isPersonal } from "./page-cache.server";
import type { Runtime } from "./runtime.server";
import { securityHeaders } from "./security-headers.server";

/**
 * A form has room for texts that are far too long, so that the page can say so and keep them; an event of a provider holds
 * the whole of what it is about.
 */
const MAX_BODY_KB = { event: 1024, api: 64, page: 512 };
/** Backups come in as files of any size, which are never in memory as a whole; only administrators' are read. */
const STREAMED = /^\/admin\/backups\/upload(?:\.data)?$/;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** TRACE would show what a script of the page must not see: cookies. */
export async function refuseMethod(c: Context<HttpEnv>, next: () => Promise<void>) {
  return METHODS.includes(c.req.method) ? next() : refusal(c, 405, "The method is not known here.");
}

/** No text in the database can hold a NUL, so nothing is found under such a name. */
export async function refuseNul(c: Context<HttpEnv>, next: () => Promise<void>) {
  return c.req.url.includes("%00") ? refusal(c, 400, "The address is not valid.") : next();
}

/** No page is fetched ahead for somebody known: it would use up their toast, and might be old when it is shown. */
export async function refuseGuess(c: Context<HttpEnv>, next: () => Promise<void>) {
  const ahead = c.req.header("sec-purpose")?.startsWith("prefetch");
  return ahead && isPersonal(c.req.header("cookie")) ? c.body(null, 503) : next();
}

/** Nothing is read that is larger than anything that makes sense there. */
export function limitBody() {
  const upTo = (kb: number) =>
    bodyLimit({
      maxSize: kb * 1024,
      onError: (c) => refusal(c, 413, `What was sent is larger than ${kb} KB.`),
    });
  const [event, api, page] = [upTo(MAX_BODY_KB.event), upTo(MAX_BODY_KB.api), upTo(MAX_BODY_KB.page)];
  return (c: Context<HttpEnv>, next: () => Promise<void>) => {
    if (STREAMED.test(c.req.path)) return next();
    if (c.req.path.startsWith("/api/webhooks/")) return event(c, next);
    return c.req.path.startsWith("/api/") ? api(c, next) : page(c, next);
  };
}

/**
 * A browser says where a write comes from; from another site it is refused. One that keeps the origin to itself still says
 * whether it is another; what says neither is no browser, and carries nobody's cookies.
 */
export function refuseForeignOrigin(runtime: Runtime) {
  return async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    const origin = c.req.header("origin");
    const from = c.req.header("sec-fetch-site") ?? "none";
    const own =
      origin === undefined ? ["same-origin", "none"].includes(from) : origin === siteOrigin(runtime, c);
    if (isRead(c) || own) return next();
    const client = clientAddress(runtime, c);
    c.var.log.warn({ path: c.req.path, origin, from, client }, "a write from another site was refused");
    return refusal(c, 403, "This request came from another site.");
  };
}

function refusal(
  c: Context<HttpEnv>,
  status: 400 | 403 | 405 | 413 | 500,
  message: string,
): Response | Promise<Response> {
  c.header("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(securityHeaders())) c.header(name, value);
  return isApi(c) ? c.json({ error: { message } }, status) : c.html(barePage(c, message), status);
}

/** For what never gets as far as the site's own pages: says what is wrong, and leads back. */
function barePage({ req }: Context<HttpEnv>, message: string) {
  return html`<!DOCTYPE html>
    <html lang="en-US">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${message}</title>
      <h1>${message}</h1>
      ${req.method === "POST" && html`<p>What you wrote is still there when you go back in your browser.</p>`}
      <p><a href="${req.path}">Reload the page</a></p>
    </html>`;
}

export function failure(c: Context<HttpEnv>): Response | Promise<Response> {
  return refusal(c, 500, "Something went wrong on our side. Please try again.");
}

export function isApi(c: Context<HttpEnv>): boolean {
  return c.req.path.startsWith("/api/");
}
