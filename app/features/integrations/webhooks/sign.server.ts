import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** New secret in the format of Standard Webhooks. */
export function newSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}

type Signed = { id: string; timestamp: number; body: string };

/** `Webhook-Signature` of a message (standardwebhooks.com). `timestamp` in seconds. */
export function signatureOf(secret: string, { id, timestamp, body }: Signed): string {
  return new Webhook(secret).sign(id, new Date(timestamp * 1000), body);
}

/** Location of a webhook's secret in the vault. */
export function secretLocation(webhookId: string): string {
  return `webhooks.secret:${webhookId}`;
}
