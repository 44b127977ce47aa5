import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { StartupError } from "~/platform/startup-error.server";
import type { HttpEnv } from "./http-env.server";
import type { Metrics } from "./metrics.server";
import type { PageCache } from "./page-cache.server";

/** Milliseconds. How long running requests may take after the program is told to stop. */
const DRAIN_MS = 10_000;
const SWEEP_MS = 50;

/**
 * Milliseconds that a client may take: to send headers, to send the whole request (a backup may be large), to stay silent.
 */
const PATIENCE = { headersMs: 15_000, requestMs: 300_000, silenceMs: 600_000, checkMs: 5_000 };

/**
 * Longer than a proxy keeps idle connections (Caddy: 120 s). The proxy must close them first, or it sends a request into a
 * closed one.
 */
const IDLE_MS = 125_000;

type Options = {
  app: Hono<HttpEnv>;
  pages: PageCache;
  metrics: Metrics;
  host: string;
  port: number;
  /** Shorter in tests. */
  patience?: typeof PATIENCE;
};

/**
 * Serves cached pages directly and everything else through `app`. `close` waits for running requests.
 * @throws StartupError when the port is not available
 */
export async function listen({ app, pages, metrics, host, port, patience = PATIENCE }: Options) {
  const handle = getRequestListener(app.fetch);
  const limits = {
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    connectionsCheckingInterval: patience.checkMs,
    keepAliveTimeout: IDLE_MS,
  };
  const server = createServer(limits, (request: IncomingMessage, response: ServerResponse) => {
    if (pages.answer(request, response)) metrics.count("cached", request.method, response.statusCode);
    else void handle(request, response);
  });
  server.timeout = patience.silenceMs;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(complaint(error, host, port)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
        const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS); // browsers keep theirs open
        server.close(() => {
          clearTimeout(deadline);
          clearInterval(sweep);
          resolve();
        });
      }),
  };
}

/** The address by which this machine reaches what listens on `host`. */
export function localAddress(host: string, port: number): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
  const address = everywhere[host] ?? host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}

function complaint(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new StartupError(
      `PORT ${port} is in use by another program. Stop that one or choose another PORT.`,
    );
  }
  if (error.code === "EACCES")
    return new StartupError(`PORT ${port} needs more rights. Choose one above 1023.`);
  if (error.code === "ENOTFOUND" || error.code === "EADDRNOTAVAIL") {
    return new StartupError(`HOST ${host} is not an address of this machine.`);
  }
  return error;
}
