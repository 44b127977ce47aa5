import type { BookingPage } from "~/features/booking/checkout/page";
import type { Quote } from "~/features/booking/checkout/price";
import { cx } from "~/ui/cx";

type Props = {
  quote: Quote | null;
  /** The formatted last day that a plan's first charge pays for. */
  paidThrough: string | null;
  signedIn: boolean;
  pay: BookingPage["pay"];
};

/** What a visit or a plan costs, line by line, what credit pays of it, and when the rest is paid. */
export function PriceLines({ quote, paidThrough, signedIn, pay }: Props) {
  if (!quote) return null;
  const split = pay === "by card" ? quote.split : null;
  const tip = quote.tip?.line;
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
      {tip && <Lines lines={[tip]} />}
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
      {quote.credit && (
        <Amounts quiet={["Credit", quote.credit.used]} loud={["Left to pay", quote.credit.left]} />
      )}
      {split && (
        <Amounts loud={["Today", split.now ?? "Nothing"]} quiet={["Charged after your visit", split.later]} />
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

type Amount = [label: string, amount: string];

/** Two parts of the total. The first of the props is shown first. */
function Amounts(parts: { loud: Amount; quiet: Amount }) {
  return (
    <dl className="mt-2 grid gap-1 text-[0.9375rem]/6">
      {Object.entries(parts).map(([look, [label, amount]]) => (
        <div
          key={label}
          className={cx("flex justify-between gap-6", look === "loud" ? "font-medium" : "text-moss")}
        >
          <dt>{label}</dt>
          <dd className="tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
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
