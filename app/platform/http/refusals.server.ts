import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { html } from "hono/html";
import { matchPath, type ServerBuild } from "react-router";
import type { RouteHandle } from "~/lib/route-handle";
import type { Runtime } from "~/platform/runtime.server";
import { clientAddress, type HttpEnv, isRead, siteOrigin } from "./http-env.server";
import { isPersonal } from "./page-cache.server";
import { securityHeaders } from "./security-headers.server";

/**
 * Bytes. Forms may be far too long, so that the page can say so and keep the text. A provider's event contains the whole
 * object.
 */
const MAX_BODY_KB = { event: 1024, api: 64, page: 512 };
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** TRACE would return cookies to a page's script. */
export async function refuseMethod(c: Context<HttpEnv>, next: () => Promise<void>) {
  return METHODS.includes(c.req.method) ? next() : refusal(c, 405, "The method is not known here.");
}

/** PostgreSQL's text can't contain NUL, so no such address exists. */
export async function refuseNul(c: Context<HttpEnv>, next: () => Promise<void>) {
  return c.req.url.includes("%00") ? refusal(c, 400, "The address is not valid.") : next();
}

/** Signed-in visitors' pages are not prefetched: that would use up a toast, and the page could be outdated when shown. */
export async function refuseGuess(c: Context<HttpEnv>, next: () => Promise<void>) {
  const ahead = c.req.header("sec-purpose")?.startsWith("prefetch");
  return ahead && isPersonal(c.req.header("cookie")) ? c.body(null, 503) : next();
}

/** Refuses a body larger than anything useful at this address. Routes that take files count what they read. */
export function limitBody({ routes }: ServerBuild) {
  const upTo = (kb: number) =>
    bodyLimit({
      maxSize: kb * 1024,
      onError: (c) => refusal(c, 413, `What was sent is larger than ${kb} KB.`),
    });
  const [event, api, page] = [upTo(MAX_BODY_KB.event), upTo(MAX_BODY_KB.api), upTo(MAX_BODY_KB.page)];
  const ofFiles = Object.values(routes)
    .filter((route) => (route?.module.handle as RouteHandle | undefined)?.takesFiles)
    .map((route) => addressOf(routes, route));
  const takesFiles = (path: string) => ofFiles.some((address) => matchPath(address, path));
  return (c: Context<HttpEnv>, next: () => Promise<void>) => {
    if (!isRead(c) && takesFiles(c.req.path.replace(/\.data$/, ""))) return next();
    if (c.req.path.startsWith("/api/webhooks/")) return event(c, next);
    return c.req.path.startsWith("/api/") ? api(c, next) : page(c, next);
  };
}

/** The pattern of a route's addresses, like "/admin/homes/:id". */
function addressOf(routes: ServerBuild["routes"], route: ServerBuild["routes"][string]): string {
  if (!route) return "";
  const parent = addressOf(routes, routes[route.parentId ?? ""]);
  return route.path ? `${parent}/${route.path}` : parent;
}

/**
 * Refuses a write from another site, by Origin or Sec-Fetch-Site. A request with neither is not from a browser and carries
 * no visitor's cookies.
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

/** A page for requests that are refused before the site's own pages: says what is wrong, with a link back. */
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
