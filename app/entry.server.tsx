import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { FailedContext } from "~/features/content/site/ui/failed-later";
import { FailedPage } from "~/features/content/site/ui/failed-page";
import type { RouteHandle } from "~/lib/route-handle";
import { nonceContext, requestContext } from "~/platform/context.server";
import { isPersonal } from "~/platform/http/page-cache.server";
import { SPECULATION_RULES } from "~/platform/http/speculation-rules.server";

/**
 * Renders the whole page before responding, so that it has a length and an ETag and can be cached
 * (docs/decisions/027-pages-in-one-piece.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  const router = (
    <FailedContext value={FailedPage}>
      <ServerRouter context={withoutRest(routerContext)} url={request.url} nonce={nonce} />
    </FailedContext>
  );
  const rendered = `<!DOCTYPE html>${renderToString(router)}`;
  const hydrates = routerContext.renderMeta?.didRenderScripts;
  // A page without scripts needs no nonce. Without it the page, and so its ETag, is the same each time.
  const page = hydrates ? rendered : rendered.replaceAll(` nonce="${nonce}"`, "");
  const scripts = [
    hydrates ? await dataScript(routerContext.serverHandoffStream, nonce) : "",
    // Prefetching a signed-in visitor's page would use up their toast.
    status !== 200 || isPersonal(request.headers.get("cookie"))
      ? ""
      : `<script type="speculationrules">${SPECULATION_RULES}</script>`,
  ];
  const whole = page.slice(0, -END.length) + scripts.join("") + END;
  const html = Buffer.from(
    maySleep(status, routerContext) ? withLazyHydration(whole) : withScriptsLast(whole),
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(request.method === "HEAD" ? null : html, { status, headers });
}

/** Handles what a loader, an action or a page threw. The visitor sees an error page; the log gets the details. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  requestContext(context).log.error({ err: error, path: new URL(request.url).pathname }, "request failed");
};

/**
 * The routes that match, for the router, which builds each route it gets for every page. It asks for the others by name
 * only, so they are in the prototype. The loaders' data follows as a script.
 */
function withoutRest(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes: typeof manifest.routes = Object.create(manifest.routes);
  for (const { route } of staticHandlerContext.matches) routes[route.id] = manifest.routes[route.id];
  return { ...context, manifest: { ...manifest, routes }, serverHandoffStream: undefined };
}

const END = "</body></html>";
const UNSAFE = /[&<>\u2028\u2029]/g;

/** The loaders' data for the browser, as the router's `StreamTransfer` sends it, in one piece. */
async function dataScript(stream: ReadableStream<Uint8Array> | undefined, nonce: string): Promise<string> {
  let data = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream ?? []) data += decoder.decode(chunk, { stream: true });
  const text = JSON.stringify(data).replace(
    UNSAFE,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const controller = "window.__reactRouterContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`;
}

/** Loads the scripts with low priority: the page is complete without them, and style and fonts are seen first. */
function withScriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link fetchpriority="low" rel="modulepreload"');
}

/**
 * Whether the page's scripts may wait for the first interaction (wake.ts). A page with a toast or errors loads them at
 * once.
 */
function maySleep(
  status: number,
  { staticHandlerContext: { matches, actionData, loaderData } }: EntryContext,
) {
  const onIntent = matches.some(({ route }) => (route.handle as RouteHandle)?.hydrate === "on-intent");
  return onIntent && status === 200 && !actionData && !loaderData.root?.toast;
}

function withLazyHydration(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="sleeping"')
    .replace(/(<script nonce="[^"]*") type="module" async="">/, '$1 type="sleeping">');
}
