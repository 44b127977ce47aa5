import { createHash, randomBytes } from "node:crypto";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { UNASKED } from "~/lib/unasked";
import { readActor } from "~/platform/auth/actor.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import {
  type Actor,
  allowContext,
  authContext,
  cookiesContext,
  ctxContext,
  limitsContext,
  liveContext,
  nonceContext,
  pageFilesContext,
  requestContext,
  sessionContext,
  siteContext,
  startingOverContext,
  type TokenState,
} from "~/platform/context.server";
import { limitsOfRequest } from "~/platform/request/rate-limits.server";
import type { Runtime } from "~/platform/runtime.server";
import { siteFacts } from "~/platform/site-facts.server";
import { compressWhole } from "./compress.server";
import { answerMachines } from "./health.server";
import {
  clientAddress,
  countedFor,
  type HttpEnv,
  isRead,
  placeOf,
  siteOrigin,
  siteRequest,
  WIDE_NETWORK,
} from "./http-env.server";
import { liveAnswer } from "./live-answer.server";
import type { Answerer } from "./metrics.server";
import { isPersonal } from "./page-cache.server";
import { pageFiles } from "./page-files.server";
import {
  failure,
  isApi,
  limitBody,
  refuseForeignOrigin,
  refuseGuess,
  refuseMethod,
  refuseNul,
} from "./refusals.server";
import { fileHeaders, securityHeaders, transportHeaders } from "./security-headers.server";

/** The booking widget, the only page that others may frame. It ignores cookies (routes/widget). */
const FRAMED_PAGE = "/widget";
/** What renews the token of an open page (session-keeper.ts). */
const RENEWAL = "/api/session";
const CLIENT_FILES = "build/client";
/** A proxy's request id. Any other value could be made to confuse readers of the log. */
const REQUEST_ID = /^[\w-]{8,64}$/;
/** Public pages that are the same for every visitor and need no script. With other queries they are not cached. */
const CACHED_ADDRESSES =
  /^\/(?:|services(?:\?type=(?:residential|commercial)|\/[a-z0-9][a-z0-9-]{0,79})?|about|blog(?:\/(?:[1-9]\d{0,3}|[a-z][a-z0-9-]{0,79}))?|careers|faq|privacy|terms)$/;

/** The site as a function from Request to Response: files, guards, then React Router. */
export function createHttp(runtime: Runtime, build: ServerBuild) {
  const handle = createRequestHandler(build, runtime.env.production ? "production" : "development");
  const app = new Hono<HttpEnv>();
  const everywhere = transportHeaders(runtime.env.origin);
  app.use(async (c, next) => {
    await next();
    setHeaders(c.res, everywhere);
  });
  answerMachines(app, runtime);
  app.use(logRequest(runtime));
  app.use("/assets/*", files("max-age=31536000, immutable"));
  app.use(files("max-age=3600"));
  app.use(compress());
  app.use(refuseMethod);
  app.use(refuseNul);
  app.use(refuseGuess);
  app.use(refuseForeignOrigin(runtime));
  app.use(limitBody(build));
  app.all("*", async (c) => {
    const nonce = randomBytes(16).toString("base64");
    const generation = runtime.pages.generation();
    const context = await routerContext(runtime, c, nonce);
    context.set(pageFilesContext, (routeId) => pageFiles(build.assets, routeId));
    const request = siteRequest(runtime, c);
    const response = liveAnswer(c.req.header("X-Live"), request.url, await handle(request, context));
    if (response.status === 500 && isApi(c)) return failure(c);
    const cookies = context.get(cookiesContext);
    for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
    const personal = cookies.length > 0 || isPersonal(c.req.header("cookie"));
    const address = personal ? undefined : cachedAddress(c, response);
    if (!response.headers.has("Content-Security-Policy"))
      setHeaders(
        response,
        securityHeaders(address ? undefined : nonce, formTargets(runtime), {
          framed: c.req.path === FRAMED_PAGE,
        }),
      );
    setHeaders(response, everywhere); // also on responses that the page cache stores
    keepPrivate(response, personal || !runtime.env.origin, requestContext(context).actor.kind === "user");
    const [host, accepted] = [c.req.header("host"), c.req.header("accept-encoding")];
    if (address) return runtime.pages.store(address, response, generation, { host, accepted });
    return c.req.method === "HEAD" ? response : compressWhole(response, accepted);
  });
  app.onError((error, c) => {
    (c.var.log ?? runtime.log).error({ err: error, path: c.req.path }, "request failed");
    return failure(c);
  });
  return app;
}

const SOCIAL_HOSTS = { google: "https://accounts.google.com", facebook: "https://www.facebook.com" } as const;

/** Stripe's hosted checkout. Always allowed: staff may set the keys while pages are open. */
const CHECKOUT_HOST = "https://checkout.stripe.com";

/** Where forms may redirect to: the checkout, and the configured sign-in providers. */
function formTargets({ env }: Runtime): string[] {
  const social = Object.entries(SOCIAL_HOSTS).flatMap(([name, host]) =>
    env.social[name as keyof typeof SOCIAL_HOSTS] ? [host] : [],
  );
  return [CHECKOUT_HOST, ...(env.stripeApiBase ? [new URL(env.stripeApiBase).origin] : []), ...social];
}

