import type { VisitState } from "~/features/fieldwork/day/progress";

/** A stop as the office's board shows it: finished strings, company time. */
export type LiveStop = {
  id: string;
  /** "#1042" */
  number: string;
  /** "8:00 AM" */
  starts: string;
  ends: string;
  service: string;
  customer: string;
  town: string;
  state: VisitState;
  /** Where it stands: "At work since 8:04 AM". */
  words: string;
  /** Minutes that it is late by; 0: on time. */
  late: number;
  /** What is expected instead of the plan: "Expected at 10:40 AM"; null while it is on time. */
  expected: string | null;
  /** The names of who is driving, at work or on a break. */
  present: string[];
  /** Reports that wait for an answer. */
  reports: number;
};

export type LiveCrew = {
  id: string;
  name: string;
  /** When a phone of the crew was last heard of, "8:04 AM" if that was today; null without a phone. */
  contact: string | null;
  stops: LiveStop[];
};

/** Today's board. `at`: when it was read, company time. */
export type LiveBoard = { date: string; at: string; crews: LiveCrew[]; free: string[] };

export const LIVE_PAGE = "/admin/schedule/live";
/** Says when the board has changed. */
export const LIVE_EVENTS = "/admin/schedule/live.events";

/** What each state is called in the office. */
export const STATE_LABELS: Record<VisitState, string> = {
  "to do": "To do",
  "on the way": "On the way",
  working: "At work",
  paused: "Paused",
  done: "Done",
};

/** "1 of 4 done", whether that is all, and how late the crew is with what comes next. */
export function summaryOf(stops: readonly Pick<LiveStop, "state" | "late">[]): {
  done: string;
  isOver: boolean;
  late: number;
} {
  const done = stops.filter(({ state }) => state === "done").length;
  const next = stops.find(({ state }) => state !== "done");
  return { done: `${done} of ${stops.length} done`, isOver: !next, late: next?.late ?? 0 };
}

/** "25 min", "1 h 5 min". */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(" ");
}
