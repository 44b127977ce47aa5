/**
 * What a member tapped. `checked` and `unchecked` are about an item of the checklist and count for nobody's time; `undone` takes
 * another tap back.
 */
export const EVENT_KINDS = [
  "on_my_way",
  "started",
  "paused",
  "resumed",
  "finished",
  "checked",
  "unchecked",
  "undone",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
/** What is about somebody's time. */
export type TapKind = Exclude<EventKind, "checked" | "unchecked" | "undone">;

/** One tap. `at` is in milliseconds since 1970, by the server's clock. */
export type VisitEvent = {
  id: string;
  kind: EventKind;
  members: readonly string[];
  item_id: string | null;
  /** The id of the tap that it takes back. */
  undoes: string | null;
  at: number;
};

export type SpanKind = "drive" | "job" | "break";

/** What a member did from when to when; `to` null: still. */
type Span = { member_id: string; kind: SpanKind; from: number; to: number | null };

export type VisitState = "to do" | "on the way" | "working" | "paused" | "done";

/** Where a visit stands on its day. */
export type Progress = {
  state: VisitState;
  /** When the state began; null while nothing was tapped. */
  since: number | null;
  started_at: number | null;
  finished_at: number | null;
  /** Who is driving, at work or on a break now. */
  present: string[];
  /** Ids of the items that are done. */
  checked: string[];
  spans: Span[];
};

/** Milliseconds in which a phone offers to take a tap back, as the office's pages do with a status. */
export const UNDO_MS = 15_000;
/**
 * Milliseconds between a tap and what takes it back. More than UNDO_MS: a phone's clock is corrected for each by itself (event.ts),
 * or for one of them only.
 */
const LONGEST_UNDO_MS = UNDO_MS + 40_000;

/** A crew of a visit after midnight may set out the evening before. */
const EARLY_MS = 4 * 3_600_000;

/**
 * From when on taps are for a visit as it is planned now, in milliseconds since 1970: what was tapped on a day before, it
 * was tapped before the office moved the visit. `scheduled_time` is "19:00:00", company time.
 */
export function tapsFrom({
  starts_at,
  scheduled_time,
}: {
  starts_at: Temporal.Instant;
  scheduled_time: string;
}) {
  const { hour, minute } = Temporal.PlainTime.from(scheduled_time);
  return starts_at.epochMilliseconds - Math.max(EARLY_MS, (hour * 60 + minute) * 60_000);
}

/** What was tapped for a visit as it is planned now (see `tapsFrom`), and before it was moved. */
export function byPlan(events: readonly VisitEvent[], from: number) {
  const isEarlier = ({ at }: VisitEvent) => at < from;
  return { now: events.filter((event) => !isEarlier(event)), earlier: events.filter(isEarlier) };
}

/**
 * Where a visit stands after its events, in whatever order and however often they arrived. Everybody's own time counts:
 * who starts later joins, and finishing ends it for all. What comes after the finish changes no time. A tap that was taken back
 * never was.
 */
export function progressOf(events: readonly VisitEvent[]): Progress {
  const spans: Span[] = [];
  const open = new Map<string, Span>();
  const checked = new Set<string>();
  let since: number | null = null;
  let finished_at: number | null = null;
  let state: VisitState = "to do";

  const close = (member_id: string, at: number) => {
    const span = open.get(member_id);
    if (!span) return;
    open.delete(member_id);
    span.to = at;
  };
  const begin = (member_id: string, kind: SpanKind, at: number) => {
    close(member_id, at);
    const span: Span = { member_id, kind, from: at, to: null };
    open.set(member_id, span);
    spans.push(span);
  };
  const apply = ({ kind, members, item_id, at }: VisitEvent) => {
    if (kind === "checked" && item_id) checked.add(item_id);
    if (kind === "unchecked" && item_id) checked.delete(item_id);
    if (finished_at !== null) return;
    for (const member of members) {
      const now = open.get(member)?.kind;
      if (kind === "on_my_way" && !now) begin(member, "drive", at);
      if (kind === "started" && now !== "job") begin(member, "job", at);
      if (kind === "paused" && now === "job") begin(member, "break", at);
      if (kind === "resumed" && now === "break") begin(member, "job", at);
    }
    if (kind !== "finished") return;
    for (const member of [...open.keys()]) close(member, at);
    finished_at = at;
  };

  for (const event of inOrder(events.filter((one) => !isUndone(one, events)))) {
    apply(event);
    const next = finished_at === null ? stateOf(open) : "done";
    if (next !== state) since = event.at;
    state = next;
  }
  return {
    state,
    since,
    started_at: spans.find(({ kind }) => kind === "job")?.from ?? null,
    finished_at,
    present: [...open.keys()].sort(),
    checked: [...checked].sort(),
    spans: spans.filter(({ from, to }) => to !== from),
  };
}

/** Whether one of the events takes the tap back, soon after it. */
export function isUndone(
  { id, at }: Pick<VisitEvent, "id" | "at">,
  events: readonly Pick<VisitEvent, "undoes" | "at">[],
): boolean {
  return events.some(({ undoes, at: then }) => undoes === id && Math.abs(then - at) <= LONGEST_UNDO_MS);
}

function stateOf(open: ReadonlyMap<string, Span>): VisitState {
  const kinds = new Set([...open.values()].map(({ kind }) => kind));
  if (kinds.has("job")) return "working";
  if (kinds.has("break")) return "paused";
  return kinds.has("drive") ? "on the way" : "to do";
}

/** Each event once, by its time; of two at the same time, always the same one first. */
function inOrder(events: readonly VisitEvent[]): VisitEvent[] {
  const once = new Map(events.map((event) => [event.id, event]));
  return [...once.values()].sort(
    (one, other) => one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0),
  );
}

/** Whether somebody has set out for a visit or is at it. It stays on the phones past midnight. */
export function isUnderWay({ state }: Progress): boolean {
  return state === "on the way" || state === "working" || state === "paused";
}

/** Which taps a visit offers in a state, the one that comes next first. */
export function tapsOf(state: VisitState): TapKind[] {
  switch (state) {
    case "to do":
      return ["on_my_way", "started"];
    case "on the way":
      return ["started"];
    case "working":
      return ["finished", "paused"];
    case "paused":
      return ["resumed", "finished"];
    case "done":
      return [];
  }
}
