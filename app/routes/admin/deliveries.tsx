import WebhookIcon from "lucide-react/icons/webhook";
import { Link } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import {
  DELIVERY_LIST,
  EVENT_OPTIONS,
  parseDeliveries,
  STATUS_OPTIONS,
} from "~/features/integrations/webhooks/deliveries";
import { readDeliveries } from "~/features/integrations/webhooks/deliveries.server";
import { DeliveryTable } from "~/features/integrations/webhooks/ui/delivery-table";
import { DELIVERIES_PAGE, WEBHOOKS_PAGE } from "~/features/integrations/webhooks/webhook";
import { requireAdmin } from "~/platform/gate.server";
import { listData } from "~/platform/list.server";
import { buttonLook } from "~/ui/button-look";
import { ListPage } from "~/ui/list-page";
import { FilterSelect } from "~/ui/list-tools";
import type { Route } from "./+types/deliveries";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Webhook deliveries", "Events sent to webhooks and their responses."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  return listData(ctx, "deliveries", parseDeliveries(new URL(request.url).searchParams), readDeliveries);
}

export default function Deliveries({ loaderData: { query, list } }: Route.ComponentProps) {
  return (
    <ListPage
      title="Webhook deliveries"
      path={DELIVERIES_PAGE}
      query={query}
      spec={DELIVERY_LIST}
      list={list}
      noun={["delivery", "deliveries"]}
      placeholder="Search by address or id"
      exporting="Export Deliveries"
      icon={WebhookIcon}
      empty="Events sent to webhooks will show up here."
      failure="Failed to fetch deliveries"
      actions={
        <Link
          to={WEBHOOKS_PAGE}
          className={`${buttonLook({ variant: "secondary", size: "small" })} min-h-11`}
        >
          Webhooks
        </Link>
      }
      filters={
        <>
          <FilterSelect
            name="status"
            label="Status"
            value={query.filters.status ?? ""}
            options={STATUS_OPTIONS}
          />
          <FilterSelect
            name="event"
            label="Event"
            value={query.filters.event ?? ""}
            options={EVENT_OPTIONS}
          />
        </>
      }
    >
      {({ rows, open, hrefOf }) => <DeliveryTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
