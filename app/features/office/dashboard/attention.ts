/** Kinds of cases that need attention; each case links to where it is resolved. */
export type AttentionKind =
  | "flagged"
  | "plans"
  | "unpaid"
  | "refunds"
  | "due"
  | "unassigned"
  | "off"
  | "done"
  | "mails"
  | "webhooks"
  | "holds";

/** `complete`: id of a visit that can be marked as completed here. */
export type AttentionCase = { href: string; what: string; when: string; complete?: string };
export type Attention = { kind: AttentionKind; count: number; more: boolean; cases: AttentionCase[] };

/** Most important first: money. */
export const ATTENTION_LABELS: Record<AttentionKind, { one: string; many: string }> = {
  flagged: { one: "booking needs a decision", many: "bookings need a decision" },
  plans: { one: "plan needs a decision", many: "plans need a decision" },
  unpaid: { one: "plan could not be charged", many: "plans could not be charged" },
  refunds: { one: "refund failed", many: "refunds failed" },
  due: { one: "completed visit is not paid", many: "completed visits are not paid" },
  unassigned: { one: "visit has no crew", many: "visits have no crew" },
  off: { one: "visit is on a crew that is off", many: "visits are on crews that are off" },
  done: { one: "visit to mark as completed", many: "visits to mark as completed" },
  mails: { one: "email could not be sent", many: "emails could not be sent" },
  webhooks: { one: "webhook delivery failed", many: "webhook deliveries failed" },
  holds: { one: "hold is about to expire", many: "holds are about to expire" },
};
