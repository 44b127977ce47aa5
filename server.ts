import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import * as build from "virtual:react-router/server-build";
import { sealCode } from "./app/features/customers/codes/save.server";
import { queueNews } from "./app/features/fieldwork/push/deliver.server";
import { mayRegister, welcomeUser } from "./app/features/identity/sign-in/sign-up.server";
import { welcomeVerified } from "./app/features/identity/sign-in/verify.server";
import { firstOwnerPath } from "./app/features/office/setup/start.server";
import { readFigures } from "./app/features/operations/monitoring/figures.server";
import { readEmailSetup, readSettings } from "./app/features/operations/settings/queries.server";
import type { SiteKind } from "./app/features/operations/settings/site/site";
import {
  allowsTestCheckout,
  paymentProviders,
  TEST_CHECKOUT_IGNORED,
} from "./app/features/payments/providers.server";
import { stripeProvider } from "./app/features/payments/stripe/gateway.server";
import { testCheckoutGateway } from "./app/features/payments/test-checkout/gateway.server";
import { derivedSecrets, readAppSecrets } from "./app/platform/auth/app-secret.server";
import { openAuth } from "./app/platform/auth/auth.server";
import { linkSigner } from "./app/platform/auth/links.server";
import { openVault, type Vault } from "./app/platform/auth/vault.server";
import { type Closers, type Connections, connect, prepareTables, undo } from "./app/platform/connect.server";
import { listenForChanges } from "./app/platform/database/change-listener.server";
import { asOwnerAt, type Database, openDatabase } from "./app/platform/database/database.server";
import { onEndSignal } from "./app/platform/end-signals.server";
import { type Env, readEnv } from "./app/platform/env.server";
import { openFiles } from "./app/platform/files/open.server";
import { createHttp } from "./app/platform/http/http.server";
import { listen, localAddress } from "./app/platform/http/listen.server";
import { createLiveFeed, EVERYTHING } from "./app/platform/http/live-feed.server";
import { openMetrics } from "./app/platform/http/metrics.server";
import { openPageCache } from "./app/platform/http/page-cache.server";
import { bindJobs } from "./app/platform/jobs/define-job.server";
import { openJobs } from "./app/platform/jobs/jobs.server";
import { openLog } from "./app/platform/log.server";
import { logDestination } from "./app/platform/log-files.server";
import { openMailer } from "./app/platform/outside/mail.server";
import { openSafeFetch } from "./app/platform/outside/safe-fetch.server";
import { stripeClients } from "./app/platform/outside/stripe.server";
import { openRateLimits } from "./app/platform/request/rate-limits.server";
import { type Runtime, systemCtx } from "./app/platform/runtime.server";
import { siteFacts } from "./app/platform/site-facts.server";
import { StartupError } from "./app/platform/startup-error.server";
import { step } from "./app/platform/steps.server";
import { databaseCommands } from "./commands";
import { type DemoLogins, seedAdmin, seedDemoLogins } from "./db/seed/accounts";
import { seedCatalogue } from "./db/seed/catalogue";
import { seedClaims } from "./db/seed/claims";
import { seedCodes } from "./db/seed/codes";
import { seedDemo } from "./db/seed/demo";
import { seedFieldwork } from "./db/seed/fieldwork";
import { seedHours } from "./db/seed/hours";
import { seedMessages } from "./db/seed/messages";
import { seedPlans } from "./db/seed/plans";
import { seedSecondFactor } from "./db/seed/second-factor";
import { seedSite } from "./db/seed/site";
import { seedVoices } from "./db/seed/voices";
import { seedYear } from "./db/seed/year/year";
import { siteJobs } from "./jobs";

/** The site as a function from Request to Response. */
export const createApp = (runtime: Runtime) => createHttp(runtime, build);

/** `logins` are those of the demo company. */
type Opened = { runtime: Runtime; logins: DemoLogins | undefined; close: () => Promise<void> };

