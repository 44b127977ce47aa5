import CalendarPlus from "lucide-react/icons/calendar-plus";
import ReceiptText from "lucide-react/icons/receipt-text";
import { Link } from "react-router";
import { type VisitLink, visitPath } from "~/features/booking/manage/visit-paths";
import { buttonLook } from "~/ui/button-look";
import { cx } from "~/ui/cx";

type Props = {
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
export function VisitWays({ link, canMove, canCancel, hasCalendar, hasReceipt, again, skips }: Props) {
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
