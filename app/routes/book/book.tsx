import { data, redirect } from "react-router";
import {
  DRAFT_COOKIES,
  type Draft,
  decodeDraft,
  draftCookies,
  draftOfForm,
  EMPTY_DRAFT,
  toDraft,
} from "~/features/booking/checkout/draft";
import { withExtras } from "~/features/booking/checkout/extras";
import { bookingFormSchema, fieldErrors, toCreatePayment } from "~/features/booking/checkout/forms";
import { formField, frequencyOf } from "~/features/booking/checkout/page";
import type { Clash } from "~/features/booking/checkout/plan-visits";
import { readBookingPage, readSavedAddresses } from "~/features/booking/checkout/queries.server";
import { BookingForm } from "~/features/booking/checkout/ui/booking-form";
import { NOT_WITH_PLANS, TOO_MANY_CODES } from "~/features/booking/coupons/coupon";
import { isDraftPaid } from "~/features/booking/queries.server";
import { requestSchema } from "~/features/booking/requests/forms";
import { receiveRequest } from "~/features/booking/requests/receive.server";
import { REQUEST_BUTTON, REQUEST_FORM, sentPath } from "~/features/booking/requests/rules";
import { readService } from "~/features/catalog/queries.server";
import { pageMeta } from "~/features/content/site/page-meta";
import { readServicesWithPage } from "~/features/content/texts/services.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { ownOrderCookie } from "~/features/payments/checkout/queries.server";
import { comesTo, readArea } from "~/features/scheduling/area/queries.server";
import { zipOf } from "~/features/scheduling/roads/area";
import { isMonth } from "~/lib/dates";
import type { RouteHandle } from "~/lib/route-handle";
import { allowContext, type Ctx, requestContext } from "~/platform/context.server";
import { readCookie } from "~/platform/request/cookies.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { answerPublicForm } from "~/platform/request/public-form.server";
import { ButtonLink } from "~/ui/action/button-link";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/book";

export const handle: RouteHandle = { hydrate: "on-intent" };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "Book a Cleaning",
    "Pick a service, a day and a time, see the full price, and book your cleaning online in a few minutes.",
    { path: "/book" },
  );

/** The page holds a draft: the browser's back button must not show an older one. */
export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** A paid draft is done: the next booking starts with an empty one. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { searchParams } = new URL(request.url);
  const stored = decodeDraft({
    draft: readCookie(request, DRAFT_COOKIES.draft),
    notes: readCookie(request, DRAFT_COOKIES.notes),
  });
  const draft = (await isDraftPaid(ctx, stored.id)) ? EMPTY_DRAFT : stored;
  const referral = searchParams.get("ref");
  if (referral !== null) return keepReferral(ctx, searchParams, { ...draft, referral });
  const { partner } = toDraft({ partner: searchParams.get("partner") });
  const wish = {
    draft: partner ? { ...draft, partner } : draft,
    service: searchParams.get("service"),
    type: searchParams.get("type"),
    month: monthOf(searchParams),
    mayTry: draft.coupon !== "" && (await context.get(allowContext)("coupon")),
  };
  const [page, withPage] = await Promise.all([readBookingPage(ctx, wish), readServicesWithPage(ctx)]);
  return { page, withPage, requested: zipOf(searchParams.get("requested") ?? "") };
}

/** Keeps in the draft by whose link the visitor came. A wrong one is left out. */
function keepReferral(ctx: Ctx, query: URLSearchParams, draft: Draft) {
  query.delete("ref");
  const headers = storeDraft(toDraft(draft), ctx);
  headers.set("Cache-Control", "no-store");
  return redirect(query.size > 0 ? `/book?${query}` : "/book", { headers });
}

/**
 * Without script the whole page is one form: it pays, or changes month, type or inputs and comes back. From outside the
 * service area it sends a request instead.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = await withProperty(requestContext(context), withExtras((await readForm(request)) ?? {}));
  const [intent, value = ""] = (fields.intent ?? "pay").split(":");
  const draft = draftOfForm(fields);
  const headers = storeDraft(draft, requestContext(context));
  if (intent === "pay") return pay(context, { fields, draft, headers });
  if (intent === "coupon") return applyCode(context, { fields, draft, headers });
  if (intent === "request") return sendRequest(request, context, { fields, draft, headers });
  const query = new URLSearchParams({ type: intent === "type" ? value : draft.type });
  if (intent === "month" && isMonth(value)) query.set("month", value);
  return redirect(`/book?${query}#${intent === "type" ? "service" : "when"}`, {
    status: 303,
    headers,
  });
}

/** Without script the address fields may still hold another address than the selected property. */
async function withProperty(ctx: Ctx, fields: Record<string, string>): Promise<Record<string, string>> {
  const saved = fields.property ? await readSavedAddresses(ctx) : [];
  const chosen = saved.find(({ id }) => id === fields.property);
  return chosen ? { ...fields, ...chosen.address } : fields;
}

