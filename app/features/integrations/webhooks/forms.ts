import { z } from "zod";
import { cleanLine } from "~/lib/text";
import { fieldOf, WEBHOOK_EVENTS, type WebhookEvent } from "./webhook";

export const MAX_URL = 500;

/** Names that exist only within a network. All other names are resolved when they are called. */
const LOCAL = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|test|invalid)\.?$/;

/** Error of a webhook's address. Null if it is valid. */
export function wrongUrl(text: string): string | null {
  if (text === "") return "Address is required.";
  if (!URL.canParse(text)) return "Address must be a web address, like https://example.com/hook.";
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== "https:") return "Address must start with https://.";
  if (username || password) return "Address must not contain a user name or password.";
  if (LOCAL.test(hostname)) return "Address must be on the public internet.";
  return null;
}

const url = z
  .string()
  .default("")
  .overwrite(cleanLine)
  .check(z.maxLength(MAX_URL, `Address can have at most ${MAX_URL} characters.`))
  .superRefine((text, { addIssue }) => {
    const message = wrongUrl(text);
    if (message) addIssue({ code: "custom", message });
  })
  .transform((text) => (URL.canParse(text) ? new URL(text).href : text));

const ticked = z.literal("on").optional().catch(undefined);
const boxes = Object.fromEntries(WEBHOOK_EVENTS.map((event) => [fieldOf(event), ticked]));

export const webhookSchema = z.object({ url, ...boxes });

export type WebhookForm = { url: string; events: WebhookEvent[] };

/** Events whose boxes are checked. */
export function eventsIn(fields: Record<string, unknown>): WebhookEvent[] {
  return WEBHOOK_EVENTS.filter((event) => fields[fieldOf(event)] === "on");
}
