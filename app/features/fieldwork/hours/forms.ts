import type { SpanKind } from "~/features/fieldwork/day/progress";
import { cleanLine } from "~/lib/text";

export const SPAN_KINDS = ["job", "drive", "break"] as const satisfies SpanKind[];

export const KIND_LABELS: Record<SpanKind, string> = { job: "Job", drive: "Drive", break: "Break" };

export const LONGEST_REASON = 300;

/** The longest span that the office can write, in hours. */
const LONGEST_SPAN = 24;

export type SpanValues = { kind: string; from: string; to: string; reason: string };
export type SpanErrors = Partial<Record<keyof SpanValues, string>>;

type Context = {
  zone: string;
  now: number;
  /** The span that the form changes: a time that was left as it was stays the very moment. */
  before?: { from: number; to: number | null };
};

type Checked =
  | { ok: true; span: { kind: SpanKind; from: number; to: number }; reason: string }
  | { ok: false; errors: SpanErrors };

/** Reads a span as the office types it, in company time. A time that a clock change leaves out or repeats is asked for again. */
export function checkSpan(values: SpanValues, { zone, now, before }: Context): Checked {
  const kind = SPAN_KINDS.find((one) => one === values.kind);
  const from = momentOf(values.from, zone, before?.from);
  const to = momentOf(values.to, zone, before?.to);
  const errors: SpanErrors = {};
  if (!kind) errors.kind = "Choose job, drive or break.";
  if (from === "missing") errors.from = "Enter the day and time of the start.";
  if (to === "missing") errors.to = "Enter the day and time of the end.";
  if (from === "unclear") errors.from = UNCLEAR;
  if (to === "unclear") errors.to = UNCLEAR;
  if (typeof from === "number" && typeof to === "number") {
    if (to <= from) errors.to = "The end must be after the start.";
    else if (to > now) errors.to = "The end can't be in the future.";
    else if (to - from > LONGEST_SPAN * 3_600_000) errors.to = `At most ${LONGEST_SPAN} hours in one piece.`;
  }
  const reason = checkReason(values.reason);
  if (!reason.ok) errors.reason = reason.message;
  if (Object.keys(errors).length > 0 || !kind || !reason.ok) return { ok: false, errors };
  return { ok: true, span: { kind, from: Number(from), to: Number(to) }, reason: reason.reason };
}

const UNCLEAR = "The clocks change at that time. Enter a time before or after the change.";

/** Checks why something is changed. */
export function checkReason(typed: string): { ok: true; reason: string } | { ok: false; message: string } {
  const reason = cleanLine(typed);
  if (reason === "") return { ok: false, message: "Enter a reason." };
  if (reason.length > LONGEST_REASON)
    return { ok: false, message: `The reason can have at most ${LONGEST_REASON} characters.` };
  return { ok: true, reason };
}

function momentOf(typed: string, zone: string, before?: number | null): number | "missing" | "unclear" {
  if (typeof before === "number" && typed === localTime(before, zone)) return before;
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(typed)) return "missing";
  let local: Temporal.PlainDateTime;
  try {
    local = Temporal.PlainDateTime.from(typed, { overflow: "reject" });
  } catch {
    return "missing";
  }
  try {
    return local.toZonedDateTime(zone, { disambiguation: "reject" }).epochMilliseconds;
  } catch {
    return "unclear";
  }
}

/** "2026-06-10T08:05" of a moment in a time zone, as a field for day and time takes it. */
export function localTime(at: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });
}
