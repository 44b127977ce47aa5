/** SMTP error as reported by nodemailer. */
type Refusal = { command?: unknown; responseCode?: unknown; response?: unknown };

/** About the sender, not the recipient (RFC 3463). */
const SENDERS_FAULT = /^5\.1\.[78]$/;

/**
 * Whether the server permanently refuses the recipient: unknown mailbox (5.1.x) or disabled (5.2.1). Policy, spam, a full
 * mailbox or a failed login say nothing about the address; 4xx codes are temporary.
 */
export function isBounce(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { command, responseCode, response } = error as Refusal;
  if (typeof responseCode !== "number" || responseCode < 500) return false;
  const [, status] = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(String(response)) ?? [];
  if (status) return (status.startsWith("5.1.") && !SENDERS_FAULT.test(status)) || status === "5.2.1";
  return command === "RCPT TO" && [550, 551, 553].includes(responseCode);
}

/** Error stored for an email that is not tried because its address bounced. */
export function formatBounced(day: string, reason: string): string {
  return `This address bounced on ${day}: ${reason}`;
}
