import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { createPaymentSchema } from "~/features/booking/checkout/forms";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { paymentProviders } from "~/features/payments/providers.server";
import { testCheckoutGateway } from "~/features/payments/test-checkout/gateway.server";
import { linkSigner } from "~/platform/auth/links.server";
import { openVault } from "~/platform/auth/vault.server";
import type { Ctx } from "~/platform/context.server";
import { type Connection, openDatabase } from "~/platform/database/database.server";
import { startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { folderStore } from "~/platform/files/folder-store.server";
import { openLog } from "~/platform/log.server";
import { migrateDatabase } from "~/platform/migrations.server";
import { stripeClients } from "~/platform/outside/stripe.server";
import { seedCatalogue } from "../db/seed/catalogue";

/** Two databases in the same state: one for the site, one for its bare statements. */
export async function openBenchDatabases() {
  const dataDir = await mkdtemp(path.join(tmpdir(), "white-birch-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const source = postgres.connection;
  const { db, pool, close } = openDatabase(source);
  await migrateDatabase(pool);
  await seedCatalogue(db);
  await close();
  const admin = new Client(postgres.superuser);
  await admin.connect();
  await admin.query(`create database bench_target template ${source.database} owner ${source.user}`);
  await admin.end();
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { source, target: { ...source, database: "bench_target" }, stop };
}

/** Makes bookings one after another; returns the statements of each with their parameters. */
export async function writeDown(connection: Connection, requests: unknown[]) {
  const { db, pool, close } = openDatabase(connection, { max: 1 });
  let statements: { text: string; params: unknown[] }[] = [];
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((given: { text: string }, params: unknown[], ...rest: unknown[]) => {
      statements.push({ text: given.text, params });
      return query(given, params, ...rest);
    }) as typeof client.query;
  });
  const now = () => Temporal.Now.instant();
  const bookings = [];
  for (const request of requests) {
    statements = [];
    const ctx: Ctx = {
      db,
      counted: null,
      actor: { kind: "guest" },
      now: now(),
      jobs: { enqueue: () => Promise.reject(new Error("A new booking queues nothing")) },
      log: openLog("silent"),
      links: linkSigner("of the bench"),
      vault: openVault("of the bench"),
      stripe: stripeClients("http://127.0.0.1:9"),
      payments: paymentProviders({
        stripe: async () => null,
        testCheckout: testCheckoutGateway({ db, now, secret: "" }),
        allowsTest: async () => true,
      }),
      origin: "http://localhost",
      dataDir: "",
      files: folderStore(""),
      smtpRelays: [],
    };
    const outcome = await createPayment(ctx, {
      request: createPaymentSchema.parse(request),
      draft_id: crypto.randomUUID(),
    });
    if (!outcome.ok) throw new Error(`A booking was refused: ${outcome.message}`);
    bookings.push(statements);
  }
  await close();
  return bookings;
}
