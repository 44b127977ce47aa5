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

/** A row with a guest link, and how many times staff ended that link. */
export type Linked = { id: string; link_generation: number };

/** What the key of a guest link signs. Generation 0 signs the plain subject, as all links did before they could be ended. */
export function guestSubject(subject: string, generation: number): string {
  return generation === 0 ? subject : `${subject}:${generation}`;
}

function keyOf(secret: string, subject: string): string {
  return createHmac("sha256", secret).update(subject).digest("base64url");
}
