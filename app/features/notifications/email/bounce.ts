/** What a mail server said against a mail, as nodemailer tells it. */
type Refusal = { command?: unknown; responseCode?: unknown; response?: unknown };

/** Of the sender, not of the recipient (RFC 3463). */
const SENDERS_FAULT = /^5\.1\.[78]$/;

/**
 * Whether the server refuses the recipient for good: there is no such mailbox (5.1.x), or it is closed (5.2.1). Policy,
 * spam, a full mailbox or a wrong login say nothing about the address, and what begins with 4 passes.
 */
export function isBounce(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { command, responseCode, response } = error as Refusal;
  if (typeof responseCode !== "number" || responseCode < 500) return false;
  const [, status] = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(String(response)) ?? [];
  if (status) return (status.startsWith("5.1.") && !SENDERS_FAULT.test(status)) || status === "5.2.1";
  return command === "RCPT TO" && [550, 551, 553].includes(responseCode);
}

/** What a mail says that wasn't even tried. */
export function formatBounced(day: string, reason: string): string {
  return `This address bounced on ${day}: ${reason}`;
}