/** Opens the outside world, and says how to close it. What was opened is closed again when a step fails. */
export async function openRuntime(env: Env): Promise<Opened> {
  const closers: Closers = [];
  const close = () => undo(closers);
  try {
    return { ...(await open(env, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(env: Env, closers: Closers): Promise<Pick<Opened, "runtime" | "logins">> {
  const kept = logDestination(env.dataDir);
  closers.push(kept.flush);
  const log = openLog(env.logLevel, kept);
  const now = () => Temporal.Now.instant();
  const connections = await connect(env, log, closers);
  const { site, owner } = connections;
  await step("Migrating the database", () => prepareTables(connections));
  const { db, pool, close } = openDatabase(site, {
    onError: (error) => log.error({ err: error }, "a database connection broke"),
  });
  closers.push(close);
  const secrets = await readAppSecrets(env);
  const vault = openVault(...secrets);
  const kind = await step("Seeding", () => seedRecords(env, db, { kind: firstKind(env), now: now(), vault }));
  if (env.testCheckout && !allowsTest(env, kind)) process.stderr.write(`${TEST_CHECKOUT_IGNORED}\n`);
  const [eventSecret, ...oldEventSecrets] = derivedSecrets(secrets, "payment events");
  const [authSecret, ...oldAuthSecrets] = derivedSecrets(secrets, "sign-in");
  const stripe = stripeClients(env.stripeApiBase);
  const links = linkSigner(...derivedSecrets(secrets, "booking links"));
  const auth = openAuth({
    db,
    log,
    secret: authSecret,
    oldSecrets: oldAuthSecrets,
    social: env.social,
    mayRegister: () => mayRegister({ db }),
    onCreated: (user) => welcomeUser(systemCtx(runtime), user),
    onVerified: (user) => welcomeVerified(systemCtx(runtime), user),
  });
  const runtime: Runtime = {
    env,
    log,
    now,
    db,
    asOwner: asOwnerAt(owner),
    jobs: openJobs(site, log, { works: env.jobs, owns: site === owner }),
    mailer: openMailer({
      smtpUrl: env.smtpUrl,
      from: env.mailFrom,
      filesDir: env.databaseUrl ? undefined : path.join(env.dataDir, "mail"),
      setup: () => readEmailSetup({ db, vault }),
      relays: env.smtpRelays,
    }),
    payments: paymentProviders({
      stripe: stripeProvider({ db, vault, clients: stripe, keys: env.stripe, now }),
      testCheckout: testCheckoutGateway({ db, now, secret: eventSecret, oldSecrets: oldEventSecrets }),
      allowsTest: async () => allowsTest(env, (await readSettings({ db }))["site.kind"]),
    }),
    auth,
    links,
    vault,
    stripe,
    files: openFiles(env),
    limits: openRateLimits(env.rateLimitFactor, { db, links, log }),
    pages: openPageCache({ byHost: env.origin === undefined }),
    live: createLiveFeed(),
    metrics: openMetrics(),
    figures: () => readFigures(db, pool, now()),
    ending: { begun: false },
    seed: async (tx, kind) => {
      await seedRecords(env, tx, { kind, now: now(), vault });
      await createAccounts({ ...runtime, db: tx }, kind);
    },
  };
  const logins = await step("Creating the first accounts", () => createAccounts(runtime, kind));
  await step("Starting background work", () =>
    startBackgroundWork(runtime, connections, eventSecret, closers),
  );
  return { runtime, logins };
}

const allowsTest = ({ testCheckout, origin }: Env, kind: SiteKind) =>
  allowsTestCheckout({ asked: testCheckout, kind, origin });

const firstKind = (env: Env): SiteKind => (env.demo ? "demo" : "own");

/** The demo company, or an empty site for one's own. `kind` counts for an empty database only. Returns what the site is. */
async function seedRecords(
  env: Env,
  db: Database,
  { vault, ...first }: { kind: SiteKind; now: Temporal.Instant; vault: Vault },
): Promise<SiteKind> {
  const { now } = first;
  const kind = await seedSite(db, { ...first, email: env.admin?.email });
  if (kind === "demo") {
    await seedCatalogue(db);
    await seedDemo(db, now);
    await seedPlans(db, now);
    await seedFieldwork(db, now);
    await seedClaims(db, now);
    if (env.demoYear) await seedYear(db, now);
    await seedCodes(db, now, (row, value) => sealCode(vault, row, value));
    await seedHours(db, now);
    await seedMessages(db, now);
    await seedVoices(db, now);
  } else await seedSecondFactor(db, now);
  return kind;
}

/** The administrator of ADMIN_EMAIL; else, in the demo, those of the demo company. */
async function createAccounts(
  { env, db, auth, now }: Runtime,
  kind: SiteKind,
): Promise<DemoLogins | undefined> {
  const world = { db, auth, now: now() };
  if (env.admin) await seedAdmin(world, env.admin);
  else if (kind === "demo") return seedDemoLogins(world, env.dataDir);
}

async function startBackgroundWork(
  runtime: Runtime,
  { site, owner }: Connections,
  eventSecret: string,
  closers: Closers,
) {
  const { env, log, pages, live, jobs } = runtime;
  const ctx = () => systemCtx(runtime);
  const origin = () => (env.serves ? localAddress(env.host, env.port) : ctx().origin);
  const eventUrl = () => `${origin()}/api/webhooks/test-checkout`;
  const work = siteJobs({
    connection: owner,
    post: openSafeFetch(),
    testCheckout: { url: eventUrl, secret: eventSecret },
    ...{ site: siteFacts(env), clock: runtime.now },
  });
  await jobs.start(bindJobs(work, ctx));
  closers.push(jobs.stop);
  const changes = listenForChanges({
    connection: site,
    log,
    onChange: pages.clear,
    onCrewDay: (crew) => {
      live.tell(crew ?? EVERYTHING);
      queueNews(runtime, crew).catch((err) => log.error({ err }, "news for phones could not be queued"));
    },
  });
  await changes.start();
  closers.push(changes.stop);
}

/** Starts the site and ends it cleanly on Ctrl-C or SIGTERM: no new requests, running ones finish, database last. */
async function main() {
  let end: () => void = () => process.exit(1); // until there is something to finish
  onEndSignal(() => end());
  const env = readEnv();
  const { runtime, logins, close } = await openRuntime(env);
  const { port, close: stopListening } = await listen({
    app: createApp(runtime),
    pages: runtime.pages,
    metrics: runtime.metrics,
    host: env.host,
    port: env.port,
  }).catch(async (error) => {
    await close();
    throw error;
  });
  env.port = port;
  const demo = Object.entries(logins ?? {}).map(
    ([who, { email, password }]) => `Demo ${who}: ${email}, password ${password}\n`,
  );
  const address = env.origin ?? `http://localhost:${port}`;
  const start = await firstOwnerPath(runtime);
  const owner = start ? `Start your company: ${address}${start}\n` : "";
  process.stdout.write(["\n", `White Birch Cleaning is ready: ${address}\n`, ...demo, owner].join(""));
  end = async () => {
    process.stdout.write("Stopping: running requests finish first.\n");
    runtime.ending.begun = true;
    await sleep(env.drainSeconds * 1000);
    runtime.live.close();
    await stopListening();
    await close();
    process.exit(0);
  };
}

/** `npm run worker`: works on jobs and nothing else, until it is told to stop; then the running ones finish. */
async function work() {
  let end: () => void = () => process.exit(1); // until there is something to finish
  onEndSignal(() => end());
  const env = readEnv();
  if (!env.databaseUrl) {
    throw new StartupError(
      "npm run worker needs DATABASE_URL. The embedded database belongs to one process: npm start, which works on its jobs too.",
    );
  }
  const { close } = await openRuntime({ ...env, jobs: true, serves: false });
  process.stdout.write("\nWhite Birch Cleaning works on jobs.\n");
  end = async () => {
    process.stdout.write("Stopping: running jobs finish first.\n");
    await close();
    process.exit(0);
  };
}

const commands: Record<string, (args: string[]) => Promise<void>> = {
  ...databaseCommands,
  worker: work,
};

/** Whether this file is the program, and not a part of a test or of the development server. */
const isProgram = path.resolve(process.argv[1] ?? "") === path.join(import.meta.dirname, "index.js");

if (isProgram) {
  // Left alone, the heap grows to four times what is in use before it is tidied up: a third more memory, for nothing measured.
  setFlagsFromString("--heap-growing-percent=50");
  const [command, ...args] = process.argv.slice(2);
  (commands[command ?? ""] ?? main)(args).catch((error) => {
    process.stderr.write(error instanceof StartupError ? `${error.message}\n` : `${error?.stack ?? error}\n`);
    process.exit(1);
  });
}
