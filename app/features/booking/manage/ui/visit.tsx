import BedDouble from "lucide-react/icons/bed-double";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import Clock from "lucide-react/icons/clock";
import Hash from "lucide-react/icons/hash";
import MapPin from "lucide-react/icons/map-pin";
import NotebookPen from "lucide-react/icons/notebook-pen";
import ReceiptText from "lucide-react/icons/receipt-text";
import Sparkles from "lucide-react/icons/sparkles";
import { Link } from "react-router";
import {
  formatRefund,
  type GivenBack,
  type PriceLine,
  type ShownVisit,
  type VisitLink,
  visitPath,
} from "~/features/booking/manage/visit";
import { ButtonLink } from "~/ui/action/button-link";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { FactList } from "~/ui/list/fact-list";
import { Card } from "~/ui/page/card";
import { TestMark } from "~/ui/page/test-mark";

type Props = { visit: ShownVisit; rooms: string | null; extras: string | null; notes: string | null };

/** Duration, where, which rooms, and what the customer wrote. */
export function VisitFacts({ visit, rooms, extras, notes }: Props) {
  const facts = [
    { label: "Duration", value: visit.duration, Icon: Clock },
    { label: "Where", value: visit.address, Icon: MapPin },
    { label: "Home", value: rooms, Icon: BedDouble },
    { label: "Extras", value: extras, Icon: Sparkles },
    { label: "Notes", value: notes, Icon: NotebookPen },
    { label: "Booking", value: visit.number, Icon: Hash },
  ];
  return <FactList facts={facts} />;
}

type VisitPriceProps = {
  lines: PriceLine[];
  total: string;
  /** What came instead of the total. */
  paidOtherwise: string | null;
  paidOn: string | null;
  /** What was taken, and what is due besides; null if nothing. */
  paid: string | null;
  due: string | null;
  refunds: GivenBack[];
  isTest: boolean;
  /** It takes place, and is not paid for yet. */
  onTheDay: boolean;
  /** The saved card that is charged for what is due; null without one. */
  card: string | null;
  /** It was cancelled late or nobody let us in: the total is the fee, not paid yet. */
  feeDue: boolean;
  /** Where what is due is paid by card, or a tip is given. */
  pay: { href: string; label: string } | null;
};

/** What the visit costs, whether it is paid, and what was given back. */
export function VisitPrice({
  lines,
  total,
  paidOtherwise,
  paidOn,
  paid,
  due,
  refunds,
  isTest,
  onTheDay,
  card,
  feeDue,
  pay,
}: VisitPriceProps) {
  const later = card ? "Charged after your visit" : "Due on the day of your visit";
  const isPart = paid !== null && due !== null;
  return (
    <Card as="aside" aria-labelledby="price-heading" className="h-fit p-6 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="price-heading" className="text-heading">
          Price
        </h2>
        <TestMark is={isTest} />
      </div>
      <div className="mt-4 grid gap-2">
        {lines.map(({ label, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <MoneyLine key={index} label={label} amount={amount} quiet />
        ))}
      </div>
      <p className="mt-4 flex items-baseline justify-between gap-6 border-line border-t border-dashed pt-4">
        <span className="font-semibold">
          {isPart ? "Total" : paidOn ? "Paid" : feeDue ? "Fee due" : onTheDay ? later : "Total"}
        </span>
        <span className="font-display text-2xl tabular-nums [font-weight:560]">{total}</span>
      </p>
      {isPart && (
        <div className="mt-1 grid gap-1">
          <MoneyLine label="Paid" amount={paid} quiet />
          <p className="flex justify-between gap-6 font-semibold">
            <span>{onTheDay ? later : "Due"}</span>
            <span className="tabular-nums">{due}</span>
          </p>
        </div>
      )}
      {card && due && <p className="mt-1 text-moss text-sm">to your {card}</p>}
      {paidOtherwise && (
        <p className="flex items-baseline justify-between gap-6 font-semibold">
          <span>Paid</span>
          <span className="tabular-nums">{paidOtherwise}</span>
        </p>
      )}
      {paidOn && !isPart && <p className="text-moss text-sm">on {paidOn}</p>}
      {refunds.length > 0 && (
        <div className="mt-4 grid gap-2 border-line border-t border-dashed pt-4">
          {refunds.map((refund, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
            <MoneyLine key={index} label={formatRefund(refund)} amount={refund.amount} />
          ))}
        </div>
      )}
      {pay && (
        <ButtonLink href={pay.href} variant={due && !card ? "primary" : "secondary"} className="mt-5 w-full">
          {pay.label}
        </ButtonLink>
      )}
    </Card>
  );
}

/** In place of a price, for a visit of a plan; without `href` for who has only the link of this visit. */
export function VisitOfPlan({ href }: { href: string | null }) {
  return (
    <Card as="aside" aria-labelledby="price-heading" className="h-fit p-6 sm:p-7">
      <h2 id="price-heading" className="text-heading">
        Included in your plan
      </h2>
      <p className="mt-2 text-moss">
        You don’t pay for this visit separately, so there’s no refund if you skip it.
      </p>
      {href && (
        <ButtonLink href={href} variant="secondary" className="mt-5 w-full">
          See your plan
        </ButtonLink>
      )}
    </Card>
  );
}

function MoneyLine({ label, amount, quiet = false }: PriceLine & { quiet?: boolean }) {
  return (
    <p className="flex justify-between gap-6">
      <span className={quiet ? "text-moss" : undefined}>{label}</span>
      <span className="tabular-nums">{amount}</span>
    </p>
  );
}

type VisitWaysProps = {
  link: VisitLink;
  canMove: boolean;
  canCancel: boolean;
  hasCalendar: boolean;
  hasReceipt: boolean;
  /** Where the same service can be booked again, once the visit is over. */
  again: string | null;
  /** A visit of a plan is skipped rather than cancelled. */
  skips: boolean;
};

/** What can be done with a visit. */
export function VisitWays({
  link,
  canMove,
  canCancel,
  hasCalendar,
  hasReceipt,
  again,
  skips,
}: VisitWaysProps) {
  return (
    <div className="mt-8 flex flex-wrap gap-3 max-sm:*:grow">
      {canMove && (
        <Link to={visitPath(link, "reschedule")} className={cx(buttonLook(), WIDE)}>
          Reschedule
        </Link>
      )}
      {again && (
        <a href={again} className={cx(buttonLook(), WIDE)}>
          Book Again
        </a>
      )}
      {hasCalendar && (
        <a href={visitPath(link, "calendar.ics")} className={buttonLook({ variant: "secondary" })}>
          <CalendarPlus aria-hidden strokeWidth={1.75} className="size-5" />
          Add to calendar
        </a>
      )}
      {hasReceipt && (
        <Link to={visitPath(link, "receipt")} className={buttonLook({ variant: "secondary" })}>
          <ReceiptText aria-hidden strokeWidth={1.75} className="size-5" />
          Receipt
        </Link>
      )}
      {canCancel && (
        <Link to={visitPath(link, "cancel")} className={cx(buttonLook({ variant: "ghost" }), WIDE)}>
          {skips ? "Skip" : "Cancel"}
        </Link>
      )}
    </div>
  );
}

/** A row of its own on phones. */
const WIDE = "max-sm:basis-full";
