import { data } from "react-router";
import { manageUrl } from "~/features/booking/manage/link.server";
import { flagToCustomer } from "~/features/booking/paid-flag";
import { type BookingView, readBookingBySession } from "~/features/booking/queries.server";
import { pageMeta } from "~/features/content/site/page-meta";
import { isOwnCheckout } from "~/features/payments/checkout/queries.server";
import { askAboutCheckout } from "~/features/payments/checkout/sync.server";
import {
  NotBooked,
  type PaymentState,
  Receipt,
  UnchangedNote,
} from "~/features/payments/checkout/ui/arrival";
import paymentArrival from "~/features/payments/checkout/ui/payment-arrival.ts?url";
import { isSessionPaidTwice } from "~/features/payments/orders/queries.server";
import { PAID_BESIDE_OWED } from "~/features/payments/orders/rules";
import { planUrl } from "~/features/plans/ownership.server";
import { readPlanBySession } from "~/features/plans/queries.server";
import { formatLongDate } from "~/lib/dates";
import { CONFIRMING_PAYMENT_MS, PAYMENT_POLL_MS } from "~/lib/timings";
import { type Ctx, requestContext } from "~/platform/context.server";
import { ButtonLink } from "~/ui/action/button-link";
import { cx } from "~/ui/cx";
import { Container } from "~/ui/page/container";
import { Loading } from "~/ui/page/loading";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/payment-success";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Payment", "Your payment and your booking, as soon as they are confirmed.", {
    noindex: true,
  });

/** States in which a session may have been paid a second time. */
const SETTLED: ReadonlySet<PaymentState> = new Set(["cancelled", "confirmed"]);
/** States of a booking that is paid or will be. */
const PAID: ReadonlySet<PaymentState> = new Set(["confirmed", "processing", "flagged", "checked"]);

/** State of the booking from the server. The address is not trusted. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const sessionId = searchParams.get("session_id") ?? "";
  const ctx = requestContext(context);
  await askAboutCheckout(ctx, sessionId);
  const booking = await readBookingBySession(ctx, sessionId);
  const plan = booking ? null : await readPlanBySession(ctx, sessionId);
  const booked = plan ? stateOfPlan(plan) : stateOf(booking);
  const state = SETTLED.has(booked) && (await isSessionPaidTwice(ctx, sessionId)) ? "twice" : booked;
  const unchanged = searchParams.has("unchanged") && PAID.has(state);
  const bought = plan ? planReceiptOf(plan) : booking && receiptOf(booking);
  const own = await linksOf(ctx, request, sessionId, booking, plan);
  return data(
    {
      ...{ sessionId, state, unchanged, booking: bought },
      flagged: state === "flagged" && booking?.flag ? flagToCustomer(booking.flag) : null,
      isPlan: plan !== null,
      hasAccount: ctx.actor.kind === "user",
      own,
    },
    { headers: { "Cache-Control": "no-store" }, status: bought ? 200 : 404 },
  );
}

type Plan = NonNullable<Awaited<ReturnType<typeof readPlanBySession>>>;

type Links = { see: { href: string; label: string }; change: string };

/**
 * Links to see and change the booking, for the signed-in customer or the browser that booked. The address of this page may be
 * known to others, who need the link in the email.
 */
async function linksOf(
  ctx: Ctx,
  request: Request,
  sessionId: string,
  booking: BookingView | null,
  plan: Plan | null,
): Promise<Links | null> {
  const found = plan ?? booking;
  if (!found) return null;
  const { actor } = ctx;
  const isOwner = actor.kind === "user" && actor.id === found.user_id;
  if (!isOwner && !(await isOwnCheckout(ctx, request, sessionId))) return null;
  if (plan) {
    const href = isOwner ? `/plans/${plan.id}` : planUrl(ctx, plan);
    return { see: { href, label: "See your plan" }, change: href };
  }
  if (isOwner) {
    const see = { href: "/profile?tab=upcoming-cleans", label: "View my bookings" };
    return { see, change: `/bookings/${found.id}/reschedule` };
  }
  const href = manageUrl(ctx, found);
  const change = new URL(href);
  change.pathname += "/reschedule";
  return { see: { href, label: "View my booking" }, change: change.href };
}

