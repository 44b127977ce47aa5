import Plus from "lucide-react/icons/plus";
import WebhookIcon from "lucide-react/icons/webhook";
import { Link, Outlet } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { readWebhooks } from "~/features/integrations/webhooks/queries.server";
import { WebhookTable } from "~/features/integrations/webhooks/ui/table";
import { DELIVERIES_PAGE, WEBHOOKS_PAGE } from "~/features/integrations/webhooks/webhook";
import { requireStaff } from "~/platform/request/gate.server";
import { buttonLook } from "~/ui/action/button-look";
import { EmptyState } from "~/ui/list/empty-state";
import type { Route } from "./+types/webhooks";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Webhooks", "Apps notified of events here.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  return { webhooks: await readWebhooks(ctx) };
}

export default function Webhooks({ loaderData: { webhooks }, params }: Route.ComponentProps) {
  const add = (
    <Link
      to={`${WEBHOOKS_PAGE}/new`}
      preventScrollReset
      className={`${buttonLook({ size: "small" })} min-h-11`}
    >
      <Plus aria-hidden strokeWidth={1.75} className="size-5" />
      Add webhook
    </Link>
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">Webhooks</h1>
        {webhooks.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Link
              to={DELIVERIES_PAGE}
              className={`${buttonLook({ variant: "secondary", size: "small" })} min-h-11`}
            >
              Deliveries
            </Link>
            {add}
          </div>
        )}
      </div>
      {webhooks.length > 0 ? (
        <WebhookTable webhooks={webhooks} current={(params as { id?: string }).id} />
      ) : (
        <EmptyState icon={WebhookIcon} title="No webhooks yet" action={add}>
          Notify other apps when a booking, refund, message or job application comes in.
        </EmptyState>
      )}
      <Outlet />
    </div>
  );
}
