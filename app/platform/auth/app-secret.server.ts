import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartupError } from "~/platform/startup-error.server";

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

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a temporary file and links it into place, so that a crash leaves a whole secret or none. */
async function create(file: string): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true });
  await link(draft, file);
  await rm(draft);
  return secret;
}
