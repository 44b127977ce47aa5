import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts secrets for the database under a key derived from the newest APP_SECRET. */
export type Vault = {
  /** `place` is where the sealed text is stored. It opens nowhere else. */
  seal: (text: string, place: string) => string;
  /** Null if it was sealed under an unknown secret or for another place, or is damaged. */
  open: (sealed: string, place: string) => string | null;
  /** The same secret under the newest APP_SECRET, unchanged if it is already; null if it doesn't open. */
  renew: (sealed: string, place: string) => string | null;
  /** A vault with a key of its own, derived from the same secrets: what one seals, no other opens. */
  of: (purpose: VaultPurpose) => Vault;
};

/** What has a key of its own. Without a purpose: the secrets in the settings and of webhooks. */
type VaultPurpose = "entry codes" | "imports";

/** How many stored secrets were sealed anew, and how many open under no known secret and stayed as they were. */
export type Renewed = { renewed: number; unreadable: number };

const CIPHER = "aes-256-gcm";
/** The version of the sealing. */
const VERSION = "v1";

/** AES-256-GCM, with a key derived for stored secrets only. Also opens what was sealed under `oldSecrets`. */
export function openVault(secret: string, ...oldSecrets: string[]): Vault {
  return vaultOf("stored secrets", [secret, ...oldSecrets]);
}

function vaultOf(purpose: string, secrets: readonly [string, ...string[]]): Vault {
  const [secret, ...oldSecrets] = secrets;
  const key = keyOf(secret, purpose);
  const oldKeys = oldSecrets.map((old) => keyOf(old, purpose));
  const others = new Map<VaultPurpose, Vault>();
  const seal = (text: string, place: string) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return [VERSION, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(
      ".",
    );
  };
  const openOld = (sealed: string, place: string) => {
    for (const oldKey of oldKeys) {
      const text = openUnder(oldKey, sealed, place);
      if (text !== null) return text;
    }
    return null;
  };
  return {
    seal,
    open: (sealed, place) => openUnder(key, sealed, place) ?? openOld(sealed, place),
    renew(sealed, place) {
      if (openUnder(key, sealed, place) !== null) return sealed;
      const text = openOld(sealed, place);
      return text === null ? null : seal(text, place);
    },
    of(other) {
      const known = others.get(other) ?? vaultOf(other, secrets);
      others.set(other, known);
      return known;
    },
  };
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `${purpose} v1`, 32));
}

function openUnder(key: Buffer, sealed: string, place: string): string | null {
  const [version, ...parts] = sealed.split(".");
  const [iv, tag, text] = parts.map((part) => Buffer.from(part, "base64url"));
  if (version !== VERSION || iv?.length !== 12 || tag?.length !== 16 || !text) return null;
  try {
    const decipher = createDecipheriv(CIPHER, key, iv).setAAD(Buffer.from(place)).setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
