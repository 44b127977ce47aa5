/** The editable part of a profile. `version` changes with every change of it. */
export type Profile = {
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  version: string;
};

/** The parts of the profile page (spec section 2). */
export const PROFILE_TABS = [
  "user-details",
  "property-details",
  "upcoming-cleans",
  "cleaning-history",
] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** The tab that an address asks for; the first one when it asks for none that there is. */
export function profileTab(asked: string | null): ProfileTab {
  return PROFILE_TABS.find((tab) => tab === asked) ?? PROFILE_TABS[0];
}

/** The address of a tab. */
export function profilePath(tab: ProfileTab): string {
  return `/profile?tab=${tab}`;
}
