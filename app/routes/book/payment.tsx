import type { Submission, SubmissionResult } from "@conform-to/react";
import { data, redirect, replace } from "react-router";
import { tooManyToPayFor } from "~/features/booking/checkout/hold-limit";
import { unpaidLimitOf } from "~/features/booking/checkout/hold-limit.server";
import {
  confirmOnTheDay,
  giveUpOnTheDay,
  holdForCard,
  type OnTheDay,
  onTheDayUrl,
  readOnTheDay,
} from "~/features/booking/checkout/on-the-day.server";
import { manageUrl } from "~/features/booking/manage/link.server";
import { pageMeta } from "~/features/content/site/page-meta";
import { readCompany } from "~/features/operations/settings/queries.server";
import { openCardSetup } from "~/features/payments/cards/open.server";
import type { YearMonth } from "~/features/payments/checkout/card";
import { type Contact, cardFormSchema, contactSchema } from "~/features/payments/checkout/forms";
import { askAboutSetup } from "~/features/payments/checkout/sync.server";
import { Receipt, SAMPLE_ORDER } from "~/features/payments/checkout/ui/arrival";
import { BookedOnTheDay, ConfirmOnTheDay } from "~/features/payments/checkout/ui/on-the-day";
import { CheckoutForm, DemoForm } from "~/features/payments/checkout/ui/payment-forms";
import { cancelTestCheckout, payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { isTestCheckoutInUse, readTestCheckout } from "~/features/payments/test-checkout/sessions.server";
import { formatCents } from "~/lib/money";
import { allowContext, type Ctx, requestContext } from "~/platform/context.server";
import { checkForm, readForm } from "~/platform/request/form.server";
import { linkEnded } from "~/platform/request/gate.server";
import { ButtonLink } from "~/ui/action/button-link";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/payment";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Payment", "Pay for your cleaning by card. See the full price before you pay.", {
    noindex: true,
  });

/** The payment may be done or expired when the browser goes back. */
export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/**
 * The embedded test checkout (`?session_id=`), or the confirmation of a visit paid on the day (`?order=`, signed). Otherwise the
 * demo, which charges nothing (spec section 2).
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const query = new URL(request.url).searchParams;
  const sessionId = query.get("session_id");
  const month = await companyMonth(ctx);
  if (query.has("order")) {
    const card = query.get("card");
    if (card) await askAboutSetup(ctx, card);
    return showOnTheDay(ctx, await readOnTheDay(ctx, linkOf(query)));
  }
  if (sessionId === null) return { state: "demo" as const, month };
  const session = (await isTestCheckoutInUse(ctx)) && (await readTestCheckout(ctx, sessionId));
  if (!session) return data({ state: "unknown" as const }, 404);
  if (session.status === "paid") throw replace(session.success_url);
  if (session.status === "expired") {
    const { cancel_url } = session;
    if (!cancel_url.includes("/payment-canceled")) throw replace(cancel_url); // the page with the pay link says how it is
    return data({ state: "expired" as const }, 410);
  }
  const { lines, amount, currency, summary, known: customer, recurring, consent } = session;
  const total = formatCents(amount, currency);
  return {
    state: "open" as const,
    month,
    known: customer,
    consent,
    facts: recurring
      ? [...summary, `${total} today, then ${total} every month until you end the plan.`]
      : summary,
    lines: lines.map((line) => ({ label: line.label, amount: formatCents(line.amount, currency) })),
    total: amount > 0 ? total : null,
  };
}

function linkOf(query: URLSearchParams) {
  return { order: query.get("order"), key: query.get("key") };
}

function showOnTheDay(ctx: Ctx, found: OnTheDay | null) {
  if (!found) return data({ state: "unknown" as const }, 404);
  if (found.state === "ended") throw linkEnded();
  if (found.state === "over") return data({ state: "over" as const }, 410);
  const { service, date_in_words, time, duration, address, lines, total, customer_email } = found.booking;
  const visit = { facts: [service, `${date_in_words}, ${time}`, duration, address], lines, total };
  if (found.state === "booked") {
    const manage = manageUrl(ctx, found.booking);
    const calendar = new URL(manage);
    calendar.pathname += "/calendar.ics";
    return {
      state: "booked" as const,
      visit,
      email: customer_email,
      card: found.booking.card,
      links: { manage, calendar: calendar.href },
    };
  }
  const { actor } = ctx;
  const phone = actor.kind === "user" && actor.id === found.booking.user_id ? actor.phone : null;
  const customer = { name: found.booking.customer_name, email: customer_email, phone };
  return { state: "on the day" as const, visit, known: customer, consent: found.consent };
}

/** Confirms the visit or releases its slot, and redirects to the page with the outcome. */
async function answerOnTheDay({ request, context }: Route.ActionArgs, query: URLSearchParams) {
  const ctx = requestContext(context);
  const found = await readOnTheDay(ctx, linkOf(query));
  if (!found) throw data(null, 404);
  if (found.state === "ended") throw linkEnded();
  const fields = await readForm(request);
  if (fields?.intent === "cancel") {
    await giveUpOnTheDay(ctx, found);
    return redirect("/book", 303);
  }
  const submission = checkForm(fields, contactSchema);
  if (submission.status !== "success") return data(submission.reply(), 400);
  if (!(await context.get(allowContext)("pay-on-the-day"))) {
    const formErrors = ["Too many bookings in a short time. Please try again in an hour, or call us."];
    return data(submission.reply({ formErrors }), 429);
  }
  if (found.consent) return saveCard(ctx, found, submission);
  if ((await confirmOnTheDay(ctx, found, submission.value)) === "too many") {
    const { phone } = await readCompany(ctx);
    const formErrors = [tooManyToPayFor(unpaidLimitOf(ctx), phone)];
    return data(submission.reply({ formErrors }), 429);
  }
  return redirect(`/payment?${query}`, 303);
}

