import { choice, isMoment, listSpec } from "~/lib/list-query";

/** Whether everybody may read a review: it is on the home page, the customer has consented, or it is for the office only. */
export type ReviewState = "published" | "consented" | "private";

export const STATE_LABELS: Record<ReviewState, string> = {
  published: "Published",
  consented: "Can be published",
  private: "No consent",
};

/** "5 stars". */
export function formatStars(rating: number | string): string {
  return Number(rating) === 1 ? "1 star" : `${rating} stars`;
}

const RATINGS = ["5", "4", "3", "2", "1"] as const;

/** The list of the office: the newest on top. */
export const REVIEW_LIST = listSpec({
  name: "reviews",
  path: "/admin/reviews",
  title: "Reviews",
  about: "What customers say about their visits.",
  noun: ["review", "reviews"],
  dated: "Written",
  placeholder: "Search reviews",
  exporting: "Export Reviews",
  empty: "Customer reviews will show up here.",
  sorts: { date: isMoment },
  filters: {
    rating: choice(
      "Rating",
      "All Ratings",
      RATINGS.map((one) => [one, formatStars(one)] as const),
    ),
    state: choice("Home page", "All Reviews", STATE_LABELS),
  },
});

export function stateOf({
  may_publish,
  published_at,
}: {
  may_publish: boolean;
  published_at: object | null;
}): ReviewState {
  if (published_at) return "published";
  return may_publish ? "consented" : "private";
}

/** Why staff take a review away. The audit trail keeps it, so it is chosen and not typed: it must name nobody. */
export const DELETE_REASONS = {
  asked: "The customer asked for it",
  personal: "It shares someone's private information",
  abusive: "It's abusive",
  spam: "It's advertising",
  mistaken: "It's about another company or visit",
} as const;

export type DeleteReason = keyof typeof DELETE_REASONS;

export function isDeleteReason(text: string): text is DeleteReason {
  return Object.hasOwn(DELETE_REASONS, text);
}

/** A review in the list: finished strings, company time. */
export type ReviewRow = {
  id: string;
  at: string;
  customer: string;
  service: string;
  /** Of the booking: "#1042". */
  number: string;
  /** The day of the visit. */
  visit: string;
  rating: number;
  review_text: string;
  state: ReviewState;
};

/** Everything about a review as its panel shows it. */
export type OfficeReview = ReviewRow & {
  user_id: string;
  booking_id: string;
  email: string;
  town: string;
  crew: string | null;
  published_at: string | null;
  /** How the home page would sign it. */
  signature: string;
};
