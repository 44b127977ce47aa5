import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import type { RouteHandle } from "~/lib/route-handle";
import { nonceContext, requestContext } from "~/platform/context.server";

/** Renders the whole page before answering, so that it has one length, one ETag and can be cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  const page = await render(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, nonce);
  const html = Buffer.from(maySleep(status, routerContext) ? withScriptsAsleep(page) : withScriptsLast(page));
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(request.method === "HEAD" ? null : html, { status, headers });
}

/** What a loader, an action or a page threw. The visitor sees a calm page; the details are for the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  requestContext(context).log.error({ err: error, path: new URL(request.url).pathname }, "request failed");
};

function render(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    const sink = new Writable({
      write(chunk: Buffer<ArrayBuffer>, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });
}

/** The page is complete without its scripts: what is seen first, style and fonts, must not wait for them. */
function withScriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link fetchpriority="low" rel="modulepreload"');
}

/** Whether the page may wait for somebody to touch it (wake.js). One that has something to say starts at once. */
function maySleep(
  status: number,
  { staticHandlerContext: { matches, actionData, loaderData } }: EntryContext,
) {
  const onIntent = matches.some(({ route }) => (route.handle as RouteHandle)?.hydrate === "on-intent");
  return onIntent && status === 200 && !actionData && !loaderData.root?.toast;
}

function withScriptsAsleep(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="sleeping"')
    .replace(/(<script nonce="[^"]*") type="module" async="">/, '$1 type="sleeping">');
}
