import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A new secret, in the form that libraries of Standard Webhooks take. */
export function newSecret(): string {
  return PREFIX + randomBytes(24).toString("base64");
}

type Signed = { id: string; timestamp: number; body: string };

/** The `Webhook-Signature` of a message (standardwebhooks.com). */
export function signatureOf(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.replace(PREFIX, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/** Where a webhook's secret stands, for the vault. */
export function placeOf(webhookId: string): string {
  return `webhooks.secret:${webhookId}`;
}
