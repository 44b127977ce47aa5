import { data } from "react-router";
import { COUPONS_PAGE } from "~/features/booking/coupons/coupon";
import { checkTerms } from "~/features/booking/coupons/forms";
import { readCoupon, readCouponServices } from "~/features/booking/coupons/queries.server";
import { changeCoupon, endCoupon } from "~/features/booking/coupons/save.server";
import { CouponFacts, CouponForm, CouponOrders, EndCoupon } from "~/features/booking/coupons/ui/coupon-panel";
import { STATE_LABELS } from "~/features/booking/coupons/view";
import { readCompany } from "~/features/operations/settings/queries.server";
import type { ToastMessage } from "~/lib/toast-message";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Disclosure } from "~/ui/action/disclosure";
import { Allowed } from "~/ui/allowed";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/coupon";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const [coupon, services, company] = await Promise.all([
    readCoupon(ctx, id),
    readCouponServices(ctx),
    readCompany(ctx),
  ]);
  return data({ coupon, services, currency: company.default_currency }, coupon ? 200 : 404);
}

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

type Answer = {
  refused?: { values: Record<string, string>; errors: Record<string, string> };
  toast?: ToastMessage;
};

/** Handles every form of the panel. `intent` names the action. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form: values } = await requireStaffForm(request, context);
  const answer = (status: number, answer: Answer) => data<Answer>(answer, { status });
  const done = (title: string) => redirectTo(context, `${COUPONS_PAGE}/${id}`, { toast: { title } });
  const refuse = (status: number, description: string) =>
    answer(status, { toast: { title: "Not saved", description, destructive: true } });
  switch (values.intent) {
    case "change": {
      const services = await readCouponServices(ctx);
      const checked = checkTerms(
        values,
        services.map((service) => service.id),
      );
      if (!checked.ok) return answer(400, { refused: { values, errors: checked.errors } });
      const outcome = await changeCoupon(ctx, { ...checked.value, id, seen: values.seen ?? "" });
      if (outcome.ok) return done("Coupon saved");
      if (outcome.reason === "not found") return answer(404, {});
      return refuse(409, "Somebody else has changed this coupon. Check it, and change it again.");
    }
    case "end":
    case "resume": {
      const ended = values.intent === "end";
      if (!(await endCoupon(ctx, { id, ended }))) return answer(404, {});
      return done(ended ? "Coupon ended" : "Coupon can be used again");
    }
    default:
      return refuse(400, "This form is not known here. Please reload the page.");
  }
}

export default function Coupon({ loaderData, actionData }: Route.ComponentProps) {
  const { coupon, services, currency } = loaderData;
  const answer: Answer | undefined = actionData;
  if (!coupon)
    return (
      <SidePanel title="Coupon" closeHref={COUPONS_PAGE}>
        <p className="text-moss">We can’t find this coupon.</p>
      </SidePanel>
    );
  const { seen, fields, state } = coupon;
  return (
    <SidePanel key={coupon.id} title={coupon.code} closeHref={COUPONS_PAGE}>
      <Refusal toast={answer?.toast} className="mb-5" />
      <div className="grid gap-5">
        {state !== "active" && <Notice>{STATE_LABELS[state]}: this code can’t be used now.</Notice>}
        <CouponFacts coupon={coupon} />
        <Allowed to="coupons.edit">
          <Disclosure title="Change the terms" open={Boolean(answer?.refused)}>
            <p className="mb-4 text-[0.9375rem]/6 text-moss">
              For bookings to come. Existing ones keep their price.
            </p>
            <CouponForm
              key={seen}
              version={{ seen }}
              fields={answer?.refused?.values ?? fields}
              errors={answer?.refused?.errors}
              services={services}
              currency={currency}
            />
          </Disclosure>
          <EndCoupon ended={coupon.ended} />
        </Allowed>
        <CouponOrders orders={coupon.orders} />
      </div>
    </SidePanel>
  );
}
