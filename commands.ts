import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { renewCodes } from "./app/features/customers/codes/save.server";
import { renewPushKeys } from "./app/features/fieldwork/push/keys.server";
import { renewWebhooks } from "./app/features/integrations/webhooks/save.server";
import {
  backupCommand,
  type CommandCtx,
  restoreCommand,
} from "./app/features/operations/backup/command.server";
import { moveCommand, moveTarget } from "./app/features/operations/backup/restore/move.server";
import { doctorCommand } from "./app/features/operations/doctor/command.server";
import { renewSettings } from "./app/features/operations/settings/secrets.server";
import { derivedSecrets, readAppSecrets, type Secrets } from "./app/platform/auth/app-secret.server";
import { renewDigestKeys } from "./app/platform/auth/digests.server";
import { linkSigner } from "./app/platform/auth/links.server";
import { type Renewal, rotateCommand } from "./app/platform/auth/rotate-secret.server";
import { renewSignIn } from "./app/platform/auth/sign-in-secrets.server";
import { openVault } from "./app/platform/auth/vault.server";
import { type Closers, connect, connectBeside, prepareTables, undo } from "./app/platform/connect.server";
import { type Database, openDatabase } from "./app/platform/database/database.server";
import { readEnv } from "./app/platform/env.server";
import { openFiles } from "./app/platform/files/open.server";
import { openLog } from "./app/platform/log.server";
import { stripeClients } from "./app/platform/outside/stripe.server";
import { siteFacts } from "./app/platform/site-facts.server";
import { StartupError } from "./app/platform/startup-error.server";
import { step } from "./app/platform/steps.server";

/** `npm run doctor`: what stands between this site and the public, whether it runs or not. Ends with 1 if something is broken. */
async function doctor(): Promise<void> {
  const env = readEnv();
  const closers: Closers = [];
  const log = openLog("silent");
  try {
    const opened = openDatabase(await connectBeside(env, log, closers), { max: 8 });
    closers.push(opened.close);
    const { dataDir } = env;
    const isNew = !env.appSecret && !existsSync(path.join(dataDir, "secret"));
    const secrets: Secrets = isNew ? [randomUUID()] : await readAppSecrets(env);
    const world = {
      db: opened.db,
      vault: openVault(...secrets),
      stripe: stripeClients(env.stripeApiBase),
      links: linkSigner(...derivedSecrets(secrets, "booking links")),
      log,
      dataDir,
      site: siteFacts(env),
      clock: () => Temporal.Now.instant(),
    };
    if (!(await doctorCommand(world, print))) process.exitCode = 1;
  } finally {
    await undo(closers);
  }
}

type Prepare = () => Promise<void>;

/** Opens only the database, as the owner of its tables, and closes it afterward. */
async function withDatabase(use: (world: CommandCtx, prepare: Prepare) => Promise<void>): Promise<void> {
  const env = readEnv();
  const closers: Closers = [];
  const log = openLog(env.logLevel);
  try {
    const connections = await connect(env, log, closers);
    const { owner } = connections;
    const { db, close } = openDatabase(owner);
    closers.push(close);
    const vault = openVault(...(await readAppSecrets(env)));
    const { dataDir } = env;
    const files = openFiles(env);
    const world = { db, connection: owner, vault, log, dataDir, files, now: Temporal.Now.instant() };
    await use(world, () => step("Migrating the database", () => prepareTables(connections)));
  } finally {
    await undo(closers);
  }
}

const print = (line: string) => void process.stdout.write(`  ${line}\n`);

/** `npm run migrate`: migrates, for sites whose processes don't know the owner of their tables. */
function migrate(): Promise<void> {
  return withDatabase((_, prepare) => prepare());
}

/** Asks for the identity of an encrypted backup. What is typed is not shown. */
async function readIdentity(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  process.stdout.write("  The backup is encrypted. Its identity (AGE-SECRET-KEY-1…): ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: process.stdin, output: silent, terminal: true });
  return asking.question("").finally(() => {
    asking.close();
    process.stdout.write("\n");
  });
}

/** `npm run restore -- FILE`: loads a backup. */
function restore(args: string[]): Promise<void> {
  return withDatabase(async (world, prepare) => {
    await prepare();
    await step("Restoring", () => restoreCommand(world, args, print, readIdentity));
  });
}

/** `npm run backup`: makes a backup. */
function backup(): Promise<void> {
  return withDatabase((world) => step("Backing up", () => backupCommand(world, print)));
}

/** `npm run move-to DATABASE_URL`: copies the embedded database, which is only read, into an empty one on a server. */
async function moveTo(args: string[]): Promise<void> {
  const env = readEnv();
  const target = moveTarget(args);
  if (env.databaseUrl) {
    throw new StartupError(
      "npm run move-to moves the embedded database: unset DATABASE_URL. A database on a server moves by a backup and npm run restore.",
    );
  }
  if (!existsSync(path.join(env.dataDir, "postgres")))
    throw new StartupError(`There is no embedded database in DATA_DIR ${env.dataDir}.`);
  const ownSecret = !env.appSecret;
  await withDatabase(async (world) => {
    const hasOldSecrets = (await readAppSecrets(env)).length > 1;
    await step("Moving", () => moveCommand({ ...world, ownSecret, hasOldSecrets }, target, print));
  });
}

/** `npm run rotate-secret`: a new secret in the data folder, and all sealed values under the newest secret. */
function rotateSecret(): Promise<void> {
  const env = readEnv();
  return withDatabase(async ({ db, now }, prepare) => {
    await prepare();
    const parts = [
      (tx: Database, { vault }: Renewal) => renewSettings(tx, vault),
      (tx: Database, { vault }: Renewal) => renewWebhooks(tx, vault),
      (tx: Database, { vault }: Renewal) => renewCodes(tx, vault),
      (tx: Database, { vault }: Renewal) => renewPushKeys(tx, vault),
      (tx: Database, { vault }: Renewal) => renewDigestKeys(tx, vault),
      (tx: Database, { secrets }: Renewal) => renewSignIn(tx, derivedSecrets(secrets, "sign-in")),
    ];
    await step("Rotating the secret", () => rotateCommand({ db, now, env }, parts, print));
  });
}

/** The commands of `npm run` besides the site and its workers. */
export const databaseCommands = {
  migrate,
  backup,
  restore,
  "move-to": moveTo,
  "rotate-secret": rotateSecret,
  doctor,
};