/** Without script: shows the price with the code, or why it can't be used. */
async function applyCode(context: Route.ActionArgs["context"], { draft, headers }: Posted) {
  const ctx = requestContext(context);
  const mayTry = draft.coupon !== "" && (await context.get(allowContext)("coupon"));
  const page = await readBookingPage(ctx, { draft, mayTry, service: null, type: null, month: null });
  const isPlan = frequencyOf(
    page.draft,
    page.choices.find(({ service }) => service.id === page.draft.service),
  );
  const message = !draft.coupon
    ? "Type a code first."
    : isPlan
      ? NOT_WITH_PLANS
      : page.coupon
        ? page.coupon.error
        : TOO_MANY_CODES;
  if (!message) return redirect("/book#coupon", { status: 303, headers });
  const status = draft.coupon && !isPlan && !page.coupon ? 429 : 400;
  const errors: Record<string, string> = { coupon: message };
  return data({ page, errors, message, clashes: undefined, again: undefined }, { status, headers });
}

type Posted = { fields: Record<string, string>; draft: Draft; headers: Headers };

async function pay(context: Route.ActionArgs["context"], { fields, draft, headers }: Posted) {
  const ctx = requestContext(context);
  const refuse = async (
    status: number,
    errors: Record<string, string>,
    message: string,
    clashes?: Clash[],
  ) => {
    const page = await readBookingPage(ctx, { draft, service: null, type: null, month: null });
    return data({ page, errors, message, clashes, again: undefined }, { status, headers });
  };
  const allow = context.get(allowContext);
  if (!(await allow("create-payment")))
    return refuse(429, {}, "Too many attempts. Please wait a minute and try again.");
  const form = bookingFormSchema.safeParse(fields);
  if (!form.success) {
    const errors = Object.fromEntries(fieldErrors(form.error).map(({ field, message }) => [field, message]));
    return refuse(400, errors, "Please fill in all required fields");
  }
  if (form.data.coupon && !(await allow("coupon")))
    return refuse(429, { coupon: TOO_MANY_CODES }, TOO_MANY_CODES);
  const chosen = await readService(ctx, form.data.service);
  const outcome = await createPayment(ctx, {
    request: toCreatePayment(form.data, chosen),
    draft_id: form.data.draft_id ?? null,
  });
  if (!outcome.ok && outcome.url) return redirect(outcome.url, { status: 303, headers });
  if (!outcome.ok)
    return refuse(
      outcome.status,
      { [formField(outcome.field)]: outcome.message },
      outcome.message,
      outcome.clashes,
    );
  headers.append("Set-Cookie", ownOrderCookie(ctx, outcome.order_id));
  return redirect(outcome.url, { status: 303, headers });
}

/** From outside the service area: stores what the visitor wants instead of a booking. The draft stays. */
async function sendRequest(
  request: Request,
  context: Route.ActionArgs["context"],
  { fields, draft, headers }: Posted,
) {
  const ctx = requestContext(context);
  const zip = zipOf(fields.zip ?? "");
  if (zip && comesTo(await readArea(ctx), zip)) {
    const toast = { title: `We come to ${zip}`, description: "You can book right away." };
    return withCookies(redirectTo(context, "/book", { toast }), headers);
  }
  const allow = context.get(allowContext);
  const answer = await answerPublicForm(request, context, {
    ...{ name: REQUEST_FORM, button: REQUEST_BUTTON, schema: requestSchema, limit: "message", fields },
    async send(form, form_id) {
      const acknowledge = await allow("acknowledgement-everywhere", form.request_email);
      await receiveRequest(ctx, { ...form, draft, form_id, acknowledge });
    },
    done: () => redirectTo(context, sentPath(zip ?? ""), { toast: { title: "Request sent" } }),
  });
  if (answer instanceof Response) return withCookies(answer, headers);
  const { data: again, init } = answer;
  const page = await readBookingPage(ctx, { draft, service: null, type: null, month: null });
  const errors: Record<string, string> = again.errors.zip?.[0] ? { zip: again.errors.zip[0] } : {};
  const message = Object.keys(again.errors).length > 0 ? "Please check the marked fields." : "";
  return data({ page, errors, message, again, clashes: undefined }, { status: init?.status ?? 400, headers });
}

function withCookies(response: Response, headers: Headers): Response {
  for (const cookie of headers.getSetCookie()) response.headers.append("Set-Cookie", cookie);
  return response;
}

function monthOf(query: URLSearchParams): string | null {
  const month = query.get("month");
  return month && isMonth(month) ? month : null;
}

function storeDraft(draft: Draft, { origin }: Ctx): Headers {
  const headers = new Headers();
  for (const cookie of draftCookies(draft, { secure: origin.startsWith("https:") }))
    headers.append("Set-Cookie", cookie);
  return headers;
}

export function ErrorBoundary() {
  return (
    <Container className="py-12">
      <h1 className="mb-6 text-title">Book a Cleaning</h1>
      <Notice tone="error" action={<ButtonLink href="/book">Try again</ButtonLink>}>
        Error loading services. Please try again later.
      </Notice>
    </Container>
  );
}

export default function Book({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Container className="pt-8 pb-40 md:pt-12 lg:pb-24">
      <h1 className="text-title">Book a Cleaning</h1>
      <BookingForm
        page={actionData?.page ?? loaderData.page}
        withPage={loaderData.withPage}
        refused={actionData ?? undefined}
        requested={loaderData.requested}
      />
    </Container>
  );
}
