export const REPORT_KINDS = ["more time", "no entry", "damage", "extra"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
export const REPORT_LENGTH = 1000;

/** What each is called in the office. */
export const REPORT_LABELS: Record<ReportKind, string> = {
  "more time": "Needs more time",
  "no entry": "Can’t get in",
  damage: "Damage",
  extra: "Extra asked for",
};

/** What a crew told the office from a visit, and its answer. `at` in milliseconds; `isWaiting`: not sent yet. */
export type Report = {
  id: string;
  kind: ReportKind;
  words: string;
  at: number;
  answer: string | null;
  isWaiting?: boolean;
};
