import CalendarCheck from "lucide-react/icons/calendar-check";
import History from "lucide-react/icons/history";
import House from "lucide-react/icons/house";
import UserRound from "lucide-react/icons/user-round";
import { Link } from "react-router";
import { PROFILE_TABS, type ProfileTab, profilePath } from "~/features/customers/profile/rules";
import { cx } from "~/ui/cx";

const TABS: Record<ProfileTab, { label: string; Icon: typeof House }> = {
  "user-details": { label: "User Details", Icon: UserRound },
  "property-details": { label: "Property Details", Icon: House },
  "upcoming-cleans": { label: "Upcoming Cleans", Icon: CalendarCheck },
  "cleaning-history": { label: "Cleaning History", Icon: History },
};

/** Links to the tabs; the URL selects the current one. */
export function ProfileTabs({ current }: { current: ProfileTab }) {
  return (
    <nav aria-label="My Profile" className="sm:border-line sm:border-b">
      <ul className="grid grid-cols-2 gap-1 rounded-card bg-sage-soft p-1 sm:-mx-3 sm:flex sm:gap-1 sm:bg-transparent sm:p-0 md:gap-3">
        {PROFILE_TABS.map((tab) => {
          const { label, Icon } = TABS[tab];
          return (
            <li key={tab} className="min-w-0">
              <Link
                to={profilePath(tab)}
                preventScrollReset
                aria-current={tab === current ? "page" : undefined}
                className={tabLook}
              >
                <Icon
                  aria-hidden
                  strokeWidth={1.75}
                  className="size-4.5 shrink-0 max-[22.5rem]:hidden sm:max-md:hidden"
                />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const tabLook = cx(
  "relative flex min-h-11 items-center justify-center gap-2 whitespace-nowrap rounded-control px-2 font-semibold text-[0.9375rem]/5 text-moss",
  "transition-colors duration-150 hover:text-ink aria-[current=page]:text-ink max-[22.5rem]:text-sm",
  "max-sm:aria-[current=page]:bg-snow max-sm:aria-[current=page]:text-evergreen-700 max-sm:aria-[current=page]:shadow-rest",
  "sm:px-3 sm:after:absolute sm:after:inset-x-3 sm:after:-bottom-px sm:after:h-[3px] sm:after:rounded-full",
  "sm:after:transition-colors sm:hover:after:bg-sage sm:aria-[current=page]:after:bg-sunlight",
  "forced-colors:aria-[current=page]:border",
);
