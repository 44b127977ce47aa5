import { bookingList } from "~/features/booking/office/list/list.server";
import { requestList } from "~/features/booking/requests/list.server";
import { applicationList } from "~/features/careers/office/list.server";
import { claimList } from "~/features/claims/list.server";
import { subscriberList } from "~/features/content/newsletter/office/list.server";
import { customerList } from "~/features/customers/office/list.server";
import { deliveryList } from "~/features/integrations/webhooks/deliveries.server";
import { messageList } from "~/features/messages/office/list.server";
import { mailList } from "~/features/notifications/email/office/list.server";
import { activityList } from "~/features/office/activity/list.server";
import { signInList } from "~/features/office/sign-ins/list.server";
import { orderList } from "~/features/payments/office/list.server";
import { planList } from "~/features/plans/office/list.server";
import { seriesList } from "~/features/plans/series/list.server";
import { reviewList } from "~/features/reviews/office/list.server";
import type { Route } from "./+types/list-csv";

const LISTS = [
  ...[activityList, applicationList, bookingList, claimList, customerList, deliveryList, mailList],
  ...[signInList, messageList, orderList, planList, requestList, reviewList, seriesList, subscriberList],
];

/** `GET /admin/orders.csv?q=&status=`: what the list at the same address finds, all pages of it. */
export function loader(args: Route.LoaderArgs) {
  const { pathname } = new URL(args.request.url);
  const list = LISTS.find(({ spec }) => `${spec.path}.csv` === pathname);
  if (!list) throw new Response(null, { status: 404 });
  return list.download(args);
}
