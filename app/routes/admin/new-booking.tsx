import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { withExtras } from "~/features/booking/checkout/extras";
import { formField } from "~/features/booking/checkout/page";
import { bookByPhone } from "~/features/booking/office/book.server";
import { checkPhoneForm } from "~/features/booking/office/forms";
import { readPhonePage } from "~/features/booking/phone/queries.server";
import { Booked } from "~/features/booking/phone/ui/booked";
import { PhoneForm } from "~/features/booking/phone/ui/phone-form";
import { forgetCall } from "~/features/booking/phone/ui/unfinished-call";
import { withSlot } from "~/features/booking/phone/view";
import { readService } from "~/features/catalog/queries.server";
import { frequenciesOf, isMonthly, type Service } from "~/features/catalog/service";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { holdPlanByPhone } from "~/features/plans/phone/hold.server";
import {
  readAgain,
  readPhonePlan,
  readPhonePlanOffer,
  readSold,
  readWithout,
} from "~/features/plans/phone/queries.server";
import { Sold } from "~/features/plans/phone/ui/sold";
import { readSell } from "~/features/plans/series/offer.server";
import { isUuid } from "~/lib/ids";
import { cleanLine } from "~/lib/text";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/new-booking";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "New booking", "A visit for a customer who called.", { noindex: true });

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

/**
 * `?find=` searches for a customer. `?customer=` is the selected one. `?booked=` is the number of a visit that was just booked,
 * `?sold=` of a plan, `?again=` the id of a plan to offer once more, and `?sell=` of a series to offer as a plan.
 * `?service=&hours=&date=…` request the price, the free times and the visits of a plan.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const { searchParams } = new URL(request.url);
  const again = await readAgain(ctx, searchParams.get("again") ?? "");
  const sell = await readSell(ctx, searchParams.get("sell") ?? "");
  const values = again?.values ?? sell?.values;
  const asked = values
    ? new URLSearchParams({ ...withExtras(values), customer: values.customer_id ?? "" })
    : searchParams;
  const page = await readPhonePage(ctx, asked, await readWithout(ctx, asked));
  const [plan, sold] = await Promise.all([
    readPhonePlan(ctx, page, asked),
    readSold(ctx, searchParams.get("sold") ?? ""),
  ]);
  const token = again?.token ?? randomUUID();
  return data({ ...page, plan, sold, again, sell, values, token }, { headers: NO_STORE });
}

/** Books a visit, or holds a plan. With the intent "show" it only shows what it would do, for browsers without script. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const fields = withExtras(withSlot(form));
  const refuse = async (status: 200 | 400 | 409, errors: Record<string, string>, message: string | null) => {
    const offer = await readPhonePlanOffer(ctx, new URLSearchParams(fields));
    return data({ errors, values: fields, message, offer }, { status, headers: NO_STORE });
  };
  const { token = "", intent, seen = "", series = "" } = fields;
  if (intent === "show") return refuse(200, {}, null);
  if (!isUuid(token)) return refuse(400, {}, "Please reload the page and try again.");
  const service = await readService(ctx, cleanLine(fields.service ?? ""));
  const isPlan = service !== null && (isMonthly(service) || isSoldAs(service, fields.frequency));
  if (series && !isPlan) return refuse(400, { service: NO_PLAN_OF_SERIES }, NO_PLAN_OF_SERIES);
  const checked = checkPhoneForm(isPlan ? { ...fields, pay: "day" } : fields, service);
  if (!checked.ok) return refuse(400, checked.errors, "Please check the highlighted fields.");
  const { request: visit, customer } = checked;
  const outcome = isPlan
    ? await holdPlanByPhone(ctx, { token, request: visit, customer, seen, series_id: series || undefined })
    : await bookByPhone(ctx, { token, request: visit, customer });
  if (outcome.ok)
    return redirectTo(context, `/admin/bookings/new?${isPlan ? "sold" : "booked"}=${outcome.number}`);
  const status = outcome.status === 409 ? 409 : 400;
  return refuse(status, { [formField(outcome.field)]: outcome.message }, outcome.message);
}

const NO_PLAN_OF_SERIES =
  "A series is sold as a plan. Choose a service that is sold as one, and how often it comes.";

/** Whether the service comes as often as the form says; without script, that may be left from another service. */
function isSoldAs(service: Service, frequency: string | undefined): boolean {
  return frequenciesOf(service).some((one) => one === frequency);
}

export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { caller, callers, find, token, booked, sold, again, sell, values, ...offer } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <BackLink to="/admin/bookings" label="Bookings" />
        <h1 className="text-title">New booking</h1>
      </div>
      {actionData?.message && (
        <Notice tone="error" title="Not booked yet">
          {actionData.message}
        </Notice>
      )}
      {again && !actionData && (
        <Notice title={`Plan ${again.number} again`}>
          Its visits were released. What you see now are today’s times and today’s price.
        </Notice>
      )}
      {sell && !actionData && <Notice title="Sell a series as a plan">{sell.words}</Notice>}
      {sold ? (
        <Sold sold={sold} onShown={forgetCall} />
      ) : booked ? (
        <Booked booked={booked} />
      ) : (
        <PhoneForm
          {...{ caller, callers, find, offer }}
          start={values}
          token={actionData?.values.token ?? token}
          refused={actionData}
        />
      )}
    </div>
  );
}
