import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** A new secret, in the form that libraries of Standard Webhooks take. */
export function newSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}

type Signed = { id: string; timestamp: number; body: string };

/** The `Webhook-Signature` of a message (standardwebhooks.com). `timestamp` is in seconds. */
export function signatureOf(secret: string, { id, timestamp, body }: Signed): string {
  return new Webhook(secret).sign(id, new Date(timestamp * 1000), body);
}

/** Where a webhook's secret stands, for the vault. */
export function placeOf(webhookId: string): string {
  return `webhooks.secret:${webhookId}`;
}
