import { createHmac, timingSafeEqual } from "node:crypto";
import { parseSignature, SIGNATURE_TOLERANCE_SECONDS } from "./signature";

/** Signs a message for the moment `now`: "t=…,v1=…". */
export function sign(secret: string, body: string, now: Temporal.Instant): string {
  const seconds = Math.floor(now.epochMilliseconds / 1000);
  return `t=${seconds},v1=${digestOf(secret, seconds, body)}`;
}

/** Whether the signature is this secret's, for this body, and at most five minutes off. */
export function isSigned(
  secret: string,
  body: string,
  header: string | null,
  now: Temporal.Instant,
): boolean {
  const signature = parseSignature(header);
  if (!signature) return false;
  const age = Math.abs(now.epochMilliseconds / 1000 - signature.seconds);
  const expected = Buffer.from(digestOf(secret, signature.seconds, body));
  return age <= SIGNATURE_TOLERANCE_SECONDS && timingSafeEqual(expected, Buffer.from(signature.digest));
}

function digestOf(secret: string, seconds: number, body: string): string {
  return createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
}
