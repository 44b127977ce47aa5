import { formatStars, type ReviewRow, type ReviewState, STATE_LABELS } from "~/features/reviews/office/list";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";
import { DayAndTime } from "~/ui/list/day-and-time";
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
            <DayAndTime at={review.at} />
          </Cell>
          <Cell column="Home page">
            <ReviewBadge state={review.state} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

const TONES = { published: "green", consented: "amber", private: "neutral" } as const;

export function ReviewBadge({ state }: { state: ReviewState }) {
  return <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>;
}
