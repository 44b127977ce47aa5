/** Editable fields of a profile. `version` changes with every update. */
export type Profile = {
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  version: string;
};

/** Tabs of the profile page (spec section 2). */
export const PROFILE_TABS = [
  "user-details",
  "property-details",
  "upcoming-cleans",
  "cleaning-history",
] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** Tab named by the URL, or the first one. */
export function profileTab(asked: string | null): ProfileTab {
  return PROFILE_TABS.find((tab) => tab === asked) ?? PROFILE_TABS[0];
}

export function profilePath(tab: ProfileTab): string {
  return `/profile?tab=${tab}`;
}

/** Toast texts for forms that could not be saved, by `intent` (spec section 8). */
export const SAVE_FAILURES = {
  "update-profile": "Failed to update profile. Please try again.",
  "verification-mail": "Failed to send the email. Please try again.",
  "add-property": "Failed to add property. Please try again.",
  "update-property": "Failed to update property. Please try again.",
  "remove-property": "Failed to remove property. Please try again.",
  "default-property": "Failed to update property. Please try again.",
  "redeem-gift-card": "Failed to redeem the gift card. Please try again.",
  "submit-review": "Failed to submit review. Please try again.",
  "delete-review": "Failed to delete review. Please try again.",
  "create-feed": "Failed to change your calendar address. Please try again.",
  "replace-feed": "Failed to change your calendar address. Please try again.",
  "remove-feed": "Failed to change your calendar address. Please try again.",
} as const;

/** Texts for tabs that could not be loaded (spec section 8). */
export const LOAD_FAILURES: Record<ProfileTab, string> = {
  "user-details": "Error loading your details. Please try again.",
  "property-details": "Error loading your properties. Please try again.",
  "upcoming-cleans": "Error loading upcoming cleanings. Please try again.",
  "cleaning-history": "Error loading cleaning history. Please try again.",
};

type Asked = { path: string; query: URLSearchParams; isForm: boolean; intent: string };

/** Error text for an account page that could not be loaded or a form that could not be saved. */
export function accountFailure({ path, query, isForm, intent }: Asked): string {
  if (path === "/profile" && isForm && isSave(intent)) return SAVE_FAILURES[intent];
  if (path === "/profile" && !isForm) return LOAD_FAILURES[profileTab(query.get("tab"))];
  return isForm ? "That didn't work. Please try again." : "This page could not be loaded. Please try again.";
}

function isSave(intent: string): intent is keyof typeof SAVE_FAILURES {
  return Object.hasOwn(SAVE_FAILURES, intent);
}