/** The address under which the page cache stores the response; undefined unless it is a complete page for everybody. */
function cachedAddress(c: Context<HttpEnv>, response: Response): string | undefined {
  const complete = response.status === 200 && response.headers.get("Cache-Control") !== "no-store";
  const wanted = c.req.method === "GET" && complete ? c.env?.incoming?.url : undefined;
  return wanted !== undefined && CACHED_ADDRESSES.test(wanted) ? wanted : undefined;
}

/**
 * Sets Cache-Control on a response without one: no shared caching, and `no-store` for signed-in visitors. Also replaces
 * `public` on a response that sets cookies or depends on an address that only the visitor named.
 */
function keepPrivate({ headers }: Response, isPersonal: boolean, isSignedIn: boolean) {
  const caching = headers.get("Cache-Control");
  if (caching === null || (isPersonal && caching.startsWith("public"))) {
    headers.set("Cache-Control", isSignedIn ? "no-store" : "private, no-cache");
  }
}

function setHeaders(response: Response, headers: Record<string, string>) {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
}

async function routerContext(
  runtime: Runtime,
  c: Context<HttpEnv>,
  nonce: string,
): Promise<RouterContextProvider> {
  const context = new RouterContextProvider();
  const origin = siteOrigin(runtime, c);
  const cookies: string[] = [];
  const auth = runtime.auth.forRequest(origin, c.req.raw.headers, (cookie) => cookies.push(cookie));
  context.set(nonceContext, nonce);
  context.set(cookiesContext, cookies);
  context.set(authContext, auth);
  context.set(startingOverContext, runtime);
  context.set(liveContext, runtime.live);
  context.set(siteContext, { site: siteFacts(runtime.env), clock: runtime.now });
  const client = clientAddress(runtime, c);
  const counted = { client, network: clientAddress(runtime, c, WIDE_NETWORK) };
  const limits = limitsOfRequest(runtime.limits, counted, c.var.log, c.req.path);
  context.set(limitsContext, limits);
  context.set(allowContext, async (limit, subject) => (await limits.count(limit, subject)).ok);
  const { actor, session } = await identify(runtime, c, auth);
  context.set(sessionContext, session);
  context.set(ctxContext, {
    db: runtime.db,
    actor,
    counted: countedFor(runtime, c),
    now: runtime.now(),
    jobs: runtime.jobs,
    log: c.var.log,
    payments: runtime.payments,
    links: runtime.links,
    vault: runtime.vault,
    stripe: runtime.stripe,
    origin,
    client,
    agent: c.req.header("user-agent") ?? null,
    dataDir: runtime.env.dataDir,
    files: runtime.files,
    smtpRelays: runtime.env.smtpRelays,
    ...(isRead(c) && { once: new Map() }),
  });
  return context;
}

/** Whether an open page asks by itself, which is no use of a session: for a token, a stream, or data that it reads again. */
function isUnasked({ req }: Context<HttpEnv>): boolean {
  if (req.path === RENEWAL || req.header("accept") === "text/event-stream") return true;
  return req.method === "GET" && req.query(UNASKED) !== undefined;
}

/** The actor. Without a session cookie, nothing is read. */
async function identify(
  runtime: Runtime,
  c: Context<HttpEnv>,
  auth: RequestAuth,
): Promise<{ actor: Actor; session: TokenState | null }> {
  const nobody = { actor: { kind: "guest" } as const, session: null };
  if (!isPersonal(c.req.header("cookie"))) return nobody;
  try {
    const session = await auth.session();
    if (!session) return nobody;
    const use = isUnasked(c) ? undefined : { address: placeOf(runtime, c) };
    const actor = await readActor(runtime.db, c.var.log, session.id, use);
    if (!actor) {
      await auth.signOut(); // removes the cookies of a session that was ended elsewhere
      return nobody;
    }
    const key = createHash("sha256").update(session.id).digest("base64url").slice(0, 16);
    return { actor, session: { key, expires_in: session.token_expires_at - Date.now() } };
  } catch (err) {
    c.var.log.error({ err }, "it could not be found out who asks");
    return { actor: { kind: "guest", session_failed: true }, session: null };
  }
}

/** Logs each request. Its id is in all lines that it causes and in the response. */
function logRequest(runtime: Runtime) {
  const { env, metrics } = runtime;
  return async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    const started = performance.now();
    const given = env.trustProxy ? c.req.header("x-request-id") : undefined;
    const id = given && REQUEST_ID.test(given) ? given : randomBytes(9).toString("base64url");
    c.set("log", runtime.log.child({ request: id }));
    await next();
    c.res.headers.set("X-Request-Id", id);
    const seconds = (performance.now() - started) / 1000;
    metrics.count(answererOf(c), c.req.method, c.res.status, seconds);
    const ms = Math.round(seconds * 1000);
    c.var.log.info({ method: c.req.method, path: c.req.path, status: c.res.status, ms }, "request");
  };
}

function answererOf(c: Context<HttpEnv>): Answerer {
  if (isApi(c)) return "api";
  return c.req.path.startsWith("/assets/") ? "asset" : "page";
}

/** Serves built files, compressed ones as they are on disk. Anybody may cache them. */
function files(caching: string) {
  const serve = serveStatic<HttpEnv>({ root: CLIENT_FILES, precompressed: true });
  return async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    let found = true;
    const response = await serve(c, async () => {
      found = false;
      await next();
    });
    if (found && response)
      setHeaders(response, {
        ...fileHeaders(response.headers.get("Content-Type")),
        "Cache-Control": `public, ${caching}`,
      });
    return response;
  };
}
