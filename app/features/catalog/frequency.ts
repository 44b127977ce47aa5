/** Frequencies of a plan, the most frequent first. */
export const FREQUENCIES = ["weekly", "biweekly", "monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const FREQUENCY_LABELS: Record<Frequency, string> = {
  weekly: "Every week",
  biweekly: "Every two weeks",
  monthly: "Every month",
};

/** Visits of a year. A plan that is priced by the visit is charged a twelfth of them every month. */
export const VISITS_A_YEAR: Record<Frequency, number> = { weekly: 52, biweekly: 26, monthly: 12 };
