import type { Ctx } from "./context.server";
import type { Database } from "./database.server";
import type { Env } from "./env.server";
import type { JobRunner } from "./jobs.server";
import type { Log } from "./log.server";
import type { Mailer } from "./mail.server";
import type { PageCache } from "./page-cache.server";
import type { PaymentGateway } from "./payment-gateway";
import type { Allow } from "./rate-limits.server";

/** The opened outside world, one a process. */
export type Runtime = {
  env: Env;
  log: Log;
  now: () => Temporal.Instant;
  db: Database;
  jobs: JobRunner;
  mailer: Mailer;
  payments: PaymentGateway;
  allow: Allow;
  pages: PageCache;
};

/** What work after commit is given: the system acts, at the moment that it runs. */
export function systemCtx({ env, now, db, jobs, log, payments, mailer }: Runtime): Ctx & { mailer: Mailer } {
  const origin = env.origin ?? `http://localhost:${env.port}`;
  return { actor: { kind: "system" }, now: now(), db, jobs, log, payments, origin, mailer };
}
