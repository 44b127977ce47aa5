import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import type { RouteHandle } from "~/lib/route-handle";
import { nonceContext, requestContext } from "~/platform/context.server";
import { isPersonal } from "~/platform/page-cache.server";
import { SPECULATION_RULES } from "~/platform/speculation-rules.server";

/**
 * Renders the whole page before answering, so that it has one length, one ETag and can be cached: no page waits for
 * anything once its loaders are done (docs/decisions/027-pages-in-one-piece.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  const router = <ServerRouter context={withoutRest(routerContext)} url={request.url} nonce={nonce} />;
  const rendered = `<!DOCTYPE html>${renderToString(router)}`;
  const hydrates = routerContext.renderMeta?.didRenderScripts;
  // Without scripts a page has no use for the nonce; without the nonce it is the same each time, and so is its ETag.
  const page = hydrates ? rendered : rendered.replaceAll(` nonce="${nonce}"`, "");
  const scripts = [
    hydrates ? await dataScript(routerContext.serverHandoffStream, nonce) : "",
    // Nothing is fetched ahead that is one visitor's, or would use up their toast.
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

/** What a loader, an action or a page threw. The visitor sees a calm page; the details are for the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  requestContext(context).log.error({ err: error, path: new URL(request.url).pathname }, "request failed");
};

/**
 * The router makes a route anew of each one it is given, for every page: it gets those that match. Of the others it only
 * asks by name (for what it tells the browser of them), so they stay behind, in the prototype. The loaders' data follows as
 * a script.
 */
function withoutRest(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes: typeof manifest.routes = Object.create(manifest.routes);
  for (const { route } of staticHandlerContext.matches) routes[route.id] = manifest.routes[route.id];
  return { ...context, manifest: { ...manifest, routes }, serverHandoffStream: undefined };
}

const END = "</body></html>";
const UNSAFE = /[&<>\u2028\u2029]/g;

/** What the loaders have read, as the router's own `StreamTransfer` hands it to the browser, in one piece. */
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

/** The page is complete without its scripts: what is seen first, style and fonts, must not wait for them. */
function withScriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link fetchpriority="low" rel="modulepreload"');
}

/** Whether the page may wait for somebody to touch it (wake.ts). One that has something to say starts at once. */
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
