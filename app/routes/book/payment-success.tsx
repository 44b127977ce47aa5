import { data } from "react-router";
import { manageUrl } from "~/features/booking/manage-link.server";
import { type BookingView, readBookingBySession } from "~/features/booking/reads.server";
import { askAboutCheckout } from "~/features/payments/ask.server";
import { isSessionPaidTwice } from "~/features/payments/paid-twice.server";
import paymentArrival from "~/features/payments/ui/payment-arrival.js?url";
import { Receipt } from "~/features/payments/ui/receipt";
import { UnchangedNote } from "~/features/payments/ui/unchanged-note";
import { planUrl } from "~/features/plans/manage-link.server";
import { readPlanBySession } from "~/features/plans/reads.server";
import { pageMeta } from "~/features/site/page-meta";
import { dateInWords } from "~/lib/dates";
import { CONFIRMING_PAYMENT_MS, PAYMENT_POLL_MS } from "~/lib/timings";
import { type Actor, type Ctx, requestContext } from "~/platform/context.server";
import { ButtonLink } from "~/ui/button-link";
import { Container } from "~/ui/container";
import { cx } from "~/ui/cx";
import { Loading } from "~/ui/loading";
import { Notice } from "~/ui/notice";
import type { Route } from "./+types/payment-success";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Payment", "Your payment and your booking, as soon as they are confirmed.", {
    noindex: true,
  });

/** Of something that is over, or looks so. */
const OVER: ReadonlySet<State> = new Set(["cancelled", "confirmed"]);
/** Of something that was paid for, or will be. */
const STANDS: ReadonlySet<State> = new Set(["confirmed", "processing", "flagged", "checked"]);

type State =
  | "confirmed"
  | "pending"
  | "processing"
  | "late"
  | "going back"
  | "flagged"
  | "checked"
  | "released"
  | "cancelled"
  | "twice"
  | "unknown";

/** The true state of the booking, as the server knows it; the address is never believed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const sessionId = searchParams.get("session_id") ?? "";
  const ctx = requestContext(context);
  await askAboutCheckout(ctx, sessionId);
  const booking = await readBookingBySession(ctx, sessionId);
  const plan = booking ? null : await readPlanBySession(ctx, sessionId);
  const known = plan ? stateOfPlan(plan) : stateOf(booking);
  const state = OVER.has(known) && (await isSessionPaidTwice(ctx, sessionId)) ? "twice" : known;
  const unchanged = searchParams.has("unchanged") && STANDS.has(state);
  const bought = plan ? planReceiptOf(plan) : booking && receiptOf(booking);
  return data(
    {
      ...{ sessionId, state, unchanged, booking: bought },
      plan: plan && { href: hrefOf(plan, ctx.actor) },
      change: unchanged && state === "confirmed" ? changeOf(ctx, booking, plan) : null,
    },
    { headers: { "Cache-Control": "no-store" }, status: bought ? 200 : 404 },
  );
}

type Plan = NonNullable<Awaited<ReturnType<typeof readPlanBySession>>>;

/** Whoever has signed in sees it there; a guest's mail has a link of its own. */
function hrefOf({ id, user_id }: Plan, actor: Actor): string | null {
  return actor.kind === "user" && actor.id === user_id ? `/plans/${id}` : null;
}

/** Where its time can be changed; whoever has the address of this page has paid for it. */
function changeOf(ctx: Ctx, booking: BookingView | null, plan: Plan | null) {
  if (plan) return { href: planUrl(ctx, plan.id), label: "Change your plan" };
  if (!booking) return null;
  const url = new URL(manageUrl(ctx, booking.id));
  url.pathname += "/reschedule";
  return { href: url.href, label: "Reschedule" };
}

function stateOfPlan({ status, order_status, processing, needs_attention }: Plan): State {
  if (processing) return status === "ended" ? "late" : "processing";
  if (needs_attention && status === "pending") return "checked";
  if (order_status === "completed") return "confirmed";
  return status === "ended" || order_status === "failed" ? "released" : "pending";
}

