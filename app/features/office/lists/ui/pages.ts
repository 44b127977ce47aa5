import CalendarClock from "lucide-react/icons/calendar-clock";
import CalendarDays from "lucide-react/icons/calendar-days";
import FileText from "lucide-react/icons/file-text";
import History from "lucide-react/icons/history";
import KeyRound from "lucide-react/icons/key-round";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Mail from "lucide-react/icons/mail";
import Newspaper from "lucide-react/icons/newspaper";
import ReceiptText from "lucide-react/icons/receipt-text";
import Repeat from "lucide-react/icons/repeat";
import Settings from "lucide-react/icons/settings";
import Sparkles from "lucide-react/icons/sparkles";
import Star from "lucide-react/icons/star";
import UserRoundSearch from "lucide-react/icons/user-round-search";
import Users from "lucide-react/icons/users";
import UsersRound from "lucide-react/icons/users-round";
import Webhook from "lucide-react/icons/webhook";
import type { SidebarGroup } from "~/ui/page/sidebar";

/** Menu of the office, in the order of the specification. */
export const adminPages: SidebarGroup[] = [
  {
    items: [
      { href: "/admin", label: "Dashboard", icon: LayoutDashboard },
      { href: "/admin/customers", label: "Customers", icon: Users },
      { href: "/admin/bookings", label: "Bookings", icon: CalendarDays },
      { href: "/admin/services", label: "Services", icon: Sparkles },
      { href: "/admin/orders", label: "Orders", icon: ReceiptText },
      { href: "/admin/messages", label: "Messages", icon: Mail },
      { href: "/admin/applications", label: "Job Applications", icon: UserRoundSearch },
      { href: "/admin/settings", label: "Settings", icon: Settings },
    ],
  },
  {
    items: [
      { href: "/admin/schedule", label: "Schedule", icon: CalendarClock, also: "/admin/storm" },
      { href: "/admin/crews", label: "Crews", icon: UsersRound },
      { href: "/admin/plans", label: "Plans", icon: Repeat },
      { href: "/admin/content", label: "Blog and site content", icon: FileText },
      { href: "/admin/reviews", label: "Reviews", icon: Star },
      { href: "/admin/newsletter", label: "Newsletter", icon: Newspaper },
      { href: "/admin/mail", label: "Emails", icon: Mail },
      { href: "/admin/webhooks", label: "Webhooks", icon: Webhook },
      { href: "/admin/api-keys", label: "API keys", icon: KeyRound },
      { href: "/admin/activity", label: "Activity", icon: History },
    ],
  },
];

/** Adds the counts of new items, by URL, to the menu. */
export function withCounts(groups: SidebarGroup[], counts: Record<string, number>): SidebarGroup[] {
  return groups.map((group) => ({
    ...group,
    items: group.items.map((item) => ({ ...item, count: counts[item.href] })),
  }));
}
