import type { BookingPage } from "~/features/booking/checkout/page";
import type { Quote } from "~/features/booking/checkout/price";

type Props = {
  quote: Quote | null;
  /** The formatted last day that a plan's first charge pays for. */
  paidThrough: string | null;
  signedIn: boolean;
  pay: BookingPage["pay"];
};

/** What the booking costs, line by line, and when it is paid. */
export function PriceLines({ quote, paidThrough, signedIn, pay }: Props) {
  if (!quote) return null;
  const split = pay === "by card" ? quote.split : null;
  return (
    <div className="mt-4 border-line border-t pt-4">
      {quote.visit && (
        <div className="mb-3 border-line border-b pb-3">
          <Lines lines={quote.visit.lines} />
          <p className="flex justify-between gap-6 font-medium text-[0.9375rem]/6">
            <span>Each visit</span>
            <span className="tabular-nums">{quote.visit.total}</span>
          </p>
        </div>
      )}
      <Lines lines={quote.lines} />
      {quote.first && !signedIn && (
        <p className="mt-1 text-moss text-sm">
          Been here before?{" "}
          <a
            href="/login?redirect=%2Fbook"
            className="font-medium text-evergreen-700 underline underline-offset-2"
          >
            Log in
          </a>
        </p>
      )}
      <p
        className="mt-2 hidden items-baseline justify-between gap-6 lg:flex noscript:flex"
        aria-live="polite"
      >
        <span className="font-semibold">Total</span>
        <span className="font-display text-2xl tabular-nums [font-weight:560]">{quote.total}</span>
      </p>
      {split && (
        <dl className="mt-2 grid gap-1 text-[0.9375rem]/6">
          <div className="flex justify-between gap-6">
            <dt>Today</dt>
            <dd className="font-medium tabular-nums">{split.now ?? "Nothing"}</dd>
          </div>
          <div className="flex justify-between gap-6 text-moss">
            <dt>Charged after your visit</dt>
            <dd className="tabular-nums">{split.later}</dd>
          </div>
        </dl>
      )}
      {quote.monthly && (
        <p className="mt-1 text-right text-[0.9375rem]/6 text-moss">
          {quote.total} a month, first charge today
          {paidThrough &&
            `. It covers visits through ${paidThrough}; each later month is charged when it starts.`}
        </p>
      )}
    </div>
  );
}

function Lines({ lines }: Pick<Quote, "lines">) {
  return lines.map(({ label, amount }) => (
    <p key={label} className="flex justify-between gap-6 text-[0.9375rem]/6 text-moss">
      <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
      <span className="tabular-nums">{amount}</span>
    </p>
  ));
}
