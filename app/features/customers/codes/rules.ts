import type { CodeKind } from "./codes";

/** How long before the start and after the end of a visit its crew sees the entry codes, in hours (decision 073). */
const HOURS_AROUND = 2;

/** The most codes that a home can have. */
export const CODE_LIMIT = 12;

export const KIND_LABELS: Record<CodeKind, string> = { code: "Code", key: "Key", alarm: "Alarm" };

export const codesPage = (home: string) => `/profile/homes/${home}/codes`;
export const officeCodesPage = (home: string) => `/admin/homes/${home}/codes`;
/** Notes of all customers with words that look like a code. */
export const FOUND_CODES_PAGE = "/admin/customers/codes";

type Visit = {
  status: "pending" | "confirmed" | "completed" | "cancelled";
  starts_at: Temporal.Instant;
  ends_at: Temporal.Instant;
  /** The crew that comes now, whoever was to come before. */
  crew_id: string | null;
};
type Member = { crew_id: string; left_at: Temporal.Instant | null };

export type RevealDecision =
  | { ok: true; until: Temporal.Instant }
  | { ok: false; reason: "not yours" }
  | { ok: false; reason: "too early"; from: Temporal.Instant }
  | { ok: false; reason: "too late" };

/**
 * Whether a member may see the entry codes of a visit's home: of the crew that comes, for a visit that is confirmed or
 * completed, from 2 hours before its start to 2 hours after its end, both included. `until`: when the phone must wipe them.
 */
export function decideReveal(visit: Visit, member: Member, now: Temporal.Instant): RevealDecision {
  const isOn = visit.status === "confirmed" || visit.status === "completed";
  if (!isOn || member.left_at || visit.crew_id !== member.crew_id) return { ok: false, reason: "not yours" };
  const { from, until } = revealWindow(visit);
  if (Temporal.Instant.compare(now, from) < 0) return { ok: false, reason: "too early", from };
  if (Temporal.Instant.compare(now, until) > 0) return { ok: false, reason: "too late" };
  return { ok: true, until };
}

/** When the codes of a visit's home can be shown. */
export function revealWindow({ starts_at, ends_at }: Pick<Visit, "starts_at" | "ends_at">) {
  return {
    from: starts_at.subtract({ hours: HOURS_AROUND }),
    until: ends_at.add({ hours: HOURS_AROUND }),
  };
}

/** A code as pages list it: never with its value. */
export type CodeView = { id: string; kind: CodeKind; label: string; saved: string };

/** A time that codes were shown, as formatted text. */
export type RevealView = {
  id: string;
  who: string;
  when: string;
  what: string;
  /** "booking #1042". */
  booking?: string | null;
  phone: string | null;
};

/** Where a note is: with a home, with a plan or with a booking. */
export const NOTE_SOURCES = ["home", "plan", "booking"] as const;
export type NoteSource = (typeof NOTE_SOURCES)[number];

/** Words of a note that look like a code, and what moving them leaves of it. */
export type FoundNote = {
  source: NoteSource;
  id: string;
  /** "Instructions of 14 Barnstead Road", "Notes of booking #1042". */
  where: string;
  customer: { id: string; name: string } | null;
  text: string;
  words: string;
  kind: CodeKind;
  label: string;
  /** Null: nothing remains. */
  rest: string | null;
};
