import HeartHandshake from "lucide-react/icons/heart-handshake";
import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { readReferrals } from "~/features/customers/referrals/queries.server";
import { REFERRALS_PAGE } from "~/features/customers/referrals/referral";
import { offerValues, saveOffer } from "~/features/customers/referrals/save.server";
import { OfferForm } from "~/features/customers/referrals/ui/offer-form";
import { ReferralList } from "~/features/customers/referrals/ui/referral-list";
import { parseInitialValues } from "~/features/operations/settings/forms";
import { readSettings } from "~/features/operations/settings/queries.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Allowed } from "~/ui/allowed";
import { EmptyState } from "~/ui/list/empty-state";
import { Card } from "~/ui/page/card";
import type { Route } from "./+types/referrals";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Referrals", "Customers who recommend us, and what they get.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const [settings, referrals] = await Promise.all([readSettings(ctx), readReferrals(ctx)]);
  return { values: offerValues(settings), currency: settings["payments.default_currency"], referrals };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { seen = "", intent: _, ...values } = form;
  const outcome = await saveOffer(ctx, values, parseInitialValues(seen));
  if (outcome.ok) return redirectTo(context, REFERRALS_PAGE, { toast: { title: "Amounts saved" } });
  const next = outcome.seen ? JSON.stringify(outcome.seen) : seen;
  const status = outcome.reason === "changed" ? 409 : 400;
  return data({ values, errors: outcome.errors, seen: next }, { status });
}

export default function Referrals({ loaderData, actionData }: Route.ComponentProps) {
  const { values, currency, referrals } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="text-title">Referrals</h1>
      <Allowed to="coupons.edit">
        <Card className="p-5 sm:p-7">
          <h2 className="mb-4 text-heading">Referral credit</h2>
          <OfferForm key={JSON.stringify(values)} values={values} currency={currency} refused={actionData} />
        </Card>
      </Allowed>
      {referrals.length > 0 ? (
        <Card className="p-5 sm:p-7">
          <h2 className="mb-2 text-heading">The newest referrals</h2>
          <ReferralList referrals={referrals} />
        </Card>
      ) : (
        <EmptyState icon={HeartHandshake} title="No referrals yet">
          Bookings made with a customer’s link are listed here.
        </EmptyState>
      )}
    </div>
  );
}
