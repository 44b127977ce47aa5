import type { Flag, HourSpan, Minutes } from "~/features/fieldwork/hours/hours";
import type { Overrun } from "~/features/fieldwork/hours/overrun";
import type { Cents } from "~/lib/money";
import type { Late, PayLine, Rate } from "./pay";

/** Whether a week is locked, and who did it when. Times are formatted in company time. */
export type WeekState = {
  approved: { at: string; by: string | null } | null;
  reopened: { at: string; by: string | null; why: string } | null;
  /** Its Sunday has passed: it can be approved. */
  is_over: boolean;
  /** The Mondays before and after. */
  previous: string;
  next: string;
};

/** A week as the office sees it. Minutes and cents. */
export type PayWeek = {
  monday: string;
  title: string;
  state: WeekState;
  currency: string;
  /** What the approval is of. */
  key: string;
  rows: {
    line: PayLine;
    crew: string | null;
    flags: number;
    has_rate: boolean;
    /** What came after the week was locked. */
    late: Late | null;
  }[];
  /** How many spans must be corrected or confirmed, of all crews. */
  flags: number;
  crews: { id: string; name: string }[];
  /** Completed visits at which nobody's hours are known. */
  unknown: { id: string; number: number; day: string }[];
};

/** What a member did at a visit, and why it was corrected. */
export type MemberSpan = Pick<HourSpan, "ref" | "kind" | "edited"> & {
  flag: Flag | null;
  reason: string | null;
  /** "8:05 AM – 11:45 AM", with the day where it is another than the visit's. */
  times: string;
  /** Null without an end. */
  minutes: number | null;
  /** As fields for day and time take them, in company time. */
  from: string;
  to: string;
};

export type MemberVisit = {
  id: string;
  number: number;
  day: string;
  service: string;
  customer: string | null;
  address: string;
  is_over: boolean;
  /** When it was planned to begin and to end, as `from` and `to` of a span. */
  from: string;
  to: string;
  planned: number;
  /** How many minutes the crew was at the job; null where nobody's hours are known, or a clock-out is missing. */
  actual: number | null;
  came_late: boolean;
  spans: MemberSpan[];
};

/** A member's week, visits with something to correct first. */
export type MemberWeek = Pick<PayWeek, "monday" | "title" | "state" | "currency"> & {
  today: string;
  member: { id: string; name: string; crew: string };
  line: PayLine | null;
  late: Late | null;
  days: { day: string; minutes: Minutes }[];
  visits: MemberVisit[];
  adjustments: { id: string; cents: Cents; reason: string; late_for: string | null; author: string | null }[];
  /** The newest first. */
  rates: Rate[];
};

/** A home that takes longer than planned, by its newest visit. */
export type HomeOverrun = Overrun & {
  /** The newest visit. */
  id: string;
  customer_id: string | null;
  customer: string | null;
  service: string;
  address: string;
  currency: string;
};
