import type { Auth } from "./auth/auth.server";
import type { LinkSigner } from "./auth/links.server";
import type { Vault } from "./auth/vault.server";
import type { Ctx, StartingOver } from "./context.server";
import type { Database } from "./database/database.server";
import type { Env } from "./env.server";
import type { FileStore } from "./files/store.server";
import type { LiveFeed } from "./http/live-feed.server";
import type { Figure, Metrics } from "./http/metrics.server";
import type { PageCache } from "./http/page-cache.server";
import type { JobRunner } from "./jobs/jobs.server";
import type { Log } from "./log.server";
import type { Mailer } from "./outside/mail.server";
import type { Payments } from "./outside/payment-gateway";
import type { StripeClients } from "./outside/stripe.server";
import type { RateLimits } from "./request/rate-limits.server";

/** The opened connections and services, one per process. */
export type Runtime = {
  env: Env;
  log: Log;
  now: () => Temporal.Instant;
  db: Database;
  asOwner: StartingOver["asOwner"];
  jobs: JobRunner;
  mailer: Mailer;
  payments: Payments;
  auth: Auth;
  links: LinkSigner;
  vault: Vault;
  stripe: StripeClients;
  files: FileStore;
  limits: RateLimits;
  pages: PageCache;
  live: LiveFeed;
  metrics: Metrics;
  /** More figures for /metrics. */
  figures: () => Promise<Figure[]>;
  /** Whether the program was told to stop. */
  ending: { begun: boolean };
  seed: StartingOver["seed"];
};

/** The context of a job: the actor is the system, the time is now. */
export type JobCtx = Ctx & { mailer: Mailer; auth: Auth };

export function systemCtx(runtime: Runtime): JobCtx {
  const { env, now, db, jobs, log, payments, links, vault, stripe, files, mailer, auth } = runtime;
  const origin = env.origin ?? `http://localhost:${env.port}`;
  return {
    actor: { kind: "system" },
    counted: null,
    now: now(),
    db,
    jobs,
    log,
    payments,
    links,
    vault,
    stripe,
    origin,
    dataDir: env.dataDir,
    files,
    smtpRelays: env.smtpRelays,
    mailer,
    auth,
  };
}
