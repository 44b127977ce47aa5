import { createHmac, randomBytes } from "node:crypto";
import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Env } from "~/platform/env.server";
import { StartupError } from "~/platform/startup-error.server";

/** The newest secret, which signs and seals, and before it the ones that are still read, newest first. */
export type Secrets = readonly [newest: string, ...old: string[]];

type Place = Pick<Env, "appSecret" | "oldAppSecrets" | "dataDir">;

/** The secrets of the environment or, when APP_SECRET is not set, of the data folder. */
export async function readAppSecrets({ appSecret, oldAppSecrets, dataDir }: Place): Promise<Secrets> {
  if (appSecret) return [appSecret, ...oldAppSecrets.filter((old) => old !== appSecret)];
  const newest = await readAppSecret(dataDir);
  const old = new Set([...(await readOldSecrets(dataDir)), ...oldAppSecrets]);
  old.delete(newest);
  return [newest, ...old];
}

/** The secrets of one purpose, so that none is used for two. */
export function derivedSecrets([newest, ...old]: Secrets, purpose: string): Secrets {
  const derived = (secret: string) => createHmac("sha256", secret).update(purpose).digest("hex");
  return [derived(newest), ...old.map(derived)];
}

/**
 * Reads the secret that signs and encrypts when APP_SECRET is not set. Creates it at the first start, readable by its owner
 * only.
 * @throws StartupError when the file exists but holds no such secret
 */
export async function readAppSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, "secret");
  const secret = (await readIfPresent(file)) ?? (await create(file));
  if (secret.length < 32)
    throw new StartupError(`${file} is damaged. Restore it from a copy, or set APP_SECRET.`);
  return secret;
}

/** Where the old secrets of a data folder are, one a line, newest first. */
export const oldSecretsFile = (dataDir: string) => path.join(dataDir, "secret.old");

/**
 * Puts a new secret into the data folder. The present one is on disk among the old ones before it is replaced, so that
 * whenever this stops, everything can still be read. Only one process may do this at a time.
 */
export async function replaceAppSecret(dataDir: string): Promise<void> {
  const present = await readAppSecret(dataDir);
  const old = new Set([present, ...(await readOldSecrets(dataDir))]);
  await replaceFile(oldSecretsFile(dataDir), [...old]);
  await replaceFile(path.join(dataDir, "secret"), [newSecret()]);
}

async function readOldSecrets(dataDir: string): Promise<string[]> {
  const file = oldSecretsFile(dataDir);
  const old = ((await readIfPresent(file)) ?? "").split(/\s+/).filter(Boolean);
  if (old.some((secret) => secret.length < 32))
    throw new StartupError(`${file} is damaged. Restore it from a copy, or take out its short lines.`);
  return old;
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const newSecret = () => randomBytes(32).toString("base64url");

/** Writes a temporary file and links it into place, so that a crash leaves a whole secret or none. */
async function create(file: string): Promise<string> {
  const secret = newSecret();
  const draft = await writeDraft(file, [secret]);
  await link(draft, file);
  await rm(draft);
  return secret;
}

/** Replaces a file whole or not at all, and returns when that is on disk. */
async function replaceFile(file: string, lines: string[]): Promise<void> {
  await rename(await writeDraft(file, lines), file);
  const folder = await open(path.dirname(file));
  await folder.sync().finally(() => folder.close());
}

async function writeDraft(file: string, lines: string[]): Promise<string> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${lines.join("\n")}\n`, { mode: 0o600, flush: true });
  return draft;
}
