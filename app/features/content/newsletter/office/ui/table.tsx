import { SUBSCRIBER_LABELS, type SubscriberRow } from "~/features/content/newsletter/office/list";
import { Badge } from "~/ui/badge";
import { Cell, DataTable, Row } from "~/ui/data-table";
import { SubscriberActions } from "./actions";

const TONES = { subscribed: "green", pending: "amber", unsubscribed: "neutral" } as const;

/** The subscribers of one page, each with the ways to take it off the list. */
export function SubscriberTable({ rows, search }: { rows: SubscriberRow[]; search: string }) {
  return (
    <DataTable
      label="Subscribers"
      columns={[
        { heading: "Email" },
        { heading: "Status", className: "w-44" },
        { heading: "Requested", className: "w-32" },
        { heading: "Confirmed", className: "w-32" },
        { heading: "Opted out", className: "w-32" },
        { heading: "Actions", className: "w-52" },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell column="Email" wide className="wrap-anywhere font-semibold @3xl:align-middle">
            {row.email}
          </Cell>
          <Cell column="Status" className="@3xl:align-middle">
            <Badge tone={TONES[row.status]}>{SUBSCRIBER_LABELS[row.status]}</Badge>
          </Cell>
          <Day column="Requested" day={row.asked} />
          <Day column="Confirmed" day={row.confirmed} />
          <Day column="Opted out" day={row.left} />
          <Cell column="Actions" wide className="@3xl:align-middle">
            <SubscriberActions subscriber={row} search={search} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function Day({ column, day }: { column: string; day: string | null }) {
  return (
    <Cell column={column} className="whitespace-nowrap tabular-nums @3xl:align-middle">
      {day ?? (
        <span className="text-moss">
          <span aria-hidden>–</span>
          <span className="sr-only">Not yet</span>
        </span>
      )}
    </Cell>
  );
}
