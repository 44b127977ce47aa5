import CalendarDays from "lucide-react/icons/calendar-days";
import DollarSign from "lucide-react/icons/dollar-sign";
import MessageSquare from "lucide-react/icons/message-square";
import Users from "lucide-react/icons/users";
import { data } from "react-router";
import { readTwoFactor } from "~/features/accounts/two-factor.server";
import { readDashboard } from "~/features/reports/dashboard.server";
import { StatCard } from "~/features/reports/ui/stat-card";
import { pageHeaders } from "~/features/site/page-headers";
import { pageMeta } from "~/features/site/page-meta";
import { formatCents } from "~/lib/money";
import { requireAdmin } from "~/platform/gate.server";
import { ButtonLink } from "~/ui/button-link";
import { Notice } from "~/ui/notice";
import type { Route } from "./+types/dashboard";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Admin", "The office of the company.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  try {
    const [{ customers, bookings, pending_messages, revenue }, two_factor] = await Promise.all([
      readDashboard(ctx),
      readTwoFactor(ctx),
    ]);
    const figures = {
      customers: customers.toLocaleString("en-US"),
      bookings: bookings.toLocaleString("en-US"),
      messages: pending_messages.toLocaleString("en-US"),
      revenue: revenue.map(({ currency, amount }) => formatCents(amount, currency)).join(" + "),
    };
    return data({ figures, unprotected: two_factor.offered && !two_factor.on });
  } catch (err) {
    ctx.log.error({ err }, "the dashboard could not be read");
    return data(
      { figures: null, unprotected: false },
      { status: 503, headers: { "Retry-After": "30", "Cache-Control": "no-store" } },
    );
  }
}

export default function Dashboard({ loaderData: { figures, unprotected } }: Route.ComponentProps) {
  return (
    <div className="grid gap-6">
      <h1 className="text-title">Dashboard</h1>
      {unprotected && (
        <Notice
          action={
            <ButtonLink href="/profile/security?do=set-up" variant="secondary" size="small">
              Set it up
            </ButtonLink>
          }
        >
          Your account can see the data of every customer. Please protect it with two-factor authentication.
        </Notice>
      )}
      {figures ? <Figures {...figures} /> : <Failed />}
    </div>
  );
}

type FiguresProps = { customers: string; bookings: string; messages: string; revenue: string };

function Figures({ customers, bookings, messages, revenue }: FiguresProps) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4 xl:gap-6">
      <StatCard label="Total Customers" note="Registered users" icon={<Users {...iconLook} />}>
        {customers}
      </StatCard>
      <StatCard label="Total Bookings" note="All time bookings" icon={<CalendarDays {...iconLook} />}>
        {bookings}
      </StatCard>
      <StatCard label="Pending Messages" note="Need attention" icon={<MessageSquare {...iconLook} />}>
        {messages}
      </StatCard>
      <StatCard label="Monthly Revenue" note="This month" icon={<DollarSign {...iconLook} />}>
        {revenue}
      </StatCard>
    </ul>
  );
}

function Failed() {
  return (
    <Notice
      tone="error"
      action={
        <ButtonLink href="/admin" variant="secondary" size="small">
          Try again
        </ButtonLink>
      }
    >
      The figures could not be loaded. Please try again.
    </Notice>
  );
}

const iconLook = { strokeWidth: 1.75, className: "size-5" };
