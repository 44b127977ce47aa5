import { formatStars, type ReviewRow, type ReviewState, STATE_LABELS } from "~/features/reviews/office/list";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";
import { Stars } from "~/ui/page/stars";

type Props = { rows: ReviewRow[]; open: string | undefined; hrefOf: (id: string) => string };

export function ReviewTable({ rows, open, hrefOf }: Props) {
  return (
    <DataTable
      label="Reviews"
      columns={[
        { heading: "Customer", className: "w-44" },
        { heading: "Review" },
        { heading: "Visit", className: "w-48" },
        { heading: "Written", className: "w-48" },
        { heading: "Home page", className: "w-44" },
      ]}
    >
      {rows.map((review) => (
        <Row
          key={review.id}
          href={hrefOf(review.id)}
          label={`Open the review of ${review.customer} with ${formatStars(review.rating)}`}
          current={review.id === open}
        >
          <Cell column="Customer" wide className="wrap-anywhere font-semibold">
            {review.customer}
          </Cell>
          <Cell column="Review" wide>
            <Stars rating={review.rating} />
            {review.review_text ? (
              <p className="wrap-anywhere mt-0.5 line-clamp-2 max-w-2xl">{review.review_text}</p>
            ) : (
              <p className="mt-0.5 text-moss">Stars only</p>
            )}
          </Cell>
          <Cell column="Visit">
            {review.service} <span className="text-moss tabular-nums">{review.number}</span>
            <span className="block whitespace-nowrap text-moss tabular-nums">{review.visit}</span>
          </Cell>
          <Cell column="Written" className="tabular-nums">
            <Written at={review.at} />
          </Cell>
          <Cell column="Home page">
            <ReviewBadge state={review.state} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

/** "Nov 05, 2026, 4:30 PM": the day above the time. */
function Written({ at }: { at: string }) {
  const comma = at.lastIndexOf(", ");
  return (
    <>
      <span className="whitespace-nowrap">{at.slice(0, comma)}</span>{" "}
      <span className="block text-moss">{at.slice(comma + 2)}</span>
    </>
  );
}

const TONES = { published: "green", consented: "amber", private: "neutral" } as const;

export function ReviewBadge({ state }: { state: ReviewState }) {
  return <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>;
}
