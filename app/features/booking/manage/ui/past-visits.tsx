import Sparkles from "lucide-react/icons/sparkles";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { historyPath, isReviewable, type MyVisit } from "~/features/booking/manage/visit";
import { ButtonLink } from "~/ui/action/button-link";
import { buttonLook } from "~/ui/action/button-look";
import { EmptyState } from "~/ui/list/empty-state";
import { Stars } from "~/ui/page/stars";
import { extraLook, MyVisitCard } from "./my-visits";

type Props = {
  today: string;
  visits: MyVisit[];
  /** How many are shown; 'Show more' asks for more of them. */
  shown: number;
  more: number | null;
  /** The id of the visit that is open. */
  open: string | null;
  renderEditor: (visit: MyVisit) => ReactNode;
};

/** The visits that were, the latest first; one of them can be opened to review it. */
export function PastVisits({ today, visits, shown, more, open, renderEditor }: Props) {
  if (visits.length === 0) {
    return (
      <EmptyState
        icon={Sparkles}
        title="No cleanings yet"
        action={<ButtonLink href="/book">Book a Cleaning</ButtonLink>}
      >
        After your first visit, you’ll find the receipt here and can tell us how it went.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      <h2 className="sr-only">Past cleanings</h2>
      <ul className="grid gap-4">
        {visits.slice(0, shown).map((visit) => (
          <MyVisitCard
            key={visit.id}
            visit={visit}
            extra={visit.order_status === "completed" && <Receipt visit={visit} />}
            aside={visit.review && <Stars rating={visit.review.rating} />}
            actions={
              <Actions visit={visit} reviewable={isReviewable(visit, today)} shown={shown} open={open} />
            }
          >
            {visit.id === open && isReviewable(visit, today) && (
              <div className="max-w-2xl">{renderEditor(visit)}</div>
            )}
          </MyVisitCard>
        ))}
      </ul>
      {more !== null && (
        <Link
          to={historyPath({ show: more, visit: open })}
          preventScrollReset
          className={`${buttonLook({ variant: "secondary" })} justify-self-center`}
        >
          Show more
        </Link>
      )}
    </div>
  );
}

function Receipt({ visit: { id, service, date_in_words } }: { visit: MyVisit }) {
  return (
    <a href={`/bookings/${id}/receipt`} className={extraLook}>
      Receipt<span className="sr-only">: {`${service} on ${date_in_words}`}</span>
    </a>
  );
}

type ActionProps = { visit: MyVisit; reviewable: boolean; shown: number; open: string | null };

function Actions({ visit, reviewable, shown, open }: ActionProps) {
  const { id, service, service_id, service_type, date_in_words, review } = visit;
  const which = <span className="sr-only">: {`${service} on ${date_in_words}`}</span>;
  const look = { variant: "secondary", size: "small", className: "min-h-11 max-sm:grow" } as const;
  const isOpen = id === open;
  return (
    <>
      {reviewable && (
        <Link
          to={historyPath({ show: shown, visit: isOpen ? null : id })}
          preventScrollReset
          aria-expanded={isOpen}
          className={`${buttonLook({ variant: isOpen ? "ghost" : "secondary", size: "small" })} min-h-11 max-sm:grow`}
        >
          {isOpen ? "Close review" : review ? "Your review" : "Write a review"}
          {which}
        </Link>
      )}
      <ButtonLink
        href={`/book?service=${encodeURIComponent(service_id)}&type=${service_type}`}
        {...look}
        variant="ghost"
      >
        Book again{which}
      </ButtonLink>
    </>
  );
}
