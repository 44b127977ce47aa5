import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Context, Hono } from "hono";
import type { Runtime } from "~/platform/runtime.server";
import type { HttpEnv } from "./http-env.server";
import { proveSite } from "./site-proof.server";

/** Milliseconds. If the database takes longer, the process is not ready. */
const PATIENCE_MS = 2_000;
const OWN_ADDRESSES = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const OWN_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
/** Headers of proxies. A proxy adds at least one of them unless it is configured not to. */
const PROXY_HEADERS = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "forwarded",
  "via",
];

/** Answers monitoring: `/healthz` (the process is alive; to our own checks also who it is), `/readyz` (it can take requests), `/metrics`. */
export function answerMachines(app: Hono<HttpEnv>, runtime: Runtime): void {
  app.get("/healthz", (c) => {
    const forwarded = c.req.header("x-forwarded-for") !== undefined;
    return plain(c, 200, proveSite(runtime.links, c.req.query(), forwarded) ?? "alive");
  });
  app.get("/readyz", async (c) => {
    if (runtime.ending.begun) return plain(c, 503, "ending");
    return (await hasDatabase(runtime)) ? plain(c, 200, "ready") : plain(c, 503, "no database");
  });
  app.get("/metrics", async (c) => {
    if (!mayRead(c, runtime)) return plain(c, 404, "There is nothing here.");
    const figures = await runtime.figures().catch((err) => {
      runtime.log.error({ err }, "some figures could not be read");
      return [];
    });
    c.header("Cache-Control", "no-store");
    return c.body(runtime.metrics.text(figures), 200, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
    });
  });
}

function plain(c: Context<HttpEnv>, status: 200 | 404 | 503, text: string) {
  return c.text(`${text}\n`, status, { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
}

async function hasDatabase({ db }: Runtime): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref());
  const asked = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]);
}

/**
 * Allows /metrics by METRICS_TOKEN, or without one to this machine. With TRUST_PROXY or a public ORIGIN, there is a proxy,
 * which may run on this machine and send no X-Forwarded-For; every request then counts as coming from outside.
 */
function mayRead(c: Context<HttpEnv>, { env }: Runtime): boolean {
  if (env.metricsToken) return isSame(c.req.header("authorization") ?? "", `Bearer ${env.metricsToken}`);
  const isPublic = env.trustProxy || (env.origin !== undefined && !OWN_NAME.test(new URL(env.origin).host));
  if (isPublic || PROXY_HEADERS.some((name) => c.req.header(name))) return false;
  const { remoteAddress = "" } = c.env?.incoming?.socket ?? {};
  return OWN_ADDRESSES.has(remoteAddress) && OWN_NAME.test(c.req.header("host") ?? "");
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
