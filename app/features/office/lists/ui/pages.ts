import CalendarClock from "lucide-react/icons/calendar-clock";
import CalendarDays from "lucide-react/icons/calendar-days";
import Clock from "lucide-react/icons/clock";
import FileText from "lucide-react/icons/file-text";
import History from "lucide-react/icons/history";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Mail from "lucide-react/icons/mail";
import ReceiptText from "lucide-react/icons/receipt-text";
import Repeat from "lucide-react/icons/repeat";
import Settings from "lucide-react/icons/settings";
import Sparkles from "lucide-react/icons/sparkles";
import Star from "lucide-react/icons/star";
import UserRoundSearch from "lucide-react/icons/user-round-search";
import Users from "lucide-react/icons/users";
import UsersRound from "lucide-react/icons/users-round";
import Webhook from "lucide-react/icons/webhook";
import type { SidebarGroup, SidebarItem } from "~/ui/page/sidebar";

type GroupName = "Today" | "Customers" | "Money" | "Team" | "Site" | "Settings";

/**
 * The pages of the office by the day's work, under the specification's labels. A screen of 720 px shows 17 of them (decision
 * 049): pages that are seldom used together share an entry and show each other as `tabs`.
 */
const PAGES: Record<GroupName, SidebarItem[]> = {
  Today: [
    { href: "/admin", label: "Dashboard", icon: LayoutDashboard },
    { href: "/admin/schedule", label: "Schedule", icon: CalendarClock, also: ["/admin/storm"] },
    { href: "/admin/bookings", label: "Bookings", icon: CalendarDays },
    {
      ...{ href: "/admin/messages", label: "Messages", icon: Mail },
      tabs: [
        { href: "/admin/messages", label: "Messages" },
        { href: "/admin/requests", label: "Demand" },
      ],
    },
  ],
  Customers: [
    {
      ...{ href: "/admin/customers", label: "Customers", icon: Users },
      also: ["/admin/homes", "/admin/imports"],
    },
    { href: "/admin/plans", label: "Plans", icon: Repeat },
    {
      ...{ href: "/admin/reviews", label: "Reviews", icon: Star },
      tabs: [
        { href: "/admin/reviews", label: "Reviews" },
        { href: "/admin/claims", label: "Claims" },
      ],
    },
  ],
  Money: [
    {
      ...{ href: "/admin/orders", label: "Orders", icon: ReceiptText },
      tabs: [
        { href: "/admin/orders", label: "Orders" },
        { href: "/admin/coupons", label: "Coupons" },
        { href: "/admin/gift-cards", label: "Gift cards" },
        { href: "/admin/referrals", label: "Referrals" },
      ],
    },
    { href: "/admin/services", label: "Services", icon: Sparkles },
  ],
  Team: [
    { href: "/admin/crews", label: "Crews", icon: UsersRound },
    { href: "/admin/hours", label: "Hours", icon: Clock },
    { href: "/admin/applications", label: "Job Applications", icon: UserRoundSearch },
  ],
  Site: [
    {
      ...{ href: "/admin/content", label: "Blog and newsletter", icon: FileText },
      tabs: [
        { href: "/admin/content", label: "Blog and site content" },
        { href: "/admin/newsletter", label: "Newsletter" },
      ],
    },
  ],
  Settings: [
    { href: "/admin/settings", label: "Settings", icon: Settings, also: ["/admin/users"] },
    {
      ...{ href: "/admin/webhooks", label: "Integrations", icon: Webhook },
      tabs: [
        { href: "/admin/webhooks", label: "Webhooks" },
        { href: "/admin/api-keys", label: "API keys" },
      ],
    },
    {
      ...{ href: "/admin/activity", label: "Activity and emails", icon: History },
      tabs: [
        { href: "/admin/activity", label: "Activity" },
        { href: "/admin/sign-ins", label: "Sign-ins" },
        { href: "/admin/mail", label: "Emails" },
      ],
    },
  ],
};

const GROUPS: GroupName[] = ["Today", "Customers", "Money", "Team", "Site", "Settings"];

/** The menu without the pages that somebody's role may not read. An entry of several tabs leads to the first that is left. */
export function menuOf(hidden: readonly string[]): SidebarGroup[] {
  const groups = GROUPS.map((label) => ({
    label,
    items: PAGES[label].flatMap((item): SidebarItem[] => {
      if (!item.tabs) return hidden.includes(item.href) ? [] : [item];
      const tabs = item.tabs.filter(({ href }) => !hidden.includes(href));
      const [first] = tabs;
      if (!first) return [];
      return tabs.length === item.tabs.length ? [{ ...item, tabs }] : [{ ...item, ...first, tabs }];
    }),
  }));
  return groups.filter(({ items }) => items.length > 0);
}

/** Each page of a menu once, by its own label. */
export function pagesOf(menu: SidebarGroup[]): Pick<SidebarItem, "href" | "label" | "icon">[] {
  return menu.flatMap(({ items }) =>
    items.flatMap(({ href, label, icon, tabs = [{ href, label }] }) => tabs.map((tab) => ({ ...tab, icon }))),
  );
}

/** Adds the counts of new items, by URL, to the menu. */
export function withCounts(groups: SidebarGroup[], counts: Record<string, number>): SidebarGroup[] {
  return groups.map((group) => ({
    ...group,
    items: group.items.map((item) => ({ ...item, count: counts[item.href] })),
  }));
}
