import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts secrets for the database under a key derived from APP_SECRET. */
export type Vault = {
  /** `place` is where the sealed text is stored. It opens nowhere else. */
  seal: (text: string, place: string) => string;
  /** Null if it was sealed under another secret or for another place, or is damaged. */
  open: (sealed: string, place: string) => string | null;
};

const CIPHER = "aes-256-gcm";
/** The version of the sealing. */
const VERSION = "v1";

/** AES-256-GCM, with a key derived for this purpose only. */
export function openVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "stored secrets v1", 32));
  return {
    seal(text, place) {
      const iv = randomBytes(12);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return [VERSION, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(
        ".",
      );
    },
    open(sealed, place) {
      const [version, ...parts] = sealed.split(".");
      const [iv, tag, text] = parts.map((part) => Buffer.from(part, "base64url"));
      if (version !== VERSION || iv?.length !== 12 || tag?.length !== 16 || !text) return null;
      try {
        const decipher = createDecipheriv(CIPHER, key, iv).setAAD(Buffer.from(place)).setAuthTag(tag);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}
