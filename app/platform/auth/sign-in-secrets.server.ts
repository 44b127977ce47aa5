import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { signJWT, symmetricDecrypt, symmetricEncrypt, verifyJWT } from "better-auth/crypto";
import { asc, eq } from "drizzle-orm";
import { accounts, two_factors } from "~/db/schema/accounts";
import type { Database } from "~/platform/database/database.server";
import type { Secrets } from "./app-secret.server";
import type { Renewed } from "./vault.server";

/**
 * Better Auth's options for several secrets. It names the version in what it encrypts, so a secret's version must never
 * change: it is derived from the secret. What it encrypted before it had versions opens under the oldest secret.
 */
export function versionedSecrets(secret: string, oldSecrets: readonly string[]) {
  const secrets = [secret, ...oldSecrets].map((value) => ({ version: versionOf(value), value }));
  return { secrets, secret: oldSecrets.at(-1) ?? secret };
}

/** A positive integer of 31 bits. */
function versionOf(secret: string): number {
  return createHash("sha256").update(`version of ${secret}`).digest().readUInt32BE() >>> 1;
}

const OWN_COOKIE = /(?<=^|;\s*)((?:__Secure-)?wb\.[\w.-]+)=([^;]*)/g;

/**
 * Better Auth verifies cookies with the newest secret only. Signs those of the old ones again, so that sessions and steps of
 * signing in outlast a rotation; a session's cookie is replaced when its use is next recorded.
 */
export function withCurrentCookies(
  headers: Headers,
  secret: string,
  oldSecrets: readonly string[] = [],
): Headers {
  const cookies = headers.get("Cookie");
  if (oldSecrets.length === 0 || !cookies) return headers;
  const current = cookies.replace(OWN_COOKIE, (cookie, name: string, encoded: string) => {
    const [, value, signature] = /^(.+)\.([\w+/]{43}=)$/.exec(decoded(encoded)) ?? [];
    if (!value || !signature || !oldSecrets.some((old) => isEqual(signature, signatureOf(value, old))))
      return cookie;
    return `${name}=${encodeURIComponent(`${value}.${signatureOf(value, secret)}`)}`;
  });
  if (current === cookies) return headers;
  const changed = new Headers(headers);
  changed.set("Cookie", current);
  return changed;
}

function signatureOf(value: string, secret: string): string {
  return createHmac("sha256", secret).update(value).digest("base64");
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function decoded(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return "";
  }
}

/** A verification email's token, signed with the newest secret if an old one had signed it; it ends when it would have. */
export async function currentToken(
  token: string,
  secret: string,
  oldSecrets: readonly string[] = [],
): Promise<string> {
  for (const old of oldSecrets) {
    const claims = await verifyJWT<Record<string, unknown>>(token, old);
    const seconds = Math.floor(Number(claims?.exp) - Date.now() / 1000);
    if (claims && seconds > 0) return signJWT(claims, secret, seconds);
  }
  return token;
}

/** Encrypts two-factor secrets, recovery codes and OAuth tokens anew with the newest secret. */
export async function renewSignIn(tx: Database, secrets: Secrets): Promise<Renewed> {
  const total = { renewed: 0, unreadable: 0 };
  const renew = async (stored: string) => {
    const outcome = await renewed(stored, secrets);
    if (outcome === null) total.unreadable += 1;
    else if (outcome !== stored) total.renewed += 1;
    return outcome ?? stored;
  };
  const factors = await tx.select().from(two_factors).orderBy(asc(two_factors.id)).for("no key update");
  for (const { id, secret, backupCodes } of factors) {
    const after = { secret: await renew(secret), backupCodes: await renew(backupCodes) };
    if (after.secret !== secret || after.backupCodes !== backupCodes)
      await tx.update(two_factors).set(after).where(eq(two_factors.id, id));
  }
  const tokens = ["accessToken", "refreshToken", "idToken"] as const;
  for (const account of await tx.select().from(accounts).orderBy(asc(accounts.id)).for("no key update")) {
    const after: Partial<Record<(typeof tokens)[number], string>> = {};
    for (const name of tokens) {
      const stored = account[name];
      if (!stored || !ENCRYPTED.test(stored)) continue;
      const token = await renew(stored);
      if (token !== stored) after[name] = token;
    }
    if (Object.keys(after).length > 0)
      await tx.update(accounts).set(after).where(eq(accounts.id, account.id));
  }
  return total;
}

const VERSIONED = /^\$ba\$\d+\$/;
/** How Better Auth tells an encrypted OAuth token from a plain one. */
const ENCRYPTED = /^\$ba\$|^(?:[0-9a-f]{2})+$/i;

/** The stored text under the newest secret, unchanged if it is already; null if it opens under none. */
async function renewed(stored: string, secrets: Secrets): Promise<string | null> {
  const [newest] = secrets;
  const currentVersion = versionOf(newest);
  if (stored.startsWith(`$ba$${currentVersion}$`)) return stored;
  const bare = stored.replace(VERSIONED, "");
  for (const secret of secrets) {
    const data = await symmetricDecrypt({ key: secret, data: bare }).catch(() => null);
    if (data === null) continue;
    return symmetricEncrypt({ key: { keys: new Map([[currentVersion, newest]]), currentVersion }, data });
  }
  return null;
}
