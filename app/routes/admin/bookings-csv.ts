import { BOOKING_COLUMNS } from "~/features/booking/office/list/columns";
import { parseBookingList } from "~/features/booking/office/list/list";
import { exportBookings } from "~/features/booking/office/list/list.server";
import { exportList } from "~/features/office/activity/export.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/bookings-csv";

/** `GET /admin/bookings.csv?q=&status=&when=&sort=`: what the list finds, all pages of it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseBookingList(new URL(request.url).searchParams);
  return exportList(ctx, request, "bookings", BOOKING_COLUMNS, exportBookings(ctx, query));
}
