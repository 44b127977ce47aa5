import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs links in emails. Anyone with the link can open what it names, and nothing else. */
export type LinkSigner = {
  sign: (subject: string) => string;
  isSigned: (subject: string, key: string) => boolean;
};

export function linkSigner(secret: string): LinkSigner {
  const sign = (subject: string) => createHmac("sha256", secret).update(subject).digest("base64url");
  return {
    sign,
    isSigned(subject, key) {
      const [right, given] = [Buffer.from(sign(subject)), Buffer.from(key)];
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
}
