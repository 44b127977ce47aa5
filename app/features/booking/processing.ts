type Order = {
  status: "pending" | "completed" | "failed";
  processing_at: Temporal.Instant | null;
  session_closed_at: Temporal.Instant | null;
};

/** Whether the checkout of an order is done, but its money still takes its time. */
export function isProcessing({ status, processing_at, session_closed_at }: Order): boolean {
  return status !== "completed" && processing_at !== null && session_closed_at === null;
}
