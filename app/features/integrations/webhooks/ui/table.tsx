import {
  EVENT_LABELS,
  WEBHOOK_EVENTS,
  WEBHOOKS_PAGE,
  type Webhook,
} from "~/features/integrations/webhooks/webhook";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

type Props = {
  webhooks: (Webhook & { failed: number; last_sent: string | null })[];
  current: string | undefined;
};

export function WebhookTable({ webhooks, current }: Props) {
  return (
    <DataTable
      label="Webhooks"
      columns={[
        { heading: "Address" },
        { heading: "Events", className: "w-80" },
        { heading: "Last sent", className: "w-52" },
        { heading: "Status", className: "w-40" },
      ]}
    >
      {webhooks.map(({ id, url, host, events, is_active, failed, last_sent }) => (
        <Row
          key={id}
          href={`${WEBHOOKS_PAGE}/${id}`}
          label={`Open the webhook to ${host}`}
          current={id === current}
        >
          <Cell column="Address" wide>
            <span className="wrap-anywhere block font-semibold">{host}</span>
            <span className="wrap-anywhere line-clamp-2 text-[0.875rem]/5 text-moss">{url}</span>
          </Cell>
          <Cell column="Events" wide>
            {events.length === WEBHOOK_EVENTS.length
              ? "All"
              : events.map((event) => EVENT_LABELS[event]).join(", ")}
          </Cell>
          <Cell column="Last sent" className="tabular-nums md:whitespace-nowrap">
            {last_sent ?? <span className="text-moss">Nothing yet</span>}
          </Cell>
          <Cell column="Status">
            <Badge tone={is_active ? "green" : "neutral"}>{is_active ? "Active" : "Paused"}</Badge>
            {failed > 0 && (
              <span className="mt-1.5 block text-[0.875rem]/5 text-berry">
                {failed.toLocaleString("en-US")} failed
              </span>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
