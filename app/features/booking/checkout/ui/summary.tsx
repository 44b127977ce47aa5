import ChevronUp from "lucide-react/icons/chevron-up";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Draft } from "~/features/booking/checkout/draft";
import type { BookingPage, Choice } from "~/features/booking/checkout/page";
import type { Quote } from "~/features/booking/checkout/price";
import type { BookingTab, MissingField } from "~/features/booking/checkout/steps";
import { formatLength } from "~/features/booking/length";
import { TipField } from "~/features/booking/tips/ui/tip-field";
import { type FeePolicy, feeSentence } from "~/features/operations/settings/fee-policy";
import { formatLongDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { useHydrated } from "~/ui/live/use-hydrated";
import { type CouponCheck, CouponField } from "./coupon-field";
import { formatHours } from "./details-tab";
import { PriceLines } from "./price-lines";

type Props = {
  draft: Draft;
  choice: Choice | undefined;
  quote: Quote | null;
  missing: MissingField[];
  /** Of a plan, as much of it as is known. */
  rhythm: string | null;
  /** The formatted last day that a plan's first charge pays for. */
  paidThrough: string | null;
  pay: BookingPage["pay"];
  policy: FeePolicy;
  signedIn: boolean;
  processing: boolean;
  embedded: boolean;
  /** The ZIP code of the address, if we don't come there. */
  outside: string | null;
  /** A request for it has been sent. */
  asked: boolean;
  /** What a visitor gets who comes by a referral. */
  referral: string | null;
  coupon: CouponCheck;
  tipError: string | undefined;
  onTip: (tip: Partial<Pick<Draft, "tip" | "tip_amount">>) => void;
  onCode: (code: string) => void;
  onGoTo: (tab: BookingTab, field: string) => void;
};

/** The booking in short: a card that stays in view; on phones a bar at the bottom that opens. */
export function Summary({
  draft,
  choice,
  quote,
  missing,
  rhythm,
  paidThrough,
  pay,
  policy,
  ...props
}: Props) {
  const { signedIn, processing, embedded, outside, asked, coupon, referral, onCode, onGoTo } = props;
  const { tipError, onTip } = props;
  const hydrated = useHydrated();
  const covered = pay === "by card" && !quote?.split && quote?.credit?.covers === true;
  const [open, setOpen] = useState(false);
  const aside = useRef<HTMLElement>(null);

  /** On a phone the fields are behind the bar. */
  useEffect(() => {
    if (coupon.error || tipError) setOpen(true);
  }, [coupon.error, tipError]);

  /** Takes over from wake.ts, which has disabled the button behind React's back. */
  useLayoutEffect(() => {
    const button = aside.current?.querySelector("button[data-incomplete]");
    for (const name of ["disabled", "data-disabled"]) button?.removeAttribute(name);
  }, []);

  return (
    <aside
      ref={aside}
      aria-label="Booking Summary"
      className={cx(
        "z-30 border-line bg-snow",
        embedded
          ? "rounded-card border p-5 shadow-rest"
          : "bottom-bar fixed inset-x-0 bottom-0 border-t px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-lift",
        "noscript:static noscript:rounded-card noscript:border noscript:p-6",
        "lg:sticky lg:top-24 lg:rounded-card lg:border-0 lg:p-6 lg:shadow-rest lg:ring-1 lg:ring-line",
      )}
    >
      <h2 className="hidden text-heading noscript:block lg:block">Booking Summary</h2>
      <div id="summary-details" className={cx("pb-3 noscript:block lg:block", !open && "hidden")}>
        <Facts draft={draft} choice={choice} rhythm={rhythm} quote={quote} />
        <PriceLines quote={quote} paidThrough={paidThrough} signedIn={signedIn} pay={pay} />
        {pay !== "not online" && (
          <CouponField
            value={draft.coupon}
            isPlan={rhythm !== null}
            coupon={coupon}
            error={coupon.error}
            onChange={onCode}
          />
        )}
        {pay === "by card" && quote?.tip && (
          <TipField draft={draft} choices={quote.tip.choices} error={tipError} onChange={onTip} />
        )}
        {referral && <p className="mt-3 rounded-control bg-sage-soft px-3 py-2 text-sm">{referral}</p>}
        {quote && !quote.monthly && pay !== "not online" && (
          <p className="mt-3 text-moss text-sm">{feeSentence(policy)}</p>
        )}
      </div>
      <div className="flex items-center gap-4 lg:mt-5 lg:block noscript:block">
        <button
          type="button"
          aria-expanded={open}
          aria-controls="summary-details"
          onClick={() => setOpen(!open)}
          className="-ml-2 flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-2 text-left noscript:hidden lg:hidden"
        >
          <span>
            <span className="block text-moss text-sm/4">{quote?.credit ? "Left to pay" : "Total"}</span>
            <span className="font-semibold text-lg/6 tabular-nums">
              {quote?.credit?.left ?? quote?.total ?? "–"}
            </span>
          </span>
          <ChevronUp
            strokeWidth={1.75}
            className={cx("size-5 text-moss transition-transform duration-200", open && "rotate-180")}
          />
          <span className="sr-only">{open ? "Hide the summary" : "Show the summary"}</span>
        </button>
        {outside && !asked && (
          <Button
            size="large"
            onClick={() => onGoTo("location", "request_name")}
            className="grow px-4 lg:w-full noscript:hidden"
          >
            Ask us to come
          </Button>
        )}
        {!outside && (
          <Button
            type="submit"
            name="intent"
            value="pay"
            size="large"
            pending={processing}
            pendingLabel="Processing..."
            disabled={hydrated && missing.length > 0}
            data-incomplete={!hydrated && missing.length > 0 ? "" : undefined}
            className="grow px-4 lg:w-full"
          >
            {covered ? "Book with Credit" : "Proceed to Payment"}
          </Button>
        )}
      </div>
      {outside ? (
        <p className="mt-2 text-moss text-sm lg:mt-3">
          {asked ? `We have your request for ${outside}.` : `We are not in ${outside} yet.`}
        </p>
      ) : (
        <Missing
          missing={missing}
          isPlan={rhythm !== null}
          split={quote?.split ?? null}
          {...{ pay, covered, onGoTo }}
        />
      )}
    </aside>
  );
}

function Facts({ draft, choice, rhythm, quote }: Pick<Props, "draft" | "choice" | "rhythm" | "quote">) {
  const asRooms = choice?.roomsInSummary && !choice.halfBaths; // else each has a line of its own
  const rooms = asRooms && `${plus(draft.bedrooms, 5)} bed, ${plus(draft.bathrooms, 4)} bath`;
  const facts = [
    { label: "Service", value: choice?.service.title },
    { label: "How often", value: rhythm },
    { label: rhythm ? "From" : "Date", value: draft.date && formatLongDate(draft.date) },
    { label: "Time", value: !rhythm && draft.time },
    { label: "Crew", value: rhythm && "The same one every time" },
    { label: "Hours", value: choice?.hours && formatHours(draft.hours) },
    { label: "Duration", value: quote?.minutes && formatLength(quote.minutes) },
    { label: "Home", value: rooms },
    { label: "Address", value: [draft.address.street, draft.address.city].filter(Boolean).join(", ") },
  ];
  return (
    <dl className="mt-1 grid gap-2.5 lg:mt-4">
      {facts
        .filter(({ value }) => value)
        .map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-6">
            <dt className="shrink-0 text-moss">{label}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const BY_CARD = {
  visit: "You pay on the next page.",
  plan: "You pay on the next page. Skip a visit, pause or end your plan online whenever you like.",
};

const ON_THE_DAY = {
  visit: "You pay on the day of your visit. On the next page, tell us who you are.",
  plan: "Plans are paid by card, and we can’t take cards online right now. Please call us to set one up.",
};

/** What comes next. */
function nextOf(pay: BookingPage["pay"], isPlan: boolean, split: Quote["split"]): string {
  if (pay === "on the day") return ON_THE_DAY[isPlan ? "plan" : "visit"];
  if (!split) return BY_CARD[isPlan ? "plan" : "visit"];
  if (split.now) return `You pay ${split.now} on the next page, and your card is saved for the rest.`;
  return "Next, tell us who you are and save a card. It is charged after your visit.";
}

/** What is missing before the button works, each with a link to its field. */
function Missing({
  missing,
  isPlan,
  pay,
  split,
  covered,
  onGoTo,
}: {
  missing: MissingField[];
  isPlan: boolean;
  /** The customer's credit pays for everything. */
  covered: boolean;
  pay: BookingPage["pay"];
  split: Quote["split"];
  onGoTo: Props["onGoTo"];
}) {
  if (missing.length === 0 && pay === "not online") return null;
  if (missing.length === 0) {
    const next = covered ? "Your credit pays for this visit." : nextOf(pay, isPlan, split);
    return <p className="mt-3 hidden text-moss text-sm lg:block">{next}</p>;
  }
  return (
    <p className="mt-2 text-moss text-sm lg:mt-3 noscript:hidden">
      Still missing:{" "}
      {missing.map(({ field, label, tab }, index) => (
        <span key={field}>
          {index > 0 && ", "}
          <a
            href={`#${field}`}
            onClick={(event) => {
              event.preventDefault();
              onGoTo(tab, field);
            }}
            className="font-medium text-evergreen-700 underline underline-offset-2"
          >
            {label}
          </a>
        </span>
      ))}
    </p>
  );
}

function plus(count: number, last: number): string {
  return count === last ? `${count}+` : String(count);
}

/** Enter in a field presses the first submit button of its form, which must not be the one that changes the type. */
export function DefaultButton({ intent }: { intent: "pay" | "request" }) {
  return <button type="submit" name="intent" value={intent} tabIndex={-1} aria-hidden className="sr-only" />;
}
