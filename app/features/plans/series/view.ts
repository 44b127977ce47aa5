import type { Clash, ClashAnswer } from "~/features/scheduling/availability/clash";
import type { SeriesRow } from "./list";
import type { Missing } from "./series";

/** A visit of a series that is still to come: finished strings, company time. */
export type AheadVisit = { id: string; number: string; when: string; crew: string; is_paid: boolean };

/** A series for its panel in the office. */
export type SeriesView = SeriesRow & {
  customer_id: string;
  /** The plan that it was sold as. */
  plan: { id: string; number: string } | null;
  visits: AheadVisit[];
  /** Whether plans come in its rhythm. */
  can_sell: boolean;
  moved_in: string;
};

/** A visit that would be laid. `name`: its field of the form, where its clash can be answered. */
export type LayVisit = {
  name: string;
  when: string;
  crew: string;
  clash: { kind: Clash; words: string } | null;
  missing: Missing | null;
};

/** What would be laid for series. `count`: without the visits that are missing. */
export type LayPage = {
  ids: string[];
  until: string;
  /** Why nothing can be previewed; null if it can. */
  error: string | null;
  /** Series with their visits: all visits of a few series, of many those in another's way. */
  series: {
    id: string;
    customer: string;
    when: string;
    laid_until: string | null;
    count: number;
    visits: LayVisit[];
  }[];
  /** Series that were asked for and get no visits, in words. */
  without: string[];
  count: number;
  kinds: Clash[];
  /** A digest of what is shown: staff lay what they saw. */
  seen: string;
};

export const ANSWER_LABELS: Record<ClashAnswer, string> = {
  crew: "Another free crew, or none",
  nobody: "Without a crew",
  anyway: "Add them anyway",
  skip: "Leave them out",
};

export const CLASH_LABELS: Record<Clash, string> = {
  busy: "If the crew has another visit",
  off: "If the crew is off",
  closed: "If the company is closed",
};

export const MISSING_LABELS: Record<Missing, string> = {
  "left out": "Left out before.",
  cancelled: "Its visit was cancelled.",
};

/** What is done with clashes as long as nobody chooses. */
export const USUAL_ANSWERS: Record<Clash, ClashAnswer> = { busy: "crew", off: "crew", closed: "skip" };
