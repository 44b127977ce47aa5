import CalendarClock from "lucide-react/icons/calendar-clock";
import CalendarDays from "lucide-react/icons/calendar-days";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import DollarSign from "lucide-react/icons/dollar-sign";
import Mail from "lucide-react/icons/mail";
import Settings from "lucide-react/icons/settings";
import Sparkles from "lucide-react/icons/sparkles";
import Users from "lucide-react/icons/users";
import { data } from "react-router";
import { SERVICES_PAGE } from "~/features/catalog/office/service";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { readProofMeans } from "~/features/identity/security/proof.server";
import { readHeldMails } from "~/features/moving/queries.server";
import { IMPORTS_PAGE } from "~/features/moving/rules";
import { ACTIVITY_LIST } from "~/features/office/activity/list";
import { readRecentActivity } from "~/features/office/activity/list.server";
import { ATTENTION_PAGE } from "~/features/office/attention/attention";
import { readAttention } from "~/features/office/attention/list.server";
import { AttentionList } from "~/features/office/attention/ui/attention-list";
import { readDashboard, readPaymentState } from "~/features/office/dashboard/queries.server";
import { readToday } from "~/features/office/dashboard/today.server";
import { MonthChart } from "~/features/office/dashboard/ui/month-chart";
import {
  Panel,
  PaymentNotice,
  QuickActions,
  RecentActivity,
  StatCard,
} from "~/features/office/dashboard/ui/panel";
import { TodayBoard } from "~/features/office/dashboard/ui/today-board";
import { readChecklist } from "~/features/office/setup/queries.server";
import { SetupCard } from "~/features/office/setup/ui/setup-card";
import { GOING_LIVE_PAGE } from "~/features/operations/doctor/check";
import { countBeforePublic } from "~/features/operations/doctor/watch.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { SCHEDULE_PAGE, schedulePath } from "~/features/scheduling/board/board";
import { formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatCount } from "~/lib/number";
import { hiddenPages } from "~/platform/auth/office-pages";
import type { StaffCtx } from "~/platform/context.server";
import { requireStaff } from "~/platform/request/gate.server";
import { ButtonLink } from "~/ui/action/button-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/dashboard";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Admin", "The company's dashboard.", { noindex: true });

export const headers = pageHeaders;

const RECENT = 8;
/** Cases of each kind that needs attention. */
const CASES = 3;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  try {
    const payments = await readPaymentState(ctx);
    const board = await readBoard(ctx);
    const hidden = hiddenPages(ctx.actor.role);
    if (hidden.includes(ACTIVITY_LIST.path)) board.recent = [];
    const { passkey, code } = await readProofMeans(ctx);
    const mayMend = !hidden.includes(GOING_LIVE_PAGE);
    const before_public = mayMend ? await countBeforePublic(ctx) : 0;
    const setup = hidden.includes("/admin/settings") ? null : await readChecklist(ctx);
    const unprotected = !passkey && !code && (await readDemand(ctx));
    const held = hidden.includes(IMPORTS_PAGE) ? null : await readHeldMails(ctx);
    return data({ board, payments, hidden, setup, before_public, held, unprotected });
  } catch (err) {
    ctx.log.error({ err }, "the dashboard could not be read");
    return data(
      {
        board: null,
        payments: null,
        hidden: [],
        setup: null,
        before_public: 0,
        held: null,
        unprotected: null,
      },
      { status: 503, headers: { "Retry-After": "30", "Cache-Control": "no-store" } },
    );
  }
}

/** From which day staff need a second factor, as text; null without a day. */
async function readDemand(ctx: StaffCtx) {
  const { "users.second_factor_from": day } = await readSettings(ctx);
  return { from: day ? formatDate(day) : null };
}

async function readBoard(ctx: StaffCtx) {
  const [figures, today, attention, recent] = await Promise.all([
    readDashboard(ctx),
    readToday(ctx),
    readAttention(ctx, { limit: CASES }),
    readRecentActivity(ctx, RECENT),
  ]);
  return { figures, today, attention, recent };
}

type Board = Awaited<ReturnType<typeof readBoard>>;

