import KeyRound from "lucide-react/icons/key-round";
import Plus from "lucide-react/icons/plus";
import { Link, Outlet } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { API_KEYS_PAGE } from "~/features/integrations/partners/partner";
import { readApiKeys } from "~/features/integrations/partners/queries.server";
import { KeyTable } from "~/features/integrations/partners/ui/key-table";
import { requireStaff } from "~/platform/request/gate.server";
import { buttonLook } from "~/ui/action/button-look";
import { EmptyState } from "~/ui/list/empty-state";
import type { Route } from "./+types/api-keys";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "API keys", "Partners who can book through the API.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  return { keys: await readApiKeys(ctx) };
}

export default function ApiKeys({ loaderData: { keys }, params }: Route.ComponentProps) {
  const add = (
    <Link
      to={`${API_KEYS_PAGE}/new`}
      preventScrollReset
      className={`${buttonLook({ size: "small" })} min-h-11`}
    >
      <Plus aria-hidden strokeWidth={1.75} className="size-5" />
      Create key
    </Link>
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">API keys</h1>
        {keys.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <a href="/api/docs" className={`${buttonLook({ variant: "secondary", size: "small" })} min-h-11`}>
              API documentation
            </a>
            {add}
          </div>
        )}
      </div>
      {keys.length > 0 ? (
        <KeyTable keys={keys} current={(params as { id?: string }).id} />
      ) : (
        <EmptyState icon={KeyRound} title="No API keys yet" action={add}>
          Partners with a key can offer and book your services from their own software, and you can see which
          bookings came from them.{" "}
          <a href="/api/docs" className="font-medium text-evergreen-700 underline underline-offset-4">
            Read the API documentation
          </a>
        </EmptyState>
      )}
      <Outlet />
    </div>
  );
}
