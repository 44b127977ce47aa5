import { type ProfileTab, profileTab } from "./details";

/** What each form of the profile says when it could not be saved, by its `intent` (spec section 8). */
export const SAVE_FAILURES = {
  "update-profile": "Failed to update profile. Please try again.",
  "verification-mail": "Failed to send the email. Please try again.",
  "add-property": "Failed to add property. Please try again.",
  "update-property": "Failed to update property. Please try again.",
  "remove-property": "Failed to remove property. Please try again.",
  "default-property": "Failed to update property. Please try again.",
  "submit-review": "Failed to submit review. Please try again.",
  "delete-review": "Failed to delete review. Please try again.",
  "create-feed": "Failed to change your calendar address. Please try again.",
  "replace-feed": "Failed to change your calendar address. Please try again.",
  "remove-feed": "Failed to change your calendar address. Please try again.",
} as const;

/** What each tab says when it could not be loaded (spec section 8). */
export const LOAD_FAILURES: Record<ProfileTab, string> = {
  "user-details": "Error loading your details. Please try again.",
  "property-details": "Error loading your properties. Please try again.",
  "upcoming-cleans": "Error loading upcoming cleanings. Please try again.",
  "cleaning-history": "Error loading cleaning history. Please try again.",
};

type Asked = { path: string; query: URLSearchParams; isForm: boolean; intent: string };

/** The words for a page of the account that could not be loaded, or a form of it that could not be saved. */
export function accountFailure({ path, query, isForm, intent }: Asked): string {
  if (path === "/profile" && isForm && isSave(intent)) return SAVE_FAILURES[intent];
  if (path === "/profile" && !isForm) return LOAD_FAILURES[profileTab(query.get("tab"))];
  return isForm ? "That didn't work. Please try again." : "This page could not be loaded. Please try again.";
}

function isSave(intent: string): intent is keyof typeof SAVE_FAILURES {
  return Object.hasOwn(SAVE_FAILURES, intent);
}
