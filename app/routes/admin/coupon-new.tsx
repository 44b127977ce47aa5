import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { COUPONS_PAGE } from "~/features/booking/coupons/coupon";
import { checkNewCoupon, NEW_COUPON } from "~/features/booking/coupons/forms";
import { readCouponCustomer, readCouponServices } from "~/features/booking/coupons/queries.server";
import { createCoupon } from "~/features/booking/coupons/save.server";
import { CouponForm } from "~/features/booking/coupons/ui/coupon-panel";
import { readCompany } from "~/features/operations/settings/queries.server";
import { redirectTo } from "~/platform/request/flash.server";
import { formIdOf } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/coupon-new";

/** `?customer=` is the id of the only customer who may use it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const id = new URL(request.url).searchParams.get("customer") ?? "";
  const [services, customer, company] = await Promise.all([
    readCouponServices(ctx),
    readCouponCustomer(ctx, id),
    readCompany(ctx),
  ]);
  return { services, customer, currency: company.default_currency, form_id: randomUUID() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const refuse = (status: 400 | 409, errors: Record<string, string>) =>
    data({ values: form, errors }, { status });
  const services = await readCouponServices(ctx);
  const checked = checkNewCoupon(
    form,
    services.map(({ id }) => id),
  );
  if (!checked.ok) return refuse(400, checked.errors);
  const outcome = await createCoupon(ctx, { ...checked.value, form_id: formIdOf(form) });
  if (!outcome.ok) return refuse(409, { [outcome.field]: outcome.message });
  const toast = { title: `Coupon ${checked.value.code} created` };
  return redirectTo(context, `${COUPONS_PAGE}/${outcome.id}`, { toast });
}

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export default function NewCoupon({ loaderData, actionData }: Route.ComponentProps) {
  const { form_id, ...page } = loaderData;
  return (
    <SidePanel title="New coupon" closeHref={COUPONS_PAGE}>
      <CouponForm
        version={{ form_id: actionData?.values.form_id ?? form_id }}
        fields={actionData?.values ?? NEW_COUPON}
        errors={actionData?.errors}
        {...page}
      />
    </SidePanel>
  );
}
