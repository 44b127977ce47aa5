import { createContext, type RouterContextProvider } from "react-router";
import type { Database } from "./database.server";
import type { Jobs } from "./jobs.server";
import type { Log } from "./log.server";
import type { PaymentGateway } from "./payment-gateway";
import type { LimitName } from "./rate-limits.server";

/** Who asks. Later issues add customers and staff. */
export type Actor = { kind: "guest" } | { kind: "system" };

/** What every read and write verb is given: the database, who asks, and when. */
export type Ctx = {
  db: Database;
  actor: Actor;
  now: Temporal.Instant;
  jobs: Jobs;
  log: Log;
  payments: PaymentGateway;
  /** The site's own address, without a slash at the end. */
  origin: string;
};

/** Set once a request, before any loader or action runs. */
export const ctxContext = createContext<Ctx>();

/** Counts one more try of the client who sent this request; false when there were too many. */
export const allowContext = createContext<(limit: LimitName) => Promise<boolean>>();

export function requestContext(context: Readonly<RouterContextProvider>): Ctx {
  return context.get(ctxContext);
}

/** The nonce that this response's Content-Security-Policy allows for scripts. */
export const nonceContext = createContext<string>("");
