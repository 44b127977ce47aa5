import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs links in emails. Anyone with the link can open what it names, and nothing else. */
export type LinkSigner = {
  sign: (subject: string) => string;
  isSigned: (subject: string, key: string) => boolean;
};

/** Links that were signed with `oldSecrets` stay valid. */
export function linkSigner(secret: string, ...oldSecrets: string[]): LinkSigner {
  return {
    sign: (subject) => keyOf(secret, subject),
    isSigned(subject, key) {
      const given = Buffer.from(key);
      return [secret, ...oldSecrets].some((one) => {
        const right = Buffer.from(keyOf(one, subject));
        return right.length === given.length && timingSafeEqual(right, given);
      });
    },
  };
}

function keyOf(secret: string, subject: string): string {
  return createHmac("sha256", secret).update(subject).digest("base64url");
}
