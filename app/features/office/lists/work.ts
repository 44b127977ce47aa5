/** How background work stands, as the office reads it. */
export type WorkView = {
  /** "12 waiting, the oldest since …, 3 to be tried later": one line. */
  summary: string;
  failed: { kind: string; label: string }[];
};

type State = { waiting: number; since: string | null; later: number };

/** What waits, in one line. */
export function formatWork({ waiting, since, later }: State): string {
  const parts = [
    waiting > 0 && `${formatCount(waiting)} waiting${since ? `, the oldest since ${since}` : ""}`,
    later > 0 && `${formatCount(later)} to retry later`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join("; ")}.` : "Nothing is waiting.";
}

/** "booking-confirmed-mail", 2: "Booking confirmed mail: 2 failed in the last day". */
export function formatFailure(kind: string, count: number): string {
  const name = kind.replaceAll("-", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${formatCount(count)} failed in the last day`;
}

function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
