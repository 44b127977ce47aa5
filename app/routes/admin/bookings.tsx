import CalendarX from "lucide-react/icons/calendar-x-2";
import Download from "lucide-react/icons/download";
import Plus from "lucide-react/icons/plus";
import { data, Link, Outlet, useMatches } from "react-router";
import { safePath } from "~/features/accounts/redirects";
import {
  BOOKING_LIST,
  isStatus,
  parseBookingList,
  STATUS_LABELS,
  STATUSES,
} from "~/features/booking/office-list";
import { readBookingList } from "~/features/booking/office-list.server";
import { setBookingStatus } from "~/features/booking/office-status.server";
import { OfficeTable } from "~/features/booking/ui/office-table";
import { pageHeaders } from "~/features/site/page-headers";
import { pageMeta } from "~/features/site/page-meta";
import { listSearch } from "~/lib/list-query";
import type { ToastMessage } from "~/lib/toast-message";
import { redirectTo } from "~/platform/flash.server";
import { readForm } from "~/platform/form.server";
import { requireAdmin } from "~/platform/gate.server";
import { buttonLook } from "~/ui/button-look";
import { EmptyState } from "~/ui/empty-state";
import { FilterSelect, ListTools, Pager } from "~/ui/list-tools";
import { Refusal } from "~/ui/refusal";
import type { Route } from "./+types/bookings";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Bookings", "Every visit that was booked."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

const NOT_KEPT = { "Cache-Control": "no-store" };
const NOT_LOADED: ToastMessage = {
  title: "Error",
  description: "Failed to fetch bookings",
  destructive: true,
};
const NOT_SAVED = "Failed to update booking status";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseBookingList(new URL(request.url).searchParams);
  try {
    return data({ query, list: await readBookingList(ctx, query) }, { headers: NOT_KEPT });
  } catch (err) {
    ctx.log.error({ err }, "the bookings could not be read");
    return data({ query, list: null }, { status: 503, headers: { ...NOT_KEPT, "Retry-After": "30" } });
  }
}

/** The status of a booking, from its row or its panel. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireAdmin(request, context);
  const { id = "", status = "", to = "" } = (await readForm(request)) ?? {};
  const refuse = (code: 400 | 404 | 409 | 500, description?: string) =>
    data(
      { toast: { title: NOT_SAVED, description, destructive: true } },
      { status: code, headers: NOT_KEPT },
    );
  if (!isStatus(status)) return refuse(400, "Choose one of the four.");
  const outcome = await setBookingStatus(ctx, { id, status });
  if (!outcome.ok) return refuse(outcome.reason === "not found" ? 404 : 409, outcome.message);
  const back = safePath(to);
  return redirectTo(context, back.startsWith("/admin/bookings") ? back : "/admin/bookings", {
    toast: { title: "Booking status updated successfully" },
  });
}

const FILTER = [
  ["", "All Statuses"],
  ...STATUSES.map((status) => [status, STATUS_LABELS[status]] as const),
] as const;

export default function Bookings({ loaderData: { query, list }, actionData }: Route.ComponentProps) {
  const open = useMatches().at(-1)?.params.id;
  const search = (change: Partial<typeof query> = {}) => listSearch(query, BOOKING_LIST, change);
  const here = search({ cursor: query.cursor });
  const sortBy = (sort: "date" | "amount") => {
    const sorted = query.sort === sort;
    const descending = sorted ? !query.descending : true;
    return {
      href: `/admin/bookings${search({ sort, descending })}`,
      direction: sorted ? (query.descending ? ("descending" as const) : ("ascending" as const)) : null,
    };
  };
  const sort = new URLSearchParams(search({ q: "", filters: {} })).get("sort");
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">Bookings</h1>
        <Link to="/admin/bookings/new" className={buttonLook()}>
          <Plus aria-hidden strokeWidth={1.75} className="size-5" />
          New booking
        </Link>
      </div>
      <Refusal toast={actionData?.toast} />
      <ListTools
        action="/admin/bookings"
        q={query.q}
        placeholder="Search bookings"
        keep={sort ? { sort } : {}}
        actions={
          <a
            href={`/admin/bookings.csv${search()}`}
            download
            className={buttonLook({ variant: "secondary" })}
          >
            <Download aria-hidden strokeWidth={1.75} className="size-5" />
            Export Bookings
          </a>
        }
      >
        <FilterSelect name="status" label="Status" value={query.filters.status ?? ""} options={FILTER} />
      </ListTools>
      {list && list.rows.length > 0 && (
        <OfficeTable
          rows={list.rows}
          open={open}
          hrefOf={(id) => `/admin/bookings/${id}${here}`}
          sorts={{ date: sortBy("date"), amount: sortBy("amount") }}
        />
      )}
      {list && list.rows.length === 0 && (
        <EmptyState
          icon={CalendarX}
          title="No bookings found."
          action={
            here && (
              <Link to="/admin/bookings" className={buttonLook({ variant: "secondary", size: "small" })}>
                Show all bookings
              </Link>
            )
          }
        >
          {here ? "Nothing matches the search and the filter." : "What customers book shows up here."}
        </EmptyState>
      )}
      {!list && <Refusal toast={NOT_LOADED} stays />}
      {list && (
        <Pager
          count={list.rows.length}
          total={list.total}
          more={list.more}
          noun={list.total === 1 ? "booking" : "bookings"}
          previous={list.previous && `/admin/bookings${search({ cursor: list.previous })}`}
          next={list.next && `/admin/bookings${search({ cursor: list.next })}`}
        />
      )}
      <Outlet />
    </div>
  );
}