/** Keeps who books, and leads to the provider's page where they save a card. Coming back from it confirms the visit. */
async function saveCard(
  ctx: Ctx,
  found: OnTheDay,
  submission: Extract<Submission<Contact, string[], Contact>, { status: "success" }>,
) {
  const page = onTheDayUrl(ctx, found.order_id);
  const { name, email, phone } = submission.value;
  if (!(await holdForCard(ctx, found, submission.value))) return redirect(page, 303);
  const outcome = await openCardSetup(ctx, {
    ...{ order_id: found.order_id, success_url: `${page}&card={CHECKOUT_SESSION_ID}`, cancel_url: page },
    who: { customer_name: name, customer_email: email, customer_phone: phone },
  });
  if (outcome.ok) return redirect(outcome.url, 303);
  return data(submission.reply({ formErrors: [outcome.message] }), 503);
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const ctx = requestContext(context);
  const query = new URL(request.url).searchParams;
  if (query.has("order")) return answerOnTheDay(args, query);
  const sessionId = query.get("session_id");
  const fields = await readForm(request);
  // Script shows the demo as paid for a moment and then redirects (demo-form.tsx).
  if (sessionId === null) {
    return request.headers.has("X-Live") ? data({ paid: true }) : redirect("/confirmation", 303);
  }
  if (!(await isTestCheckoutInUse(ctx))) throw data(null, 404);
  if (fields?.intent === "cancel") {
    const url = await cancelTestCheckout(ctx, sessionId);
    return redirect(url ?? `/payment?session_id=${encodeURIComponent(sessionId)}`, 303);
  }
  const allow = context.get(allowContext);
  const submission = checkForm(fields, cardFormSchema(await companyMonth(ctx)));
  if (submission.status !== "success") return data(withoutCard(submission.reply()), 400);
  const refuse = (status: number, message: string) =>
    data(withoutCard(submission.reply({ formErrors: [message] })), status);
  if (!(await allow("test-checkout")))
    return refuse(429, "Too many attempts. Please wait a minute and try again.");
  const outcome = await payTestCheckout(ctx, sessionId, submission.value);
  if (outcome.ok) return replace(outcome.url, 303);
  if (outcome.reason === "declined") return refuse(402, outcome.message);
  return redirect(`/payment?session_id=${encodeURIComponent(sessionId)}`, 303);
}

async function companyMonth(ctx: Ctx): Promise<YearMonth> {
  const { timezone } = await readCompany(ctx);
  const { year, month } = ctx.now.toZonedDateTimeISO(timezone);
  return { year, month };
}

/** Removes card data: it is never sent back to the page. */
function withoutCard(result: SubmissionResult<string[]>): SubmissionResult<string[]> {
  const { number: _number, expiry: _expiry, cvc: _cvc, ...initialValue } = result.initialValue ?? {};
  return { ...result, initialValue };
}

export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData && "status" in actionData ? actionData : undefined;
  if (loaderData.state === "booked") {
    return (
      <Container narrow className="py-12 md:py-16">
        <BookedOnTheDay {...loaderData} />
      </Container>
    );
  }
  return (
    <Container narrow className="py-10 md:py-14">
      <h1 className="text-title">Payment</h1>
      {loaderData.state === "demo" && <Demo month={loaderData.month} paid={actionData !== undefined} />}
      {loaderData.state === "unknown" && (
        <Expired>We can’t find a payment at this link. You can book again in a minute.</Expired>
      )}
      {loaderData.state === "expired" && (
        <Expired>This payment has expired, and we released your time. You weren’t charged.</Expired>
      )}
      {loaderData.state === "over" && (
        <Expired>
          This booking wasn’t confirmed in time, so we released your time. You don’t owe anything.
        </Expired>
      )}
      {loaderData.state === "on the day" && (
        <ConfirmOnTheDay
          visit={loaderData.visit}
          known={loaderData.known}
          consent={loaderData.consent}
          result={result}
        />
      )}
      {loaderData.state === "open" && (
        <>
          <TestNotice />
          <div className="mt-8 grid gap-10">
            <Receipt
              heading="Order summary"
              isTest
              facts={loaderData.facts}
              lines={loaderData.lines}
              total={loaderData.total ?? "Nothing today"}
            />
            <CheckoutForm
              total={loaderData.total}
              consent={loaderData.consent}
              month={loaderData.month}
              known={loaderData.known}
              result={result}
            />
          </div>
        </>
      )}
    </Container>
  );
}

function TestNotice() {
  return (
    <Notice className="mt-5" title="Test checkout: no card is charged">
      Pay with 4242 4242 4242 4242, any future date and any CVC.
    </Notice>
  );
}

function Demo({ month, paid }: { month: YearMonth; paid: boolean }) {
  return (
    <>
      <Notice className="mt-5" title="Demo: nothing is charged">
        This page only shows how paying works. To book for real,{" "}
        <a href="/book" className="font-semibold underline">
          start here
        </a>
        .
      </Notice>
      <div className="mt-8 grid gap-10">
        <Receipt heading="Order summary" {...SAMPLE_ORDER} />
        <DemoForm total={SAMPLE_ORDER.total} month={month} paid={paid} />
        <ButtonLink href="/book" variant="ghost">
          Back to booking
        </ButtonLink>
      </div>
    </>
  );
}

function Expired({ children }: { children: string }) {
  return (
    <Notice className="mt-6" tone="error" action={<ButtonLink href="/book">Back to booking</ButtonLink>}>
      {children}
    </Notice>
  );
}
