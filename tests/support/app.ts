import { createRequire } from "node:module";
import path from "node:path";
import { afterAll } from "vitest";
import { readFigures } from "~/features/operations/monitoring/figures.server";
import { asOwnerAt } from "~/platform/database/database.server";
import { readEnv } from "~/platform/env.server";
import { listen } from "~/platform/http/listen.server";
import { createLiveFeed } from "~/platform/http/live-feed.server";
import { openMetrics } from "~/platform/http/metrics.server";
import { openPageCache } from "~/platform/http/page-cache.server";
import { openLog } from "~/platform/log.server";
import { openRateLimits } from "~/platform/request/rate-limits.server";
import type { Runtime } from "~/platform/runtime.server";
import { seedCatalogue } from "../../db/seed/catalogue";
import { seedSite } from "../../db/seed/site";
import { SMTP_RELAY, testWorld } from "./ctx";
import { expectFewStatements, watchStatements } from "./statements";
import { expectOwnStyle } from "./styles";

/** The built program, loaded by Node instead of the test runner. */
const built: Pick<typeof import("../../server"), "createApp"> = createRequire(import.meta.url)(
  path.resolve("build/server/index.js"),
);

/** The site's origin in tests. */
export const ORIGIN = "https://site.example";

type Options = Parameters<typeof testWorld>[0] & {
  rateLimitFactor?: number;
  maxPages?: number;
  trustProxy?: boolean;
};

/**
 * The built site as a function from Request to Response, in a test world whose clock it uses. Counts the statements of each
 * request.
 */
export async function testApp({
  rateLimitFactor = 0,
  maxPages,
  trustProxy = false,
  ...options
}: Options = {}) {
  const world = await testWorld(options);
  const { clock, connection, db, jobs, site, sitePool } = world;
  const { mailer, payments, auth, links, vault, stripe, files } = world.ctx();
  const log = openLog("silent");
  const runtime: Runtime = {
    env: {
      ...readEnv({ NODE_ENV: "production", DATA_DIR: world.dataDir, TIME_URL: "http://127.0.0.1:9" }),
      origin: ORIGIN,
      trustProxy,
      smtpRelays: [SMTP_RELAY],
      rateLimitFactor,
      social: options.social ?? {},
    },
    log,
    now: () => clock.now,
    db,
    asOwner: asOwnerAt(connection),
    jobs,
    mailer,
    payments,
    auth,
    links,
    vault,
    stripe,
    files,
    limits: openRateLimits(rateLimitFactor, { db, links, log }),
    pages: openPageCache({ maxPages, clock: () => clock.now.epochMilliseconds }),
    live: createLiveFeed(),
    metrics: openMetrics(),
    figures: () => readFigures(db, sitePool, clock.now),
    ending: { begun: false },
    seed: async (tx, kind) => {
      await seedSite(tx, { kind, email: undefined, now: clock.now });
      if (kind === "demo") await seedCatalogue(tx);
    },
  };
  const app = built.createApp(runtime);
  const { statementsOf } = watchStatements(sitePool);
  const handle = app.fetch;
  app.fetch = async (request, ...more) => {
    const { answer, statements } = await statementsOf(async () => handle(request, ...more));
    expectFewStatements(request, statements);
    await expectOwnStyle(request, answer);
    return answer;
  };
  const get = async (url: string, headers: Record<string, string> = {}, method = "GET") =>
    app.request(new Request(ORIGIN + url, { method, headers }));
  /** Posts an object as JSON, or a string as it is. */
  const post = async (url: string, body: unknown, headers: Record<string, string> = {}) =>
    app.request(
      new Request(ORIGIN + url, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
  /** Serves the site on a port of this machine, so that the test checkout can report to it; returns its address. */
  const serve = async () => {
    const { pages, metrics } = runtime;
    const { port, close } = await listen({ app, pages, metrics, host: "127.0.0.1", port: 0 });
    afterAll(close);
    site.origin = `http://127.0.0.1:${port}`;
    return site.origin;
  };
  return { ...world, app, runtime, get, post, serve, statementsOf };
}

/** Repeats a check until it holds, for at most five seconds. */
export async function until(what: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await what())) {
    if (performance.now() > deadline) throw new Error(`It did not come about: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A page's visible text, without tags, scripts and comments. */
export function visibleText(html: string): string {
  return html
    .replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(?:"[^"]*"|[^>"])*>/g, "");
}
