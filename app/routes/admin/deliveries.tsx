import WebhookIcon from "lucide-react/icons/webhook";
import { Link } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { DELIVERY_LIST } from "~/features/integrations/webhooks/deliveries";
import { deliveryList } from "~/features/integrations/webhooks/deliveries.server";
import { DeliveryTable } from "~/features/integrations/webhooks/ui/delivery-table";
import { WEBHOOKS_PAGE } from "~/features/integrations/webhooks/webhook";
import { buttonLook } from "~/ui/action/button-look";
import { ListPage } from "~/ui/list/list-page";
import { FilterSelect } from "~/ui/list/list-tools";
import { useAskedQuery } from "~/ui/live/use-asked-query";
import type { Route } from "./+types/deliveries";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, DELIVERY_LIST.title, DELIVERY_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = deliveryList.load;

export default function Deliveries({ loaderData }: Route.ComponentProps) {
  const { query, list } = loaderData;
  const { webhook = "" } = useAskedQuery(DELIVERY_LIST, query).filters;
  const hosts = [
    ["", "All Webhooks"],
    ...(list?.hosts ?? []).map(({ id, host }) => [id, host] as const),
  ] as const;
  return (
    <ListPage
      spec={DELIVERY_LIST}
      {...loaderData}
      icon={WebhookIcon}
      filters={{ webhook: <FilterSelect name="webhook" label="Webhook" value={webhook} options={hosts} /> }}
      actions={
        <Link
          to={WEBHOOKS_PAGE}
          className={`${buttonLook({ variant: "secondary", size: "small" })} min-h-11`}
        >
          Webhooks
        </Link>
      }
    >
      {({ rows, open, hrefOf }) => <DeliveryTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
