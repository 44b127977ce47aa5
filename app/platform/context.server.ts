import { createContext, type RouterContextProvider } from "react-router";
import type { Auth } from "./auth/auth.server";
import type { LinkSigner } from "./auth/links.server";
import type { RequestAuth } from "./auth/request-auth.server";
import type { Role, StaffRole } from "./auth/roles";
import type { Vault } from "./auth/vault.server";
import type { AsOwner, Database } from "./database/database.server";
import type { FileStore } from "./files/store.server";
import type { LiveFeed } from "./http/live-feed.server";
import type { Jobs } from "./jobs/jobs.server";
import type { Log } from "./log.server";
import type { Payments } from "./outside/payment-gateway";
import type { StripeClients } from "./outside/stripe.server";
import type { LimitName, RequestLimits } from "./request/rate-limits.server";
import type { SiteFacts } from "./site-facts.server";

/** A signed-in user. */
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
  /** Whether they gave a password, code or passkey in the last 10 minutes. */
  proved: boolean;
  /** Whether the company asks them for a second factor, and they have none. The office stays closed to them. */
  owes_second_factor: boolean;
};

/**
 * Who makes a request. `link` and `plan link` are guests with the signed link of one booking or plan, `crew` is a member of a
 * crew with their phone. `session_failed` is set on a guest whose session could not be read.
 */
export type Actor =
  | { kind: "guest"; session_failed?: true }
  | { kind: "link"; booking_id: string }
  | { kind: "plan link"; plan_id: string }
  | User
  | { kind: "crew"; member_id: string; crew_id: string; phone_id: string }
  | { kind: "system" };

/**
 * The client by which things are counted: an IPv4 address, or the /56 network of an IPv6 address. `leeway` multiplies its
 * limits; `api_key_id` is the partner whose key was sent.
 */
export type Counted = { network: string; leeway: number; api_key_id?: string };

/** What every read and verb gets: the database, the actor and the time. */
export type Ctx = {
  db: Database;
  actor: Actor;
  /** The client whose unpaid holds are counted; null for the system's own work and when limits are off. */
  counted: Counted | null;
  now: Temporal.Instant;
  jobs: Jobs;
  log: Log;
  payments: Payments;
  /** Signs the links by which a guest opens one booking. */
  links: LinkSigner;
  /** Encrypts and opens secrets. */
  vault: Vault;
  /** Clients of Stripe's API. */
  stripe: StripeClients;
  /** The address of the site, without a slash at the end. */
  origin: string;
  /** The network address of the request, only for the log; undefined in a job. */
  client?: string;
  /** The User-Agent of the request's browser; undefined in a job. */
  agent?: string | null;
  /** The folder for backups and logs. */
  dataDir: string;
  /** The content of stored files. */
  files: FileStore;
  /** Mail servers in a private network that the settings may name; lower case. */
  smtpRelays: readonly string[];
  /** Reads shared within this request; undefined in requests that write. */
  once?: Map<object, Promise<unknown>>;
};

/** Whether the actor's session could not be read. */
export function sessionFailed(actor: Actor): boolean {
  return actor.kind === "guest" && actor.session_failed === true;
}

/** A Ctx with a signed-in actor. Only gate.server.ts makes one. */
export type UserCtx = Ctx & { actor: User };
/** A Ctx with one of the staff as actor. Only gate.server.ts makes one. */
export type StaffCtx = Ctx & { actor: User & { role: StaffRole } };

/** A Ctx with a member of a crew as actor. Only fieldwork/phones makes one. */
export type CrewCtx = Ctx & { actor: Extract<Actor, { kind: "crew" }> };

/** Set once per request, before any loader or action runs. */
export const ctxContext = createContext<Ctx>();

/**
 * Counts one more try of this request's client; false when there were too many. `subject` (such as an email address) counts
 * the client's tries for that subject only.
 */
export const allowContext = createContext<(limit: LimitName, subject?: string) => Promise<boolean>>();

/** As `allowContext`, and says how long to wait. */
export const limitsContext = createContext<RequestLimits>();

export function requestContext(context: Readonly<RouterContextProvider>): Ctx {
  return context.get(ctxContext);
}

/** Runs as the owner of the tables, and seeds an emptied site as a first start does: as the demo, or for a company of one's own. */
export type StartingOver = {
  asOwner: AsOwner;
  seed: (tx: Database, kind: "demo" | "own") => Promise<void>;
  auth: Pick<Auth, "hashPassword">;
};
export const startingOverContext = createContext<StartingOver>();

/** Sign-in and sign-out for this request; cookies go out with its response. */
export const authContext = createContext<RequestAuth>();

/** The visitor's short-lived token. `key` tells sessions apart; `expires_in` is in milliseconds. */
export type TokenState = { key: string; expires_in: number };
export const sessionContext = createContext<TokenState | null>(null);

/** How this process is set up, and its clock. */
export const siteContext = createContext<{ site: SiteFacts; clock: () => Temporal.Instant }>();

/** Streams that tell open pages of changes. */
export const liveContext = createContext<LiveFeed>();

/** Cookies to send with the response, whatever it is. */
export const cookiesContext = createContext<string[]>();

/** The nonce that this response's Content-Security-Policy allows scripts to use. */
export const nonceContext = createContext<string>("");

/** Tells the addresses of the files that the page of a route needs in the browser. */
export const pageFilesContext = createContext<(routeId: string) => string[]>();
