/** How long a grave change of the settings can be undone from the email that tells of it. */
export const UNDO_HOURS = 72;

/** What the link is signed for. */
export const undoSubject = (id: string) => `settings-undo:${id}`;

/** Where an undo stands. */
export type UndoState = "open" | "undone" | "expired";

export function undoState(
  { expires_at, undone_at }: { expires_at: Temporal.Instant; undone_at: Temporal.Instant | null },
  now: Temporal.Instant,
): UndoState {
  if (undone_at) return "undone";
  return Temporal.Instant.compare(now, expires_at) < 0 ? "open" : "expired";
}
