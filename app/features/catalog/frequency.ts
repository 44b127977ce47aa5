import type { Frequency } from "./service";

/** How often a monthly service comes, as one chooses it. */
export const FREQUENCY_LABELS: Record<Frequency, string> = {
  weekly: "Every week",
  biweekly: "Every two weeks",
  monthly: "Every month",
};
