import Plus from "lucide-react/icons/plus";
import TicketPercent from "lucide-react/icons/ticket-percent";
import { Link, Outlet } from "react-router";
import { COUPONS_PAGE } from "~/features/booking/coupons/coupon";
import { readCoupons } from "~/features/booking/coupons/queries.server";
import { CouponTable } from "~/features/booking/coupons/ui/coupon-table";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { requireStaff } from "~/platform/request/gate.server";
import { buttonLook } from "~/ui/action/button-look";
import { Allowed } from "~/ui/allowed";
import { EmptyState } from "~/ui/list/empty-state";
import type { Route } from "./+types/coupons";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Coupons", "Codes that take something off a visit.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  return { coupons: await readCoupons(ctx) };
}

export default function Coupons({ loaderData: { coupons }, params }: Route.ComponentProps) {
  const add = (
    <Allowed to="coupons.edit">
      <Link
        to={`${COUPONS_PAGE}/new`}
        preventScrollReset
        className={`${buttonLook({ size: "small" })} min-h-11`}
      >
        <Plus aria-hidden strokeWidth={1.75} className="size-5" />
        New coupon
      </Link>
    </Allowed>
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">Coupons</h1>
        {coupons.length > 0 && add}
      </div>
      {coupons.length > 0 ? (
        <CouponTable coupons={coupons} current={(params as { id?: string }).id} />
      ) : (
        <EmptyState icon={TicketPercent} title="No coupons yet" action={add}>
          A coupon is a code that takes a percentage or an amount off a visit.
        </EmptyState>
      )}
      <Outlet />
    </div>
  );
}
