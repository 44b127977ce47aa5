import { randomBytes } from "node:crypto";
import type { LinkSigner } from "~/platform/auth/links.server";

const question = (nonce: string) => `who answers:${nonce}`;
const answer = (nonce: string, forwarded: boolean) =>
  `this site answers:${nonce}:${forwarded ? "forwarded" : "direct"}`;

/** A path that only a process with our secret answers rightly, and how to read what came back from there. */
export function askForProof(links: LinkSigner) {
  const nonce = randomBytes(16).toString("base64url");
  return {
    path: `/healthz?${new URLSearchParams({ nonce, key: links.sign(question(nonce)) })}`,
    /** Whether the request had passed a proxy; null if it isn't this site's answer. */
    read(text: string): { forwarded: boolean } | null {
      const proof = text.trim();
      const forwarded = [true, false].find((one) => links.isSigned(answer(nonce, one), proof));
      return forwarded === undefined ? null : { forwarded };
    },
  };
}

/** Answers a question of `askForProof`; null if a stranger asks. */
export function proveSite(
  links: LinkSigner,
  { nonce = "", key = "" }: { nonce?: string; key?: string },
  forwarded: boolean,
): string | null {
  const isOurs = /^[\w-]{22}$/.test(nonce) && links.isSigned(question(nonce), key);
  return isOurs ? links.sign(answer(nonce, forwarded)) : null;
}
