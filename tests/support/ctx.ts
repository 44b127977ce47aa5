import { createHash, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { afterAll } from "vitest";
import { mayRegister, welcomeUser } from "~/features/identity/sign-in/sign-up.server";
import { welcomeVerified } from "~/features/identity/sign-in/verify.server";
import { paymentProviders } from "~/features/payments/providers.server";
import { stripeProvider } from "~/features/payments/stripe/gateway.server";
import { testCheckoutGateway } from "~/features/payments/test-checkout/gateway.server";
import { openAuth } from "~/platform/auth/auth.server";
import type { Hashing } from "~/platform/auth/better-auth.server";
import { linkSigner } from "~/platform/auth/links.server";
import { openVault } from "~/platform/auth/vault.server";
import type { Connection } from "~/platform/database/database.server";
import { readEnv } from "~/platform/env.server";
import { folderStore } from "~/platform/files/folder-store.server";
import { bindJobs } from "~/platform/jobs/define-job.server";
import { type JobKind, openJobs, policyOf } from "~/platform/jobs/jobs.server";
import { openLog } from "~/platform/log.server";
import { type Mailer, openMailer } from "~/platform/outside/mail.server";
import { openSafeFetch, type SafeFetch } from "~/platform/outside/safe-fetch.server";
import { type StripeKeys, stripeClients } from "~/platform/outside/stripe.server";
import type { JobCtx } from "~/platform/runtime.server";
import { siteFacts } from "~/platform/site-facts.server";
import { siteJobs } from "../../jobs";
import { clear } from "./clear";
import { testClock } from "./clock";
import { testDatabase } from "./database";
import { expectNoIdsInEmails } from "./email-ids";
import { temporaryFolderOfFile } from "./temporary-folder";

/** What signs the test checkout's events. */
export const EVENT_SECRET = "a secret of the tests";
/** What signs sessions and verification links. */
export const AUTH_SECRET = "the secret that signs the sessions of the tests";

/** Where the mail servers of the tests are: on a private network, which the settings may name only if it is allowed. */
export const SMTP_RELAY = "127.0.0.1";

/** How long the tests wait for a Stripe that doesn't answer. */
const IMPATIENT = { tries: 3, firstPauseMs: 5, answerMs: 300, wholeMs: 2_000 };

export type MailCtx = JobCtx;

type Options = {
  /** Where the clock stands at first; it moves only when a test moves it. */
  now?: string;
  mailer?: Mailer;
  /** Quick unless told otherwise. */
  hashing?: Hashing;
  social?: Parameters<typeof openAuth>[0]["social"];
  /** Where Stripe's API is; nowhere when left out. */
  stripe?: string;
  /** Keys of Stripe that the process has. */
  stripeKeys?: StripeKeys;
  /** Whether customers may pay at the test checkout. */
  testCheckout?: boolean;
  /** How long a Stripe that doesn't answer is left alone; without it every call is made. */
  stripeRestMs?: number;
};

/**
 * The outside world of the verbs, for one test file: a database of its own with the catalogue and two crews, real
 * queues whose jobs run when a test says so, the real test checkout, and a clock that stands still.
 */
export async function testWorld({
  now = "2026-06-01T12:00:00Z",
  mailer = keptMail(),
  social = {},
  hashing = quickHashing(),
  stripe = "http://127.0.0.1:9",
  stripeKeys = {},
  testCheckout: allowsTest = true,
  stripeRestMs = 0,
}: Options = {}) {
  const { db, pool, ownerDb, connection, site: siteUser, sitePool } = await testDatabase();
  const clock = testClock(now);
  const log = openLog("silent");
  const jobs = openJobs(siteUser, log, { owns: false });
  const testCheckout = testCheckoutGateway({ db, secret: EVENT_SECRET, now: () => clock.now });
  const links = linkSigner("another secret of the tests");
  const vault = openVault("a third secret of the tests");
  const clients = stripeClients(stripe);
  const payments = paymentProviders({
    stripe: stripeProvider({
      db,
      vault,
      clients,
      keys: stripeKeys,
      now: () => clock.now,
      patience: IMPATIENT,
      restMs: stripeRestMs,
    }),
    testCheckout,
    allowsTest: async () => allowsTest,
  });
  const auth = openAuth({
    db,
    log,
    secret: AUTH_SECRET,
    social,
    hashing,
    mayRegister: () => mayRegister({ db }),
    onCreated: (user) => welcomeUser(ctx({ actor: { kind: "system" } }), user),
    onVerified: (user) => welcomeVerified(ctx({ actor: { kind: "system" } }), user),
  });
  const site = { origin: "https://site.example" };
  const dataDir = await temporaryFolderOfFile();
  const ctx = (changes: Partial<MailCtx> = {}): MailCtx => ({
    db,
    actor: { kind: "guest" },
    counted: null,
    now: clock.now,
    jobs,
    log,
    payments,
    links,
    vault,
    stripe: clients,
    origin: site.origin,
    dataDir,
    files: folderStore(dataDir),
    smtpRelays: [SMTP_RELAY],
    mailer,
    auth,
    ...changes,
  });
  const url = () => `${site.origin}/api/webhooks/test-checkout`;
  const self = {
    site: siteFacts(readEnv({ DATA_DIR: dataDir, TIME_URL: "http://127.0.0.1:9" })),
    clock: () => clock.now,
  };
  const kindsWith = (post: SafeFetch) =>
    bindJobs(siteJobs({ connection, post, testCheckout: { url, secret: EVENT_SECRET }, ...self }), ctx);
  const kinds = kindsWith(openSafeFetch({ anywhere: true, timeoutMs: 300 }));
  const queues = await openQueues(connection, pool, kinds);
  await jobs.start([]);
  afterAll(jobs.stop);
  return {
    db,
    pool,
    connection,
    ownerDb,
    siteUser,
    sitePool,
    dataDir,
    clock,
    ctx,
    site,
    kinds,
    kindsWith,
    queues,
    jobs,
    clear: () => clear(pool),
  };
}

/** Passwords as they are stored in tests: salted and hashed, but at once. `count` tells how often. */
export function quickHashing() {
  const hashOf = (salt: string, password: string) =>
    `${salt}:${createHash("sha256")
      .update(`${salt} ${password.normalize("NFKC")}`)
      .digest("hex")}`;
  const hashing = {
    count: 0,
    async hash(password: string) {
      hashing.count += 1;
      return hashOf(randomUUID(), password);
    },
    async verify({ hash, password }: { hash: string; password: string }) {
      hashing.count += 1;
      return hashOf(hash.split(":")[0] ?? "", password) === hash;
    },
  };
  return hashing;
}

function keptMail(): Mailer {
  return openMailer({ smtpUrl: undefined, from: undefined, filesDir: undefined });
}

/** The queues of the application without its workers. */
async function openQueues(connection: Connection, pool: Pool, kinds: JobKind[]) {
  const boss = new PgBoss({ ...connection, max: 1, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  // As boss.createQueue does, for all of them at once.
  await pool.query(
    `select pgboss.create_queue(name, jsonb_build_object('policy', policy, 'notify', true))
     from unnest($1::text[], $2::text[]) as kinds (name, policy)`,
    [kinds.map(({ name }) => name), kinds.map(policyOf)],
  );
  afterAll(() => boss.stop({ graceful: false }));

  return {
    /** What waits in a queue. */
    async waiting(name: string): Promise<Record<string, unknown>[]> {
      const { rows } = await pool.query(
        "select data from pgboss.job where name = $1 and state in ('created', 'retry') order by created_on",
        [name],
      );
      return rows.map(({ data }) => data);
    },
    /** Does what waits in a queue, at once also what waits for its time; answers how many jobs there were. A job that throws goes back to its queue. */
    async run(name: string): Promise<number> {
      const kind = kinds.find((one) => one.name === name);
      const batch = await boss.fetch<Record<string, unknown>>(name, {
        batchSize: 100,
        ignoreStartAfter: true,
      });
      for (const { id, data } of batch) {
        try {
          await kind?.run(data);
        } catch (error) {
          await boss.fail(name, id);
          throw error;
        }
        await boss.complete(name, id);
      }
      if (name.endsWith("-mail") && batch.length > 0) await expectNoIdsInEmails(pool);
      return batch.length;
    },
  };
}
