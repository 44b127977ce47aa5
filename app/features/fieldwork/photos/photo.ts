export const PHOTO_KINDS = ["before", "after", "report"] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

/** What each is called in the office and for customers. */
export const PHOTO_LABELS: Record<PhotoKind, string> = {
  before: "Before",
  after: "After",
  report: "With a report",
};

/** A photo of a visit with links that open it for some minutes. */
export type PhotoView = {
  id: string;
  kind: PhotoKind;
  report_id: string | null;
  /** "Nov 25, 2026, 3:10 PM", company time, and who took it. */
  taken: string;
  by: string;
  href: string;
  small: string;
};

/** How many photos a visit can have. */
export const PHOTOS_PER_VISIT = 60;
