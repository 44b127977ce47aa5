import type { SaleState } from "~/features/plans/phone/rules";
import type { PlanPayPage } from "~/features/plans/phone/view";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { Card } from "~/ui/page/card";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import { PhoneLink } from "~/ui/page/phone-link";
import { TestMark } from "~/ui/page/test-mark";

type Props = { page: PlanPayPage; message: string | null; phone: string };

const HEADINGS: Record<SaleState, string> = {
  waiting: "Start your plan",
  paying: "Your payment is processing",
  begun: "Your plan has started",
  withdrawn: "This plan was cancelled",
  expired: "We no longer hold these visits",
};

/** A plan that was agreed on the phone: its visits, its price, and the way to pay; or why it can't be paid any more. */
export function PayPlan({ page, message, phone }: Props) {
  const { state, service, when, number, is_test } = page;
  return (
    <Container narrow className="pt-8 pb-16 md:pt-14 md:pb-24">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-title">{HEADINGS[state]}</h1>
        <TestMark is={is_test && state === "waiting"} />
      </div>
      <p className="wrap-anywhere mt-2 text-lead text-moss">
        {service}, {when.charAt(0).toLowerCase() + when.slice(1)}. Plan {number}.
      </p>
      {message && (
        <Notice tone="error" className="mt-6" title="Nothing was charged">
          {message}
        </Notice>
      )}
      {state === "waiting" ? <Waiting page={page} phone={phone} /> : <Over page={page} phone={phone} />}
      <p className="mt-6 text-moss" hidden={state === "withdrawn" || state === "expired"}>
        Is something not right? Call us at{" "}
        <PhoneLink phone={phone} className="whitespace-nowrap font-semibold underline" />.
      </p>
    </Container>
  );
}

function Waiting({ page, phone }: Pick<Props, "page" | "phone">) {
  const { until, visits, duration, lines, price, takes_cards } = page;
  return (
    <Card className="mt-8 p-6 sm:p-8">
      <p>
        We hold your visits until <span className="font-semibold">{until}</span>. Your plan starts when you
        pay its first month.
      </p>
      <h2 className="mt-6 font-sans font-semibold text-[1rem]/6">
        Your next {visits.length} visits, {duration} each
      </h2>
      <ol className="mt-2 gap-x-8 text-[0.9375rem]/6 sm:columns-2">
        {visits.map((visit) => (
          <li key={visit} className="break-inside-avoid border-line border-b py-1.5 tabular-nums">
            {visit}
          </li>
        ))}
      </ol>
      <dl className="mt-6 grid gap-2">
        {lines.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-6">
            <dt className="wrap-anywhere text-moss">{label}</dt>
            <dd className="tabular-nums">{amount}</dd>
          </div>
        ))}
        <div className="mt-2 flex items-baseline justify-between gap-6 border-line border-t border-dashed pt-4">
          <dt className="font-semibold">Every month</dt>
          <dd className="font-display text-2xl tabular-nums [font-weight:560]">{price}</dd>
        </div>
      </dl>
      {takes_cards ? (
        <form method="post" className="mt-6 grid gap-4 border-line border-t border-dashed pt-6">
          <p className="text-[0.9375rem]/6">
            We charge {price} now, and then every month until you end the plan. Skip or reschedule a visit,
            skip a month, pause or end it online at any time.
          </p>
          <Button type="submit" size="large" className="w-full">
            Continue to payment
          </Button>
          <p className="text-center text-moss text-sm">
            You pay on our payment provider’s page. We never see your card.
          </p>
        </form>
      ) : (
        <p className="mt-6 border-line border-t border-dashed pt-6">
          We can’t take cards online right now. Please call us at{" "}
          <PhoneLink phone={phone} className="whitespace-nowrap font-semibold underline" />.
        </p>
      )}
    </Card>
  );
}

function Over({ page: { state, until }, phone }: Pick<Props, "page" | "phone">) {
  const call = <PhoneLink phone={phone} className="whitespace-nowrap font-semibold underline" />;
  const isGone = state === "withdrawn" || state === "expired";
  return (
    <Card className="mt-8 grid justify-items-start gap-5 p-6 sm:p-8">
      {state === "paying" && (
        <p>
          Your payment has reached us, and we keep your visits until it is confirmed. With some payment
          methods that takes a few days. You don’t have to do anything: we’ll email you.
        </p>
      )}
      {state === "begun" && (
        <p>
          This plan is paid. To see or change it, use the link in the email that we sent you when it started.
        </p>
      )}
      {state === "withdrawn" && (
        <p>
          We cancelled this plan before it was paid, so there is nothing to pay and you weren’t charged. If
          you didn’t expect this, call us at {call}.
        </p>
      )}
      {state === "expired" && (
        <p>
          We held the visits until {until}. They weren’t paid for by then, so other customers can book these
          times. You weren’t charged. If you have a newer email from us, use the link in it. Or call us at{" "}
          {call}, and we’ll find you new times.
        </p>
      )}
      {isGone && (
        <ButtonLink href="/book" variant="secondary">
          Book online
        </ButtonLink>
      )}
    </Card>
  );
}
