import { isMoment, withSafeCursor } from "~/lib/cursor";
import { type ListQuery, type ListSpec, parseListQuery } from "~/lib/list-query";

export const REVIEW_PAGE = "/admin/reviews";

/** Whether everybody may read a review: it is on the home page, the customer has consented, or it is for the office only. */
export type ReviewState = "published" | "consented" | "private";

export const REVIEW_STATES = ["published", "consented", "private"] as const satisfies ReviewState[];

export const STATE_LABELS: Record<ReviewState, string> = {
  published: "Published",
  consented: "Can be published",
  private: "No consent",
};

export const RATINGS = ["5", "4", "3", "2", "1"] as const;

/** "5 stars". */
export function formatStars(rating: number | string): string {
  return Number(rating) === 1 ? "1 star" : `${rating} stars`;
}

/** The list of the office: the newest on top. */
export const REVIEW_LIST: ListSpec<"date", "rating" | "state"> = {
  sorts: ["date"],
  descending: true,
  filters: { rating: RATINGS, state: REVIEW_STATES },
};

export type ReviewListQuery = ListQuery<"date", "rating" | "state">;

export function parseReviewList(params: URLSearchParams): ReviewListQuery {
  return withSafeCursor(parseListQuery(params, REVIEW_LIST), isMoment);
}

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

export type ReviewExport = {
  id: string;
  created_at: Temporal.Instant;
  visit: string;
  customer: string;
  service: string;
  crew: string | null;
  town: string;
  rating: number;
  review_text: string;
  may_publish: boolean;
  published_at: Temporal.Instant | null;
};