function planReceiptOf({
  is_test,
  service,
  rhythm,
  time,
  address,
  first_date,
  lines,
  price,
  customer_email,
}: Plan) {
  return {
    facts: [service, `${rhythm} at ${time}`, `From ${dateInWords(first_date)}`, address],
    lines,
    isTest: is_test,
    total: price,
    email: customer_email,
  };
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

function stateOf(booking: BookingView | null): State {
  if (!booking) return "unknown";
  if (booking.processing) {
    if (booking.status !== "cancelled") return "processing";
    return booking.cancelled_at ? "going back" : "late";
  }
  if (booking.status === "cancelled") return booking.order_status === "completed" ? "cancelled" : "released";
  if (booking.needs_attention && booking.status === "pending") return "flagged";
  return booking.order_status === "completed" ? "confirmed" : "pending";
}

function receiptOf({
  service,
  date_in_words,
  time,
  duration,
  address,
  lines,
  total,
  is_test,
  customer_email,
}: BookingView) {
  return {
    facts: [service, `${date_in_words}, ${time}`, duration, address],
    lines,
    isTest: is_test,
    total,
    email: customer_email,
  };
}

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  const { sessionId, state, booking, plan, unchanged, change } = loaderData;
  const pending = state === "pending";
  return (
    <Container narrow className="py-12 md:py-16">
      {pending && (
        <noscript>
          <meta httpEquiv="refresh" content="2" />
        </noscript>
      )}
      <div
        data-arrival={state}
        data-confirming-ms={CONFIRMING_PAYMENT_MS}
        data-poll-ms={PAYMENT_POLL_MS}
        className="group/arrival"
      >
        <div
          className={cx("py-16 text-center group-data-shown/arrival:hidden", !pending && "noscript:hidden")}
        >
          <h1 className="text-title">Confirming your payment...</h1>
          <Loading className="mt-6">This takes a moment.</Loading>
        </div>
        {!pending && (
          <div className="hidden group-data-shown/arrival:block noscript:block">
            {unchanged && <UnchangedNote paid={state !== "processing"} change={change} />}
            {state === "confirmed" && booking && (
              <Booked booking={booking} plan={plan} sessionId={sessionId} />
            )}
            {state !== "confirmed" && <NotBooked {...NOT_BOOKED[state]} />}
            <WaysOn />
          </div>
        )}
      </div>
      {sessionId && <p className="mt-10 break-all text-moss text-sm">Payment session: {sessionId}</p>}
      <script type="module" async src={paymentArrival} />
    </Container>
  );
}

type Receipted = NonNullable<Route.ComponentProps["loaderData"]["booking"]>;

type BookedProps = { booking: Receipted; plan: { href: string | null } | null; sessionId: string };

function Booked({ booking, plan, sessionId }: BookedProps) {
  return (
    <>
      <h1 className="text-title">{plan ? "Your plan has started" : "Your cleaning is booked"}</h1>
      <p className="mt-3 text-lead text-moss">
        {booking.email
          ? `A confirmation is on its way to ${booking.email}.`
          : "We look forward to seeing you."}
      </p>
      {booking.isTest && (
        <Notice className="mt-6" title="Test payment">
          No card was charged, and no money moved.
        </Notice>
      )}
      <div className="mt-8">
        <Receipt heading="Receipt" {...booking} totalLabel="Paid" />
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink href={`/api/calendar?session_id=${encodeURIComponent(sessionId)}`} size="large">
          Add to calendar
        </ButtonLink>
        {plan ? (
          plan.href && (
            <ButtonLink href={plan.href} variant="secondary" size="large">
              See your plan
            </ButtonLink>
          )
        ) : (
          <ButtonLink href="/profile?tab=upcoming-cleans" variant="secondary" size="large">
            View my bookings
          </ButtonLink>
        )}
      </div>
    </>
  );
}

type Words = { tone: "info" | "error"; heading: string; text: string };

function NotBooked({ tone, heading, text }: Words) {
  return (
    <>
      <h1 className="text-title">{heading}</h1>
      <Notice tone={tone} className="mt-6">
        {text}
      </Notice>
    </>
  );
}

const NOT_BOOKED: Record<Exclude<State, "confirmed" | "pending">, Words> = {
  processing: {
    tone: "info",
    heading: "Your bank is confirming the payment",
    text: "That can take some days with this way to pay. We keep your time until then, and you get a mail as soon as the payment has arrived. You don't have to do anything.",
  },
  late: {
    tone: "info",
    heading: "Your bank is confirming the payment",
    text: "That can take some days with this way to pay, and your time was given back meanwhile. Once the payment arrives, we find you a time or pay everything back.",
  },
  "going back": {
    tone: "info",
    heading: "This booking was cancelled",
    text: "Your bank is still confirming the payment. Once it goes through, we’ll refund all of it.",
  },
  flagged: {
    tone: "info",
    heading: "Your payment has arrived",
    text: "We could not keep this time while your payment was on its way. We will call you about a new one, or pay everything back.",
  },
  checked: {
    tone: "info",
    heading: "Your payment has arrived",
    text: "It is not the amount that we asked for, so we are looking into it. We will call you about it, or pay everything back.",
  },
  released: {
    tone: "error",
    heading: "This booking was cancelled",
    text: "Its time was given back and nothing was charged. You can book another time at once.",
  },
  cancelled: {
    tone: "info",
    heading: "This booking was cancelled",
    text: "Its time was given back. The mail about it says what you get back of your payment.",
  },
  twice: {
    tone: "info",
    heading: "You paid for this booking twice",
    text: "Your booking stands, and this second payment goes back to you in full. We sent you a mail about it.",
  },
  unknown: {
    tone: "error",
    heading: "We can't find this payment",
    text: "The address of this page is not complete. If you paid, the confirmation in your mail leads to your booking.",
  },
};

function WaysOn() {
  return (
    <p className="mt-8 flex gap-6">
      <a href="/" className={wayLook}>
        Return Home
      </a>
      <a href="/book" className={wayLook}>
        Book Another Cleaning
      </a>
    </p>
  );
}

const wayLook = "font-semibold text-evergreen-700 underline underline-offset-4 hover:text-evergreen-900";
