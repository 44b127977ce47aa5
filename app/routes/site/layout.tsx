import { Outlet, useMatches, useRouteLoaderData } from "react-router";
import { SiteFrame } from "~/features/content/site/ui/site-frame";
import { accountFailure } from "~/features/customers/profile/rules";
import type { RouteHandle } from "~/lib/route-handle";
import type { loader } from "~/root";
import { ConnectionNotice, keepPage } from "~/ui/page/connection-notice";

export const clientMiddleware = [keepPage];

export default function SiteLayout() {
  const site = useRouteLoaderData<typeof loader>("root");
  const isAlive = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.hydrate === true);
  if (!site) return <Outlet />;
  return (
    <SiteFrame company={site.company} user={site.user} year={site.year}>
      <Outlet />
      {isAlive && <ConnectionNotice failureOf={accountFailure} />}
    </SiteFrame>
  );
}
