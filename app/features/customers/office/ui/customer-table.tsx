import { type CustomerRow, NO_BOOKINGS, NO_NAME } from "~/features/customers/office/list";
import { Badge } from "~/ui/list/badge";
import { Cell, type Column, DataTable, DetailsCell, Row } from "~/ui/list/data-table";

type Props = {
  rows: CustomerRow[];
  /** Id of the customer whose panel is open. */
  open: string | undefined;
  hrefOf: (id: string) => string;
  sort: NonNullable<Column["sort"]>;
};

export function CustomerTable({ rows, open, hrefOf, sort }: Props) {
  const columns: Column[] = [
    { heading: "Customer" },
    { heading: "Contact" },
    { heading: "Total Bookings", className: "[&>span]:justify-end" },
    { heading: "Last Booking" },
    { heading: "Joined", sort },
    { heading: "Actions" },
  ];
  return (
    <DataTable label="Customers" columns={columns}>
      {rows.map((customer) => (
        <Row
          key={customer.id}
          href={hrefOf(customer.id)}
          label={`View details of ${customer.name ?? customer.email ?? customer.number}`}
          current={customer.id === open}
        >
          <Cell column="Customer" wide className="max-w-64 font-semibold">
            <Name {...customer} />
          </Cell>
          <Cell column="Contact" wide className="max-w-72">
            {customer.email && (
              <span className="block truncate" title={customer.email}>
                {customer.email}
              </span>
            )}
            {customer.phone && <span className="block text-moss">{customer.phone}</span>}
          </Cell>
          <Cell column="Total Bookings" className="tabular-nums @3xl:text-right">
            {customer.total_bookings.toLocaleString("en-US")}
          </Cell>
          <Cell column="Last Booking" className="whitespace-nowrap tabular-nums">
            <span className={customer.last_booking === NO_BOOKINGS ? "text-moss" : undefined}>
              {customer.last_booking}
            </span>
          </Cell>
          <Cell column="Joined" className="whitespace-nowrap tabular-nums">
            {customer.joined}
          </Cell>
          <DetailsCell />
        </Row>
      ))}
    </DataTable>
  );
}

function Name({ id, name, number, tags }: CustomerRow) {
  return (
    <>
      {name ? (
        <span className="wrap-anywhere line-clamp-2">{name}</span>
      ) : (
        <>
          <span className="block font-normal text-moss">{NO_NAME}</span>
          <span className="block font-normal text-[0.8125rem] text-moss tabular-nums">{`${id.slice(0, 8)} ${number}`}</span>
        </>
      )}
      {tags.length > 0 && (
        <span className="mt-1 flex flex-wrap gap-1">
          {tags.slice(0, 3).map((tag) => (
            <Badge key={tag} className="max-w-full truncate">
              {tag}
            </Badge>
          ))}
        </span>
      )}
    </>
  );
}
