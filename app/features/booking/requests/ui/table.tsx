import { REQUEST_LABELS, type RequestRow, type RequestStatus } from "~/features/booking/requests/list";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

type Props = { rows: RequestRow[]; open: string | undefined; hrefOf: (id: string) => string };

const COLUMNS = [
  { heading: "From" },
  { heading: "ZIP code" },
  { heading: "Wish" },
  { heading: "Received" },
  { heading: "Status" },
];

/** Requests of one page. */
export function RequestTable({ rows, open, hrefOf }: Props) {
  return (
    <DataTable label="Requests" columns={COLUMNS}>
      {rows.map(({ id, name, email, zip, wish, status, at }) => (
        <Row key={id} href={hrefOf(id)} current={id === open} label={`Open the request of ${name}`}>
          <Cell column="From" wide className="max-w-64">
            <span
              className={`wrap-anywhere line-clamp-2 ${status === "new" ? "font-semibold" : "font-medium"}`}
            >
              {name}
            </span>
            <span className="block truncate text-moss" title={email}>
              {email}
            </span>
          </Cell>
          <Cell column="ZIP code" className="tabular-nums">
            {zip}
          </Cell>
          <Cell column="Wish" className="text-moss">
            {wish}
          </Cell>
          <Cell column="Received" className="whitespace-nowrap text-moss tabular-nums">
            {at}
          </Cell>
          <Cell column="Status">
            <RequestBadge status={status} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

const TONES = { new: "amber", answered: "green", archived: "neutral" } as const;

export function RequestBadge({ status }: { status: RequestStatus }) {
  return <Badge tone={TONES[status]}>{REQUEST_LABELS[status]}</Badge>;
}
