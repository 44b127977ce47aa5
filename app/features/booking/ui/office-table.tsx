import CircleAlert from "lucide-react/icons/circle-alert";
import { Cell, type Column, DataTable, Row } from "~/ui/data-table";
import type { OfficeRow } from "../office-list";
import { OfficeBadge } from "./office-badge";
import { OfficeStatusSelect } from "./office-status-select";

type Props = {
  rows: OfficeRow[];
  /** The booking whose panel is open. */
  open: string | undefined;
  hrefOf: (id: string) => string;
  sorts: Record<"date" | "amount", Column["sort"]>;
};

/** The bookings of one page, with the columns of the specification. */
export function OfficeTable({ rows, open, hrefOf, sorts }: Props) {
  const columns: Column[] = [
    { heading: "Customer" },
    { heading: "Service" },
    { heading: "Date & Time", sort: sorts.date },
    { heading: "Location" },
    { heading: "Amount", sort: sorts.amount, className: "[&>*]:justify-end text-right" },
    { heading: "Status" },
    { heading: "Actions" },
  ];
  return (
    <DataTable label="Bookings" columns={columns}>
      {rows.map((row) => (
        <Row
          key={row.id}
          href={hrefOf(row.id)}
          current={row.id === open}
          label={`Open the booking of ${row.customer} on ${row.date}, ${row.time}`}
        >
          <Cell column="Customer" wide>
            <span className="font-semibold">{row.customer}</span>
            <span className="block text-moss">{row.phone}</span>
          </Cell>
          <Cell column="Service">
            {row.service}
            <span className="block text-moss">{row.duration}</span>
          </Cell>
          <Cell column="Date & Time">
            <span className="whitespace-nowrap">{row.date}</span>
            <span className="block text-moss">{row.time}</span>
          </Cell>
          <Cell column="Location" wide>
            {row.street}
            <span className="block text-moss">{row.town}</span>
          </Cell>
          <Cell column="Amount" className="tabular-nums @3xl:text-right">
            {row.amount}
          </Cell>
          <Cell column="Status">
            <OfficeBadge status={row.status} />
            {row.needs_attention && (
              <span className="mt-1.5 flex items-center gap-1 font-medium text-[0.8125rem]/4 text-berry">
                <CircleAlert aria-hidden strokeWidth={2} className="size-3.5" />
                Needs attention
              </span>
            )}
          </Cell>
          <Cell column="Actions" wide>
            <OfficeStatusSelect
              id={row.id}
              status={row.status}
              sequence={row.sequence}
              label={`Status of the booking of ${row.customer}`}
              className="relative z-1"
            />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
