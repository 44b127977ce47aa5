import type { SubmissionResult } from "@conform-to/react";
import Bell from "lucide-react/icons/bell";
import Building from "lucide-react/icons/building-2";
import CalendarX from "lucide-react/icons/calendar-x";
import Clock from "lucide-react/icons/clock";
import CreditCard from "lucide-react/icons/credit-card";
import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import MessageCircleHeart from "lucide-react/icons/message-circle-heart";
import Palette from "lucide-react/icons/palette";
import Rocket from "lucide-react/icons/rocket";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Users from "lucide-react/icons/users";
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { SETTINGS_TABS, type SettingsTab } from "~/features/operations/settings/forms";
import type { Choices } from "~/features/operations/settings/settings";
import { cx } from "~/ui/cx";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import { EmailTab } from "./email-tab";
import { removeFormId } from "./fields";
import { GeneralTab } from "./general-tab";
import { NotificationsTab } from "./notifications-tab";
import { PaymentsTab } from "./payments-tab";
import type { PaymentsInUse, Secrets } from "./tab";
import { UsersTab } from "./users-tab";

type Props = {
  tab: SettingsTab;
  values: Record<string, string>;
  secrets: Secrets;
  zones: Choices | null;
  currencies: Choices | null;
  payments: PaymentsInUse | null;
  replacing: string | null;
  administrators: number;
  contact_email: string;
  /** Email of the signed-in administrator. */
  email: string;
  result: SubmissionResult<string[]> | undefined;
  refused: string | null;
  /** Values that the rejected form started with, as JSON. */
  seen: string | null;
};

const HEADINGS: Record<SettingsTab, string> = {
  general: "General",
  notifications: "Notifications",
  payments: "Payments",
  users: "Users",
  email: "Email",
};

export function SettingsPanel({ tab, contact_email, email, ...page }: Props) {
  return (
    <Card className="grid grid-cols-1 gap-6 p-5 sm:p-7">
      <h2 className="sr-only">{HEADINGS[tab]}</h2>
      {tab === "general" && <GeneralTab {...page} />}
      {tab === "notifications" && <NotificationsTab {...page} email={contact_email} />}
      {tab === "payments" && <PaymentsTab {...page} />}
      {tab === "users" && <UsersTab {...page} />}
      {tab === "email" && <EmailTab {...page} email={email} />}
      {Object.keys(page.secrets).map((name) => (
        <Form key={name} id={removeFormId(name)} method="post" preventScrollReset hidden>
          <input type="hidden" name="intent" value="remove-secret" />
          <input type="hidden" name="tab" value={tab} />
          <input type="hidden" name="name" value={name} />
        </Form>
      ))}
    </Card>
  );
}

/** Tabs with a page of their own. */
const PAGES = ["look", "hours", "area", "fees", "after-visits", "going-live", "advanced"] as const;
type Tab = SettingsTab | (typeof PAGES)[number];

const TABS: Record<Tab, { label: string; Icon: typeof Bell }> = {
  general: { label: "General", Icon: Building },
  look: { label: "Look", Icon: Palette },
  hours: { label: "Hours", Icon: Clock },
  area: { label: "Area", Icon: MapPin },
  fees: { label: "Fees", Icon: CalendarX },
  "after-visits": { label: "After visits", Icon: MessageCircleHeart },
  notifications: { label: "Notifications", Icon: Bell },
  payments: { label: "Payments", Icon: CreditCard },
  users: { label: "Users", Icon: Users },
  email: { label: "Email", Icon: Mail },
  "going-live": { label: "Going live", Icon: Rocket },
  advanced: { label: "Advanced", Icon: SlidersHorizontal },
};

const ORDER: Tab[] = SETTINGS_TABS.flatMap((tab): Tab[] =>
  tab === "general" ? [tab, "look", "hours", "area", "fees", "after-visits"] : [tab],
).concat("going-live", "advanced");
const isPage = (tab: Tab) => PAGES.some((page) => page === tab);

/** A tab with a page of its own. `refused`: its form was not saved. */
export function SettingsPage({
  current,
  refused,
  children,
}: {
  current: Tab;
  refused: boolean;
  children: ReactNode;
}) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <h1 className="text-title">Settings</h1>
      <SettingsTabs current={current} />
      {refused && (
        <Notice tone="error" title="Not saved">
          Please check the marked fields.
        </Notice>
      )}
      {children}
    </div>
  );
}

/** Links to the tabs; the URL selects the current one. */
export function SettingsTabs({ current }: { current: Tab }) {
  return (
    <nav aria-label="Settings" className="xl:w-max xl:min-w-full xl:border-line xl:border-b">
      <ul className="grid grid-cols-3 gap-1 rounded-card bg-sage-soft p-1 xl:-mx-2.5 xl:flex xl:bg-transparent xl:p-0">
        {ORDER.map((tab) => {
          const { label, Icon } = TABS[tab];
          return (
            <li key={tab}>
              <Link
                to={isPage(tab) ? `/admin/settings/${tab}` : `/admin/settings?tab=${tab}`}
                preventScrollReset
                aria-current={tab === current ? "page" : undefined}
                className={tabLook}
              >
                <Icon aria-hidden strokeWidth={1.75} className="size-4.5 shrink-0 max-sm:hidden xl:hidden" />
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
  "relative flex min-h-11 items-center justify-center gap-2 whitespace-nowrap rounded-control px-1 font-semibold text-[0.9375rem]/5 text-moss xl:px-2.5",
  "transition-colors duration-150 hover:text-ink aria-[current=page]:text-ink focus-visible:-outline-offset-2 max-sm:text-sm",
  "max-xl:aria-[current=page]:bg-snow max-xl:aria-[current=page]:text-evergreen-700 max-xl:aria-[current=page]:shadow-rest",
  "xl:after:absolute xl:after:inset-x-2.5 xl:after:-bottom-px xl:after:h-[3px] xl:after:rounded-full",
  "xl:after:transition-colors xl:hover:after:bg-sage xl:aria-[current=page]:after:bg-sunlight",
  "forced-colors:aria-[current=page]:border",
);
