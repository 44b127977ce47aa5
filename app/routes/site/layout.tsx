import { Outlet, useMatches, useRouteLoaderData } from "react-router";
import { SiteFrame } from "~/features/content/site/ui/site-frame";
import { accountFailure } from "~/features/customers/profile/rules";
import type { RouteHandle } from "~/lib/route-handle";
import type { loader } from "~/root";
import { ConnectionNotice, keepPage } from "~/ui/page/connection-notice";
import { Toasts } from "~/ui/page/flash-toast";

export const clientMiddleware = [keepPage];

export default function SiteLayout() {
  const site = useRouteLoaderData<typeof loader>("root");
  const hydrates = useMatches().map(({ handle }) => (handle as RouteHandle | undefined)?.hydrate);
  if (!site) return <Outlet />;
  return (
    <Toasts toast={site.toast} hydrated={hydrates.some(Boolean)}>
      <SiteFrame company={site.company} user={site.user} year={site.year}>
        <Outlet />
        {hydrates.includes(true) && <ConnectionNotice failureOf={accountFailure} />}
      </SiteFrame>
    </Toasts>
  );
}
