import CalendarX from "lucide-react/icons/calendar-x-2";
import Plus from "lucide-react/icons/plus";
import { data, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { BOOKING_LIST, isStatus, planSearch, rangesOf, whyNone } from "~/features/booking/office/list/list";
import { bookingList } from "~/features/booking/office/list/list.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { OfficeTable, OfficeTabs } from "~/features/booking/office/ui/table";
import { undoBookingStatus } from "~/features/booking/office/undo.server";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { safePath } from "~/features/identity/sign-in/rules";
import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaffForm } from "~/platform/request/gate.server";
import { buttonLook } from "~/ui/action/button-look";
import { Allowed } from "~/ui/allowed";
import { ListPage } from "~/ui/list/list-page";
import { FilterSelect } from "~/ui/list/list-tools";
import { useAskedQuery } from "~/ui/live/use-asked-query";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/bookings";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, BOOKING_LIST.title, BOOKING_LIST.about, { noindex: true });

export const headers = pageHeaders;

/** A refused status may mean that the list is outdated: reload it. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || actionStatus === 404 || actionStatus === 409;
}

const NO_STORE = { "Cache-Control": "no-store" };
const NOT_SAVED = "Failed to update booking status";

export const loader = bookingList.load;

/** Sets the status of a booking, from its row or its panel. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, id = "", status = "", from = "", sequence = "", to = "" } = form;
  const refuse = (code: 400 | 404 | 409 | 500, description?: string) =>
    data(
      { toast: { title: NOT_SAVED, description, destructive: true } },
      { status: code, headers: NO_STORE },
    );
  const back = safePath(to);
  const isOwnPage = back === "/admin" || back.startsWith("/admin/bookings");
  const page = isOwnPage ? back : "/admin/bookings";
  const seenSequence = /^\d{1,9}$/.test(sequence) ? Number(sequence) : undefined;
  if (intent === "undo") {
    const toast = await undo(ctx, id, seenSequence);
    return redirectTo(context, page, { toast });
  }
  if (!isStatus(status)) return refuse(400, "Choose a status.");
  const seen = { status: isStatus(from) ? from : undefined, sequence: seenSequence };
  const outcome = await orElse(
    ctx.log,
    "a booking's status could not be changed",
    () => setBookingStatus(ctx, { id, status, seen }),
    () => null,
  );
  if (!outcome) return refuse(500, "Please try again.");
  if (!outcome.ok) return refuse(outcome.reason === "not found" ? 404 : 409, outcome.message);
  const title = "Booking status updated successfully";
  if (!outcome.changed || outcome.undo === null) return redirectTo(context, page, { toast: { title } });
  const fields = { intent: "undo", id, sequence: String(outcome.undo), to: page };
  return redirectTo(context, page, { toast: { title, undo: { action: "/admin/bookings", fields } } });
}

/** Undoes a status change. Returns the toast. */
async function undo(ctx: StaffCtx, id: string, sequence = -1): Promise<ToastMessage> {
  const outcome = await undoBookingStatus(ctx, { id, sequence });
  if (outcome.ok)
    return { title: "Undone", description: "The booking is back to how it was. No one was emailed." };
  return { title: "Not undone", description: outcome.message, destructive: true };
}

const ALL_PLANS = ["", "All Plans"] as const;

export default function Bookings({ loaderData: { query, list, views }, actionData }: Route.ComponentProps) {
  const asked = useAskedQuery(BOOKING_LIST, query);
  const { plan } = asked.filters;
  return (
    <ListPage
      spec={BOOKING_LIST}
      query={query}
      list={list}
      views={views}
      icon={CalendarX}
      unmatched={whyNone(query)}
      ranges={rangesOf(asked)}
      notice={
        <>
          <Refusal toast={actionData?.toast} />
          <OfficeTabs query={asked} />
        </>
      }
      actions={
        <Allowed to="bookings.create">
          <Link to="/admin/bookings/new" className={buttonLook()}>
            <Plus aria-hidden strokeWidth={1.75} className="size-5" />
            New booking
          </Link>
        </Allowed>
      }
      filters={{
        plan: plan && (
          <FilterSelect name="plan" label="Plan" value={plan} options={[ALL_PLANS, [plan, "One plan"]]} />
        ),
      }}
    >
      {({ rows, open, hrefOf, sortBy }) => (
        <OfficeTable
          rows={rows}
          open={open}
          hrefOf={hrefOf}
          planHrefOf={(of) => `/admin/bookings${planSearch(query, of)}`}
          sorts={{ date: sortBy("date"), amount: sortBy("amount") }}
        />
      )}
    </ListPage>
  );
}