export default function Dashboard({
  loaderData: { board, payments, hidden, setup, before_public, held, unprotected },
}: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="text-title">Dashboard</h1>
      {unprotected && (
        <Notice
          action={
            <ButtonLink href="/profile/security" variant="secondary" size="small">
              Set it up
            </ButtonLink>
          }
        >
          Your account can see the data of every customer. Please protect it with a passkey or two-factor
          authentication
          {unprotected.from
            ? ` before ${unprotected.from}: then the office opens only to those who have`
            : ""}
          .
        </Notice>
      )}
      {setup && <SetupCard {...setup} />}
      {!setup && before_public > 0 && (
        <Notice
          title={`${before_public} ${before_public === 1 ? "thing" : "things"} before the public`}
          action={
            <ButtonLink href={GOING_LIVE_PAGE} variant="secondary" size="small">
              See what to do
            </ButtonLink>
          }
        >
          The checks found what to fix before customers come.
        </Notice>
      )}
      {held && (
        <Notice
          title="Imported customers get no emails yet"
          action={
            <ButtonLink href={held.href} variant="secondary" size="small">
              See the {held.href === IMPORTS_PAGE ? "imports" : "import"}
            </ButtonLink>
          }
        >
          Emails to {held.count === 1 ? "1 customer" : `${formatCount(held.count)} customers`} are held until
          you switch them on there.
        </Notice>
      )}
      {payments && !hidden.includes("/admin/settings") && <PaymentNotice state={payments} />}
      {board ? <Parts {...board} hidden={hidden} /> : <Failed />}
    </div>
  );
}

function Parts({ figures, today, attention, recent, hidden }: Board & { hidden: string[] }) {
  return (
    <>
      <Figures figures={figures} />
      <TodayBoard
        today={today}
        scheduleHref={schedulePath({ view: "day", date: today.date })}
        visitHref={(visit) => schedulePath({ view: "day", date: today.date, visit })}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          <Panel id="attention" title="Needs attention" more={attention.length > 0 ? ALL_CASES : undefined}>
            <AttentionList attention={attention} back="/admin" heading="h3" />
          </Panel>
          <MonthChart {...figures} />
        </div>
        <div className="grid min-w-0 gap-6">
          <QuickActions actions={ACTIONS.filter(({ page }) => !hidden.includes(page))} />
          {!hidden.includes(ACTIVITY_LIST.path) && (
            <RecentActivity lines={recent} href={ACTIVITY_LIST.path} />
          )}
        </div>
      </div>
    </>
  );
}

const ALL_CASES = { href: ATTENTION_PAGE, label: "Show all" };

/** The four cards (spec section 2). */
function Figures({ figures: { customers, bookings, messages, revenue, tests } }: Pick<Board, "figures">) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4 lg:gap-6">
      <StatCard label="Total Customers" note="Registered users" icon={<Users {...iconLook} />}>
        {customers.toLocaleString("en-US")}
      </StatCard>
      <StatCard label="Total Bookings" note="All time bookings" icon={<CalendarDays {...iconLook} />}>
        {bookings.toLocaleString("en-US")}
      </StatCard>
      <StatCard label="Pending Messages" note="Need attention" icon={<Mail {...iconLook} />}>
        {messages.toLocaleString("en-US")}
      </StatCard>
      <StatCard
        label="Monthly Revenue"
        note={tests.now ? "This month, with test payments" : "This month"}
        icon={<DollarSign {...iconLook} />}
      >
        {revenue.map(({ currency, amount }) => formatCents(amount, currency)).join(" + ")}
      </StatCard>
    </ul>
  );
}

/** Links to pages that the role may open. */
const ACTIONS = [
  { page: "/admin/bookings/new", href: "/admin/bookings/new", label: "New booking", icon: CalendarPlus },
  { page: SCHEDULE_PAGE, href: SCHEDULE_PAGE, label: "Schedule", icon: CalendarClock },
  { page: "/admin/messages", href: "/admin/messages", label: "Messages", icon: Mail },
  { page: `${SERVICES_PAGE}/:id`, href: `${SERVICES_PAGE}/new`, label: "Add Service", icon: Sparkles },
  { page: "/admin/settings", href: "/admin/settings", label: "Settings", icon: Settings },
];

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
      The numbers could not be loaded. Please try again.
    </Notice>
  );
}

const iconLook = { strokeWidth: 1.75, className: "size-5" };
