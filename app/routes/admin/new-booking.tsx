import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { withExtras } from "~/features/booking/checkout/extras";
import { formField } from "~/features/booking/checkout/page";
import { bookByPhone } from "~/features/booking/office/book.server";
import { checkPhoneForm } from "~/features/booking/office/forms";
import { readPhoneOffer, readPhonePage } from "~/features/booking/phone/queries.server";
import { Booked } from "~/features/booking/phone/ui/booked";
import { PhoneForm } from "~/features/booking/phone/ui/phone-form";
import { withSlot } from "~/features/booking/phone/view";
import { readService } from "~/features/catalog/queries.server";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { isUuid } from "~/lib/ids";
import { cleanLine } from "~/lib/text";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/new-booking";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "New booking", "A visit for a customer who called."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

/**
 * `?find=` searches for a customer. `?customer=` is the selected one. `?booked=` is the number of a visit that was just booked.
 * `?service=&hours=&date=…` request the price and the free times.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const page = await readPhonePage(ctx, new URL(request.url).searchParams);
  return data({ ...page, token: randomUUID() }, { headers: NO_STORE });
}

/** Books. With the intent "show" only the times and the price are shown, for browsers without script. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const fields = withExtras(withSlot(form));
  const refuse = async (status: 200 | 400 | 409, errors: Record<string, string>, message: string | null) => {
    const offer = await readPhoneOffer(ctx, new URLSearchParams(fields));
    return data({ errors, values: fields, message, offer }, { status, headers: NO_STORE });
  };
  const { token = "", intent } = fields;
  if (intent === "show") return refuse(200, {}, null);
  if (!isUuid(token)) return refuse(400, {}, "Please reload the page and try again.");
  const service = await readService(ctx, cleanLine(fields.service ?? ""));
  const checked = checkPhoneForm(fields, service);
  if (!checked.ok) return refuse(400, checked.errors, "Please check the highlighted fields.");
  const outcome = await bookByPhone(ctx, { token, request: checked.request, customer: checked.customer });
  if (outcome.ok) return redirectTo(context, `/admin/bookings/new?booked=${outcome.number}`);
  const status = outcome.status === 409 ? 409 : 400;
  return refuse(status, { [formField(outcome.field)]: outcome.message }, outcome.message);
}

export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { caller, callers, find, token, booked, ...offer } = loaderData;
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
      {booked ? (
        <Booked booked={booked} />
      ) : (
        <PhoneForm
          {...{ caller, callers, find, offer }}
          token={actionData?.values.token ?? token}
          refused={actionData}
        />
      )}
    </div>
  );
}
