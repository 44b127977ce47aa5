import {
  DELIVERY_LABELS,
  type DeliveryRow,
  type DeliveryStatus,
  formatAnswer,
  formatTries,
} from "~/features/integrations/webhooks/deliveries";
import { formatEvent } from "~/features/integrations/webhooks/webhook";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

type Props = { rows: DeliveryRow[]; open: string | undefined; hrefOf: (id: string) => string };

export function DeliveryTable({ rows, open, hrefOf }: Props) {
  return (
    <DataTable
      label="Deliveries"
      columns={[
        { heading: "Event" },
        { heading: "To", className: "w-64" },
        { heading: "Date", className: "w-52" },
        { heading: "Status", className: "w-64" },
      ]}
    >
      {rows.map((delivery) => (
        <Row
          key={delivery.id}
          href={hrefOf(delivery.id)}
          label={`Open “${formatEvent(delivery.event)}” to ${delivery.host}`}
          current={delivery.id === open}
        >
          <Cell column="Event" wide className="font-semibold">
            {formatEvent(delivery.event)}
            {delivery.about && (
              <span className="block font-normal text-moss tabular-nums">{delivery.about}</span>
            )}
          </Cell>
          <Cell column="To" wide className="wrap-anywhere">
            {delivery.host}
          </Cell>
          <Cell column="Date" className="tabular-nums md:whitespace-nowrap">
            {delivery.at}
          </Cell>
          <Cell column="Status">
            <DeliveryBadge status={delivery.status} />
            {delivery.status !== "sent" && delivery.attempts > 0 && (
              <span className="mt-1.5 block text-[0.875rem]/5 text-moss">
                {formatTries(delivery.attempts)} · {formatAnswer(delivery)}
              </span>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

const TONES = { failed: "berry", queued: "amber", sent: "green" } as const;

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  return <Badge tone={TONES[status]}>{DELIVERY_LABELS[status]}</Badge>;
}
