import { SCHEDULE_PAGE } from "./board";

/** The driving of a day, in miles, and what would shorten it. `seen`: a key of the proposal that staff confirm. */
export type Drives = {
  crews: { id: string; name: string; visits: number; before: number; after: number }[];
  swaps: {
    id: string;
    number: number;
    time: string;
    customer: string | null;
    town: string;
    from: string;
    to: string;
  }[];
  before: number;
  after: number;
  /** ZIP codes that nobody knows; their drives count as none. */
  unknown: string[];
  seen: string;
};

/** "12 miles", "1 mile", "0.4 miles": tenths below ten. */
export function formatMiles(miles: number): string {
  const rounded = miles < 9.95 ? Math.round(miles * 10) / 10 : Math.round(miles);
  return `${rounded.toLocaleString("en-US")} ${rounded === 1 ? "mile" : "miles"}`;
}

/** Where the drives of a day are shortened. */
export function drivesPath(date: string): string {
  return `${SCHEDULE_PAGE}/drives?${new URLSearchParams({ date })}`;
}
