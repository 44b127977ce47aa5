import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { startFakeStripe } from "../../tests/support/fake-stripe/server.ts";
import { cpuSeconds, type Running, run, SITE } from "../server.ts";
import { balancer } from "./balancer.ts";

type Postgres = { url: string; stop: () => Promise<void> };

export type Options = {
  folder: string;
  startPostgres: (options: { dataDir: string; durable: boolean }) => Promise<Postgres>;
  /** Gives the empty site services and crews. */
  stock: (url: string) => Promise<void>;
  /** False trades safety in a power cut for speed. */
  durable: boolean;
  /** Delays before a refused event is sent again. */
  retryMs: number[];
  /** How long a killed process stays down. */
  restartMs: number;
};

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Two processes of the site on one database, the provider, and a load balancer. */
export async function openWorld({ folder, startPostgres, stock, durable, retryMs, restartMs }: Options) {
  const dataDir = `${folder}/database`;
  mkdirSync(dataDir, { recursive: true });
  let postgres = await startPostgres({ dataDir, durable });
  const keys = { secretKey: "sk_test_birch", webhookSecret: "whsec_birch" };
  const stripe = await startFakeStripe({ ...keys, retryMs });
  const site = balancer();
  stripe.events.state.to = () => `${site.anyone()}/api/webhooks/stripe`;
  const pool = new Pool({ connectionString: postgres.url, max: 4 });
  pool.on("error", () => {}); // the database is restarted
  const env = {
    DATABASE_URL: postgres.url,
    APP_SECRET: "a secret of the bench that is long enough",
    DATA_DIR: `${folder}/site`,
    ORIGIN: "http://whitebirch.example:8080",
    RATE_LIMIT_FACTOR: "0",
    LOG_LEVEL: "error",
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  };
  const processes: Running[] = [];
  /** When no responses could be expected, in `performance.now()`. */
  const away: { from: number; to: number }[] = [];
  /** When a process was killed. */
  const deaths: number[] = [];
  let usedByDead = 0;

  async function startProcess() {
    const started = await run(SITE, { ...env, PORT: String(await freePort()) });
    processes.push(started);
    site.alive.add(started.origin);
  }

  async function close() {
    site.close();
    await Promise.all(processes.map(({ stop }) => stop()));
    await pool.end().catch(() => {});
    await stripe.close();
    await postgres.stop();
  }

  try {
    await startProcess(); // it migrates
    await stock(postgres.url);
    await startProcess();
  } catch (error) {
    await close();
    throw error;
  }

  return {
    site,
    stripe,
    away,
    deaths,
    close,
    query: async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows,
    /** Stops all bookings, at the site and the provider. */
    async empty() {
      await pool.query("truncate bookings, payment_events cascade");
      const { sessions, asked, intents, refunds } = stripe.books;
      for (const book of [sessions, asked, intents, refunds]) book.clear();
    },
    /** `kill -9`, and a new process after a while, as systemd does. */
    async killProcess() {
      const [victim] = processes.splice(0, 1);
      if (!victim) return;
      usedByDead += cpuSeconds(victim.child.pid);
      const gone = new Promise((resolve) => victim.child.once("exit", resolve));
      victim.child.kill("SIGKILL");
      deaths.push(performance.now());
      site.alive.delete(victim.origin);
      await gone;
      await sleep(restartMs);
      await startProcess();
    },
    async restartDatabase() {
      const window = { from: performance.now(), to: Number.POSITIVE_INFINITY };
      away.push(window);
      await postgres.stop();
      postgres = await startPostgres({ dataDir, durable });
      window.to = performance.now();
    },
    /** Runs a sweep now instead of at its next minute. */
    async doNow(...kinds: string[]) {
      const boss = new PgBoss({ connectionString: postgres.url, supervise: false, schedule: false });
      boss.on("error", () => {});
      await boss.start();
      for (const kind of kinds) await boss.send(kind, {});
      await boss.stop({ graceful: false });
    },
    /** Processor time of the site so far, in seconds. */
    siteCpu: () => processes.reduce((sum, { child }) => sum + cpuSeconds(child.pid), usedByDead),
  };
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
