import { createHash, randomBytes } from "node:crypto";
import { KEY_PREFIX } from "./partner";

const KEY = new RegExp(`^${KEY_PREFIX}[\\w-]{43}$`);

/** A new key; `stored` is all that is kept of it. */
export function newKey() {
  const key = KEY_PREFIX + randomBytes(32).toString("base64url");
  return { key, stored: { key_hash: digestOf(key), key_end: key.slice(-4) } };
}

/** A key has 256 bits of chance: nobody finds it by trying, so a plain digest is enough. */
export function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** The key that a request carries, well-formed or not; null when it carries none. */
export function keyIn(authorization: string | null): string | null {
  const [, key] = /^Bearer\b(.*)$/i.exec(authorization ?? "") ?? [];
  return key === undefined ? null : key.trim();
}

export function isKey(text: string): boolean {
  return KEY.test(text);
}