function stateOfPlan({ status, order_status, processing, needs_attention, charges }: Plan): PaymentState {
  if (processing) return status === "ended" ? "late" : "processing";
  if (needs_attention && status === "pending") return "checked";
  const otherwise = charges.find((charge) => charge.otherwise)?.otherwise;
  if (otherwise && status === "ended") return otherwise.left > 0 ? "checked" : "cancelled";
  if (status === "ended" && needs_attention?.includes(PAID_BESIDE_OWED)) return "beside";
  if (order_status === "completed") return "confirmed";
  return status === "ended" || order_status === "failed" ? "released" : "pending";
}

function planReceiptOf({
  number,
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
    facts: [service, `${rhythm} at ${time}`, `From ${formatLongDate(first_date)}`, address, `Plan ${number}`],
    lines,
    isTest: is_test,
    total: price,
    email: customer_email,
  };
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

function stateOf(booking: BookingView | null): PaymentState {
  if (!booking) return "unknown";
  if (booking.processing) {
    if (booking.status !== "cancelled") return "processing";
    return booking.cancelled_at ? "going back" : "late";
  }
  const paid = booking.order_status === "completed" || booking.paid_otherwise !== null;
  if (booking.status === "cancelled") return paid ? "cancelled" : "released";
  if (booking.flag && (booking.status === "pending" || booking.flag.why !== "other")) return "flagged";
  return paid ? "confirmed" : "pending";
}

function receiptOf({
  number,
  service,
  date_in_words,
  time,
  duration,
  address,
  lines,
  total,
  paid_otherwise,
  is_test,
  customer_email,
}: BookingView) {
  return {
    facts: [service, `${date_in_words}, ${time}`, duration, address, `Booking ${number}`],
    lines,
    isTest: is_test,
    total: paid_otherwise ?? total,
    email: customer_email,
  };
}

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  const { sessionId, state, flagged, booking, isPlan, hasAccount, unchanged, own } = loaderData;
  const change =
    own && state === "confirmed"
      ? { href: own.change, label: isPlan ? "Change your plan" : "Reschedule" }
      : null;
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
              <Booked {...{ booking, isPlan, hasAccount, sessionId }} see={own?.see ?? null} />
            )}
            {state !== "confirmed" && <NotBooked state={state} flagged={flagged} />}
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

type BookedProps = {
  booking: Receipted;
  isPlan: boolean;
  hasAccount: boolean;
  /** Link to see it. Null for everybody else. */
  see: Links["see"] | null;
  sessionId: string;
};

function Booked({ booking, isPlan, hasAccount, see, sessionId }: BookedProps) {
  return (
    <>
      <h1 className="text-title">{isPlan ? "Your plan has started" : "Your cleaning is booked"}</h1>
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
        {see && (
          <ButtonLink href={see.href} variant="secondary" size="large">
            {see.label}
          </ButtonLink>
        )}
      </div>
      {!hasAccount && <NoAccount what={isPlan ? "plan" : "booking"} isLinked={see !== null} />}
    </>
  );
}

/** What a customer without an account can do, and what an account offers. */
function NoAccount({ what, isLinked }: { what: "booking" | "plan"; isLinked: boolean }) {
  return (
    <p className="mt-6 max-w-prose text-moss">
      {isLinked ? "You don’t need an account: the" : "To see or change it, use the"} link in your confirmation
      email
      {isLinked ? ` opens this ${what} any time. ` : "; you don’t need an account. "}
      <a href="/signup" className={wayLook}>
        Create one
      </a>{" "}
      to save your address and see future bookings in one place.
    </p>
  );
}

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
