import { API_KEYS_PAGE, type ApiKey } from "~/features/integrations/partners/partner";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

export function KeyTable({ keys, current }: { keys: ApiKey[]; current: string | undefined }) {
  return (
    <DataTable
      label="API keys"
      columns={[
        { heading: "Partner" },
        { heading: "Last used", className: "w-56" },
        { heading: "Bookings", className: "w-28" },
        { heading: "Status", className: "w-32" },
      ]}
    >
      {keys.map(({ id, name, end, last_used, bookings, revoked }) => (
        <Row
          key={id}
          href={`${API_KEYS_PAGE}/${id}`}
          label={`Open the key of ${name}`}
          current={id === current}
        >
          <Cell column="Partner" wide>
            <span className="wrap-anywhere block font-semibold">{name}</span>
            <span className="font-mono text-[0.875rem]/5 text-moss">…{end}</span>
          </Cell>
          <Cell column="Last used" className="tabular-nums md:whitespace-nowrap">
            {last_used ?? <span className="text-moss">Never</span>}
          </Cell>
          <Cell column="Bookings" className="tabular-nums">
            {bookings.toLocaleString("en-US")}
          </Cell>
          <Cell column="Status">
            <Badge tone={revoked ? "neutral" : "green"}>{revoked ? "Revoked" : "Active"}</Badge>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
