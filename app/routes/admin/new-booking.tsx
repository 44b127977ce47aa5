import { randomUUID } from "node:crypto";
import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { formField } from "~/features/booking/checkout/page";
import { bookByPhone } from "~/features/booking/office/book.server";
import type { PhoneOffer } from "~/features/booking/office/booking";
import { checkPhoneForm } from "~/features/booking/office/forms";
import { readPhonePage } from "~/features/booking/office/new-booking.server";
import { OfficeBookForm } from "~/features/booking/office/ui/book-form";
import { CallerSearch } from "~/features/booking/office/ui/caller-search";
import { readService } from "~/features/catalog/queries.server";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { isUuid } from "~/lib/ids";
import { cleanLine } from "~/lib/text";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { requireAdmin } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/new-booking";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "New booking", "A visit for a customer who called."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

/** A taken slot reloads the page, which then shows the remaining ones. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || actionStatus === 409;
}

const NO_STORE = { "Cache-Control": "no-store" };

/**
 * `?find=` searches for a customer. `?customer=` is the selected one.
 * `?service=&hours=&date=` request the price and the free times of a day.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const page = await readPhonePage(ctx, new URL(request.url).searchParams);
  return data({ ...page, token: randomUUID() }, { headers: NO_STORE });
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireAdmin(request, context);
  const fields = (await readForm(request)) ?? {};
  const refuse = (
    status: 400 | 409,
    errors: Record<string, string>,
    message: string,
    slots?: PhoneOffer["slots"],
  ) => data({ errors, values: fields, message, slots }, { status, headers: NO_STORE });
  const { token = "" } = fields;
  if (!isUuid(token)) return refuse(400, {}, "Please reload the page and try again.");
  const service = await readService(ctx, cleanLine(fields.service ?? ""));
  const checked = checkPhoneForm(fields, service);
  if (!checked.ok) return refuse(400, checked.errors, "Please check the highlighted fields.");
  const outcome = await bookByPhone(ctx, { token, request: checked.request, customer: checked.customer });
  if (outcome.ok) {
    const toast = { title: "Visit booked", description: "The customer will get a confirmation by email." };
    return redirectTo(context, `/admin/bookings/${outcome.booking_id}`, {
      toast: checked.customer.customer_email ? toast : { title: toast.title },
    });
  }
  const status = outcome.status === 409 ? 409 : 400;
  const slots = "slots" in outcome ? outcome.slots : undefined;
  return refuse(status, { [formField(outcome.field)]: outcome.message }, outcome.message, slots);
}

export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { caller, callers, find, token, ...offer } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <BackLink to="/admin/bookings" label="Bookings" />
        <h1 className="text-title">New booking</h1>
      </div>
      {actionData && (
        <Notice tone="error" title="Not booked yet">
          {actionData.message}
        </Notice>
      )}
      <CallerSearch caller={caller} callers={callers} find={find} />
      <OfficeBookForm
        key={caller?.id ?? "new"}
        {...offer}
        caller={caller}
        token={actionData?.values.token ?? token}
        refused={actionData}
      />
    </div>
  );
}
