import { createContext, type RouterContextProvider } from "react-router";
import type { AsOwner, Database } from "./database.server";
import type { Jobs } from "./jobs.server";
import type { LinkSigner } from "./links.server";
import type { Log } from "./log.server";
import type { Payments } from "./payment-gateway";
import type { LimitName } from "./rate-limits.server";
import type { RequestAuth } from "./request-auth.server";
import type { StripeClients } from "./stripe.server";
import type { Vault } from "./vault.server";

export type Role = "user" | "admin";

/** Somebody who has signed in; staff are users with the role 'admin'. */
export type User = {
  kind: "user";
  id: string;
  email: string;
  email_verified: boolean;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  role: Role;
  session_id: string;
};

/**
 * Who asks. `link`, `plan link`: a guest with the signed link of one booking or plan. A guest is `session_failed` when it could not be found out
 * whether somebody has signed in.
 */
export type Actor =
  | { kind: "guest"; session_failed?: true }
  | { kind: "link"; booking_id: string }
  | { kind: "plan link"; plan_id: string }
  | User
  | { kind: "system" };

/**
 * The client for whom something is counted: an IPv4 address, or the /56 network of an IPv6 one. `leeway` widens what is
 * limited for it; `api_key_id` is the partner's whose key came along.
 */
export type Counted = { network: string; leeway: number; api_key_id?: string };

/** What every read and write verb is given: the database, who asks, and when. */
export type Ctx = {
  db: Database;
  actor: Actor;
  /** For whom unpaid holds are counted; null for the system's own work, and where limits are switched off. */
  counted: Counted | null;
  now: Temporal.Instant;
  jobs: Jobs;
  log: Log;
  payments: Payments;
  /** Signs the links that let a guest see one booking. */
  links: LinkSigner;
  /** Opens what is stored in secret. */
  vault: Vault;
  /** Clients of Stripe's API. */
  stripe: StripeClients;
  /** The site's own address, without a slash at the end. */
  origin: string;
  /** The network address that the request came from, for the log alone; a job has none. */
  client?: string;
  /** The folder for what is kept on this machine: backups, logs. */
  dataDir: string;
  /** Mail servers on a private network that the settings may name; lower case. */
  smtpRelays: readonly string[];
  /** What has been read for this request, for whoever asks next; only requests that don't write have it. */
  once?: Map<object, Promise<unknown>>;
};

/** Whether it could not be found out who asks. */
export function sessionFailed(actor: Actor): boolean {
  return actor.kind === "guest" && actor.session_failed === true;
}

/** A Ctx whose actor has signed in: only the gates (gate.server.ts) make one. */
export type UserCtx = Ctx & { actor: User };
/** A Ctx whose actor is an administrator. */
export type AdminCtx = Ctx & { actor: User & { role: "admin" } };

/** Set once a request, before any loader or action runs. */
export const ctxContext = createContext<Ctx>();

/**
 * Counts one more try of the client who sent this request; false when there were too many. With `subject` (say an
 * e-mail address) the tries of that client for this subject are counted.
 */
export const allowContext = createContext<(limit: LimitName, subject?: string) => Promise<boolean>>();

export function requestContext(context: Readonly<RouterContextProvider>): Ctx {
  return context.get(ctxContext);
}

/** Who may empty the site, and what fills it again as its first start does. */
export const startingOverContext = createContext<{
  asOwner: AsOwner;
  seed: (tx: Database) => Promise<void>;
}>();

/** Signing in and out, bound to this request's cookies and its answer. */
export const authContext = createContext<RequestAuth>();

/** The visitor's short-lived token: `key` tells one session from another, `expires_in` is in milliseconds. */
export type TokenState = { key: string; expires_in: number };
export const sessionContext = createContext<TokenState | null>(null);

/** Cookies that go out with the answer to this request, whatever it is. */
export const cookiesContext = createContext<string[]>();

/** The nonce that this response's Content-Security-Policy allows for scripts. */
export const nonceContext = createContext<string>("");
