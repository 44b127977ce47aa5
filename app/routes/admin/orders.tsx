import ReceiptText from "lucide-react/icons/receipt-text";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { ORDER_LIST } from "~/features/payments/office/list";
import { orderList } from "~/features/payments/office/list.server";
import { OrderCards } from "~/features/payments/office/ui/orders";
import { ListPage } from "~/ui/list/list-page";
import type { Route } from "./+types/orders";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ORDER_LIST.title, ORDER_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = orderList.load;

export default function Orders({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage spec={ORDER_LIST} {...loaderData} icon={ReceiptText}>
      {({ rows, open, hrefOf }) => <OrderCards rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
